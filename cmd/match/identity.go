package main

import (
	"crypto/sha256"
	"fmt"
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
	all := m.describe(f)
	for _, p := range f.players {
		files := maps.Clone(p.files)
		maps.DeleteFunc(files, func(path, _ string) bool { return slices.Contains(m.written, shortHash(path)) })
		all += fmt.Sprintf("; %q %q %q", p.command, p.options, slices.Sorted(maps.Values(files)))
	}
	text := digest(all)
	if len(m.written) > 0 {
		text += without + strings.Join(m.written, ",")
	}
	return text
}

// without stands in the tag Conditions before the files that do not count.
const without = " without "

// conditionsTag matches the tag Conditions with files that do not count.
var conditionsTag = regexp.MustCompile(`(?m)^\[Conditions "[0-9a-f]{16}` + without + `([0-9a-f,]+)"\]$`)

// describe describes the engines, and what is the same in all games of the match, without what is secret.
func (m *match) describe(f fixture) string {
	return fmt.Sprintf("White: %s; Black: %s; openings %v; draw %q; resign %q; maxmoves %d; tables %s %d %v %s; sprt %v",
		f.players[chess.White].describe(), f.players[chess.Black].describe(),
		m.book, m.draw.text, m.resign.text, m.maxMoves, m.tablesHash, m.pieces, m.ignore50, m.decided, m.sprt)
}

// describe describes the engine and its limits, without what is secret.
func (p *player) describe() string {
	c := p.control
	return fmt.Sprintf("%s dir=%q options=%q tc=%v movetime=%v nodes=%d depth=%d margin=%v ponder=%v",
		p.commandLine(), p.dir, masked(strings.Join(p.options, ";")), c.clock, c.moveTime, c.nodes, c.depth, p.margin, p.ponder)
}

// commandLine returns the command without the values of environment variables, and what else is secret.
func (p *player) commandLine() string {
	words := slices.Clone(p.command)
	for i, word := range p.command {
		words[i] = variable.ReplaceAllString(masked(word), "${1}…")
		if i > 0 && secretFlag.MatchString(p.command[i-1]) {
			words[i] = "…"
		}
	}
	return strings.Join(words, " ")
}

// secret matches names of what should be seen by nobody.
const secret = `(?i:token|secret|passw|api.?key|auth|credential)`

var (
	// variable matches a word that sets an environment variable, or a flag that looks the same.
	variable = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*=).*`)
	// secretFlag matches a word before a secret one.
	secretFlag = regexp.MustCompile(`^[^=]*` + secret + `[^=]*$`)
	// secretValue matches what sets a flag, a property, or, in the protocol, an option.
	secretValue = regexp.MustCompile(`(` + secret + `[^=;]*?(?:=| value ))[^;]*`)
	// login matches the user and the password in an address.
	login = regexp.MustCompile(`//[^/@\s]+@`)
)

// masked returns a word of a command, properties, or a line of a conversation without the values that follow names
// which sound secret.
func masked(text string) string {
	return login.ReplaceAllString(secretValue.ReplaceAllString(text, "${1}…"), "//…@")
}

// find finds the files and folders that decide how the engine plays: everything that a word of its
// command or an option can mean, in its folder and in all folders named before, and programs
// in PATH that its command can mean. It returns a hash of each by its path.
func (p *player) find() map[string]string {
	found, places := map[string]string{}, map[string]struct{}{p.dir: {}}
	for i, word := range slices.Concat(p.command, p.options) {
		for _, name := range meanings(word) {
			paths := map[string]struct{}{}
			if program, _ := exec.LookPath(name); i < len(p.command) {
				paths[program] = struct{}{}
			}
			for place := range places {
				if filepath.IsAbs(name) {
					place = ""
				}
				paths[filepath.Join(place, name)] = struct{}{}
			}
			for path := range paths {
				if info, err := os.Stat(path); err == nil && info.IsDir() {
					places[path] = struct{}{}
				}
				if sum := hashOf(path); sum != "" {
					found[path] = sum
				}
			}
		}
	}
	return found
}

// meanings returns the names that a word can hold, as --weights=net.pb, -wnet.pb, and a:b do: from each place
// where a name can begin, what comes up to the next separator, and all that follows.
func meanings(word string) (names []string) {
	const separators = "=:;,@" + string(os.PathListSeparator)
	for i := range len(word) {
		if i == 0 || i == 2 && word[0] == '-' || strings.IndexByte(separators, word[i-1]) >= 0 {
			end := strings.IndexAny(word[i:]+separators, separators)
			names = append(names, strings.Trim(word[i:i+end], `"'`), strings.Trim(word[i:], `"'`))
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
}

// hashOf returns a hash of the content of a file, or of the endgame tables in a folder: their names, sizes,
// and the checksums with which they end. It returns "" for all others.
func hashOf(path string) (sum string) {
	const checksum = 16 // bytes
	h := sha256.New()
	tables, _ := fs.Glob(os.DirFS(path), "*.rtb[wz]")
	for _, table := range append(tables, "") { // and the file itself
		name := filepath.Join(path, table)
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		if table != "" {
			fmt.Fprintln(h, table, info.Size())
			f.Seek(max(info.Size()-checksum, 0), io.SeekStart)
		}
		io.Copy(h, f)
		f.Close()
		sum = fmt.Sprintf("%x", h.Sum(nil)[:6])
	}
	return sum
}

// maxWritten is how many files the tag Conditions can name.
const maxWritten = 20

// lookAgain looks for files that have changed since the match has begun, and are not programs: an engine
// writes them, and the match can be continued with any content of them.
func (m *match) lookAgain() {
	for _, p := range m.players {
		for path, sum := range p.find() {
			info, err := os.Stat(path)
			isWritten := p.files[path] != sum && err == nil && info.Mode()&0o111 == 0
			if hash := shortHash(path); isWritten && len(m.written) < maxWritten && !slices.Contains(m.written, hash) {
				m.written = append(m.written, hash)
			}
		}
	}
}

// digest returns a hash of a text, and shortHash a short one of a path.
func digest(text string) string    { return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16] }
func shortHash(path string) string { return digest(path)[:8] }
