package png

import (
	"fmt"
	"image"
	"io"
)

// MaxPixels is the largest number of pixels of a picture, about 5,800 by 5,800.
const MaxPixels = 1 << 25

// An Error reports SVG that package diagram does not write.
type Error struct {
	Offset int64  // in bytes from the start
	Detail string // `the element "script"`
}

// Error returns a text such as `svg: byte 52: the element "script"`.
func (e *Error) Error() string { return fmt.Sprintf("svg: byte %d: %s", e.Offset, e.Detail) }

// Encode writes a picture that package diagram has drawn as PNG. The size in pixels is that of the
// picture, rounded up. If svg is something else or has more than [MaxPixels] pixels, the error is
// an [*Error].
func Encode(w io.Writer, svg []byte) error {
	img, err := Image(svg)
	if err != nil {
		return err
	}
	return write(w, img)
}

// Image returns a picture that package diagram has drawn as an image, with the errors of [Encode].
func Image(svg []byte) (*image.RGBA, error) {
	r := newRenderer(svg)
	if err := r.run(); err != nil {
		return nil, &Error{r.xml.InputOffset(), err.Error()}
	}
	return r.canvas.image, nil
}
