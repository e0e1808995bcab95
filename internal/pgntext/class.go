package pgntext

// A Class says what a byte can begin in movetext.
type Class uint8

const (
	Other  Class = iota // a token of its own, such as "(" or "{"
	Space               // nothing: it separates tokens
	Letter              // a word, such as a move
	Digit               // a number, a result, or a word
	InWord              // nothing: it continues a word
)

// classes holds the class of each byte. Bytes beyond ASCII are letters, so that a name in another
// script is one word.
var classes = func() (classes [256]Class) {
	set := func(class Class, bytes string) {
		for i := range len(bytes) {
			classes[bytes[i]] = class
		}
	}
	set(Space, " \t\r\n\v\f")
	set(Letter, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-+=@/#")
	set(Digit, "0123456789")
	set(InWord, ":_")
	for c := 0x80; c < 0x100; c++ {
		classes[c] = Letter
	}
	return classes
}()

// bytesWhere returns the set of the bytes for which in returns true.
func bytesWhere(in func(c byte) bool) (set [256]bool) {
	for c := range set {
		set[c] = in(byte(c))
	}
	return set
}

// ClassOf returns the class of c.
func ClassOf(c byte) Class { return classes[c] }
