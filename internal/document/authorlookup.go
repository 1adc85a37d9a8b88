package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cited returns the keys of the works that names and years in brackets stand for:
// ids of entries or, where the shape leaves no doubt, "Doe 2020". Lead is the names
// with what divides them from the years, tail what follows those.
func (w *works) cited(names string, years []string, lead, tail string) (keys []string, matched bool) {
	comma := strings.HasSuffix(strings.TrimRight(lead, " "), ",") || strings.HasSuffix(lead, "，")
	if names == "" || !comma && calendar(names) {
		return nil, false
	}
	n := readNaming(names)
	title := strings.Trim(names, `"“”'‘’*_ `)
	quoted := title != names
	for _, year := range years {
		ids := w.find(n, year)
		if ids == nil && (quoted || comma || len(n.names) == 1) {
			ids = w.findTitle(strings.TrimRight(title, ","), year)
		}
		matched = matched || ids != nil
		if ids == nil {
			ids = []string{missing(names, year)}
		}
		keys = append(keys, ids...)
	}
	if !matched && (quoted || !w.unmistakable(names, n, comma, tail)) {
		return nil, false
	}
	return keys, matched
}

// narrated is cited for names in the sentence with the years behind them in brackets.
func (w *works) narrated(n naming, years []string, names string) (keys []string, matched bool) {
	if calendar(names) {
		return nil, false
	}
	for _, year := range years {
		ids := w.find(n, year)
		matched = matched || ids != nil
		if ids == nil {
			ids = []string{missing(names, year)}
		}
		keys = append(keys, ids...)
	}
	if !matched && !(surnames(names) && (n.etAl || len(n.names) > 0 && w.first[n.names[0]] && !strings.ContainsAny(n.names[0], " "))) {
		return nil, false
	}
	return keys, matched
}

// missing is the key of a work that is not listed: the first name and the year.
func missing(names, year string) string {
	first := names
	for _, and := range [...]string{",", " et al", " & ", " and ", "'s", "’s", "等"} {
		first, _, _ = strings.Cut(first, and)
	}
	return strings.TrimSpace(first) + " " + year
}

// unmistakable reports whether names before a year in brackets can be nothing but
// those of authors.
func (w *works) unmistakable(names string, n naming, comma bool, tail string) bool {
	if len(n.names) == 0 || !surnames(names) || tail != "" && !startsAny(tail, ",:; [") {
		return false
	}
	switch {
	case n.etAl:
		return true
	case len(n.names) > 1:
		return (strings.Contains(names, "&") || w.known[n.names[0]] || w.known[n.names[1]]) && n.names[0] != n.names[1]
	}
	return w.first[n.names[0]] || comma && strings.IndexByte(names, ' ') < 0 && !capitalised(names) && !placeName(n.names[0])
}

// capitalised reports whether a word is written in capitals: an acronym.
func capitalised(s string) bool { return strings.ToUpper(s) == s }

// surnames reports whether all of the names read like family names: few words, all
// capitalised but the particles, none of a date or a thing.
func surnames(names string) bool {
	names = strings.NewReplacer(" & ", ",", " and ", ",", " et al.", "", " et al", "", "'s", "", "’s", "", "等人", "", "等", "").Replace(names)
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		if initials(name) == len(name) {
			continue
		}
		if hanName(name) == len(name) {
			continue
		}
		words := strings.Fields(name)
		if familyWords(words) > 3 {
			return false
		}
		for _, word := range words {
			bare := strings.TrimSuffix(word, ".")
			r, _ := utf8.DecodeRuneInString(bare)
			if nameWord(bare) != len(bare) || !unicode.IsUpper(r) && !particle(bare) && !strings.HasPrefix(bare, "d'") || calendar(bare) || thing(foldName(bare)) {
				return false
			}
		}
	}
	return true
}

// calendar reports whether the last word of s belongs to a date.
func calendar(s string) bool {
	last := foldName(s[strings.LastIndexByte(strings.TrimRight(s, " "), ' ')+1:])
	switch last {
	case "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
		"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
		"spring", "summer", "autumn", "fall", "winter", "q1", "q2", "q3", "q4", "h1", "h2", "fy", "cy", "easter", "christmas",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "early", "mid", "late", "circa", "ca", "since", "until":
		return true
	}
	return false
}

// thing reports whether a word names what has years but writes nothing.
func thing(w string) bool {
	switch w {
	case "section", "figure", "fig", "table", "chapter", "part", "version", "appendix", "equation", "eq", "box", "act", "law", "bill", "article", "directive", "regulation", "treaty", "convention", "agreement", "protocol", "resolution", "constitution", "vol", "volume", "no", "issue", "edition", "phase", "class", "model", "series", "season", "episode", "year", "years", "day", "days", "total", "average", "estimate", "estimated", "projected", "forecast", "baseline", "target", "note", "updated", "accessed", "retrieved", "published", "founded", "born", "died", "released", "revised", "copyright", "patent", "windows", "office", "world", "cup", "olympics", "olympic", "games", "summit", "conference", "congress", "symposium", "workshop", "proceedings", "census", "agenda", "vision", "horizon", "election", "elections", "war", "battle", "crisis", "pandemic", "report", "survey", "study", "studies", "data", "dataset", "source", "sources", "see", "review", "trial", "trials", "experiment", "method", "methods", "results", "budget", "revenue", "sales", "million", "billion", "percent", "population", "usd", "eur", "gbp", "tour", "championship", "league", "festival", "award", "awards", "prize", "north", "south", "east", "west", "central", "northern", "southern", "eastern", "western", "university", "press", "journal", "company", "group", "inc", "ltd", "corp", "act's", "supplement", "ed", "eds", "the", "this", "these", "those", "a", "an", "i", "we", "it", "in", "on", "of", "from", "by", "as", "however", "although", "while", "when", "after", "before", "film", "movie", "album", "song", "novel", "book", "painting", "photo", "map", "release", "beta", "android", "ios", "python", "java", "excel", "ubuntu", "linux", "macos", "unicode", "iso", "iec", "ieee", "rfc":
		return true
	}
	return false
}

// placeName reports whether a word names a place, an era or a publisher that years are
// given with, and hardly a person.
func placeName(w string) bool {
	switch w {
	case "paris", "london", "berlin", "vienna", "rome", "madrid", "brussels", "geneva", "zurich", "oxford", "cambridge", "boston", "chicago", "tokyo", "kyoto", "osaka", "beijing", "shanghai", "singapore", "sydney", "melbourne", "toronto", "montreal", "vancouver", "moscow", "kyiv", "warsaw", "prague", "budapest", "athens", "istanbul", "ankara", "cairo", "delhi", "mumbai", "seoul", "amsterdam", "copenhagen", "stockholm", "oslo", "helsinki", "dublin", "edinburgh", "glasgow", "manchester", "lisbon", "barcelona", "milan", "munich", "hamburg", "frankfurt", "cologne", "dresden", "leipzig", "seattle", "houston", "atlanta", "denver", "philadelphia", "detroit", "miami", "texas", "california", "florida", "ohio", "hawaii", "alaska", "quebec", "ontario",
		"germany", "france", "italy", "spain", "portugal", "england", "scotland", "wales", "ireland", "britain", "europe", "asia", "africa", "america", "australia", "canada", "mexico", "brazil", "argentina", "chile", "peru", "china", "japan", "india", "korea", "taiwan", "vietnam", "thailand", "indonesia", "malaysia", "philippines", "pakistan", "bangladesh", "iran", "iraq", "syria", "israel", "egypt", "turkey", "greece", "russia", "ukraine", "poland", "hungary", "austria", "switzerland", "belgium", "netherlands", "denmark", "norway", "sweden", "finland", "iceland", "kenya", "nigeria", "ghana", "ethiopia", "antarctica",
		"springer", "elsevier", "wiley", "routledge", "nature", "science", "cell", "lancet", "frontiers", "arxiv", "reuters", "bloomberg", "forbes", "wikipedia", "google", "microsoft", "apple", "amazon", "facebook", "meta", "twitter", "openai", "nvidia", "intel", "tesla", "netflix", "youtube", "statista", "gartner", "deloitte", "mckinsey", "brexit", "renaissance", "covid":
		return true
	}
	return false
}
