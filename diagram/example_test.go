package diagram_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// Write a picture for a web page.
func ExampleAppendSVG() {
	p := chess.MustParseFEN("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
	svg := diagram.AppendSVG(nil, p, diagram.Options{
		Theme:   diagram.DarkTheme(),
		Shapes:  []chess.Shape{{Letter: 'G', From: chess.A1, To: chess.A8}},
		Caption: "Mate in one",
	})
	fmt.Println(string(svg[:41]))
	// Output: <svg xmlns="http://www.w3.org/2000/svg" w
}

// Draw a knight and the squares that it can go to.
func ExampleBoard() {
	knight, err := chess.ParseSetup("8/8/8/3N4/8/8/8/8")
	if err != nil {
		fmt.Println(err)
		return
	}
	o := diagram.Options{Selected: chess.D5.Bitboard()}
	os.Stdout.Write(diagram.AppendText(nil, knight, o, diagram.ASCII))
	// Output:
	// 8  . . . . . . . .
	// 7  . . * . * . . .
	// 6  . * . . . * . .
	// 5  . . .<N>. . . .
	// 4  . * . . . * . .
	// 3  . . * . * . . .
	// 2  . . . . . . . .
	// 1  . . . . . . . .
	//
	//    a b c d e f g h
}

// Choose colors of your own, and other ones for readers who prefer dark pages.
func ExampleTheme() {
	theme := diagram.Theme{LightSquare: diagram.RGB(0xeeeed2), DarkSquare: diagram.RGB(0x769656)}
	svg := diagram.AppendSVG(nil, chess.StartPosition(), diagram.Options{Theme: theme, DarkTheme: diagram.DarkTheme()})
	fmt.Println(strings.Contains(string(svg), "#769656"), strings.Contains(string(svg), "prefers-color-scheme:dark"))
	// Output: true true
}

// Show a board on a terminal that may have no colors.
func ExampleAppendText() {
	p := chess.MustParseFEN("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
	terminal := diagram.DetectTerminal(func(string) string { return "" }) // os.Getenv in a program
	os.Stdout.Write(diagram.AppendText(nil, p, diagram.Options{}, terminal))
	// Output:
	// 8  . . . . . . k .
	// 7  . . . . . p p p
	// 6  . . . . . . . .
	// 5  . . . . . . . .
	// 4  . . . . . . . .
	// 3  . . . . . . . .
	// 2  . . . . . . . .
	// 1  R . . . K . . .
	//
	//    a b c d e f g h
}

// Say a position in words.
func ExampleDescribe() {
	fmt.Println(diagram.Describe(chess.MustParseFEN("R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1"), diagram.Words{}))
	// Output: White: king e1, rook a8. Black: king g8, pawns f7, g7 and h7. Black is checkmated.
}

// Draw the critical moments of a game.
func ExampleAppendStrip() {
	g, err := chess.ParsePGN("1. f3 e5 2. g4 Qh4# 0-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = diagram.AppendStrip(nil, g, []int{0, 2, 4}, diagram.Options{})
	fmt.Println(err)
	_, err = diagram.AppendStrip(nil, g, []int{5}, diagram.Options{})
	fmt.Println(err)
	// Output:
	// <nil>
	// ply 5: the game has 4 plies
}
