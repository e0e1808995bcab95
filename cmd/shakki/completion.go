package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// scripts are what each shell must read so that it asks the program what may follow the words of a line.
var scripts = map[string]string{
	"bash": "complete -o default -C 'shakki completion words' shakki\n",
	"zsh": "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" +
		"complete -o default -C 'shakki completion words' shakki\n",
	"fish": "complete -c shakki -a '(COMP_LINE=(commandline -cp) shakki completion words)'\n",
}

// completion prints a script with which a shell completes commands and flags, or, for "words", the words that may
// follow those in the variable COMP_LINE.
func completion(r *invocation) error {
	shell := r.flags.Arg(0)
	script, ok := scripts[shell]
	switch {
	case shell == "words":
		for _, word := range completions(os.Getenv("COMP_LINE")) {
			fmt.Fprintln(r.out, word)
		}
		return nil
	case !ok:
		return fmt.Errorf("completion: %q is not one of bash, zsh, and fish", shell)
	case r.flags.NArg() > 1:
		return fmt.Errorf("completion takes one shell, but got %q too", r.flags.Arg(1))
	}
	_, err := r.out.WriteString(script)
	return err
}

// completions returns the words that may stand instead of the last one of a line: those of commands, and flags.
func completions(line string) []string {
	words := strings.Split(line, " ")
	last := words[len(words)-1]
	before := strings.Join(strings.Fields(strings.Join(words[1:max(len(words)-1, 1)], " ")), " ")
	found := map[string]bool{}
	for _, c := range commands {
		if rest, ok := strings.CutPrefix(" "+c.name, strings.TrimRight(" "+before, " ")+" "); ok {
			word, _, _ := strings.Cut(rest, " ")
			found[word] = true
		} else if strings.HasPrefix(before+" ", c.name+" ") {
			var r invocation
			r.define(c)
			r.flags.VisitAll(func(f *flag.Flag) { found["-"+f.Name] = true })
		}
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(found)), func(word string) bool { return !strings.HasPrefix(word, last) })
}
