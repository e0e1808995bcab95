package png

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"sync"
)

// compressors are writers that can be used again. They are large.
var compressors = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(nil, zlib.BestSpeed)
	if err != nil {
		panic(err) // the level is valid
	}
	return z
}}

// write writes an image as PNG. One without transparency is written here: each row holds the
// differences to the row above (filter 2 of the PNG specification), which suits boards. The package
// image/png tries five filters for each row and takes three times as long.
func write(w io.Writer, img *image.RGBA) error {
	if !img.Opaque() {
		return png.Encode(w, img)
	}
	width, height := img.Rect.Dx(), img.Rect.Dy()
	head := make([]byte, 13)
	binary.BigEndian.PutUint32(head, uint32(width))
	binary.BigEndian.PutUint32(head[4:], uint32(height))
	head[8], head[9] = 8, 2 // eight bits for each of red, green, and blue
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	chunk(&b, "IHDR", head)
	data, err := compress(img)
	if err != nil {
		return err
	}
	chunk(&b, "IDAT", data)
	chunk(&b, "IEND", nil)
	_, err = w.Write(b.Bytes())
	return err
}

// chunk writes a chunk of a PNG file.
func chunk(b *bytes.Buffer, kind string, data []byte) {
	var number [4]byte
	binary.BigEndian.PutUint32(number[:], uint32(len(data)))
	b.Write(number[:])
	start := b.Len()
	b.WriteString(kind)
	b.Write(data)
	binary.BigEndian.PutUint32(number[:], crc32.ChecksumIEEE(b.Bytes()[start:]))
	b.Write(number[:])
}

// compress returns the rows of an image as a PNG file holds them.
func compress(img *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	z := compressors.Get().(*zlib.Writer)
	defer compressors.Put(z)
	z.Reset(&b)
	row := make([]byte, 1+3*img.Rect.Dx())
	above := make([]byte, 4*img.Rect.Dx())
	row[0] = 2
	for y := range img.Rect.Dy() {
		pixels := img.Pix[y*img.Stride:][:len(above)]
		for i, j := 0, 1; i+3 < len(pixels) && i+3 < len(above) && j+2 < len(row); i, j = i+4, j+3 {
			row[j] = pixels[i] - above[i]
			row[j+1] = pixels[i+1] - above[i+1]
			row[j+2] = pixels[i+2] - above[i+2]
		}
		above = pixels
		if _, err := z.Write(row); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}
