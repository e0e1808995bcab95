package chess

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/golden"
)

// goldenPosition has all kinds of moves, in Chess960 too.
const goldenPosition = "r3k2r/pPpp1ppp/8/3Pp3/8/1N3N2/PP1P1PPP/R3K2R w HAha e6 4 20"

// goldenFENs are positions in which every reason for an illegal move and every question about a
// position occurs.
var goldenFENs = []string{
	goldenPosition, StartPosition().FEN(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "1r2k1r1/8/8/8/8/8/4r3/RR1K2RR w HBgb - 3 9",
	"4r2k/8/1b6/8/3PpP2/4N1B1/4n3/q2RK2R b K d3 0 1", "k7/1R6/1K6/8/8/8/8/6B1 b - - 99 80", "8/8/4k3/8/8/2KN4/8/8 w - - 100 80",
	"k1b5/1p1p1p1p/1P1P1P1P/8/8/8/8/K1B5 w - - 149 90", "q3k3/8/8/b7/8/8/3P4/rN2K1Qr w - - 1 2", "4k3/8/8/8/7b/8/4qP2/4K3 w - - 0 3",
}

// goldenRecord is a game with all kinds of elements.
const goldenRecord = `[Event "Golden"] [White "A. Player"] [Black "B"] [Result "1-0"] [Termination "normal"]

{before} 1. e4 $1 {[%clk 0:05:00] [%egt 0:01] a} e5 2. Nf3 ( 2. f4 exf4 ({c} 2... d5 ) 3. Nf3 {d} ) 2... Nc6 ; rest
3. Bb5 a6?! 4. O-O -- 5. d4 exd4 $14 6. e5 d5 7. exd6 e.p. 1-0`

// goldenDraw ends by a claim, and goldenTags has all tags that an Arbiter examines.
const (
	goldenDraw = "[Result \"1/2-1/2\"] [EndReason \"threefold repetition by White\"] " +
		"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2"
	goldenTags = `[White "Smith, A"] [Black "Jones, B"] [Result "0-1"] [Termination "Time forfeit"] [ECO "B20"] [PlyCount "3"] ` +
		`[Date "2024.02.29"] [UTCDate "2024.03.01"] [UTCTime "00:10:00"] [EndDate "2024.03.01"] [EndTime "0:20:00 GMT+0000"] ` +
		`[EventDate "2024.02.27"] [WhiteElo "2100"] [BlackElo "1500?"] [WhiteRatingDiff "-6"] [BlackRatingDiff "+6"] ` +
		`[WhiteFideId "4100018"] [BlackFideId "4100026"] [TimeControl "180+2"] [Variant "Standard"] [SetUp "1"] ` +
		`[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"] [DrawOffer "White"] [Rules "s1"] ` +
		`2. f4 {[%clk 0:03:00] [%emt 0:00:02]} exf4 {[%clk 0:02:59]} 3. Nf3 {[%clk 0:00:01] White forfeits on time} 0-1`
)

// goldenTree has comments before and after moves, variations, and glyphs, and goldenSaved all tags that
// save the state of a game.
const (
	goldenTree  = `[White "A"] 1. e4 {x} ( {y} 1. d4 d5 ( 1... f5 2. c4 $1 ) 2. c4 ) {z} 1... e5 ( 1... c5 $3 ) 2. {b} Nf3 $2 ( 2. f4 ) ( 2. Nc3 Nf6 ) Nc6 1-0`
	goldenSaved = `[Variant "Chess960"] [SetUp "1"] [FEN "1r2k1r1/8/8/8/8/8/4r3/RR1K2RR w HBgb - 3 9"] [Result "*"] ` +
		`[Rules "threefold=automatic perpetualCheck=automatic announcedFiftyMoves timeByMaterial resignationLoses"] [DrawOffer "White"] ` +
		`[AnnouncedMove "Kd8"] [EndReason "resignation by Black"] [Termination "abandoned"] 9. Kc1 Kf8 10. Ra3 *`
)

// TestGolden reads thousands of texts that differ from sound ones by a token, asks why any move is
// illegal, and tries all actions, and compares what is understood and said with earlier answers.
func TestGolden(t *testing.T) {
	p := MustParseFEN(goldenPosition)
	sans := strings.Fields("Nbd2 Nfd2 Nbd4 Nfd4 bxa8=Q+ bxa8=N b8=R+ O-O O-O-O dxe6 d6 Kd1 Rg1 Ne5 Nfxe5 h4 a3 Nc5 Ng5 Rc1 Kf1")
	golden.Compare(t, func(add func(kind, text string)) {
		read := func(name, separator string, texts []string, read func(string) string) {
			golden.Neighbors(add, name, separator, texts, read)
		}
		read("pgn", " ", []string{goldenRecord, "1. e4 e5 2. Nf3 ({a} 2. f4 exf4) Nc6 {b} 1/2-1/2\n\n1. d4 d5 *", goldenDraw}, readGoldenPGN)
		read("tags", " ", []string{goldenTags}, judgeGolden)
		read("comment", "", []string{"[%clk 1:00:05.5] x [%emt 0:01]", "a [%eval -1.25,18]", "[%eval #-3] [%csl Ga1,Rb2][%cal Ye2e4]"}, readGoldenComment)
		read("san", " ", sans, func(text string) string { return said(p.ParseSAN(text)) + said(p.ParseStrictSAN(text)) })
		read("san letters", "", sans, func(text string) string { return said(p.ParseSAN(text)) })
		read("play", " ", []string{"Rh2 Rh7 Rh1 Rh8 O-O O-O", "Kd1 Ke7 Ke1 Ke8 O-O-O O-O-O Kb1 Kb8", "Ra7 O-O Ra8 Rg8 Kf1 Kf8"}, playGolden)
		read("uci", "", strings.Fields("e1g1 e1h1 e1c1 b7b8q b7a8n d5e6 f3d4 e1f1"), func(text string) string { return said(p.ParseUCI(text)) })
		read("fen", " ", goldenFENs, readGoldenFEN)
		read("fen letters", "", goldenFENs[:1], readGoldenFEN)
		for _, fen := range goldenFENs {
			p := MustParseFEN(fen)
			add("questions", fmt.Sprintln(p.Outcome(), p.InsufficientMaterial(), p.CanWin(White), p.CanWin(Black), p.IsDead()))
			for from := range NoSquare {
				for to := range NoSquare {
					add("illegal moves", said(p.ParseUCI(from.String()+to.String())))
				}
				add("SAN", said(p.ParseSAN("N"+from.String()))+said(p.ParseSAN("b"+from.String()))+said(p.ParseSAN("Q"+from.String())))
			}
			for m := range p.Moves() {
				add("moves", fmt.Sprintln(p.SAN(m), p.UCI(m), p.After(m).FEN()))
			}
		}
		actGolden(add)
		read("reader", " ", []string{goldenSaved}, loadGolden)
		read("tree", " ", []string{goldenTree}, growGolden)
		read("rules", " ", []string{"fivefold=ignored threefold=automatic announcedThreefold offerAfterMove resignationLoses", "none"}, readGoldenRules)
		for _, fen := range slices.Concat(goldenFENs, []string{
			"r6k/1P6/1n6/8/Q7/8/8/K7 w - - 0 1", "K7/8/8/8/8/8/2P5/R3n2k b - - 0 1", "4k3/8/8/8/3p4/8/4P3/4K2R w K - 0 1",
			"4k3/4n3/8/3p4/8/1B6/8/4RK2 w - - 0 1", "b3k3/8/8/8/8/8/6p1/6KR w H - 0 1", // a pinned defender; a pawn that attacks the corner
		}) {
			writeGolden(add, MustParseFEN(fen))
		}
		writeGolden(add, must(Chess960Start(518)))
	})
}

// said returns the results of a parser as text.
func said[T any](value T, err error) string { return fmt.Sprintf("%v %v\n", value, err) }

// playGolden plays moves and returns why one of them is refused.
func playGolden(text string) string {
	g, _ := NewGameFrom(MustParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), Rules{})
	for san := range strings.FieldsSeq(text) {
		if err := g.PlaySAN(san); err != nil {
			return fmt.Sprintln(g.Plies(), err)
		}
	}
	return fmt.Sprintln(g.Position().FEN(), g.Outcome())
}

// readGoldenFEN returns all that is said about a FEN and its position.
func readGoldenFEN(text string) string {
	p, err := ParseFEN(text)
	q, repairs, failed := RepairFEN(text)
	castling := ""
	for m := range p.Moves() {
		if p.King(p.Turn()) == m.From() {
			castling += p.UCI(m) + " "
		}
	}
	return fmt.Sprintln(p.FEN(), err, castling, q.FEN(), repairs, failed, q.Problems())
}

// writeGolden adds all forms of a position and its moves, and what is read of binary forms that differ
// from them by a byte.
func writeGolden(add func(kind, text string), p Position) {
	for s := range p.Occupied().Squares() {
		_, mirrored := p.FindMove(s, s^7, Queen)
		_, diagonal := p.FindMove(s, (s+7)%NoSquare, Queen)
		_, knight := p.ParseSAN("N" + s.String())
		_, king := p.ParseSAN("K" + s.String())
		for _, err := range []error{mirrored, diagonal, knight, king} {
			form, _ := json.Marshal(err)
			add("errors", string(form))
		}
	}
	values := [7]int{Pawn: 1, Knight: 3, Bishop: 4, Rook: 5, Queen: 9, King: 100}
	for m := range p.Moves() {
		q := p.After(m)
		key, _ := q.Key().MarshalText()
		flipped, _ := q.Flip().MarshalText()
		add("forms", fmt.Sprintf("%#v %s %s %x %x %v", q, key, flipped, q.Hash(), q.PolyglotKey(), p.StaticExchange(m, values)))
		for _, format := range []PGNFormat{{Notation: NotationLong}, {Notation: NotationLong, Language: Russian}, {Language: Finnish}, {Notation: NotationUCI}} {
			add("notations", p.MoveText(m, format)+" "+p.Line([]Move{m, NullMove, m}, format))
		}
	}
	data, _ := p.MarshalBinary()
	readBinary := func(data []byte) {
		var q Position
		err := q.UnmarshalBinary(data)
		add("binary", fmt.Sprintf("%x %#v %v", data, q, err))
	}
	for i := range data {
		readBinary(data[:i])
		for _, change := range []byte{1, 2, 0x10, 0x20, 0x31, 0xff} {
			data[i] ^= change
			readBinary(data)
			data[i] ^= change
		}
	}
	for _, more := range []string{"", "\x00", "\x01", "\x02", "\x00\x00", "\x05\x01", "\x05\x01\x02", "\x05\x00\x03", "\x80"} {
		readBinary(append(data[:len(data):len(data)], more...))
	}
}

// readGoldenRules returns the rules that a text and its JSON form give.
func readGoldenRules(text string) string {
	var rules, back Rules
	err := rules.UnmarshalText([]byte(text))
	form, _ := json.Marshal(rules)
	changed := strings.Replace(string(form), "true", "null", 1)
	return fmt.Sprintln(rules, string(form), err, back.UnmarshalJSON([]byte(changed)), back)
}

// loadGolden returns what a strict reader says about a game, and what is left of it when it is loaded,
// copied, and changed.
func loadGolden(text string) string {
	var b strings.Builder
	r := NewPGNReader(strings.NewReader(text))
	r.Strict = true
	for g, err := range r.All() {
		fmt.Fprintln(&b, g, err, r.Faults(), r.GameOffset())
		if g == nil {
			continue
		}
		copied := g.Clone()
		fmt.Fprintln(&b, copied.Difference(g), copied.Start().FEN(), copied.Outcome(), copied.Rules(), Arbiter{Rules: g.Rules()}.Judge(copied))
		fmt.Fprintln(&b, copied.Resume(), copied.Undo(), copied.PlaySAN("Kd8"), copied.Outcome(), copied)
	}
	g := MustParsePGN("1. e4 e5 *")
	err := g.UnmarshalText([]byte(text))
	fmt.Fprintln(&b, err, g.PlaySAN("Kd8"), g)
	return b.String()
}

// growGolden returns how the tree of a game differs from that of another, their lines, and the tree
// with both.
func growGolden(text string) string {
	var b strings.Builder
	g, _ := ParsePGN(text)
	other := MustParsePGN(goldenTree)
	fmt.Fprintln(&b, g.Difference(other), other.Difference(g))
	if g == nil {
		return b.String()
	}
	for line := range g.Lines() {
		fmt.Fprintln(&b, line)
	}
	fmt.Fprintln(&b, other.Root().Merge(g), other.LastNode().Merge(g), other)
	for n := range g.Nodes() {
		fmt.Fprintln(&b, n.Plies(), n.SAN(), n.CommentsBefore(), n.Comments(), n.NAGs(), n.Position().FEN())
	}
	fmt.Fprintln(&b, g.LastNode().Parent().Delete(), g.Outcome(), g)
	return b.String()
}

// readGoldenComment returns what the commands of a comment mean.
func readGoldenComment(text string) string {
	info := ParseMoveInfo(text)
	form, err := json.Marshal(info)
	return fmt.Sprintln(info, string(form), err)
}

// readGoldenPGN returns all that is found in a record, what is written of it, and what the arbiter says.
func readGoldenPGN(text string) string {
	var b strings.Builder
	s := NewPGNScanner(strings.NewReader(text))
	s.Strict = true
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		fmt.Fprint(&b, event, s.Offset(), s.Depth(), " ")
		switch event {
		case PGNTag:
			name, value := s.Tag()
			fmt.Fprintf(&b, "%q %q", name, value)
		case PGNMove:
			fmt.Fprint(&b, s.Move())
		case PGNComment:
			fmt.Fprintf(&b, "%q", s.Comment())
		case PGNNAG:
			fmt.Fprint(&b, s.NAG())
		case PGNFault:
			f := s.Fault()
			fmt.Fprint(&b, f, f.Lossy, f.Outside, f.IsMove, f.Offset, f.Position.FEN())
		case PGNGameEnd:
			fmt.Fprint(&b, s.Result())
		}
		fmt.Fprintln(&b)
	}
	for g, err := range NewPGNReader(strings.NewReader(text)).All() {
		fmt.Fprintln(&b, g, err)
		if g != nil {
			fmt.Fprintln(&b, g.Outcome(), g.FormatPGN(PGNFormat{OmitClocks: true}), slices.Collect(g.Lines()))
		}
	}
	for findings := range (Arbiter{}).JudgePGN(NewPGNScanner(strings.NewReader(text))) {
		printFindings(&b, findings)
	}
	return b.String()
}

// printFindings prints the findings of a game with all that they say.
func printFindings(b *strings.Builder, findings []Finding) {
	fmt.Fprintln(b, len(findings))
	for _, f := range findings {
		fmt.Fprintln(b, f, f.Line, f.Column, f.Kind, f.Ply, f.Tag)
	}
}

// judgeGolden returns what an arbiter finds in a record, and what a saved game keeps of it.
func judgeGolden(text string) string {
	var b strings.Builder
	for findings := range (Arbiter{Claims: true}).JudgePGN(NewPGNScanner(strings.NewReader(text))) {
		printFindings(&b, findings)
	}
	g, err := NewPGNReader(strings.NewReader(text)).Read()
	if g != nil {
		saved, failed := g.MarshalText()
		fmt.Fprintln(&b, string(saved), failed, g.Outcome(), g.Rules())
	}
	fmt.Fprintln(&b, err)
	return b.String()
}

// actGolden tries all actions of both players in several games under all rules.
func actGolden(add func(kind, text string)) {
	games := []string{
		"*", "1. e4 *", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", "1. f3 e5 2. g4 Qh4# *",
		"[FEN \"8/8/4k3/8/8/2KN4/8/7r w - - 99 80\"] 80. Kd4 *", "[FEN \"8/8/4k3/8/8/2KN4/8/8 w - - 100 80\"] *", "1. e4 e5 2. Bc4 Nc6 3. Qh5 a6 1-0",
	}
	profiles := []Rules{{}, RulesS0(), RulesS1(), RulesS2(), RulesS3(), ServerRules(), {OfferAfterMove: true, NoAnnouncedThreefold: true, TimeByMaterial: true, ResignationLoses: true}}
	actions := []func(g *Game, by Color) error{
		(*Game).OfferDraw, (*Game).AcceptDraw, (*Game).DeclineDraw, (*Game).Resign, (*Game).FlagFall,
		func(g *Game, by Color) error { g.OfferDraw(by); return g.AcceptDraw(by.Other()) },
		func(g *Game, by Color) error { g.OfferDraw(by); return g.DeclineDraw(by.Other()) },
		func(g *Game, by Color) error { g.OfferDraw(by); g.PlaySAN("Nc3"); return g.OfferDraw(by) },
	}
	for reason := NoReason; reason <= RulesInfraction; reason++ {
		actions = append(actions,
			func(g *Game, by Color) error { return g.Claim(by, Claim{Reason: reason}) },
			func(g *Game, by Color) error { return g.Claim(by, Claim{Reason: reason, Move: MustParseMove("f6g8")}) },
			func(g *Game, by Color) error { return g.Claim(by, Claim{Reason: reason, Move: MustParseMove("d3e5")}) },
			func(g *Game, by Color) error { return g.Lose(by, reason) },
			func(g *Game, by Color) error { return g.Adjudicate(Outcome{WinFor(by), reason}) },
			func(g *Game, by Color) error { return g.Adjudicate(Outcome{Drawn, reason}) })
	}
	for _, pgn := range games {
		for _, rules := range profiles {
			read := MustParsePGN("[Event \"?\"]\n\n" + pgn)
			played, _ := NewGameFrom(read.Start(), rules)
			for _, m := range read.Moves() {
				played.Play(m)
			}
			for _, action := range actions {
				for _, by := range [...]Color{White, Black} {
					g := played.Clone()
					err := action(g, by)
					offered, isOffered := g.DrawOffer()
					announced, mustBePlayed := g.AnnouncedMove()
					saved, _ := g.MarshalText()
					add("actions", fmt.Sprintln(err, g.Outcome(), offered, isOffered, announced, mustBePlayed, g.Claims(), g.ClaimsByMove(), string(saved)))
				}
			}
		}
	}
}
