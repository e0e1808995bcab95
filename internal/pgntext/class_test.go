package pgntext

import "testing"

func TestClassOf(t *testing.T) {
	for class, bytes := range map[Class]string{
		Space:  " \t\r\n\v\f",
		Letter: "azAZ-+=@/#\x80\xa0\xff",
		Digit:  "09",
		InWord: ":_",
		Other:  "\x00\x1f!\"$%&'()*,.;<>?[\\]^`{|}~\x7f",
	} {
		for _, c := range []byte(bytes) {
			if got := ClassOf(c); got != class {
				t.Errorf("ClassOf(%q) = %d, want %d", c, got, class)
			}
		}
	}
}
