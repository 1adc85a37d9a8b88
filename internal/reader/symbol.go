package reader

import (
	"strings"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"golang.org/x/text/unicode/norm"
)

// latexSymbol returns the characters that a command stands for.
func latexSymbol(name string) (string, bool) {
	switch name {
	case "%", "&", "$", "#", "_", "{", "}":
		return name, true
	case " ", "\t", "\n", ",", ";", ":", ">", "quad", "qquad", "enspace", "thinspace", "space", "xspace":
		return " ", name != "xspace"
	case "-", "!", "/", "@", "allowbreak", "noindent", "centering", "maketitle", "hline", "toprule", "midrule", "bottomrule", "clearpage", "newpage", "left", "right", "big", "Big", "tableofcontents",
		"appendix", "smallskip", "medskip", "bigskip", "newblock", "protect", "displaystyle", "limits":
		return "", true
	case "slash":
		return "/", true
	case "textbackslash", "backslash":
		return `\`, true
	case "textasciitilde", "sim":
		return "~", true
	case "textasciicircum":
		return "^", true
	case "textless", "lt":
		return "<", true
	case "textgreater", "gt":
		return ">", true
	case "textbar", "mid":
		return "|", true
	case "textunderscore":
		return "_", true
	case "textendash":
		return "–", true
	case "textemdash":
		return "—", true
	case "textquotedblleft", "ldq":
		return "“", true
	case "textquotedblright", "rdq":
		return "”", true
	case "textquoteleft", "lq":
		return "‘", true
	case "textquoteright", "rq":
		return "’", true
	case "guillemotleft", "og", "flqq":
		return "«", true
	case "guillemotright", "fg", "frqq":
		return "»", true
	case "glqq":
		return "„", true
	case "grqq":
		return "“", true
	case "LaTeX", "TeX", "BibTeX":
		return name, true
	case "today":
		return "", true
	}
	s := letterSymbol(name) + mathSymbol(name)
	return s, s != ""
}

// letterSymbol returns the letter or sign that a command stands for, or "".
func letterSymbol(name string) string {
	switch name {
	case "ss":
		return "ß"
	case "ae":
		return "æ"
	case "AE":
		return "Æ"
	case "oe":
		return "œ"
	case "OE":
		return "Œ"
	case "o":
		return "ø"
	case "O":
		return "Ø"
	case "aa":
		return "å"
	case "AA":
		return "Å"
	case "l":
		return "ł"
	case "L":
		return "Ł"
	case "i":
		return "i"
	case "j":
		return "j"
	case "dh":
		return "ð"
	case "th":
		return "þ"
	case "ldots", "dots", "textellipsis", "cdots":
		return "…"
	case "S", "textsection":
		return "§"
	case "P":
		return "¶"
	case "copyright", "textcopyright":
		return "©"
	case "textregistered":
		return "®"
	case "texttrademark":
		return "™"
	case "pounds", "textsterling":
		return "£"
	case "euro", "texteuro":
		return "€"
	case "textyen":
		return "¥"
	case "textdegree", "degree":
		return "°"
	case "textmu":
		return "µ"
	case "dag", "textdagger":
		return "†"
	case "textbullet", "bullet":
		return "•"
	}
	return ""
}

// mathSymbol returns the sign of a formula that a command stands for, or "".
func mathSymbol(name string) string {
	switch name {
	case "times":
		return "×"
	case "pm":
		return "±"
	case "cdot":
		return "·"
	case "div":
		return "÷"
	case "approx":
		return "≈"
	case "le", "leq", "leqslant":
		return "≤"
	case "ge", "geq", "geqslant":
		return "≥"
	case "ll":
		return "≪"
	case "gg":
		return "≫"
	case "ne", "neq":
		return "≠"
	case "equiv":
		return "≡"
	case "propto":
		return "∝"
	case "in":
		return "∈"
	case "to", "rightarrow":
		return "→"
	case "leftarrow":
		return "←"
	case "Rightarrow":
		return "⇒"
	case "infty":
		return "∞"
	case "circ":
		return "°"
	case "sum":
		return "∑"
	case "partial":
		return "∂"
	}
	const greek = "alpha:α beta:β gamma:γ delta:δ epsilon:ε varepsilon:ε zeta:ζ eta:η theta:θ kappa:κ lambda:λ mu:μ nu:ν xi:ξ pi:π rho:ρ sigma:σ tau:τ phi:φ varphi:φ chi:χ psi:ψ omega:ω " +
		"Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Sigma:Σ Phi:Φ Psi:Ψ Omega:Ω "
	if _, rest, ok := strings.Cut(" "+greek, " "+name+":"); ok && name != "" {
		_, size := utf8.DecodeRuneInString(rest)
		return rest[:size]
	}
	return ""
}

// accent returns the combining character of an accent, or 0.
func accent(name string) rune {
	switch name {
	case "'":
		return '\u0301'
	case "`":
		return '\u0300'
	case "^":
		return '\u0302'
	case `"`:
		return '\u0308'
	case "~":
		return '\u0303'
	case "=":
		return '\u0304'
	case ".":
		return '\u0307'
	case "u":
		return '\u0306'
	case "v":
		return '\u030C'
	case "H":
		return '\u030B'
	case "c":
		return '\u0327'
	case "k":
		return '\u0328'
	case "d":
		return '\u0323'
	case "b":
		return '\u0331'
	case "r":
		return '\u030A'
	}
	return 0
}

// accented writes the letter that follows with an accent.
func (l *latex) accented(mark rune, start int) {
	l.i += len(l.src[l.i:]) - len(strings.TrimLeft(l.src[l.i:], " \t"))
	braces := strings.HasPrefix(l.src[l.i:], "{")
	if braces {
		l.i++
	}
	base := ""
	if strings.HasPrefix(l.src[l.i:], `\`) {
		name := l.name()
		base = letterSymbol(name)
		l.endName(name + "x")
	} else if r, size := utf8.DecodeRuneInString(l.src[l.i:]); size > 0 && !strings.ContainsRune("{}\\$%&\n", r) {
		base = l.src[l.i : l.i+size]
		l.i += size
	}
	if braces {
		if strings.HasPrefix(l.src[l.i:], "}") {
			l.i++
		} else {
			l.groups = append(l.groups, group{})
		}
	}
	if base != "" {
		l.decoded(norm.NFC.String(base+string(mark)), citestone.Span{Start: start, End: l.i})
	}
}
