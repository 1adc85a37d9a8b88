package reader

import (
	"strings"

	"github.com/citestone/citestone"
)

// addressEnd returns the length of the web address that s begins with, or 0.
func addressEnd(s string) int {
	s = s[:min(len(s), maxURL)]
	if !strings.HasPrefix(s, "https://") && !strings.HasPrefix(s, "http://") {
		return 0
	}
	if i := strings.IndexAny(s, "<>\"[]{}"); i >= 0 {
		s = s[:i]
	}
	return len(strings.TrimRight(s, ".,;:!?*_')"))
}

// openLink begins the text of a link, if the address leads out of the document. It is
// one if text follows.
func (c *composer) openLink(address string, from citestone.Span) {
	if c.link || c.code || c.plain {
		return
	}
	if c.url = destination(address); c.url != "" {
		c.link, c.opener, c.from = true, "[", from
	}
}

// closeLink ends the text of a link.
func (c *composer) closeLink(from citestone.Span) {
	if !c.link {
		return
	}
	c.link = false
	if c.opener != "" {
		c.opener = ""
		return
	}
	c.add("]("+c.url+")", from)
}

// openCode begins a code span.
func (c *composer) openCode(from citestone.Span) {
	if !c.code && c.opener == "" && !c.plain {
		c.code, c.opener, c.from = true, "`", from
	}
}

func (c *composer) closeCode(from citestone.Span) {
	if !c.code {
		return
	}
	c.code = false
	if c.opener != "" {
		c.opener = ""
		return
	}
	c.add("`", from)
}

// destination writes an address as the destination of a link, or returns "" for what
// leads nowhere outside of the document.
func destination(url string) string {
	url = strings.TrimSpace(url)
	if strings.HasPrefix(url, "//") {
		url = "https:" + url
	}
	if len(url) > maxURL || !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
		return ""
	}
	url = strings.NewReplacer(" ", "%20", "<", "%3C", ">", "%3E", `\`, "%5C", "\n", "", "\r", "", "\t", "", "`", "%60", "|", "%7C").Replace(url)
	if !balanced(url) {
		url = strings.NewReplacer("(", "%28", ")", "%29").Replace(url)
	}
	return url
}

// maxURL bounds an address in bytes; longer ones hold data.
const maxURL = 2000

// balanced reports whether each parenthesis of s has its other one.
func balanced(s string) bool {
	depth := 0
	for _, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}
