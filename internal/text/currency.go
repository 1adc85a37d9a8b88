package text

// currencies are the codes of the currencies that are read. Nothing writes to it.
var currencies = map[string]bool{
	"usd": true, "eur": true, "gbp": true, "jpy": true, "cny": true, "inr": true, "krw": true, "chf": true, "cad": true,
	"aud": true, "nzd": true, "sgd": true, "hkd": true, "sek": true, "nok": true, "dkk": true, "brl": true, "mxn": true,
	"rub": true, "zar": true, "try": true, "pln": true, "huf": true, "czk": true, "ils": true, "thb": true, "aed": true,
	"usdc": true, "usdt": true, "btc": true, "eth": true,
}

// currencyOf returns the currency that a symbol, code or word names, or "". A code
// that can be a word counts in capitals only.
func currencyOf(l lexeme) string {
	switch l.lower {
	case "$", "dollar", "dollars":
		return "usd"
	case "€", "euro", "euros":
		return "eur"
	case "£", "sterling":
		return "gbp"
	case "¥", "yen":
		return "jpy"
	case "yuan", "renminbi", "rmb":
		return "cny"
	case "₹", "rupee", "rupees", "rs":
		return "inr"
	case "₩", "won":
		return "krw"
	case "krona", "kronor":
		return "sek"
	case "reais":
		return "brl"
	case "ruble", "rubles", "rouble", "roubles":
		return "rub"
	case "zloty", "zlotys":
		return "pln"
	case "cent", "cents":
		return "cent"
	case "pence":
		return "penny"
	}
	if currencies[l.lower] && (l.lower != "try" || l.text == "TRY") {
		return l.lower
	}
	return ""
}

// dollarOf returns the currency of a dollar or real with such letters before the
// sign, or "".
func dollarOf(letters string) string {
	switch letters {
	case "US", "U":
		return "usd"
	case "A", "AU":
		return "aud"
	case "C", "CA":
		return "cad"
	case "NZ":
		return "nzd"
	case "HK":
		return "hkd"
	case "S":
		return "sgd"
	case "R":
		return "brl"
	}
	return ""
}

// currencyBefore reads the currency that stands before the digits of an amount at i.
func (p *numberReader) currencyBefore(i int) (currency string, next int) {
	l := p.at(i)
	next = i + 1
	if d := p.at(next); d.text == "$" && d.glued && dollarOf(l.text) != "" {
		currency, next = dollarOf(l.text), next+1
	} else if currency = currencyOf(l); l.lower == "rs" && d.text == "." {
		next++
	}
	if d := p.at(next); currency == "" || d.kind != digits || l.kind == word && !capital(l.text) {
		return "", i
	}
	return currency, next
}

// currencyAfter reads the currency that stands behind an amount at i, which has the
// magnitude.
func (p *numberReader) currencyAfter(i int, magnitude float64) (currency string, next int) {
	l := p.at(i)
	if l.text == "." && l.glued { // 5 Mio. €
		switch p.at(i - 1).lower {
		case "mio", "mrd", "mln", "bn", "mn", "bln":
			return p.currencyAfter(i+1, magnitude)
		}
	}
	country, k := nation(l.lower), i+1
	if l.lower == "u" && p.at(k+1).lower == "s" && p.at(k+2).text == "." {
		country, k = "usd", k+3
	}
	if w := p.at(k).lower; country != "" && (w == "dollars" || w == "dollar" || w == "francs" || w == "franc" || w == "krona" || w == "kroner") {
		return country, k + 1
	}
	switch c := currencyOf(l); {
	case l.lower == "won":
	case c != "":
		return c, i + 1
	case l.lower == "pounds" && (magnitude >= 1e5 || p.at(i+1).lower == "sterling"):
		if p.at(i+1).lower == "sterling" {
			i++
		}
		return "gbp", i + 1
	}
	return "", i
}

// nation returns the currency of the country that such a word stands for, or "".
func nation(w string) string {
	switch w {
	case "us", "american":
		return "usd"
	case "australian":
		return "aud"
	case "canadian":
		return "cad"
	case "singapore":
		return "sgd"
	case "swiss":
		return "chf"
	case "swedish":
		return "sek"
	case "norwegian":
		return "nok"
	case "danish":
		return "dkk"
	}
	return ""
}
