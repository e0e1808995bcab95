package diagram

import "github.com/shakki/chess"

// styles appends the style sheet that changes the colors to those of the dark theme for viewers who
// prefer dark pages. Its rules hold in this picture alone, also if it stands in a page of HTML.
func (d *drawing) styles() {
	if d.o.DarkTheme == (Theme{}) {
		return
	}
	t := &d.o.DarkTheme
	d.Add("<style>@media screen and (prefers-color-scheme:dark){")
	lastMove := "fill"
	if d.theme.FrameLastMove {
		lastMove = "stroke"
	}
	for _, rule := range []struct {
		class, property string
		c               Color
	}{
		{"background", "fill", t.Background}, {"border", "fill", t.Border},
		{"light", "fill", t.LightSquare}, {"dark", "fill", t.DarkSquare},
		{"captured", "fill", t.LightSquare}, {"caption", "fill", t.Text},
		{"check", "fill", t.Check}, {"selected", "fill", t.Selected}, {"target", "fill", t.Target},
		{"last-move", lastMove, t.LastMove}, {"coordinates", "stroke", t.Text},
		{"cross", "stroke", t.Cross}, {"outline", "stroke", t.LightSquare},
	} {
		d.rule(" .shakki-"+rule.class, rule.property, rule.c)
	}
	for _, letter := range []byte("GRYB-") {
		c, name := t.shape(letter)
		arrow, ring := c, c
		arrow.A, ring.A = shade(c.A, arrowOpacity), shade(c.A, ringOpacity)
		d.rule(" .shakki-arrow.shakki-"+name, "fill", arrow)
		d.rule(" .shakki-ring.shakki-"+name, "stroke", ring)
	}
	d.pieceRules(t.side(chess.White))
	d.pieceRules(t.side(chess.Black))
	d.Add("}</style>")
}

// rule appends a rule for what a selector finds in this picture.
func (d *drawing) rule(selector, property string, c Color) {
	d.Add(".", d.prefix, selector, "{")
	d.property(property, c)
	d.Add("}")
}

// property appends a property, such as "fill:#fff;".
func (d *drawing) property(property string, c Color) {
	d.Add(property, ":", c.opaque(), ";", property, "-opacity:", c.opacity(), ";")
}

// pieceRules appends the rules for the drawings of one side. They begin with a class of these
// drawings, because what refers to a drawing does not see the elements around it.
func (d *drawing) pieceRules(side string, fill, line, detail Color) {
	d.Add(".", d.prefix, side, "{")
	d.property("fill", fill)
	d.property("stroke", line)
	d.Add("}")
	d.rule(side+" .shakki-detail", "stroke", detail)
	d.rule(side+" .shakki-eye", "fill", detail)
}
