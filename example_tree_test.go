package chess_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/shakki/chess"
)

// read reads a game that is known to be right.
func read(pgn string) *chess.Game {
	g, err := chess.ParsePGN(pgn)
	if err != nil {
		panic(err)
	}
	return g
}

// movetext returns the moves of a game as PGN, without the tags.
func movetext(g *chess.Game) string {
	_, moves, _ := strings.Cut(g.String(), "\n\n")
	return moves
}

// printLine prints n and what follows it, variations indented.
func printLine(n chess.Node, indent string) {
	for ; n.Exists(); n = n.Next() {
		fmt.Println(indent + n.SAN())
		if n.Parent().Next() != n {
			continue // a variation's other moves are those of the main line
		}
		for variation := range n.Variations() {
			printLine(variation, indent+"  ")
		}
	}
}

// A tree is walked by its nodes: Next goes down a line, Variations are the other
// moves at the same place.
func ExampleNode() {
	g := read("1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 *")
	printLine(g.Root().Next(), "")
	// Output:
	// e4
	// e5
	//   c5
	//   Nf3
	//     Nc3
	//     Nc6
	//   d6
	// Nf3
}

// Each node knows its position, in a variation as in the main line.
func ExampleNode_Position() {
	g := read("1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *")
	for n := range g.MainLine() {
		for variation := range n.Variations() {
			p := variation.Position()
			fmt.Println(variation.Plies(), variation.SAN(), p.FEN())
		}
	}
	// Output:
	// 2 c5 rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
	// 2 e6 rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
}

// A variation is added after the place where it leaves the line.
func ExampleNode_AddSAN() {
	g := read("1. e4 e5 2. Nf3 Nc6 *")
	n := g.End().Parent().Parent() // after 1... e5
	for _, san := range []string{"f4", "exf4", "Bc4"} {
		var err error
		if n, err = n.AddSAN(san); err != nil {
			fmt.Println(err)
			return
		}
	}
	_, err := n.AddSAN("O-O")
	fmt.Println(err)
	fmt.Print(movetext(g))
	// Output:
	// O-O: castling: the bishop on f8 stands in the way
	// 1. e4 e5 2. Nf3 (2. f4 exf4 3. Bc4) 2... Nc6 *
}

// A variation becomes the main line, and what was played is deleted.
func ExampleNode_PromoteToMainLine() {
	g := read("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *")
	played := g.Root().Next().Next()
	for variation := range played.Variations() {
		variation.PromoteToMainLine()
		fmt.Print(movetext(g))
	}
	played.Delete()
	fmt.Print(movetext(g))
	// Output:
	// 1. e4 c5 (1... e5 2. Nf3 Nc6) 2. Nf3 d6 *
	// 1. e4 c5 2. Nf3 d6 *
}

// Comments and glyphs belong to a move: $1 is a good one, $2 a mistake.
func ExampleNode_SetComments() {
	g := read("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0")
	blunder := g.End().Parent()
	blunder.SetNAGs(4)
	blunder.SetComments("the only move that loses at once")
	fmt.Print(movetext(g))
	fmt.Println(blunder.NAGs(), blunder.Comments())
	// Output:
	// 1. e4 e5 2. Qh5 Ke7 $4 {the only move that loses at once} 3. Qxe5# 1-0
	// [$4] [the only move that loses at once]
}

// The clock and the judgement of an engine stand in comments as commands.
func ExampleNode_Commands() {
	g := read("1. e4 {[%eval 0.25,18] [%clk 0:09:57] of course} e5 {[%clk 0:09:50] as always} 2. Ba6 {[%eval -4.1]} *")
	for n := range g.MainLine() {
		c := n.Commands()
		if c.Clock != nil {
			fmt.Println(n.SAN(), "clock", *c.Clock, c.Text)
		}
		if c.Eval != nil {
			fmt.Println(n.SAN(), "eval", c.Eval.Centipawns, "centipawns")
		}
	}
	// Output:
	// e4 clock 9m57s of course
	// e4 eval 25 centipawns
	// e5 clock 9m50s as always
	// Ba6 eval -410 centipawns
}

// A server writes the clock after each move.
func ExampleNode_SetCommands() {
	g := read("1. e4 e5 *")
	left := 3 * time.Minute
	for n := range g.MainLine() {
		left -= 2500 * time.Millisecond
		n.SetCommands(chess.Commands{Clock: &left})
	}
	fmt.Print(movetext(g))
	// Output: 1. e4 {[%clk 0:02:57.5]} 1... e5 {[%clk 0:02:55]} *
}

// A study's coloured squares and arrows.
func ExampleParseCommands() {
	c := chess.ParseCommands("the [%csl Gd5] outpost [%cal Gc3d5,Rf6d5]")
	fmt.Println(c.Text, c.Shapes)
	for _, shape := range c.Shapes {
		fmt.Printf("%c from %v to %v\n", shape.Color, shape.From, shape.To)
	}
	fmt.Println(c)
	// Output:
	// the outpost [Gd5 Gc3d5 Rf6d5]
	// G from d5 to d5
	// G from c3 to d5
	// R from f6 to d5
	// [%csl Gd5] [%cal Gc3d5,Rf6d5] the outpost
}
