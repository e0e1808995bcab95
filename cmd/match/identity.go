package main

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/shakki/chess"
)

// maxTag is how long the value of a PGN tag may be in bytes (PGN standard, section 7). Polyglot, for example,
// refuses files with longer values.
const maxTag = 255

// conditions returns what all that the result of a game depends on is recognized by, for the tag
// Conditions: a hash, and the files that do not count because an engine writes them, by hashes of their
// names.
func (m *match) conditions(f fixture) string {
	h := sha256.New()
	fmt.Fprintln(h, m.describe(f, plain))
	for _, p := range f.players {
		files := maps.Clone(p.files)
		maps.DeleteFunc(files, func(path, _ string) bool { return m.written[shortHash(path)] })
		fmt.Fprintln(h, slices.Sorted(maps.Values(files)))
	}
	text := hex(h, 8)
	if len(m.written) > 0 {
		text += without + strings.Join(slices.Sorted(maps.Keys(m.written)), ",")
	}
	return text
}

// without stands in the tag Conditions before the files that do not count.
const without = " without "

// conditionsTag matches the tag Conditions with files that do not count.
var conditionsTag = regexp.MustCompile(`(?m)^\[Conditions "[0-9a-f]{16}` + without + `([0-9a-f,]+)"\]$`)

// describe describes the engines, whose words are those that show returns, and what is the same in all games
// of the match.
func (m *match) describe(f fixture, show func(before, word string) string) string {
	test := "none"
	if m.sprt != nil {
		test = m.sprt.String()
	}
	return fmt.Sprintf("White: %s; Black: %s; openings %v; draw %q; resign %q; maxmoves %d; tables %s %d %v %s; sprt %s",
		f.players[chess.White].describe(show), f.players[chess.Black].describe(show),
		m.book, m.draw.text, m.resign.text, m.maxMoves, m.tablesHash, m.pieces, m.ignore50, m.decided, test)
}

// commandLine returns the command, with each word as show returns it.
func (p *player) commandLine(show func(before, word string) string) string {
	var words []string
	for i, word := range p.command {
		words = append(words, show(p.command[max(i-1, 0)], word))
	}
	return strings.Join(words, " ")
}

// describe describes the engine and its limits. Its words, and the values of its options, are those that
// show returns.
func (p *player) describe(show func(before, word string) string) string {
	var options []string
	for _, o := range p.options {
		options = append(options, o[0]+"="+show(o[0], o[1]))
	}
	c := p.control
	return fmt.Sprintf("%s dir=%q options=%q tc=%v movetime=%v nodes=%d depth=%d margin=%v ponder=%v",
		p.commandLine(show), p.dir, options, c.clock, &c.moveTime, c.nodes, c.depth, &p.margin, p.ponder)
}

func plain(_, word string) string { return word }

var (
	// variable matches the name of an environment variable, or of a flag with a value.
	variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)
	// secret matches names of what should be seen by nobody.
	secret = regexp.MustCompile(`(?i)token|secret|passw|api.?key|auth|credential`)
	// login matches the user and the password in an address.
	login = regexp.MustCompile(`//[^/@\s]+@`)
)

// masked returns a word of a command line without the value of an environment variable, and without what
// follows a name that sounds secret, which may be the word before.
func masked(before, word string) string {
	name, _, found := strings.Cut(word, "=")
	switch {
	case variable.MatchString(word), found && secret.MatchString(name):
		return name + "=…"
	case before != word && !strings.Contains(before, "=") && secret.MatchString(before):
		return "…"
	}
	return login.ReplaceAllString(word, "//…@")
}

// find finds the files and folders that decide how the engine plays: everything that a word of its
// command or the value of an option can mean, in its folder and in all folders named before, and programs
// in PATH that its command can mean. It returns a hash of each by its path.
func (p *player) find() map[string]string {
	found, places := map[string]string{}, []string{p.dir}
	words := slices.Clone(p.command)
	for _, option := range p.options {
		words = append(words, option[1])
	}
	for i, word := range words {
		for _, name := range meanings(word) {
			paths := []string{name}
			if !filepath.IsAbs(name) {
				paths = nil
				for _, place := range places {
					paths = append(paths, filepath.Join(place, name))
				}
			}
			if program, err := exec.LookPath(name); i < len(p.command) && err == nil {
				paths = append(paths, program)
			}
			for _, path := range paths {
				info, err := os.Stat(path)
				if err == nil && info.IsDir() && !slices.Contains(places, path) && len(places) < 100 {
					places = append(places, path)
				}
				if sum := hashOf(path); sum != "" {
					found[path] = sum
				}
			}
		}
	}
	return found
}

// meanings returns the names that a word can hold, as --weights=net.pb, -wnet.pb, and a:b do.
func meanings(word string) []string {
	const separators = "=:;,@" + string(os.PathListSeparator)
	names := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune(separators, r) })
	for i := range len(word) { // where a name can begin
		if i == 0 || i == 2 && word[0] == '-' || strings.IndexByte(separators, word[i-1]) >= 0 {
			names = append(names, word[i:])
		}
	}
	for i, name := range names {
		names[i] = strings.Trim(name, `"'`)
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" || len(name) > 4096 })
}

// hashOf returns a hash of the content of a file, or of the endgame tables in a folder: their names, sizes,
// and the checksums with which they end. It returns "" for all others.
func hashOf(path string) string {
	h := sha256.New()
	known := copyInto(h, path, false)
	tables, _ := fs.Glob(os.DirFS(path), "*.rtb[wz]")
	for _, name := range tables {
		known = copyInto(h, filepath.Join(path, name), true) || known
	}
	if !known {
		return ""
	}
	return hex(h, 6)
}

// copyInto writes a regular file to w, or only its name, its size, and the checksum with which it ends.
func copyInto(w io.Writer, path string, isTable bool) bool {
	const checksum = 16 // bytes
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	if isTable {
		fmt.Fprintln(w, info.Name(), info.Size())
		f.Seek(max(info.Size()-checksum, 0), io.SeekStart)
	}
	_, err = io.Copy(w, f)
	return err == nil
}

// hex returns the first bytes of a sum.
func hex(h hash.Hash, bytes int) string { return fmt.Sprintf("%x", h.Sum(nil)[:bytes]) }

// lookAgain looks for files that have changed since the match has begun, and are not programs: an engine
// writes them, and the match can be continued with any content of them.
func (m *match) lookAgain() {
	for _, p := range m.players {
		now := p.find()
		for path, sum := range now {
			info, err := os.Stat(path)
			if p.files[path] != sum && err == nil && !info.IsDir() && info.Mode()&0o111 == 0 && len(m.written) < maxWritten {
				m.written[shortHash(path)] = true
			}
		}
		p.files = now
	}
}

// maxWritten is how many files the tag Conditions can name.
const maxWritten = 20

// shortHash returns a short hash of a path.
func shortHash(path string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(path)))[:8] }
