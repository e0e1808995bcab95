package recordcheck

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/chesstest"
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
		Outcome: chess.Outcome{Result: chess.Drawn},
		Final:   chess.MustParseFEN("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 10 6"),
		Claims:  []chess.Claim{{Reason: chess.ThreefoldRepetition}},
	},
	{
		Players: "Onni - Eino",
		Outcome: chess.Outcome{Result: chess.BlackWins, Reason: chess.OutOfTime},
		Final:   chess.MustParseFEN("r1bk3r/pppn1ppp/8/3n4/3P4/8/PP1KPPPP/R4BNR w - - 0 10"),
	},
	{
		Players: "Aino - Eino",
		Final:   chess.MustParseFEN("r4rk1/pbpqbppp/1p1ppnn1/8/8/1P1PPNN1/PBPQBPPP/R4RK1 w - - 4 10"),
	},
}

// TestRecords checks that the files can be read, that every move is legal, that the
// results fit, and that the text is standard PGN. An error says where the record is wrong
// and why.
func TestRecords(t *testing.T) {
	arbiter := chess.Arbiter{}
	chesstest.Records{Strict: true, Arbiter: &arbiter}.Check(t, files)
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

// TestFirstRecord checks a record against the moves that were played. If they differ,
// GameDiff shows the moves.
func TestFirstRecord(t *testing.T) {
	played := chess.NewGame()
	for name, value := range map[string]string{
		"Event": "Club evening", "Site": "Espoo", "Date": "2024.01.09", "Round": "1", "White": "Aino", "Black": "Onni",
	} {
		played.SetTag(name, value)
	}
	for _, san := range strings.Fields("e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#") {
		if err := played.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	for n := range played.MainLine() {
		if n.SAN() == "g6" {
			n.SetNAGs(2)
		}
	}
	for record := range Games() {
		if diff := chesstest.GameDiff(played, record); diff != "" {
			t.Errorf("the first record differs from the game (-played +record):\n%s", diff)
		}
		break
	}
}
