package chess

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// The tags for what a Game holds and the PGN standard has no place for. A game has them only if it
// needs them, and a Game that is read takes what they say instead of the tags.
const (
	rulesTag  = "Rules"     // "threefold=automatic perpetualCheck=automatic": rules other than FIDERules
	reasonTag = "EndReason" // "resignation by White": an action that no Termination tells
	offerTag  = "DrawOffer" // "White": the player whose offer is pending
)

// savedTags lists these tags in the order in which they are read.
var savedTags = [...]string{rulesTag, reasonTag, offerTag}

// noRules is the text of the zero Rules.
const noRules = "none"

// text returns the fields of r that are not zero, with their names in JSON, such as
// "threefold=claimable announcedThreefold".
func (r Rules) text() string {
	var words []string
	fields := reflect.ValueOf(r)
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Tag.Get("json")
		switch v := fields.Field(i).Interface().(type) {
		case Effect:
			if v != Ignored {
				words = append(words, name+"="+v.String())
			}
		case bool:
			if v {
				words = append(words, name)
			}
		}
	}
	return cmp.Or(strings.Join(words, " "), noRules)
}

// parseRules parses the form that text returns.
func parseRules(s string) (r Rules, ok bool) {
	if s == noRules {
		return r, true
	}
	words := strings.Fields(s)
	for _, word := range words {
		if !r.set(word) {
			return Rules{}, false
		}
	}
	return r, len(words) > 0
}

// set sets the field that a word of text names, and reports whether there is one.
func (r *Rules) set(word string) bool {
	name, value, isEffect := strings.Cut(word, "=")
	fields := reflect.ValueOf(r).Elem()
	for i := range fields.NumField() {
		if fields.Type().Field(i).Tag.Get("json") != name {
			continue
		}
		switch v := fields.Field(i).Addr().Interface().(type) {
		case *Effect:
			return isEffect && v.UnmarshalText([]byte(value)) == nil
		case *bool:
			*v = true
			return !isEffect
		}
	}
	return false
}

// An endReason is the reason why a game ended, and the player who acted: who resigned, ran out of
// time, accepted the draw, or claimed it.
type endReason struct {
	reason Reason
	by     player
}

// text returns a form such as "resignation by White".
func (e endReason) text() string {
	if !e.by.is {
		return e.reason.String()
	}
	return e.reason.String() + " by " + e.by.color.name()
}

// parseEndReason parses the form that text returns.
func parseEndReason(s string) (e endReason, ok bool) {
	words, name, found := strings.Cut(s, " by ")
	reason, err := reasonTexts.parse(words)
	by, known := parsePlayer(name)
	if err != nil || reason == NoReason || found != known {
		return e, false
	}
	return endReason{reason, by}, true
}

// parsePlayer parses the name of a color, such as "White".
func parsePlayer(name string) (by player, ok bool) {
	for c := White; c <= Black; c++ {
		if name == c.name() {
			return player{true, c}, true
		}
	}
	return player{}, false
}

// isSaved reports whether a tag has a form in which the state of a game is saved.
func isSaved(t *Tag) (ok bool) {
	switch t.Name {
	case rulesTag:
		_, ok = parseRules(t.Value)
	case reasonTag:
		_, ok = parseEndReason(t.Value)
	case offerTag:
		_, ok = parsePlayer(t.Value)
	}
	return ok
}

// appendSaved appends the tags for the rules, the end, and the draw offer of g to those that are
// written.
func (g *Game) appendSaved(tags []Tag, end Outcome) []Tag {
	if rules := g.Rules(); rules != FIDERules() {
		tags = append(tags, Tag{rulesTag, rules.text()})
	}
	// A claim that the game has gone past by Add would not be believed.
	if e := (endReason{end.Reason, g.actor(end)}); e.reason != NoReason && end == g.end && !g.tellsEnd(tags) && g.couldEnd(e, tags) {
		tags = append(tags, Tag{reasonTag, e.text()})
	}
	if g.offer.made && !end.IsOver() {
		if by, ok := g.DrawOffer(); ok {
			tags = append(tags, Tag{offerTag, by.name()})
		}
	}
	return tags
}

// tellsEnd reports whether the given tags and the result tell why g ended and who acted. Only a
// draw on time does not say whose time was up.
func (g *Game) tellsEnd(tags []Tag) bool {
	t := readTermination(valueOf(tags, "Termination"), g.Tag("White"), g.Tag("Black"))
	return t.reason == g.end.Reason && !(g.end == Outcome{Draw, Time} && g.by.is)
}

// restore sets what the saved tags of a game that has been read say and takes these tags away. It
// returns the tags that it does not believe. Of these, tags in another form remain tags of the
// game.
func (g *Game) restore() (faults []savedFault) {
	for _, name := range savedTags {
		for i := 0; i < len(g.tags); i++ {
			t := &g.tags[i]
			if t.Name != name {
				continue
			}
			reason := g.restoreTag(t)
			if reason != "" {
				faults = append(faults, savedFault{*t, reason})
			}
			if isSaved(t) {
				g.tags = slices.Delete(g.tags, i, i+1)
				break
			}
		}
	}
	return faults
}

// A savedFault is a saved tag that is not believed.
type savedFault struct {
	Tag
	reason string
}

// restoreTag sets what one tag says. If it cannot be true, restoreTag returns why.
func (g *Game) restoreTag(t *Tag) string {
	switch t.Name {
	case rulesTag:
		rules, ok := parseRules(t.Value)
		if !ok {
			return "the rules are not known"
		}
		g.rules = rules
	case reasonTag:
		e, ok := parseEndReason(t.Value)
		if !ok || !g.couldEnd(e, g.tags) {
			return "the reason contradicts the game"
		}
		g.end.Reason, g.by = e.reason, e.by
	case offerTag:
		by, ok := parsePlayer(t.Value)
		if !ok || g.OfferDraw(by.color) != nil {
			return "the offer cannot be pending"
		}
	}
	return ""
}

// couldEnd reports whether a reader of g with the given tags would believe that it ended in the
// given way. A Termination tag that gives another reason counts, and so do the moves.
func (g *Game) couldEnd(e endReason, tags []Tag) bool {
	said := readTermination(valueOf(tags, "Termination"), g.Tag("White"), g.Tag("Black"))
	if said.reason != NoReason && said.reason != e.reason || !terminationOf(e.reason).allows(g.end.Result) || g.text.broken {
		return false
	}
	_, won := g.end.Winner()
	switch {
	case !g.last().hasLegalMove(): // the game ended on the board
		return false
	case e.reason == Resignation, e.reason == Time && won:
		return !e.by.is || g.end.Result == WinFor(e.by.color.Other())
	case e.reason == Time, e.reason == Agreement:
		return true
	case !e.reason.isCondition() || e.by.is && e.by.color != g.last().Turn():
		return false
	}
	ply := g.plies()
	return g.rules.ending(e.reason) == Claimable && g.line.holds(e.reason, g.last(), ply) ||
		g.line.mayBeAnnounced(&g.rules, e.reason, ply)
}
