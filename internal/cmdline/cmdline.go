// Package cmdline holds what commands share: how they parse their arguments, and whether they write
// to a terminal.
package cmdline

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// Parse parses the flags in args. The name of the set is the line that shows how the command is
// used. The help that -h asks for goes to out, and the error is [flag.ErrHelp]. For a wrong flag the
// error names it and shows that line, and nothing is printed.
func Parse(flags *flag.FlagSet, args []string, out io.Writer) error {
	var help strings.Builder
	flags.SetOutput(&help)
	switch err := flags.Parse(args); err {
	case nil:
		return nil
	case flag.ErrHelp:
		_, failed := io.WriteString(out, help.String())
		return cmp.Or(failed, err)
	default:
		return fmt.Errorf("%w\nusage: %s", err, flags.Name())
	}
}

// ParseProgram parses the command line of a program with the flags of [flag.CommandLine]. The usage
// is the line that shows how the program is used. The program ends after -h, with status 0, and
// after a wrong flag, with status 2.
func ParseProgram(usage string) {
	flags := flag.CommandLine
	flags.Init(usage, flag.ContinueOnError)
	flags.Usage = nil // the usual one, with the name of the set
	err := Parse(flags, os.Args[1:], os.Stdout)
	flags.SetOutput(os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(0)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// IsTerminal reports whether w is a terminal. The null device, which is a character device too, is
// none.
func IsTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
