package render

import "github.com/citestone/citestone"

// Colour is how text looks on a terminal, as the numbers of ANSI escape sequences.
type Colour string

// The colours.
const (
	Bold   Colour = "1"
	Faint  Colour = "2"
	Red    Colour = "1;31"
	Yellow Colour = "1;33"
	Cyan   Colour = "1;36"
)

// Paint returns s in the colour.
func (c Colour) Paint(s string) string { return "\x1b[" + string(c) + "m" + s + "\x1b[0m" }

func hue(s citestone.Severity) Colour {
	switch s {
	case citestone.SeverityError:
		return Red
	case citestone.SeverityWarning:
		return Yellow
	}
	return Cyan
}

func (t *terminal) paint(c Colour, s string) string {
	if !t.Color {
		return s
	}
	return c.Paint(s)
}
