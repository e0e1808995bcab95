package chess

import (
	"fmt"
	"slices"
	"strings"
)

// The tags for what a Game holds but the PGN standard has no place for. A game has them only if it
// needs them, and a Game that is read takes what they say instead of the tags. Later versions add
// words to these tags instead of new tags, because [Game.UnmarshalText] of an earlier version
// refuses words that it does not know but not tags.
const (
	rulesTag     = "Rules"         // "threefold=automatic perpetualCheck=automatic": rules other than those of FIDE
	reasonTag    = "EndReason"     // "resignation by White": an action that no Termination tells
	offerTag     = "DrawOffer"     // "White": the player whose offer is pending
	announcedTag = "AnnouncedMove" // "Nf3": the move that the player to move has announced with a claim
)

// savedTags lists these tags in the order in which they are read.
var savedTags = [...]string{rulesTag, reasonTag, offerTag, announcedTag}

// parseSaved parses a tag that saves the state of a game. A Rules tag gives the rules, an EndReason
// tag gives the end, and a DrawOffer tag gives only the player of the end. ok is false for other tags,
// and for values that have another form.
func parseSaved(t *Tag) (rules Rules, end termination, ok bool) {
	switch t.Name {
	case rulesTag:
		read, err := parseRules(t.Value)
		return read, end, err == nil
	case reasonTag:
		end, ok = parseEndReason(t.Value)
	case announcedTag:
		_, ok = parseSANText([]byte(t.Value), English)
	case offerTag:
		end.by, ok = parsePlayer(t.Value)
	}
	return rules, end, ok
}

// isUnknown reports whether t is one of these tags and has words that this version does not know.
func (t *Tag) isUnknown() bool {
	_, _, ok := parseSaved(t)
	return !ok && slices.Contains(savedTags[:], t.Name) && strings.Trim(t.Value, " ?-") != ""
}

// appendSaved appends the tags for the rules, the end, and the draw offer of g to those that are
// written.
func (g *Game) appendSaved(tags []Tag, end Outcome) []Tag {
	if g.rules != (Rules{}) && g.Rules() != (Rules{}) {
		tags = append(tags, Tag{rulesTag, g.rules.String()})
	}
	if end.Reason != NoReason && !g.tellsEnd(tags) {
		if e := terminationOf(end.Reason, g.actor(end)); g.couldEnd(e, tags) {
			tags = append(tags, Tag{reasonTag, e.text()})
		}
	}
	if by, ok := g.DrawOffer(); ok {
		tags = append(tags, Tag{offerTag, by.name()})
	}
	if m, ok := g.AnnouncedMove(); ok {
		tags = append(tags, Tag{announcedTag, g.last().SAN(m)})
	}
	return tags
}

// tellsEnd reports whether the given tags and the result tell why g ended and who acted. They do
// not say by whose loss it was drawn.
func (g *Game) tellsEnd(tags []Tag) bool {
	t := g.readTermination(valueOf(tags, "Termination"))
	return t.reason == g.end.Reason && !(g.end.Result == Drawn && t.reason.isLoss() && g.by.is)
}

// restore sets what the saved tags of a game that has been read say and takes these tags away. It
// returns why it does not believe some of them. Of these, tags in another form remain tags of the
// game, and the others are left to an [Arbiter].
func (g *Game) restore() (refused map[Tag]string) {
	refused = map[Tag]string{}
	for _, name := range savedTags {
		for i, t := range g.tags {
			if t.Name != name {
				continue
			}
			reason, isSaved := g.restoreTag(&t)
			if reason != "" {
				refused[t] = reason
			}
			if isSaved {
				g.text.saved = append(g.text.saved, t)
				g.tags = slices.Delete(g.tags, i, i+1)
				break
			}
		}
	}
	return refused
}

// restoreTag sets what one tag says. If it cannot be true, restoreTag returns why. It also reports
// whether the tag has the form in which the state of a game is saved.
func (g *Game) restoreTag(t *Tag) (refusal string, isSaved bool) {
	rules, end, ok := parseSaved(t)
	switch {
	case !ok && t.Name == rulesTag:
		return "the rules are not known", false
	case !ok, t.Name == reasonTag && !g.couldEnd(end, g.tags), t.Name == offerTag && g.OfferDraw(end.by.color) != nil,
		t.Name == announcedTag && !g.announce(t.Value):
		return "it contradicts the game", ok
	case t.Name == rulesTag:
		g.rules = rules
	case t.Name == reasonTag:
		g.end.Reason, g.by = end.reason, end.by
		if end.reason.isCondition() {
			g.claim = g.here()
		}
	}
	return "", true
}

// announce restores the move of an AnnouncedMove tag. It reports whether the player could announce it.
func (g *Game) announce(san string) bool {
	g.compute(cachedLine)
	m, wrong := g.line.announced(&g.rules, san, g.end.Reason)
	if wrong != "" || g.text.broken {
		return false
	}
	g.claim, g.announced = g.here(), m
	return true
}

// announced returns the move that the player to move announced in the last position, in a game that
// ended by the given reason. If the player could not announce it, or not with a claim that is the
// reason, wrong says so.
func (h history) announced(rules *Rules, san string, reason Reason) (m Move, wrong string) {
	last := len(h) - 1
	m, err := h[last].parseSAN(san, English)
	switch {
	case err != nil:
		return m, "the move is not legal"
	case reason.isCondition() && (m == NullMove || !slices.Contains(h.claimsBy([]Move{m}, rules, last), Claim{reason, m})):
		return m, fmt.Sprintf("the move does not bring about a draw by %v", reason)
	}
	return m, ""
}

// couldEnd reports whether a reader of g with the given tags would believe that it ended in the
// given way. A Termination tag that gives another reason counts, and so do the moves.
func (g *Game) couldEnd(e termination, tags []Tag) bool {
	said := g.readTermination(valueOf(tags, "Termination"))
	if said.reason != NoReason && said.reason != e.reason || !e.allows(g.end.Result) || g.text.broken {
		return false
	}
	return g.couldEndBy(e.reason, e.by)
}
