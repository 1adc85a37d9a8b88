package text

// clock reads a time of day at i: 3 pm, 3:30 p.m., 15:30.
func (p *numberReader) clock(i int) int {
	h, m := p.at(i), p.at(i+2)
	if h.kind != digits || h.value > 24 || h.glued && p.inWord(i) {
		return i
	}
	hours, minutes, next := h.value, 0.0, i+1
	switch colon := p.at(i + 1); {
	case h.ulp == 0.01 && len(h.text) > 3: // 3.30pm
		hours, minutes = float64(int(h.value)), h.value*100-float64(int(h.value))*100
	case h.ulp != 1:
		return i
	case colon.text == ":" && colon.glued && m.glued && m.kind == digits && len(m.text) == 2:
		minutes, next = m.value, i+3
	}
	half, to := p.halfDay(next)
	switch {
	case minutes >= 60 || half > 0 && (hours < 1 || hours > 12):
		return i
	case half == 0 && (next == i+1 || !p.timed(i)):
		return i
	case half > 0 && hours == 12:
		hours = 0
	}
	v := hours*60 + float64(int(minutes+0.5))
	if half == 2 {
		v += 720
	}
	unsure := half == 0 && len(h.text) < 3 && hours >= 1 && hours <= 12 && h.text[0] != '0'
	return p.add(i, to, Number{Kind: Clock, Low: v, High: v, half: unsure})
}

// halfDay reads am, p.m. at i: 1 before noon, 2 after it, 0 if neither is there.
func (p *numberReader) halfDay(i int) (half, next int) {
	l := p.at(i)
	switch l.lower {
	case "am", "pm":
		next = i + 1
	case "a", "p":
		if p.at(i+1).text != "." || p.at(i+2).lower != "m" {
			return 0, i
		}
		next = i + 3
		if p.at(next).text == "." && p.at(next).glued {
			next++
		}
	default:
		return 0, i
	}
	if l.lower[0] == 'a' {
		return 1, next
	}
	return 2, next
}

// timed reports whether the words around digits such as 10:30 tell that they are a time
// of day, not a ratio or a verse.
func (p *numberReader) timed(i int) bool {
	switch p.at(i - 1).lower {
	case "at", "by", "from", "until", "till", "around", "before", "after", "between", "to", "since", "about":
		return true
	}
	switch p.at(i + 3).lower {
	case "utc", "gmt", "cet", "cest", "est", "edt", "pst", "pdt", "h", "hours", "uhr":
		return true
	}
	return false
}
