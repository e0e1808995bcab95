package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// completion prints a script with which a shell completes commands and flags.
func completion(r *invocation) error {
	flags := newFlags("completion bash|zsh|fish")
	if err := r.parse(flags, "the name of a shell: bash, zsh, or fish"); err != nil {
		return err
	}
	shells := map[string]func(io.Writer){"bash": completeBash, "zsh": completeZsh, "fish": completeFish}
	write, ok := shells[flags.Arg(0)]
	if !ok {
		return fmt.Errorf("completion: %q is not one of bash, zsh, and fish", flags.Arg(0))
	}
	if err := r.noArguments(flags.Args()[1:]); err != nil {
		return err
	}
	write(r.out)
	return nil
}

// commandFlags returns the names of all commands, such as "book make", with their flags.
func commandFlags() map[string][]*flag.Flag {
	all := map[string][]*flag.Flag{}
	for name, run := range commands {
		if strings.HasPrefix(name, "-") {
			continue
		}
		tasks := []string{""}
		if name == "book" {
			tasks = []string{"", "make", "merge", "edit", "list", "look"}
		}
		for _, task := range tasks {
			full := strings.TrimSpace(name + " " + task)
			all[full] = nil
			list := func(flags *flag.FlagSet) {
				flags.VisitAll(func(f *flag.Flag) { all[full] = append(all[full], f) })
			}
			run(&invocation{task: name, args: strings.Fields(task), out: bufio.NewWriter(io.Discard), errs: io.Discard, list: list})
		}
	}
	return all
}

// completeBash writes the script for bash.
func completeBash(w io.Writer) {
	all := commandFlags()
	names := slices.Sorted(maps.Keys(all))
	words := map[string][]string{} // what may follow each command, and the program
	for _, name := range names {
		before, word := "", name
		if i := strings.LastIndexByte(name, ' '); i >= 0 {
			before, word = name[:i], name[i+1:]
		}
		words[before] = append(words[before], word)
		for _, f := range all[name] {
			words[name] = append(words[name], "-"+f.Name)
		}
	}
	fmt.Fprint(w, "_shakki() {\n\tlocal words\n\tcase \"${COMP_WORDS[*]:1:COMP_CWORD-1} \" in\n")
	for _, name := range slices.Backward(append([]string{""}, names...)) { // "book make" before "book"
		pattern := fmt.Sprintf("%q*", name+" ")
		if name == "" {
			pattern = "*"
		}
		fmt.Fprintf(w, "\t%s) words=%q ;;\n", pattern, strings.Join(words[name], " "))
	}
	fmt.Fprint(w, "\tesac\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\ncomplete -o default -F _shakki shakki\n")
}

// completeZsh writes the script for zsh, which reads that for bash.
func completeZsh(w io.Writer) {
	fmt.Fprint(w, "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n")
	completeBash(w)
}

// completeFish writes the script for fish, which shows what each flag does.
func completeFish(w io.Writer) {
	all := commandFlags()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		command, task, _ := strings.Cut(name, " ")
		condition, word := "__fish_use_subcommand", command
		if task != "" {
			condition, word = "__fish_seen_subcommand_from book", task
		}
		fmt.Fprintf(w, "complete -c shakki -n %q -a %s\n", condition, word)
		for _, f := range all[name] {
			_, usage := flag.UnquoteUsage(f)
			usage = strings.Join(strings.Fields(strings.NewReplacer("'", "", "\\", "").Replace(usage)), " ")
			fmt.Fprintf(w, "complete -c shakki -n '__fish_seen_subcommand_from %s' -o %s -d '%s'\n", word, f.Name, usage)
		}
	}
}
