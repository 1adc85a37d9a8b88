package text

// A lead says what number a word begins or is.
type lead struct {
	sort  leadSort
	value float32
}

type leadSort int8

const (
	noLead   leadSort = iota
	cardinal          // seven
	tens              // seventy
	rank              // seventh
	month             // July, in capitals
	multiple          // doubled, twofold
	halving           // halved
	opener            // a, half, minus, usd: begins a number with what follows
)

// leading are the lower-case words that begin a number. Nothing writes to it.
var leading = map[string]lead{
	"zero": {cardinal, 0}, "one": {cardinal, 1}, "two": {cardinal, 2}, "three": {cardinal, 3}, "four": {cardinal, 4},
	"five": {cardinal, 5}, "six": {cardinal, 6}, "seven": {cardinal, 7}, "eight": {cardinal, 8}, "nine": {cardinal, 9},
	"ten": {cardinal, 10}, "eleven": {cardinal, 11}, "twelve": {cardinal, 12}, "thirteen": {cardinal, 13},
	"fourteen": {cardinal, 14}, "fifteen": {cardinal, 15}, "sixteen": {cardinal, 16}, "seventeen": {cardinal, 17},
	"eighteen": {cardinal, 18}, "nineteen": {cardinal, 19},
	"twenty": {tens, 20}, "thirty": {tens, 30}, "forty": {tens, 40}, "fourty": {tens, 40}, "fifty": {tens, 50},
	"sixty": {tens, 60}, "seventy": {tens, 70}, "eighty": {tens, 80}, "ninety": {tens, 90},

	"first": {rank, 1}, "second": {rank, 2}, "third": {rank, 3}, "fourth": {rank, 4}, "fifth": {rank, 5},
	"sixth": {rank, 6}, "seventh": {rank, 7}, "eighth": {rank, 8}, "ninth": {rank, 9}, "tenth": {rank, 10},
	"eleventh": {rank, 11}, "twelfth": {rank, 12}, "thirteenth": {rank, 13}, "fourteenth": {rank, 14},
	"fifteenth": {rank, 15}, "sixteenth": {rank, 16}, "seventeenth": {rank, 17}, "eighteenth": {rank, 18},
	"nineteenth": {rank, 19}, "twentieth": {rank, 20}, "thirtieth": {rank, 30}, "fortieth": {rank, 40},
	"fiftieth": {rank, 50}, "sixtieth": {rank, 60}, "seventieth": {rank, 70}, "eightieth": {rank, 80},
	"ninetieth": {rank, 90}, "hundredth": {rank, 100}, "thousandth": {rank, 1000},

	"january": {month, 1}, "jan": {month, 1}, "february": {month, 2}, "feb": {month, 2}, "march": {month, 3},
	"mar": {month, 3}, "april": {month, 4}, "apr": {month, 4}, "may": {month, 5}, "june": {month, 6}, "jun": {month, 6},
	"july": {month, 7}, "jul": {month, 7}, "august": {month, 8}, "aug": {month, 8}, "september": {month, 9},
	"sept": {month, 9}, "sep": {month, 9}, "october": {month, 10}, "oct": {month, 10}, "november": {month, 11},
	"nov": {month, 11}, "december": {month, 12}, "dec": {month, 12},

	"doubled": {multiple, 2}, "doubling": {multiple, 2}, "tripled": {multiple, 3}, "tripling": {multiple, 3},
	"trebled": {multiple, 3}, "trebling": {multiple, 3}, "quadrupled": {multiple, 4}, "quadrupling": {multiple, 4},
	"quintupled": {multiple, 5}, "twofold": {multiple, 2}, "threefold": {multiple, 3}, "fourfold": {multiple, 4},
	"fivefold": {multiple, 5}, "sixfold": {multiple, 6}, "sevenfold": {multiple, 7}, "eightfold": {multiple, 8},
	"ninefold": {multiple, 9}, "tenfold": {multiple, 10}, "hundredfold": {multiple, 100}, "thousandfold": {multiple, 1000},
	"twice": {multiple, 2}, "halved": {halving, 50}, "halving": {halving, 50},

	"a": {sort: opener}, "an": {sort: opener}, "half": {sort: opener}, "minus": {sort: opener},
	"q": {sort: opener}, "h": {sort: opener}, "fy": {sort: opener}, "ad": {sort: opener},
	"us": {sort: opener}, "c": {sort: opener}, "au": {sort: opener}, "ca": {sort: opener}, "r": {sort: opener}, "hk": {sort: opener}, "nz": {sort: opener},
	"s": {sort: opener}, "rs": {sort: opener}, "dollar": {sort: opener}, "euro": {sort: opener}, "usd": {sort: opener},
	"eur": {sort: opener}, "gbp": {sort: opener}, "jpy": {sort: opener}, "cny": {sort: opener}, "rmb": {sort: opener},
	"inr": {sort: opener}, "krw": {sort: opener}, "chf": {sort: opener}, "cad": {sort: opener}, "aud": {sort: opener},
	"nzd": {sort: opener}, "sgd": {sort: opener}, "hkd": {sort: opener}, "sek": {sort: opener}, "nok": {sort: opener},
	"dkk": {sort: opener}, "brl": {sort: opener}, "mxn": {sort: opener}, "rub": {sort: opener}, "zar": {sort: opener},
	"try": {sort: opener}, "pln": {sort: opener}, "huf": {sort: opener}, "czk": {sort: opener}, "ils": {sort: opener},
	"thb": {sort: opener}, "aed": {sort: opener}, "usdc": {sort: opener}, "usdt": {sort: opener}, "btc": {sort: opener},
	"eth": {sort: opener},
}

// numeral returns the value of a number word below one hundred, or -1.
func (l lexeme) numeral() float64 {
	if l.lead.sort == cardinal || l.lead.sort == tens {
		return float64(l.lead.value)
	}
	return -1
}

// digit returns the value of a number word from one to nine, or 0.
func (l lexeme) digit() float64 {
	if l.lead.sort == cardinal && float64(l.lead.value) < 10 {
		return float64(l.lead.value)
	}
	return 0
}

// rank returns the value of an ordinal in one word, or 0.
func (l lexeme) rank() float64 {
	if l.lead.sort == rank {
		return float64(l.lead.value)
	}
	return 0
}

// month returns the number of the month that a capitalised word names, or 0.
func (l lexeme) month() int {
	if l.lead.sort == month && capital(l.text) {
		return int(l.lead.value)
	}
	return 0
}
