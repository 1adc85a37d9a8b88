package reader

import (
	"strings"

	"github.com/citestone/citestone"
)

// cell begins a cell.
func (c *composer) cell(at int) {
	here := citestone.Span{Start: at, End: at}
	c.closeLink(here)
	c.closeCode(here)
	switch {
	case c.cells == 0 && c.columns == 0:
		c.separate(here)
	case c.cells == 0:
		c.add("\n", here)
		c.indent(here)
	case c.cells == c.columns:
		c.space, c.at = ' ', here
		return
	}
	mark := "| "
	if c.cells > 0 {
		mark = " | "
	}
	c.add(mark, here)
	c.cells++
	c.prefix, c.open, c.flat, c.space, c.fresh = "", true, true, 0, true
}

// row ends a row. Below the first stands the line that makes it a table.
func (c *composer) row(at int) {
	if c.cells == 0 {
		return
	}
	here := citestone.Span{Start: at, End: at}
	columns, cells := c.columns, c.cells
	c.end()
	c.add(" |", here)
	if columns == 0 {
		columns = cells
		c.add("\n", here)
		c.indent(here)
		c.add("|"+strings.Repeat(" --- |", cells), here)
	}
	c.columns = columns
}
