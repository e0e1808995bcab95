package chesstest

import (
	"fmt"
	quickrand "math/rand"
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/shakki/chess"
)

// A Mix says how often each kind of random position and game occurs. The numbers are weights: with
// Mix{Plain: 3, Chess960: 1}, every fourth game is one of Chess960. A negative weight counts as 0.
// A Mix without a positive weight, such as the zero Mix, has all kinds equally often. In all kinds,
// moves are chosen at random, and every position is playable and every move legal.
//
// The same seed gives the same result in one version of the module.
type Mix struct {
	Plain      int `json:"plain"`      // from the start position
	Chess960   int `json:"chess960"`   // from one of the start positions of Chess960, with both sides often able to castle
	FewPieces  int `json:"fewPieces"`  // from three to six pieces
	Promotions int `json:"promotions"` // from pawns close to promotion
	EnPassant  int `json:"enPassant"`  // with pawns that can capture en passant
	Long       int `json:"long"`       // with few captures and pawn moves: games of hundreds of plies, large clocks
}

// A kind is a kind of games.
type kind struct {
	weight func(Mix) int
	start  func(*rand.Rand) chess.Position
	plies  int                                    // of a game, at most
	favor  func(*chess.Position, chess.Move) bool // moves that are chosen more often
}

// kinds lists the kinds of a Mix.
var kinds = []kind{
	{func(m Mix) int { return m.Plain }, func(*rand.Rand) chess.Position { return chess.StartPosition() }, 120, nil},
	{func(m Mix) int { return m.Chess960 }, chess960Start, 60, favorCastling},
	{func(m Mix) int { return m.FewPieces }, fewPieces, 60, nil},
	{func(m Mix) int { return m.Promotions }, closeToPromotion, 40, favorPromotion},
	{func(m Mix) int { return m.EnPassant }, facingPawns, 40, favorEnPassant},
	{func(m Mix) int { return m.Long }, func(*rand.Rand) chess.Position { return chess.StartPosition() }, 600, favorQuiet},
}

// Position returns a random position.
func (m Mix) Position(seed uint64) chess.Position {
	r := newRand(seed)
	g := m.play(r)
	ply := r.IntN(g.Plies() + 1)
	if r.IntN(4) == 0 {
		ply = g.Plies() // ends, such as checkmates, are rare elsewhere
	}
	for range g.Plies() - ply {
		g.Undo()
	}
	return g.Position()
}

// Game returns a random game under the FIDE Laws. It may be unfinished.
func (m Mix) Game(seed uint64) *chess.Game { return m.play(newRand(seed)) }

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// play plays a random game.
func (m Mix) play(r *rand.Rand) *chess.Game {
	if max(m.Plain, m.Chess960, m.FewPieces, m.Promotions, m.EnPassant, m.Long) <= 0 {
		m = Mix{1, 1, 1, 1, 1, 1}
	}
	sum := 0
	for _, k := range kinds {
		sum += max(0, k.weight(m))
	}
	at := r.IntN(sum)
	kind := kinds[slices.IndexFunc(kinds, func(k kind) bool {
		at -= max(0, k.weight(m))
		return at < 0
	})]
	g, _ := chess.NewGameFrom(kind.start(r), chess.Rules{}) // every start can be played on
	for range r.IntN(kind.plies + 1) {
		if g.Outcome().IsOver() {
			break
		}
		p := g.Position()
		_ = g.Play(choose(r, &p, kind.favor)) // a legal move
	}
	return g
}

// choose returns a legal move. It picks again a few times if the move is not favored.
func choose(r *rand.Rand, p *chess.Position, favor func(*chess.Position, chess.Move) bool) chess.Move {
	moves := p.LegalMoves()
	m := moves[r.IntN(len(moves))]
	for i := 0; i < 4 && favor != nil && !favor(p, m); i++ {
		m = moves[r.IntN(len(moves))]
	}
	return m
}

// chess960Start returns one of the start positions of Chess960.
func chess960Start(r *rand.Rand) chess.Position {
	p, _ := chess.Chess960Start(r.IntN(960)) // every number below 960 has a position
	return p
}

func favorCastling(p *chess.Position, m chess.Move) bool { return p.IsCastling(m) }

// fewPieces returns a position with three to six pieces.
func fewPieces(r *rand.Rand) chess.Position {
	return scatter(r, func(place func(chess.Piece, int, int)) {
		for range 1 + r.IntN(4) {
			t, c := chess.PieceType(1+r.IntN(5)), chess.Color(r.IntN(2))
			place(t.Of(c), 1, 6)
		}
	})
}

// closeToPromotion returns a position with pawns of both sides that have one to three steps left.
func closeToPromotion(r *rand.Rand) chess.Position {
	return scatter(r, func(place func(chess.Piece, int, int)) {
		for range 1 + r.IntN(4) {
			place(chess.WhitePawn, 4, 6)
			place(chess.BlackPawn, 1, 3)
			place(chess.PieceType(2+r.IntN(4)).Of(chess.Color(r.IntN(2))), 0, 7)
		}
	})
}

func favorPromotion(_ *chess.Position, m chess.Move) bool { return m.Promotion() != chess.NoPieceType }

// facingPawns returns a position with pawns that may make double steps, and pawns that wait for
// them.
func facingPawns(r *rand.Rand) chess.Position {
	return scatter(r, func(place func(chess.Piece, int, int)) {
		for range 2 + r.IntN(3) {
			place(chess.WhitePawn, 1, 1)
			place(chess.BlackPawn, 6, 6)
			place(chess.WhitePawn, 4, 4)
			place(chess.BlackPawn, 3, 3)
		}
		place(chess.PieceType(2+r.IntN(4)).Of(chess.Color(r.IntN(2))), 0, 7)
	})
}

func favorEnPassant(p *chess.Position, m chess.Move) bool {
	return p.IsEnPassant(m) || p.After(m).EnPassant() != chess.NoSquare
}

func favorQuiet(p *chess.Position, m chess.Move) bool {
	return p.Captured(m) == chess.NoPiece && p.PieceAt(m.From()).Type() != chess.Pawn
}

// scatter returns a playable position with two kings and the pieces that add places, each on a
// random square between two ranks, from 0 to 7. A piece is left out if its square is taken.
func scatter(r *rand.Rand, add func(place func(piece chess.Piece, low, high int))) chess.Position {
	for {
		setup := chess.Setup{Turn: chess.Color(r.IntN(2)), HalfmoveClock: r.IntN(20), FullmoveNumber: 20 + r.IntN(40)}
		place := func(piece chess.Piece, low, high int) {
			s := chess.SquareAt(chess.File(r.IntN(8)), chess.Rank(low+r.IntN(high-low+1)))
			if setup.Board[s] == chess.NoPiece && (piece.Type() != chess.Pawn || 0 < s.Rank() && s.Rank() < 7) {
				setup.Board[s] = piece
			}
		}
		place(chess.WhiteKing, 0, 7)
		place(chess.BlackKing, 0, 7)
		add(place)
		if p, err := setup.Position(); err == nil {
			return p
		}
	}
}

// A Position is a random position for package testing/quick, of all kinds of [Mix].
type Position struct {
	chess.Position
	Seed uint64 // for Mix{}.Position
}

// Generate implements quick.Generator.
func (Position) Generate(r *quickrand.Rand, _ int) reflect.Value {
	seed := r.Uint64()
	return reflect.ValueOf(Position{Mix{}.Position(seed), seed})
}

// GoString returns an expression for the position, and its seed in a comment.
func (p Position) GoString() string {
	return fmt.Sprintf("%#v /* chesstest.Mix{}.Position(%d) */", p.Position, p.Seed)
}

// A Game is a random game for package testing/quick, of all kinds of [Mix].
type Game struct {
	*chess.Game
	Seed uint64 // for Mix{}.Game
}

// Generate implements quick.Generator.
func (Game) Generate(r *quickrand.Rand, _ int) reflect.Value {
	seed := r.Uint64()
	return reflect.ValueOf(Game{Mix{}.Game(seed), seed})
}

// GoString returns an expression for the game, and its seed in a comment.
func (g Game) GoString() string {
	return fmt.Sprintf("%#v /* chesstest.Mix{}.Game(%d) */", g.Game, g.Seed)
}
