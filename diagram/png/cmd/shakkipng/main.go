// Command shakkipng writes a picture of a board as PNG. It has the flags of the command "shakki
// show".
//
//	shakkipng -black -last e2e4 -o board.png "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
//
// Without -o it writes to standard output. The FEN may be "startpos", or only the placement of the
// pieces, such as "8/8/8/3N4/8/8/8/8".
package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"sort"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/diagram/pictureflag"
	"github.com/shakki/chess/diagram/png"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// largest is the size of a board that fits in [png.MaxPixels] with nothing around it, and always the
// size of one that fits with everything that can be around it.
const largest, always = 5792, 4500

// run writes the picture that the arguments describe and returns the exit status.
func run(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("shakkipng [flags] FEN", flag.ContinueOnError)
	file := flags.String("o", "", "write to `FILE` instead of standard output")
	var o diagram.Options
	pictureflag.Add(flags, &o, largest)
	var help strings.Builder
	flags.SetOutput(&help)
	err := flags.Parse(args)
	switch err {
	case nil:
		err = draw(out, *file, flags.Args(), o)
	case flag.ErrHelp:
		if _, err = io.WriteString(out, help.String()); err == nil {
			return 0
		}
	default:
		err = fmt.Errorf("%w\nusage: %s", err, flags.Name())
	}
	if err != nil {
		fmt.Fprintln(errs, "shakkipng:", err)
		return 2
	}
	return 0
}

// draw writes the picture to a file, or to out if its name is "". It makes the whole picture first,
// so that a fault leaves the file as it is.
func draw(out io.Writer, file string, fen []string, o diagram.Options) error {
	if len(fen) == 0 {
		return errors.New("no FEN")
	}
	board, _, err := pictureflag.ParseBoard(fen)
	if err != nil {
		return err
	}
	if most := fits(board, o); o.Size > most {
		return fmt.Errorf("-size %d: with its margins, this board can have at most %d pixels", o.Size, most)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, diagram.AppendSVG(nil, board, o)); err != nil {
		return err
	}
	if file == "" {
		_, err := out.Write(b.Bytes())
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

// fits returns a size that fits with what is around a board: the largest one, if o.Size is larger than
// what always fits.
func fits(board chess.Setup, o diagram.Options) int {
	if o.Size <= always {
		return always
	}
	return always + sort.Search(largest-always, func(i int) bool {
		o.Size = always + i + 1
		var picture struct {
			Width  float64 `xml:"width,attr"`
			Height float64 `xml:"height,attr"`
		}
		err := xml.Unmarshal(diagram.AppendSVG(nil, board, o), &picture)
		return err != nil || math.Ceil(picture.Width)*math.Ceil(picture.Height) > png.MaxPixels
	})
}
