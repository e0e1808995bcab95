package recordcheck

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// An ending describes the end of a game record.
type ending struct {
	Players string
	Outcome chess.Outcome
	Final   chess.Position
	Claims  []chess.Claim // the draws that the player to move could have claimed
}

// endings are the expected endings of the records.
var endings = []ending{
	{
		Players: "Aino - Onni",
		Outcome: chess.Outcome{Result: chess.WhiteWins, Reason: chess.Checkmate},
		Final:   chess.MustParseFEN("rn1q1bnr/ppp1kB1p/3p2p1/3NN3/4P3/8/PPPP1PPP/R1BbK2R b KQ - 2 7"),
	},
	{
		Players: "Eino - Aino",
		Outcome: chess.Outcome{Result: chess.Draw},
		Final:   chess.MustParseFEN("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 10 6"),
		Claims:  []chess.Claim{{Reason: chess.ThreefoldRepetition}},
	},
	{
		Players: "Onni - Eino",
		Outcome: chess.Outcome{Result: chess.BlackWins, Reason: chess.Time},
		Final:   chess.MustParseFEN("r1bk3r/pppn1ppp/8/3n4/3P4/8/PP1KPPPP/R4BNR w - - 0 10"),
	},
	{
		Players: "Aino - Eino",
		Final:   chess.MustParseFEN("r4rk1/pbpqbppp/1p1ppnn1/8/8/1P1PPNN1/PBPQBPPP/R4RK1 w - - 4 10"),
	},
}

// TestRecordsAreLegal checks that every move is legal. If a move is illegal, the
// error says where it is and why it is illegal.
func TestRecordsAreLegal(t *testing.T) {
	for _, err := range Games() {
		if err != nil {
			t.Error(err)
		}
	}
}

// TestEndings checks that the games end as expected. If one does not, cmp.Diff
// shows the positions as FENs and the outcomes as text.
func TestEndings(t *testing.T) {
	var got []ending
	for g := range Games() {
		final := ending{Players: g.Tag("White") + " - " + g.Tag("Black"), Outcome: g.Outcome(), Final: g.Position()}
		for plies, claim := range g.ClaimHistory() {
			if plies == g.Plies() && claim.Move == chess.NullMove {
				final.Claims = append(final.Claims, claim)
			}
		}
		got = append(got, final)
	}
	if diff := cmp.Diff(endings, got); diff != "" {
		t.Errorf("wrong endings (-want +got):\n%s", diff)
	}
}

// TestRecordsAreInExportFormat checks that the file has the format that PGNWriter
// writes, so that edits with a text editor keep its style.
func TestRecordsAreInExportFormat(t *testing.T) {
	var text strings.Builder
	w := chess.NewPGNWriter(&text)
	for g := range Games() {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(text.String(), club); diff != "" {
		t.Errorf("the file is not in export format (-written +file):\n%s", diff)
	}
}

// TestFirstRecord checks the moves of the first record. It compares PGN with one
// token per line, so that the diff shows the wrong move.
func TestFirstRecord(t *testing.T) {
	played := chess.NewGame()
	played.SetTag("Event", "Club evening")
	played.SetTag("Site", "Espoo")
	played.SetTag("Date", "2024.01.09")
	played.SetTag("Round", "1")
	played.SetTag("White", "Aino")
	played.SetTag("Black", "Onni")
	for _, san := range strings.Fields("e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#") {
		if err := played.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	record, err := chess.ParsePGN(club)
	if err != nil {
		t.Fatal(err)
	}
	tokens := chess.PGNFormat{MainLineOnly: true, Columns: 1}
	if diff := cmp.Diff(string(played.AppendPGN(nil, tokens)), string(record.AppendPGN(nil, tokens))); diff != "" {
		t.Errorf("the first record differs from the game (-played +record):\n%s", diff)
	}
}
