package selfcheck

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shape lists what every game exports: its own name, or the type with a method or field, and the
// type without the names of parameters. A star before the name means a pointer receiver. Color
// stands for the type of the players.
var shape = []struct{ name, want string }{
	{"Position", "struct"}, {"Move", "type"}, {"Game", "struct"}, {"Outcome", "struct"}, {"MoveError", "struct"},
	{"ParseError", "struct"}, {"Result", "uint8"}, {"Reason", "uint8"}, {"IllegalReason", "uint8"},
	{"ErrIllegal", "error"}, {"Unfinished", "Result"}, {"NoReason", "Reason"}, {"NoIllegalReason", "IllegalReason"},

	{"StartPosition", "func() Position"},
	{"ParsePosition", "func(string) (Position, error)"},
	{"ParseMove", "func(string) (Move, error)"},
	{"NewGame", "func() *Game"},
	{"NewGameFrom", "func(Position) (*Game, error)"},
	{"ParseGame", "func(string) (*Game, error)"},

	{"Position.LegalMoves", "func() []Move"},
	{"Position.Moves", "func() iter.Seq[Move]"},
	{"*Position.AppendLegalMoves", "func([]Move) []Move"},
	{"Position.IsLegal", "func(Move) bool"},
	{"*Position.Play", "func(Move) error"},
	{"Position.After", "func(Move) Position"},
	{"Position.Turn", "func() Color"},
	{"Position.PieceAt", "func(Square) Piece"},
	{"Position.Outcome", "func() Outcome"},
	{"Position.AppendSVG", "func([]byte) []byte"},
	{"Position.String", "func() string"},
	{"Position.MarshalText", "func() ([]byte, error)"},
	{"*Position.UnmarshalText", "func([]byte) error"},

	{"*Game.Play", "func(Move) error"},
	{"*Game.PlayText", "func(string) error"},
	{"*Game.Undo", "func() bool"},
	{"*Game.Start", "func() Position"},
	{"*Game.Position", "func() Position"},
	{"*Game.Positions", "func() iter.Seq2[int, Position]"},
	{"*Game.Moves", "func() []Move"},
	{"*Game.Plies", "func() int"},
	{"*Game.Outcome", "func() Outcome"},
	{"*Game.Clone", "func() *Game"},
	{"*Game.Equal", "func(*Game) bool"},
	{"*Game.String", "func() string"},
	{"*Game.MarshalText", "func() ([]byte, error)"},
	{"*Game.UnmarshalText", "func([]byte) error"},

	{"Outcome.Result", "Result"},
	{"Outcome.Reason", "Reason"},
	{"Outcome.IsOver", "func() bool"},
	{"Outcome.Winner", "func() (Color, bool)"},
	{"Outcome.String", "func() string"},
	{"Result.MarshalText", "func() ([]byte, error)"},
	{"*Result.UnmarshalText", "func([]byte) error"},
	{"Reason.MarshalText", "func() ([]byte, error)"},
	{"*Reason.UnmarshalText", "func([]byte) error"},

	{"IllegalReason.MarshalText", "func() ([]byte, error)"},
	{"*IllegalReason.UnmarshalText", "func([]byte) error"},
	{"MoveError.Player", "Color"},
	{"MoveError.Move", "Move"},
	{"MoveError.Why", "IllegalReason"},
	{"MoveError.Detail", "string"},
	{"*MoveError.Error", "func() string"},
	{"*MoveError.Unwrap", "func() error"},
	{"*ParseError.Error", "func() string"},
	{"Move.String", "func() string"},
	{"Move.MarshalText", "func() ([]byte, error)"},
	{"*Move.UnmarshalText", "func([]byte) error"},
}

// matchShape lists what the games export that are played in matches.
var matchShape = []struct{ name, want string }{
	{"NoPlayer", "Color"}, {"Match", "struct"}, {"MatchOptions", "struct"}, {"SetupError", "struct"},
	{"NewMatch", "func(MatchOptions) (*Match, error)"},
	{"ParseMatch", "func(string) (*Match, error)"},
	{"*Match.Options", "func() MatchOptions"},
	{"*Match.Next", "func() (*Game, error)"},
	{"*Match.Game", "func() *Game"},
	{"*Match.Games", "func() []*Game"},
	{"*Match.Score", "func(Color) int64"},
	{"*Match.Outcome", "func() Outcome"},
	{"*Match.Clone", "func() *Match"},
	{"*Match.Equal", "func(*Match) bool"},
	{"*Match.String", "func() string"},
	{"*Match.MarshalText", "func() ([]byte, error)"},
	{"*Match.UnmarshalText", "func([]byte) error"},
	{"SetupError.Err", "error"},
	{"SetupError.Detail", "string"},
	{"*SetupError.Unwrap", "func() error"},
}

// An exception is what a game exports instead, or "" for nothing, and the reason.
type exception struct{ got, reason string }

// The reasons that more than one name has.
const (
	dice     = "legal moves depend on the dice, which are not part of a position"
	relative = "a position is seen from the player on roll, and does not tell who that is"
	pgn      = "games are read and written as PGN, moves as SAN or UCI, positions as FEN"
	hands    = "a position is dealt, and no position is the start of all games"
)

// shapes has a row for each game, chess included: the name of the type of its players, whether it
// has matches, and its exceptions to the shape.
var shapes = []struct {
	path       string
	player     string
	matches    bool
	exceptions map[string]exception
}{
	{"", "Color", false, map[string]exception{
		"ParsePosition":      {"", pgn},
		"ParseGame":          {"", pgn},
		"Position.AppendSVG": {"", "package diagram draws chess positions"},
		"*Game.PlayText":     {"", pgn},
		"NewGameFrom":        {"func(Position, Rules) (*Game, error)", "chess has several sets of rules"},
		"MoveError.Player":   {"", "MoveError.Position tells who is to move"},
		"MoveError.Detail":   {"", "MoveError has squares instead: By, To, and Candidates"},
	}},
	{"/games/shakkello", "Color", false, map[string]exception{
		"Unfinished": {"", "results are those of package chess"},
	}},
	{"/games/tictactoe", "Piece", false, nil},
	{"/games/backgammon", "Player", true, map[string]exception{
		"Position.LegalMoves":        {"func(Roll) []Move", dice},
		"Position.Moves":             {"func(Roll) iter.Seq[Move]", dice},
		"*Position.AppendLegalMoves": {"func([]Move, Roll) []Move", dice},
		"Position.IsLegal":           {"func(Move, Roll) bool", dice},
		"*Position.Play":             {"func(Move, Roll) error", dice},
		"Position.Turn":              {"", relative},
		"Position.Outcome":           {"", relative + ", so Position.Win has only the reason"},
		"Position.PieceAt":           {"func(int) int", "points have numbers, and several checkers stand on a point"},
		"NewGameFrom":                {"func(Setup, Rules) (*Game, error)", "a game also has dice, a cube, a score, and rules"},
	}},
	{"/games/domino", "Player", true, map[string]exception{
		"StartPosition":    {"", hands},
		"NewGame":          {"func(int, Player, Shuffle) (*Game, error)", hands},
		"Position.PieceAt": {"", "the line of tiles has no squares"},
		"*Match.Next":      {"func(Player, Shuffle) (*Game, error)", hands},
	}},
}

// TestShape checks that every game exports the shape, with the exceptions in its row and no others.
func TestShape(t *testing.T) {
	t.Parallel()
	for i, pkg := range importGames(t) {
		game := shapes[i]
		names := shape
		if game.matches {
			names = slices.Concat(shape, matchShape)
		}
		for _, s := range names {
			want := s.want
			e, excepted := game.exceptions[s.name]
			if excepted {
				want = e.got
			}
			got := describe(pkg, s.name)
			if game.player != "Color" {
				got = strings.ReplaceAll(got, "("+game.player+", bool)", "(Color, bool)")
				got = strings.ReplaceAll(got, "func("+game.player+")", "func(Color)")
				if got == game.player || got == "func() "+game.player {
					got = strings.ReplaceAll(got, game.player, "Color")
				}
			}
			if got != want {
				t.Errorf("%s: %s is %q, want %q", pkg.Name(), s.name, got, want)
			}
			if excepted && (e.got == s.want || e.reason == "") {
				t.Errorf("%s: %s is no exception, or has no reason", pkg.Name(), s.name)
			}
		}
	}
}

// importGames returns the packages of the rows of games.
func importGames(t *testing.T) (packages []*types.Package) {
	t.Helper()
	compiled := newImporter(t)
	for _, game := range shapes {
		pkg, err := compiled.Import("github.com/shakki/chess" + game.path)
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, pkg)
	}
	return packages
}

// TestJSONKeepsFields checks that every struct of the games with unexported fields has a text form,
// which JSON uses. Without one, JSON would lose these fields.
func TestJSONKeepsFields(t *testing.T) {
	t.Parallel()
	for _, pkg := range importGames(t)[1:] { // chess comes first
		for _, name := range pkg.Scope().Names() {
			object := pkg.Scope().Lookup(name)
			structure, ok := object.Type().Underlying().(*types.Struct)
			if _, isType := object.(*types.TypeName); !isType || !ok || !object.Exported() {
				continue
			}
			for field := range structure.Fields() {
				if text, _, _ := types.LookupFieldOrMethod(object.Type(), true, pkg, "MarshalText"); !field.Exported() && text == nil {
					t.Errorf("%s.%s has the unexported field %s and no MarshalText", pkg.Name(), name, field.Name())
				}
			}
		}
	}
}

// describe returns what a package exports by a name of the shape, or "" if there is no such thing.
func describe(pkg *types.Package, name string) string {
	name, pointer := strings.CutPrefix(name, "*")
	top, member, isMember := strings.Cut(name, ".")
	object := pkg.Scope().Lookup(top)
	if object == nil {
		return ""
	}
	if !isMember {
		return describeObject(object)
	}
	found, _, _ := types.LookupFieldOrMethod(object.Type(), true, pkg, member)
	switch found := found.(type) {
	case *types.Var:
		return typeText(found.Type())
	case *types.Func:
		_, isPointer := found.Signature().Recv().Type().(*types.Pointer)
		if isPointer != pointer {
			return "receiver"
		}
		return typeText(found.Type())
	}
	return ""
}

// describeObject returns the type of a constant, a variable, or a function, or what kind of type an
// object is.
func describeObject(object types.Object) string {
	if _, isType := object.(*types.TypeName); !isType {
		return typeText(object.Type())
	}
	switch under := object.Type().Underlying().(type) {
	case *types.Struct:
		return "struct"
	case *types.Basic:
		if object.Name() == "Move" {
			return "type"
		}
		return under.Name()
	}
	return object.Type().Underlying().String()
}

// typeText returns a type without packages of the module and without the names of parameters.
func typeText(t types.Type) string {
	signature, ok := t.(*types.Signature)
	if !ok {
		return typeArguments.ReplaceAllString(types.TypeString(t, qualifier), "Game")
	}
	unnamed := func(tuple *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range tuple.Variables() {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	params, results := unnamed(signature.Params()), unnamed(signature.Results())
	text := types.TypeString(types.NewSignatureType(nil, nil, nil, params, results, signature.Variadic()), qualifier)
	return typeArguments.ReplaceAllString(text, "Game")
}

// typeArguments matches the type that games share, with its type arguments.
var typeArguments = regexp.MustCompile(`Game\[[^\]]*\]`)

// qualifier returns the name of a package of the standard library, and "" for the packages of the
// module.
func qualifier(p *types.Package) string {
	if strings.Contains(p.Path(), ".") {
		return ""
	}
	return p.Name()
}
