package chess

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/santext"
)

// TestSAN checks SAN, and that ParseStrictSAN reads it back. The numbers in the case names are
// those of docs/rules.md.
func TestSAN(t *testing.T) {
	const rivals = "N3k2N/8/8/3N4/N4N1N/2R5/1R6/4K3 w - - 0 1"
	for _, test := range []struct {
		name string
		fen  string
		move string
		want string
	}{
		{"pawn", startFEN, "e2e4", "e4"},
		{"knight", startFEN, "g1f3", "Nf3"},
		{"capture", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", "Nxd5"},
		{"capture by a pawn", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"11: two pawns can capture en passant, the f-pawn does",
			"rnbqkbnr/pppppp1p/8/5PpP/8/8/PPPPP2P/RNBQKBNR w KQkq g6 0 1", "f5g6", "fxg6"},
		{"11: two pawns can capture en passant, the h-pawn does",
			"rnbqkbnr/pppppp1p/8/5PpP/8/8/PPPPP2P/RNBQKBNR w KQkq g6 0 1", "h5g6", "hxg6"},
		{"promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
		{"promotion with check", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
		{"capture and promotion with checkmate", "1n2k3/P7/4K3/8/8/8/8/8 w - - 0 1", "a7b8q", "axb8=Q#"},
		{"castling kingside", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
		{"castling queenside", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
		{"34: castling with check", "4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 0 1", "d1b1", "O-O-O+"},
		{"castling kingside with checkmate", "5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1", "e1g1", "O-O#"},
		{"castling queenside with checkmate", "8/8/8/8/8/8/1R6/R3K1k1 w Q - 0 1", "e1c1", "O-O-O#"},
		{"31: king captures unmoved rook", "8/8/8/B2p3Q/2qPp1P1/b7/2P2PkP/4K2R b K - 0 1", "g2h1", "Kxh1"},
		{"king move next to its rook in Chess960", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "Kg1"},
		{"check", "4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8+"},
		{"checkmate", "4k3/R7/8/8/8/8/8/1R4K1 w - - 0 1", "b1b8", "Rb8#"},
		{"stalemate has no mark", "k7/8/8/1Q6/8/8/8/1K6 w - - 0 1", "b5b6", "Qb6"},
		{"check, not checkmate: king can capture", "6k1/8/8/5Q2/8/8/8/K7 w - - 0 1", "f5h7", "Qh7+"},

		{"10: check that en passant can answer", "8/3b4/6R1/1P2kp2/6pp/2N1P3/4KPPP/8 w - - 0 1", "f2f4", "f4+"},
		{"10: en passant with checkmate", "6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 1", "e5d6", "exd6#"},
		{"8: double step that cannot be captured en passant", "5k2/8/8/8/5p2/8/4P3/4KR2 w - - 0 1", "e2e4", "e4"},

		{"41: file is enough, c3", rivals, "c3c2", "Rcc2"},
		{"41: file is enough, b2", rivals, "b2c2", "Rbc2"},
		{"41: rank is enough, a4", rivals, "a4b6", "N4b6"},
		{"41: rank is enough, h8", rivals, "h8g6", "N8g6"},
		{"41: square is needed, h4", rivals, "h4g6", "Nh4g6"},
		{"41: rank is enough, d5", "8/2KN1p2/5p2/3N1B1k/5PNp/7P/7P/8 w - - 0 1", "d5f6", "N5xf6#"},
		{"41: file is enough, g4", "8/2KN1p2/5p2/3N1B1k/5PNp/7P/7P/8 w - - 0 1", "g4f6", "Ngxf6+"},
		{"41: rank is enough, d7", "8/2KN1p2/5p2/3N1B1k/5PNp/7P/7P/8 w - - 0 1", "d7f6", "N7xf6#"},
		{"41: four knights, c4", "2N1N3/p7/6k1/1p6/2N1N3/2R5/R3Q1P1/2R3K1 w - - 0 1", "c4d6", "Nc4d6"},
		{"41: four knights, e8", "2N1N3/p7/6k1/1p6/2N1N3/2R5/R3Q1P1/2R3K1 w - - 0 1", "e8d6", "Ne8d6"},
		{"three queens, square is needed", "4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "a1b2", "Qa1b2"},
		{"three queens, file is enough", "4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "c1b2", "Qcb2"},
		{"three queens, rank is enough", "4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "a3b2", "Q3b2"},
		{"file is preferred to rank", "4k3/8/8/8/8/1N6/8/5N1K w - - 0 1", "b3d2", "Nbd2"},
		{"other knight cannot reach the square", "4k3/8/8/8/8/1N6/8/5N1K w - - 0 1", "f1e3", "Ne3"},
		{"same-colored bishops", "4k3/8/8/8/8/8/1B3B2/6K1 w - - 0 1", "b2d4", "Bbd4"},
		{"other rook is blocked", "6k1/8/8/8/8/8/8/R1N1R1K1 w - - 0 1", "e1d1", "Rd1"},

		{"42: other knight is pinned, f5", "8/8/8/R2nkn2/8/8/2K5/8 b - - 0 1", "f5e3", "Ne3+"},
		{"42: another queen is pinned", "1Q3q1k/4P3/8/3p1N1q/1Q1P4/2N5/2K5/5q2 b - - 0 1", "f1f5", "Qfxf5+"},
		{"42: other knight is pinned, c2", "k3r3/8/8/8/8/8/2N1N3/4K3 w - - 0 1", "c2d4", "Nd4"},
		{"42: other rook is behind", "r5k1/1b5p/N3p1p1/Q4p2/4r3/2P1q3/1PK2RP1/5R2 w - - 0 1", "f2f3", "Rf3"},
		{"two pinned rooks, one moves along the pin", "4r2k/8/8/b7/4R3/2R5/8/4K3 w - - 0 1", "e4e3", "Re3"},
		{"43: no pin on c3", "rnbqk1nr/pppp1ppp/8/4p3/1b2P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1", "g1e2", "Nge2"},
		{"43: other knight is pinned on c3",
			"rnbqk1nr/ppp2ppp/3p4/4p3/1b2P3/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 1", "g1e2", "Ne2"},
		{"43: other knight is pinned on d2",
			"rnbqk1nr/pppp1ppp/8/4p3/1b2P3/8/PPPN1PPP/R1BQKBNR w KQkq - 0 1", "g1f3", "Nf3"},

		{"46: other pawn is pinned", "rrrrrrrr/PPPPPPPP/8/8/8/8/8/2k1K3 w - - 0 1", "c7d8q", "cxd8=Q"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			m, err := ParseMove(test.move)
			if err != nil || !p.IsLegal(m) {
				t.Fatalf("%q: ParseMove(%q) = %v, %v, want a legal move", test.fen, test.move, m, err)
			}
			if got := p.SAN(m); got != test.want {
				t.Errorf("%q: SAN(%v) = %q, want %q", test.fen, m, got, test.want)
			}
			if got := string(p.appendSAN([]byte("1. "), m, English)); got != "1. "+test.want {
				t.Errorf("%q: appendSAN(%q, %v) = %q, want %q", test.fen, "1. ", m, got, "1. "+test.want)
			}
			if got, err := p.ParseStrictSAN(test.want); got != m || err != nil {
				t.Errorf("%q: ParseStrictSAN(%q) = %v, %v, want %v", test.fen, test.want, got, err, m)
			}
		})
	}
	p := StartPosition()
	if got := p.SAN(NullMove); got != "--" {
		t.Errorf("SAN(NullMove) = %q, want %q", got, "--")
	}
}

// TestSANRoundTrip checks that no two legal moves of a position have the same SAN, that ParseSAN
// and ParseStrictSAN read the SAN as the same move, that ParseSAN reads its looser forms, and that
// the SAN contains no more than needed.
func TestSANRoundTrip(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		seen := make(map[string]Move)
		for m := range p.Moves() {
			san := p.SAN(m)
			if other, ok := seen[san]; ok {
				t.Errorf("%v: SAN(%v) = %q, the same as for %v", p, m, san, other)
			}
			seen[san] = m
			if got, err := p.ParseStrictSAN(san); got != m || err != nil {
				t.Errorf("%v: ParseStrictSAN(%q) = %v, %v, want %v", p, san, got, err, m)
			}
			for _, s := range looserForms(p, m, san) {
				if got, err := p.ParseSAN(s); got != m || err != nil {
					t.Errorf("%v: ParseSAN(%q) = %v, %v, want %v (%s)", p, s, got, err, m, san)
				}
			}
			checkLeast(t, p, m, san)
		}
	})
}

// looserForms returns other spellings of a move with at least the information of its SAN.
func looserForms(p *Position, m Move, san string) []string {
	bare := strings.TrimRight(san, "+#")
	forms := []string{san, bare, bare + "+", bare + "#", bare + "++", bare + "="}
	if p.IsCastling(m) {
		return append(forms, strings.ReplaceAll(bare, "O", "0"), strings.ReplaceAll(bare, "O", "o"), m.String())
	}
	forms = append(forms, strings.ReplaceAll(bare, "=", ""), strings.ReplaceAll(bare, "=", "/"))
	text := m.String() + " "
	from, to, promotion := text[:2], text[2:4], strings.ToUpper(strings.TrimSpace(text[4:]))
	letter := ""
	if t := p.PieceAt(m.From()).Type(); t != Pawn {
		letter = string(t.letter())
		forms = append(forms, strings.ReplaceAll(bare, "x", ""))
		forms = append(forms, strings.Replace(strings.ReplaceAll(bare, "x", ""), to, "x"+to, 1))
	}
	return append(forms, letter+from+to+promotion, letter+from+"-"+to+promotion,
		letter+from+"x"+to+promotion, m.String())
}

// checkLeast checks that the origin in a SAN is as short as possible: nothing, the file, the rank,
// or the square, in this order of preference.
func checkLeast(t *testing.T, p *Position, m Move, san string) {
	t.Helper()
	kind := p.PieceAt(m.From()).Type()
	if kind == Pawn || p.IsCastling(m) {
		return
	}
	origin := strings.TrimRight(san, "+#")[1:]
	origin = strings.TrimSuffix(strings.TrimSuffix(origin, m.To().String()), "x")
	var rivals, sameFile, sameRank int
	for other := range p.Moves() {
		if other == m || other.To() != m.To() || p.PieceAt(other.From()).Type() != kind || p.IsCastling(other) {
			continue
		}
		rivals++
		if other.From().File() == m.From().File() {
			sameFile++
		}
		if other.From().Rank() == m.From().Rank() {
			sameRank++
		}
	}
	want := ""
	switch {
	case rivals == 0:
	case sameFile == 0:
		want = m.From().File().String()
	case sameRank == 0:
		want = m.From().Rank().String()
	default:
		want = m.From().String()
	}
	if origin != want {
		t.Errorf("%v: SAN(%v) = %q, want the origin %q", p, m, san, want)
	}
}

// TestPlainSAN checks that Head.Move accepts exactly the usual forms among all short texts of some
// characters, and that parseSANText reads them in the same way.
func TestPlainSAN(t *testing.T) {
	usual := regexp.MustCompile("^(?:[NBRQK][a-h1-8]?x?[a-h][1-8]|(?:[a-h]x)?[a-h][2-7])[+#]?$")
	onFile := regexp.MustCompile("^(axa|bxb|hxh)") // a pawn cannot capture on its own file
	taken := 0
	var try func(text []byte)
	try = func(text []byte) {
		h := santext.HeadOf(string(text))
		n := h.Word()
		p, target, origins, capture := h.Move(n)
		piece, to, from := PieceType(p), Square(target), Bitboard(origins)
		ok := piece != NoPieceType && from != 0 && len(text)-n <= 1 && strings.Trim(string(text[n:]), "+#") == ""
		if want := usual.Match(text); ok != want {
			t.Errorf("Head.Move(%q): ok = %v, want %v", text, ok, want)
		}
		if ok && !onFile.Match(text) {
			taken++
			thorough, ok := parseSANText(text, English)
			wantFrom := thorough.from()
			if piece == Pawn && !capture {
				wantFrom = to.File().Bitboard()
			}
			if !ok || piece != thorough.Piece || to != thorough.to || from != wantFrom || capture != thorough.Capture {
				t.Errorf("Head.Move(%q) = %v, %v, %v, %v, want %+v, %v as from parseSANText",
					text, piece, to, from, capture, thorough, ok)
			}
		}
		if len(text) < 5 {
			for _, c := range []byte("abhi289xNKP+#O") {
				try(append(text, c))
			}
		}
	}
	try(make([]byte, 0, 5))
	for _, text := range []string{"Nbxa8+", "N1xa8#", "Nbxa88", "Nb1xa8", "Nbxa8++", "aNbxa8"} {
		try([]byte(text))
	}
	if taken < 200 {
		t.Errorf("Head.Move accepts %d texts, want at least 200", taken)
	}
}

// TestParseSANLenient reads spellings other than the SAN of the export format. The numbers in the
// case names are those of docs/rules.md.
func TestParseSANLenient(t *testing.T) {
	const (
		promote  = "3r4/4P3/8/8/8/k7/8/7K w - - 0 1"
		ep       = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
		rooks    = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		capture  = "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1"
		bishops  = "7k/1p1b4/2N5/8/8/8/8/7K b - - 0 1"
		knight   = "6k1/8/8/B7/8/8/8/BN4K1 w - - 0 1"
		promoteB = "7k/8/8/8/8/8/1p6/N6K b - - 0 1"
	)
	for _, test := range []struct {
		name string
		fen  string
		san  string
		want string
	}{
		{"missing x", capture, "Nd5", "e3d5"},
		{"superfluous x", startFEN, "Nxf3", "g1f3"},
		{"superfluous x in a pawn move", ep, "exe6", "e5e6"},
		{"superfluous x between squares", ep, "e5xe6", "e5e6"},
		{"colon for x", capture, "N:d5", "e3d5"},
		{"missing +", "4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "Ra8", "a1a8"},
		{"superfluous +", startFEN, "Nf3+", "g1f3"},
		{"missing #", "4k3/R7/8/8/8/8/8/1R4K1 w - - 0 1", "Rb8", "b1b8"},
		{"superfluous #", startFEN, "e4#", "e2e4"},
		{"+ for #", "4k3/R7/8/8/8/8/8/1R4K1 w - - 0 1", "Rb8+", "b1b8"},
		{"++ for a double check", "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "Nf6++", "e4f6"},
		{"missing =", promote, "e8Q", "e7e8q"},
		{"missing = in a capture", promote, "exd8N", "e7d8n"},
		{"superfluous =", startFEN, "Nf3=", "g1f3"},
		{"promotion with lowercase letter", promote, "e8=r", "e7e8r"},
		{"promotion with lowercase letter and missing =", promote, "e8b", "e7e8b"},
		{"promotion in parentheses", promote, "e8(Q)", "e7e8q"},
		{"promotion after a slash", promote, "e8/Q", "e7e8q"},

		{"over-disambiguation by file", startFEN, "Ngf3", "g1f3"},
		{"over-disambiguation by rank", startFEN, "N1f3", "g1f3"},
		{"over-disambiguation by square", startFEN, "Ng1f3", "g1f3"},
		{"43: over-disambiguation, the other knight is pinned",
			"rnbqk1nr/ppp2ppp/3p4/4p3/1b2P3/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 1", "Nge2", "g1e2"},
		{"43: no over-disambiguation without a pin",
			"rnbqk1nr/pppp1ppp/8/4p3/1b2P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1", "Nge2", "g1e2"},
		{"over-disambiguation of a king", rooks, "Ke1f1", "e1f1"},
		{"45: over-disambiguation of a pawn by rank", startFEN, "2e4", "e2e4"},
		{"over-disambiguation of a pawn by file", startFEN, "ee4", "e2e4"},
		{"over-disambiguation of a pawn by square", startFEN, "e2e4", "e2e4"},
		{"over-disambiguation of a pawn capture", ep, "e5xd6", "e5d6"},
		{"letter P for a pawn", startFEN, "Pe4", "e2e4"},
		{"letter P for a pawn in a capture", ep, "Pexd6", "e5d6"},
		{"47: rank instead of file", "8/7k/8/R7/8/8/8/3RK3 w - - 0 1", "R1a1", "d1a1"},

		{"annotation mark", startFEN, "e4!", "e2e4"},
		{"annotation marks after +", "4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "Ra8+!?", "a1a8"},

		{"castling with zeros", rooks, "0-0", "e1g1"},
		{"castling queenside with zeros", rooks, "0-0-0", "e1c1"},
		{"castling with lowercase letters", rooks, "o-o-o", "e1c1"},
		{"castling with superfluous +", rooks, "0-0+", "e1g1"},
		{"61: castling with en dashes", rooks, "O–O–O", "e1c1"},
		{"61: castling with em dashes", rooks, "O—O", "e1g1"},
		{"castling in UCI", rooks, "e1g1", "e1g1"},
		{"castling in UCI with a dash", rooks, "e1-c1", "e1c1"},
		{"48: castling in Chess960 UCI", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8h8", "e8g8"},

		{"e.p.", ep, "exd6e.p.", "e5d6"},
		{"e.p. after a space", ep, "exd6 e.p.", "e5d6"},
		{"ep", ep, "exd6ep", "e5d6"},
		{"ep after a space", ep, "exd6 ep", "e5d6"},
		{"e.p. after +", "3k4/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "exd6+ e.p.", "e5d6"},
		{"e.p. before +", "3k4/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "exd6 e.p.+", "e5d6"},

		{"uppercase file", startFEN, "E4", "e2e4"},
		{"uppercase files", startFEN, "E2-E4", "e2e4"},
		{"uppercase files with a capture", ep, "E5XD6", "e5d6"},
		{"lowercase piece letter", startFEN, "nf3", "g1f3"},
		{"lowercase piece letter and the file", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "nbd2", "b3d2"},
		{"lowercase piece letter and the rank", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "n1d2", "f1d2"},
		{"lowercase piece letter and a cross", "4k3/8/8/8/8/8/3p4/4KN2 w - - 0 1", "nxd2", "f1d2"},
		{"lowercase piece letter and a cross without a capture", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "nxd2", "f1d2"},
		{"lowercase piece letter and the square", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "nb3-d2", "b3d2"},
		{"all uppercase", startFEN, "NF3", "g1f3"},
		{"figurine", startFEN, "♘f3", "g1f3"},
		{"black figurine", startFEN, "♞f3", "g1f3"},
		{"null move as Z0", startFEN, "Z0", "0000"},
		{"castling without dashes", rooks, "OO", "e1g1"},
		{"castling without dashes, small", rooks, "ooo", "e1c1"},
		{"printed dash", startFEN, "e2–e4", "e2e4"},
		{"dagger and cross", capture, "Ne3×d5†", "e3d5"},
		{"colon at the end", capture, "Nd5:", "e3d5"},
		{"long form of a knight move", startFEN, "Ng1-f3", "g1f3"},
		{"48: long form", "4k3/8/2n5/8/8/8/8/4K3 b - - 0 1", "Nc6-d4", "c6d4"},
		{"long form of a pawn move", startFEN, "e2-e4", "e2e4"},
		{"long form of a capture", capture, "Ne3xd5", "e3d5"},
		{"long form of a promotion", promote, "e7-e8=Q+", "e7e8q"},
		{"promotion in UCI", promote, "e7e8n", "e7e8n"},
		{"44: knight move in UCI", knight, "b1c3", "b1c3"},

		{"48: files only", "4k3/8/8/8/5pP1/8/8/4K3 b - g3 0 1", "fg", "f4g3"},
		{"files and x", ep, "exd", "e5d6"},
		{"files from the h-file", "4k3/8/6p1/7P/8/8/8/4K3 w - - 0 1", "hg", "h5g6"},
		{"files to the h-file", "4k3/8/7p/6P1/8/8/8/4K3 w - - 0 1", "gh", "g5h6"},
		{"files and rank", ep, "ed6", "e5d6"},
		{"files and promotion", promote, "ed=Q", "e7d8q"},
		{"x and a square, one pawn can capture", ep, "xd6", "e5d6"},
		{"48: promotion after a slash", promoteB, "b1/Q", "b2b1q"},
		{"48: promotion in parentheses with marks", promoteB, "b1(Q)+?", "b2b1q"},
		{"49: promotion without =", promoteB, "b1Q", "b2b1q"},

		{"44: b is a pawn", bishops, "bxc6", "b7c6"},
		{"44: B is a bishop", bishops, "Bxc6", "d7c6"},
		{"47: b4+ is a pawn move", "8/8/8/2k5/8/1P6/8/B3K3 w - - 0 1", "b4+", "b3b4"},
		{"47: bxf7 is a bishop move", "4kr2/5p2/8/8/2B5/8/8/4K3 w - - 0 1", "bxf7", "c4f7"},
		{"47: bxf7+ is a bishop move", "4k3/5p2/8/8/2B5/8/8/4K3 w - - 0 1", "bxf7+", "c4f7"},
		{"47: Bxa8Q is a pawn move", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "Bxa8Q", "b7a8q"},
		{"bd5 is a bishop move", "4k3/8/8/8/2B5/8/8/4K3 w - - 0 1", "bd5", "c4d5"},

		{"two pinned rooks, one moves along the pin", "4r2k/8/8/b7/4R3/2R5/8/4K3 w - - 0 1", "Re3", "e4e3"},
		{"42: other knight is pinned", "k3r3/8/8/8/8/8/2N1N3/4K3 w - - 0 1", "Nd4", "c2d4"},
		{"46: other pawn is pinned", "rrrrrrrr/PPPPPPPP/8/8/8/8/8/2k1K3 w - - 0 1", "cxd8=Q", "c7d8q"},
		{"longest text", startFEN, "e4" + strings.Repeat("!", 30), "e2e4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			m, err := p.ParseSAN(test.san)
			if err != nil || m.String() != test.want {
				t.Errorf("%q: ParseSAN(%q) = %v, %v, want %v", test.fen, test.san, m, err, test.want)
			}
		})
	}
}

// TestParseSANErrors checks the errors for texts that are malformed, illegal, or ambiguous. The
// numbers in the case names are those of docs/rules.md.
func TestParseSANErrors(t *testing.T) {
	const (
		rooks   = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		promote = "3r4/4P3/8/8/8/k7/8/7K w - - 0 1"
		ep      = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
		queens  = "4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1"
	)
	for _, test := range []struct {
		name string
		fen  string
		san  string
		kind error
	}{
		{"empty", startFEN, "", ErrSyntax},
		{"file only", startFEN, "e", ErrSyntax},
		{"rank only", startFEN, "4", ErrSyntax},
		{"marks only", startFEN, "++", ErrSyntax},
		{"piece only", startFEN, "N", ErrSyntax},
		{"piece and file", startFEN, "Nf", ErrSyntax},
		{"piece and rank", startFEN, "N3", ErrSyntax},
		{"square and file", startFEN, "e2e", ErrSyntax},
		{"square on the last rank and file", startFEN, "e8d", ErrSyntax},
		{"capture on the ninth rank", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd9", ErrSyntax},
		{"pawn on the last rank and file", startFEN, "Pe8xd", ErrSyntax},
		{"file and i-file", startFEN, "ei", ErrSyntax},
		{"square and dash", startFEN, "e2-", ErrSyntax},
		{"target on the i-file", startFEN, "Ni3", ErrSyntax},
		{"target on the ninth rank", startFEN, "e9", ErrSyntax},
		{"origin on the i-file", startFEN, "ie4", ErrSyntax},
		{"origin on the ninth rank", startFEN, "N9f3", ErrSyntax},
		{"piece and promotion", startFEN, "N=Q", ErrSyntax},
		{"promotion only", startFEN, "=Q", ErrSyntax},
		{"UCI with an invalid file", startFEN, "e2m3", ErrSyntax},
		{"lowercase bishop with a rank", "4k3/8/8/4p3/8/8/7B/4K3 w - - 0 1", "b2xe5", ErrIllegal},
		{"letter of another language", startFEN, "Sf3", ErrSyntax},
		{"not UTF-8", startFEN, "\xffe4", ErrSyntax},
		{"48: annotation mark before +", startFEN, "e4!+", ErrSyntax},
		{"two moves", startFEN, "e4 e5", ErrSyntax},
		{"move and a mark too many", startFEN, "e4" + strings.Repeat("!", 31), ErrSyntax},
		{"move number", startFEN, "1.e4", ErrSyntax},
		{"null move in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "--", ErrIllegal},
		{"castling with one O", rooks, "O", ErrSyntax},
		{"castling with four Os", rooks, "O-O-O-O", ErrSyntax},
		{"castling and dash", rooks, "O-O-", ErrSyntax},
		{"four Os without dashes", rooks, "OOOO", ErrSyntax},
		{"uppercase piece and uppercase rank", startFEN, "NF9", ErrSyntax},
		{"bishop with a rank where a knight could go", "4k3/8/8/1N6/8/2p5/8/4K3 w - - 0 1", "B5xc3", ErrIllegal},
		{"bishop with a rank where a knight could go, no capture", "4k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "B5c3", ErrIllegal},
		{"small piece letter that fits two", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "nd2", ErrSyntax},
		{"figurine that fits two", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "♘d2", ErrSyntax},
		{"castling with promotion", rooks, "O-O=Q", ErrSyntax},
		{"result 1-0", startFEN, "1-0", ErrSyntax},
		{"result 0-1", startFEN, "0-1", ErrSyntax},
		{"49: promotion to a king", promote, "e8=K", ErrIllegal},
		{"49: promotion to a pawn", promote, "e8=P", ErrIllegal},
		{"promotion to an unknown piece", promote, "e8=X", ErrSyntax},
		{"promotion twice", promote, "e8=QQ", ErrSyntax},
		{"promotion with opening parenthesis only", promote, "e8(Q", ErrSyntax},
		{"bishop and file", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "Bc", ErrSyntax},
		{"very long text", startFEN, strings.Repeat("e4", 10000), ErrSyntax},

		{"pawn too far", startFEN, "e5", ErrIllegal},
		{"knight too far", startFEN, "Nd4", ErrIllegal},
		{"blocked queen", startFEN, "Qd3", ErrIllegal},
		{"square occupied by an own piece", startFEN, "Nd2", ErrIllegal},
		{"blocked castling", startFEN, "O-O", ErrIllegal},
		{"castling without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", ErrIllegal},
		{"wrong file of origin", startFEN, "Nbf3", ErrIllegal},
		{"wrong rank of origin", startFEN, "N2f3", ErrIllegal},
		{"wrong square of origin", startFEN, "Nb1f3", ErrIllegal},
		{"wrong file of a pawn", startFEN, "de4", ErrIllegal},
		{"30: Kg1 is not castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", ErrIllegal},
		{"30: Kh1 is not castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kh1", ErrIllegal},
		{"30: Kxh1 is not castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kxh1", ErrIllegal},
		{"30: Ke1g1 is not castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Ke1g1", ErrIllegal},
		{"45: pawn capture without file", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", ErrIllegal},
		{"45: en passant without file", ep, "d6", ErrIllegal},
		{"45: f6 is not a capture by the e-pawn",
			"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "f6", ErrIllegal},
		{"46: capture by the pinned pawn", "rrrrrrrr/PPPPPPPP/8/8/8/8/8/2k1K3 w - - 0 1", "exd8=Q", ErrIllegal},
		{"48: capture by a pinned pawn", "4r1k1/8/8/5p2/4P3/8/8/4K3 w - - 0 1", "exf5", ErrIllegal},
		{"48: files of a pinned pawn", "4r1k1/8/8/5p2/4P3/8/8/4K3 w - - 0 1", "ef", ErrIllegal},
		{"1: en passant exposes the king on the rank", "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "dxe6", ErrIllegal},
		{"pinned knight", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", ErrIllegal},
		{"king into check", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "Kd2", ErrIllegal},
		{"files without a capture", startFEN, "ed", ErrIllegal},
		{"files that are not adjacent", startFEN, "ah", ErrIllegal},
		{"49: missing promotion", promote, "e8", ErrIllegal},
		{"49: missing promotion in a capture", promote, "exd8", ErrIllegal},
		{"49: missing promotion after =", promote, "e8=", ErrIllegal},
		{"49: missing promotion in UCI", promote, "e7e8", ErrIllegal},
		{"49: missing promotion in files", promote, "ed", ErrIllegal},
		{"promotion before the last rank", startFEN, "e4=Q", ErrIllegal},
		{"promotion of a knight", startFEN, "Nf3=Q", ErrIllegal},
		{"44: Bb1c3 is not a knight move", "6k1/8/8/B7/8/8/8/BN4K1 w - - 0 1", "Bb1c3", ErrIllegal},
		{"44: Bxc6 is not a pawn move", "7k/1p6/2N5/8/8/8/8/7K b - - 0 1", "Bxc6", ErrIllegal},

		{"two knights", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "Nd2", ErrAmbiguous},
		{"48: two knights", "4k3/8/n1n5/8/8/8/8/4K3 b - - 0 1", "Nb4", ErrAmbiguous},
		{"two rooks", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", ErrAmbiguous},
		{"two rooks on the given rank", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "R1d1", ErrAmbiguous},
		{"three queens", queens, "Qb2", ErrAmbiguous},
		{"two queens on the given file", queens, "Qab2", ErrAmbiguous},
		{"two queens on the given rank", queens, "Q1b2", ErrAmbiguous},
		{"41: four knights", "2N1N3/p7/6k1/1p6/2N1N3/2R5/R3Q1P1/2R3K1 w - - 0 1", "Nd6", ErrAmbiguous},
		{"41: two knights on the given file",
			"2N1N3/p7/6k1/1p6/2N1N3/2R5/R3Q1P1/2R3K1 w - - 0 1", "Ncd6", ErrAmbiguous},
		{"two pawns", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "xd5", ErrAmbiguous},
		{"files of two captures", "4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", "ed", ErrAmbiguous},
		{"11: two pawns can capture en passant",
			"rnbqkbnr/pppppp1p/8/5PpP/8/8/PPPPP2P/RNBQKBNR w KQkq g6 0 1", "xg6", ErrAmbiguous},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			m, err := p.ParseSAN(test.san)
			if m != NullMove || !errors.Is(err, test.kind) {
				t.Fatalf("%q: ParseSAN(%q) = %v, %v, want an error that wraps %q",
					test.fen, test.san, m, err, test.kind)
			}
			checkMoveError(t, &p, test.san, err)
			if m, err := p.ParseStrictSAN(test.san); m != NullMove || !errors.Is(err, test.kind) {
				t.Errorf("%q: ParseStrictSAN(%q) = %v, %v, want an error that wraps %q",
					test.fen, test.san, m, err, test.kind)
			}
		})
	}
}

// TestParseStrictSAN checks that ParseStrictSAN returns a syntax error for texts that ParseSAN
// reads but that are not the SAN of the move.
func TestParseStrictSAN(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		san  string
	}{
		{"missing +", "4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "Ra8"},
		{"superfluous +", startFEN, "e4+"},
		{"+ for #", "4k3/R7/8/8/8/8/8/1R4K1 w - - 0 1", "Rb8+"},
		{"missing x", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "Nd5"},
		{"superfluous x", startFEN, "Nxf3"},
		{"missing =", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8Q"},
		{"lowercase promotion letter", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=q"},
		{"zeros", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0"},
		{"over-disambiguation", startFEN, "Ngf3"},
		{"43: over-disambiguation, the other knight is pinned",
			"rnbqk1nr/ppp2ppp/3p4/4p3/1b2P3/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 1", "Nge2"},
		{"43: superfluous + after a needed file",
			"rnbqk1nr/pppp1ppp/8/4p3/1b6/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1", "Nge2+"},
		{"rank instead of file", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "N3d2"},
		{"long form", startFEN, "Ng1-f3"},
		{"UCI", startFEN, "e2e4"},
		{"letter P for a pawn", startFEN, "Pe4"},
		{"e.p.", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p."},
		{"files only", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed"},
		{"lowercase b for a bishop", "4k3/8/8/8/2B5/8/8/4K3 w - - 0 1", "bd5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			want, err := p.ParseSAN(test.san)
			if err != nil {
				t.Fatalf("%q: ParseSAN(%q) = %v, want no error", test.fen, test.san, err)
			}
			m, err := p.ParseStrictSAN(test.san)
			var refusal *MoveError
			if m != NullMove || !errors.Is(err, ErrSyntax) || !errors.As(err, &refusal) {
				t.Fatalf("%q: ParseStrictSAN(%q) = %v, %v, want an error that wraps %q",
					test.fen, test.san, m, err, ErrSyntax)
			}
			if refusal.Move != want || refusal.Text != test.san || refusal.Position != p {
				t.Errorf("%q: ParseStrictSAN(%q): error has %v, %q, %v, want %v and the arguments",
					test.fen, test.san, refusal.Move, refusal.Text, &refusal.Position, want)
			}
			for l := English; l <= BlackFigurines; l++ {
				san := p.MoveText(want, PGNFormat{Language: l})
				if got, err := p.ParseStrictSANIn(" "+san+"\t", l); got != want || err != nil {
					t.Errorf("%q: ParseStrictSANIn(%q, %v) between spaces = %v, %v, want %v", test.fen, san, l, got, err, want)
				}
				if _, err := p.ParseStrictSANIn(san+"!", l); !errors.As(err, &refusal) || refusal.Spelling != san || refusal.Language != l {
					t.Errorf("%q: ParseStrictSANIn(%q, %v): %v, want the spelling %q", test.fen, san+"!", l, err, san)
				}
			}
		})
	}
}

// A spelledMove holds the parts of a random spelling of a move. Its methods decide independently of
// the parser which legal moves fit the spelling.
type spelledMove struct {
	piece     PieceType
	letter    bool // the text contains the letter of the piece
	file      File // file of origin, or 8 if not in the text
	rank      Rank // rank of origin, or 8 if not in the text
	capture   bool
	to        Square
	promotion PieceType
}

// randomSpelling returns a random spelling of a move in p. It starts from a legal move and may
// change some parts.
func randomSpelling(p *Position, random *rand.Rand) spelledMove {
	moves := p.LegalMoves()
	m := moves[random.IntN(len(moves))]
	kind := p.PieceAt(m.From()).Type()
	s := spelledMove{piece: kind, letter: kind != Pawn, file: 8, rank: 8, to: m.To(), promotion: m.Promotion()}
	if random.IntN(3) == 0 {
		s.piece = PieceType(1 + random.IntN(6))
		s.letter = s.piece != Pawn || random.IntN(2) == 0
	}
	if random.IntN(2) == 0 {
		s.file = m.From().File()
	}
	if random.IntN(2) == 0 {
		s.rank = m.From().Rank()
	}
	switch random.IntN(8) {
	case 0:
		s.file = File(random.IntN(9))
	case 1:
		s.rank = Rank(random.IntN(9))
	case 2:
		s.to = Square(random.IntN(64))
	case 3:
		s.promotion = []PieceType{NoPieceType, Knight, Bishop, Rook, Queen}[random.IntN(5)]
	}
	s.capture = random.IntN(2) == 0
	return s
}

func (s spelledMove) String() string {
	var text strings.Builder
	if s.letter {
		text.WriteByte(s.piece.letter())
	}
	if s.file <= hFile {
		text.WriteString(s.file.String())
	}
	if s.rank <= eighthRank {
		text.WriteString(s.rank.String())
	}
	if s.capture {
		text.WriteByte('x')
	}
	text.WriteString(s.to.String())
	if s.promotion != NoPieceType {
		text.WriteByte('=')
		text.WriteByte(s.promotion.letter())
	}
	return text.String()
}

// fits reports whether the text may mean the legal move m. A text of two squares without a letter
// means any piece on the first square. A pawn move without a file of origin is a capture only if
// the text contains an x.
func (s spelledMove) fits(p *Position, m Move) bool {
	kind := p.PieceAt(m.From()).Type()
	squares := !s.letter && s.file <= hFile && s.rank <= eighthRank
	switch {
	case p.IsCastling(m):
		return false
	case m.To() != s.to || m.Promotion() != s.promotion:
		return false
	case s.file <= hFile && m.From().File() != s.file, s.rank <= eighthRank && m.From().Rank() != s.rank:
		return false
	case squares:
		return true
	case kind != s.piece:
		return false
	}
	return kind != Pawn || p.isCapture(m) == (s.capture || s.file <= hFile && s.file != s.to.File())
}

// special reports whether the parser may read the text in a way that fits does not cover: castling
// written as two squares, b for B or B for b, or a superfluous x in a pawn move.
func (s spelledMove) special(p *Position) bool {
	switch {
	case !s.letter && s.file <= hFile && s.rank <= eighthRank:
		return p.PieceAt(SquareAt(s.file, s.rank)).Type() == King
	case !s.letter && s.file == bFile, s.letter && s.piece == Bishop && s.promotion != NoPieceType:
		return true
	}
	return s.piece == Pawn && s.capture && (s.file > hFile || s.file == s.to.File())
}

// TestParseSANAgainstMoves reads random spellings and compares ParseSAN with the list of the legal
// moves that fit. If one move fits, ParseSAN must return it. If several fit, the text is ambiguous,
// and if none fits, it is illegal.
func TestParseSANAgainstMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	read, ambiguous, illegal := 0, 0, 0
	forManyPositions(t, func(t *testing.T, p *Position) {
		if !p.HasLegalMove() {
			return
		}
		for range 60 {
			s := randomSpelling(p, random)
			if s.special(p) {
				continue
			}
			fitting := slices.DeleteFunc(p.LegalMoves(), func(m Move) bool { return !s.fits(p, m) })
			m, err := p.ParseSAN(s.String())
			switch len(fitting) {
			case 1:
				read++
				if m != fitting[0] || err != nil {
					t.Errorf("%v: ParseSAN(%q) = %v, %v, want %v", p, s, m, err, fitting[0])
				}
			case 0:
				illegal++
				if m != NullMove || !errors.Is(err, ErrIllegal) {
					t.Errorf("%v: ParseSAN(%q) = %v, %v, want an error that wraps %q", p, s, m, err, ErrIllegal)
				}
			default:
				ambiguous++
				if m != NullMove || !errors.Is(err, ErrAmbiguous) {
					t.Errorf("%v: ParseSAN(%q) = %v, %v, want an error that wraps %q", p, s, m, err, ErrAmbiguous)
				}
			}
		}
	})
	if read < 1000 || ambiguous < 100 || illegal < 1000 {
		t.Errorf("%d texts read, %d ambiguous, %d illegal, want at least 1000, 100, 1000", read, ambiguous, illegal)
	}
}

// FuzzParseSAN checks that a move read by ParseSAN is legal and agrees with the text, that ParseSAN
// and ParseStrictSAN read the SAN of the move as the same move, and that ParseStrictSAN accepts no
// other text for it.
func FuzzParseSAN(f *testing.F) {
	for i, s := range []string{
		"e4", "Nf3", "Nge2", "exd6 e.p.", "O-O", "0-0-0", "e8=Q+", "e8Q", "bxc6", "Bxa8Q", "ed", "fg",
		"b1(Q)+?", "Ng1-f3", "e2e4", "e1g1", "O-O\n", "--", "Kg1", "R1a1", "2e4", "xd5", "♘f3", "O–O", "Z0", "null",
	} {
		f.Add(uint8(i), []byte("moves"), s)
	}
	f.Fuzz(func(t *testing.T, start uint8, walk []byte, s string) {
		p := wander(start, walk)
		before := p
		m, err := p.ParseSAN(s)
		strict, strictErr := p.ParseStrictSAN(s)
		if p != before {
			t.Errorf("parsing %q changes the position to %v, want %v", s, &p, &before)
		}
		if strictErr != nil {
			checkMoveError(t, &p, s, strictErr)
		}
		if err != nil {
			checkMoveError(t, &p, s, err)
			if strictErr == nil {
				t.Errorf("%v: ParseStrictSAN(%q) = %v, want an error as from ParseSAN: %v", &p, s, strict, err)
			}
			return
		}
		san := p.SAN(m)
		if !saysPass(&p, s, m) && (!p.IsLegal(m) || !saysMove(&p, strings.TrimSpace(s), strings.TrimSpace(s), m)) {
			t.Errorf("%v: ParseSAN(%q) = %v, want a legal move that agrees with the text", &p, s, m)
		}
		if got, err := p.ParseSAN(san); got != m || err != nil {
			t.Errorf("%v: ParseSAN(%q) = %v, %v, want %v as for %q", &p, san, got, err, m, s)
		}
		if got, err := p.ParseStrictSAN(san); got != m || err != nil {
			t.Errorf("%v: ParseStrictSAN(%q) = %v, %v, want %v", &p, san, got, err, m)
		}
		if (strictErr == nil) != (strings.TrimSpace(s) == san) || strictErr == nil && strict != m {
			t.Errorf("%v: ParseStrictSAN(%q) = %v, %v, want %v only for %q", &p, s, strict, strictErr, m, san)
		}
	})
}

// saysPass reports whether m is a pass, legal in p, and the text s says so.
func saysPass(p *Position, s string, m Move) bool {
	passes := []string{"--", "Z0", "@@@@", "0000", "null", "pass"}
	return m == NullMove && !p.InCheck() && slices.Contains(passes, strings.TrimRight(strings.TrimSpace(s), "+#!?"))
}

// saysMove reports whether the text s agrees with m: the last square in s is the target of m, and
// an uppercase letter at the start of s is the letter of the piece, or the file of its origin.
// English is s with English letters for the pieces.
func saysMove(p *Position, s, english string, m Move) bool {
	to := NoSquare
	for i := range len(s) - 1 {
		if sq, err := ParseSquare(strings.ToLower(s[i : i+2])); err == nil {
			to = sq
		}
	}
	if p.IsCastling(m) {
		kingTo := SquareAt(cFile, m.From().Rank())
		if m.To() > m.From() {
			kingTo = SquareAt(gFile, m.From().Rank())
		}
		return to == NoSquare || to == kingTo || p.PieceAt(to) == Rook.Of(p.Turn())
	}
	mover := p.PieceAt(m.From()).Type()
	kind, err := English.ParsePieceType(english[:1])
	named := err != nil || kind == mover || s[:1] == strings.ToUpper(m.From().File().String())
	return named && (to == m.To() || to == NoSquare && mover == Pawn)
}
