// Package cmdline parses the arguments of the programs of this module.
package cmdline

import (
	"flag"
	"fmt"
)

// ParseProgram parses the command line of a program. The usage is the line that shows how the program
// is used. The program ends after -h, with status 0, and after a wrong flag, with status 2.
func ParseProgram(usage string) {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage:", usage)
		flag.PrintDefaults()
	}
	flag.Parse()
}
