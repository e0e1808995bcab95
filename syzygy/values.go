package syzygy

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/shakki/chess/internal/enum"
)

// A WDL is the value of a position for the side to move if both sides play perfectly and the
// halfmove clock is 0. The zero value is Draw. The value for the opponent is the negative of
// it.
type WDL int8

// The five values. A win is cursed, and a loss blessed, if the fifty-move rule turns it into a
// draw.
const (
	Loss        WDL = -2
	BlessedLoss WDL = -1
	Draw        WDL = 0
	CursedWin   WDL = 1
	Win         WDL = 2
)

var wdlNames = enum.Of[uint8]("WDL", "loss", "blessed loss", "draw", "cursed win", "win")

// String returns the name of the value, such as "cursed win".
func (w WDL) String() string {
	if w < Loss || w > Win {
		return "WDL(" + strconv.Itoa(int(w)) + ")"
	}
	return wdlNames.Names[w-Loss]
}

// sign returns 1 for wins, -1 for losses, and 0 for a draw.
func (w WDL) sign() int { return cmp.Compare(w, Draw) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (w WDL) MarshalText() ([]byte, error) { return wdlNames.Marshal(uint8(w - Loss)) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String returns. The error
// is a [*chess.ParseError].
func (w *WDL) UnmarshalText(text []byte) error {
	index := uint8(*w - Loss)
	err := wdlNames.Unmarshal(&index, text)
	*w = WDL(index) + Loss
	return err
}

// A DTZ is the distance to zeroing: the number of plies until a capture, a pawn move, or mate, if
// the winning side hurries and the losing side resists. The zero value is that of a draw.
type DTZ struct {
	// Plies is positive if the side to move wins, negative if it loses, and 0 in a draw. From 1 to
	// 100 it is a win, above 100 a cursed win: 101 if the zeroing move itself is next and leads to
	// a cursed win. A side that is checkmated has -1.
	Plies int `json:"plies"`

	// Rounded says that the table counts in moves, and that the distance may be one ply longer than
	// Plies says. Tables in which the difference decides between a win and a cursed win count in
	// plies.
	Rounded bool `json:"rounded"`

	// Unknown says that no table has the distance, which happens only in a [RootMove]. Plies then has
	// the greatest distance of a win or loss, 100, or the least of a cursed win or blessed loss, 101.
	Unknown bool `json:"unknown"`
}

// farthest returns Plies with the ply that rounding may hide.
func (d DTZ) farthest() int {
	if d.Rounded {
		return d.Plies + cmp.Compare(d.Plies, 0)
	}
	return d.Plies
}

// compare orders the distances of wins or those of losses: shorter wins before longer ones, and longer losses
// before shorter ones.
func (d DTZ) compare(e DTZ) int {
	return cmp.Compare(d.Plies+d.farthest(), e.Plies+e.farthest())
}

// String returns the number of plies, such as "-12", "13 or 14" if d is rounded, and "unknown".
func (d DTZ) String() string {
	switch {
	case d.Unknown:
		return "unknown"
	case d.Rounded:
		return fmt.Sprintf("%d or %d", d.Plies, d.farthest())
	}
	return strconv.Itoa(d.Plies)
}
