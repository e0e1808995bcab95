// Package png turns the pictures that package diagram draws into pixels, for programs that cannot
// show SVG, such as chat bots.
//
//	svg := diagram.AppendSVG(nil, p, diagram.Options{Caption: "White to move and win"})
//	err := png.Encode(w, svg)
//
// The text of captions is drawn in the font Go Regular, which has the letters of Latin, Greek, and
// Cyrillic scripts, with our own drawings of the chess symbols such as ♘.
package png

// The files:
//
//   - png.go: a picture as PNG: its greatest size, and errors
//   - svg.go: which parts of SVG are read: elements, attributes, colors, transforms; tested in png_test.go
//   - path.go: the commands of paths, and how curves become lines; tested in png_test.go
//   - canvas.go: painting shapes, lines, and their ends; tested in png_test.go
//   - font.go: letters and figurines; tested in png_test.go
//   - write.go: compressing the picture; tested in png_test.go
