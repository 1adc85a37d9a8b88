package text

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// show writes numbers as "kind low[..high][unit][~][<>]".
func show(numbers []Number) string {
	var parts []string
	for _, n := range numbers {
		s := []string{"plain", "percent", "money", "year", "date", "ordinal", "version", "measure", "clock"}[n.Kind]
		s += fmt.Sprintf(" %.10g", n.Low)
		if n.High != n.Low {
			s += fmt.Sprintf("..%.10g", n.High)
		}
		if n.Unit != "" {
			s += " " + n.Unit
		}
		if n.Approx {
			s += " ~"
		}
		s += []string{" <", "", " >"}[n.Bound+1]
		parts = append(parts, s)
	}
	return strings.Join(parts, "; ")
}

func TestNumbers(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{"no number", ""},
		{"10ms, 10 ms and a 10 millisecond pause", "measure 10 ms; measure 10 ms; measure 10 ms"},
		{"a 10-millisecond pause", "measure 10 ms"},
		{"10-20%", "percent 10..20 %"},
		{"between 2% and 4%", "percent 2..4 %"},
		{"between 2 and 4 percent", "percent 2..4 %"},
		{"300 - 400 milliseconds", "measure 300..400 ms"},
		{"30 or 40 milliseconds", "measure 30..40 ms"},
		{"4 or 5 developers", "plain 4..5"},
		{"10–20 μs", "measure 10..20 us"},
		{"from 300 to 10 milliseconds", "measure 300 ms; measure 10 ms"},
		{"pauses range from 1 to 3 ms", "measure 1..3 ms"},
		{"$45M", "money 45000000 usd"},
		{"45 million dollars", "money 45000000 usd"},
		{"45,000,000 US dollars", "money 45000000 usd"},
		{"€1.5–2 billion", "money 1500000000..2000000000 eur"},
		{"US$3.2bn", "money 3200000000 usd"},
		{"USD 500 and 20 euros", "money 500 usd; money 20 eur"},
		{"8.5 %, 9 per cent, 3 percentage points, 25 basis points", "percent 8.5 %; percent 9 %; percent 3 pp; percent 25 bp"},
		{"Go 1.21", "version 1.021 go"},
		{"Go 1.4 and 1.5", "version 1.004 go; version 1.005 go"},
		{"v2.0 or version 1.21.3", "version 2 v; version 1.021003 v"},
		{"1.5 seconds at 1.5", "measure 1.5 s; plain 1.5"},
		{"GPT-4 on Go1.5", "version 4 gpt; version 1.005 go"},
		{"In 1.5 seconds", "measure 1.5 s"},
		{"August 2015", "date 20150801..20150831"},
		{"July 12, 2018 and 12 July 2018 and 2018-07-12", "date 20180712; date 20180712; date 20180712"},
		{"the 3rd of May 2011", "date 20110503"},
		{"On July 27 it rained", "date 727"},
		{"It may 5", "plain 5"},
		{"in 2015, since 1999", "year 2015; year 1999"},
		{"2000 users", "plain 2000"},
		{"2010–2015, 2015-16", "year 2010..2015; year 2015..2016"},
		{"in the 1990s", "year 1990..1999"},
		{"three of twelve", "plain 3; plain 12"},
		{"twenty-one minutes", "measure 21 min"},
		{"one of them took one second", "measure 1 s"},
		{"half a million in half an hour", "plain 500000; measure 0.5 h"},
		{"about a third", "percent 33.33333333 % ~"},
		{"two thirds of users, half of them", "percent 66.66666667 %; percent 50 %"},
		{"a third party was the second to go", "ordinal 3; ordinal 2"},
		{"the 21st century, the 21st floor", "year 2000..2100; ordinal 21"},
		{"about 5, roughly 6 ms, ~7%, nearly 8", "plain 5 ~; measure 6 ms ~; percent 7 % ~; plain 8 ~"},
		{"up to 10 ms, at least 3, more than 4 and less than 9 GB", "measure 10 ms <; plain 3 >; plain 4 >; measure 9 gb <"},
		{"well below 10 ms, under 1 ms, no more than 5, 7 or more, 10+", "measure 10 ms <; measure 1 ms <; plain 5 <; plain 7 >; plain 10 >"},
		{"over 3 years, over 300 ms", "measure 3 year; measure 300 ms >"},
		{"10k stars, 2.5 million, two hundred thousand, a billion", "plain 10000; plain 2500000; plain 200000; plain 1000000000"},
		{"-5 degrees", "measure -5 degree"},
		{"int64 and sha256 and x86_64", ""},
		{"see https://go.dev/blog/2015/10 [3] [4, 5]", ""},
		{"5 to 3 votes", "plain 5; plain 3"},
		{"a 100x speedup, 5-fold, 4 times", "measure 100 x; measure 5 x; measure 4 x"},
		{"1,234.5 km and 12,34; pages 1,2,3", "measure 1234.5 km; plain 12.34; plain 1; plain 2; plain 3"},
	} {
		if got := show(Numbers(test.in)); got != test.want {
			t.Errorf("Numbers(%q)\n got %s\nwant %s", test.in, got, test.want)
		}
	}
}

func TestSupports(t *testing.T) {
	for _, test := range []struct {
		source, claim string
		want          bool
	}{
		{"8.52%", "8.5%", true},
		{"8.56%", "8.5%", false},
		{"8.5%", "8.52%", false},
		{"45,000,000 dollars", "$45M", true},
		{"$45.3 million", "$45M", true},
		{"$46 million", "$45M", false},
		{"34%", "about a third", true},
		{"25%", "about a third", false},
		{"50%", "half of the users", true},
		{"10 ms", "10 milliseconds", true},
		{"0.01 seconds", "10 ms", true},
		{"10 seconds", "10 ms", false},
		{"10 ms", "10", false},
		{"12", "more than 10", true},
		{"10", "more than 10", false},
		{"10", "at least 10", true},
		{"9 ms", "under 10 ms", true},
		{"under 10 ms", "10 ms", false},
		{"under 10 ms", "under 10 ms", true},
		{"under 10 ms", "under 20 ms", true},
		{"under 20 ms", "under 10 ms", false},
		{"more than 10", "under 20", false},
		{"300-400 ms", "300 to 400 ms", true},
		{"300-400 ms", "300-500 ms", false},
		{"300-400 ms", "350 ms", false},
		{"310 ms", "about 300 ms", true},
		{"400 ms", "about 300 ms", false},
		{"Go 1.20", "Go 1.2", false},
		{"Go 1.5", "Go 1.5", true},
		{"Python 1.5", "Go 1.5", false},
		{"August 2015", "in 2015", true},
		{"August 19, 2015", "August 2015", true},
		{"in 2015", "August 2015", false},
		{"in 2016", "in 2015", false},
		{"in 1995", "the 1990s", true},
		{"July 12, 2018", "July 12", true},
		{"5 percent", "5 percentage points", false},
		{"the third", "the fourth", false},
		{"three", "3", true},
		{"twelve months", "1 year", true},
	} {
		source, claim := Numbers(test.source), Numbers(test.claim)
		if len(source) != 1 || len(claim) != 1 {
			t.Errorf("%q, %q: %d and %d numbers, want one each", test.source, test.claim, len(source), len(claim))
			continue
		}
		if got := source[0].Supports(claim[0]); got != test.want {
			t.Errorf("%q supports %q = %v, want %v", test.source, test.claim, got, test.want)
		}
	}
}

func TestOf(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"The park has 16 turbines.", "turbines"},
		{"It runs 16 new offshore wind turbines in the north.", "turbines"},
		{"16 of the turbines stand still.", "turbines"},
		{"It cut 8% of total electricity demand.", "demand"},
		{"One in five voters stayed home.", "voters"},
		{"A five-day trip", ""},
		{"An end of 2-day trips", "trips"},
		{"It has revenue of $9 million.", "revenue"},
		{"It made $5 million in profit.", "profit"},
		{"It raised $5 million in Texas.", ""},
		{"In 1.5 reduced garbage collection pauses", ""},
		{"16 came and brought others.", ""},
		{"It began in 2015 with others.", ""},
	} {
		if n := Numbers(test.in); len(n) != 1 || n[0].Of != test.want {
			t.Errorf("%q: %+v, want one number, of %q", test.in, n, test.want)
		}
	}
}

func FuzzNumbers(f *testing.F) {
	for _, s := range []string{"$45M to 1.2.3", "between a third and 2015-16", "about -5 %", "12 July 2018, the 1990s", "9.9.9.9,999", "half an \xff hour"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, n := range Numbers(s) {
			if n.Start < last || n.End <= n.Start || n.End > len(s) || n.Text != s[n.Start:n.End] {
				t.Fatalf("%+v in %q: span out of order or outside", n, s)
			}
			if utf8.ValidString(s) && !utf8.ValidString(n.Text) {
				t.Fatalf("%q cuts a character of %q", n.Text, s)
			}
			if n.Bound == 0 && n.Low <= n.High && !n.Supports(n) {
				t.Fatalf("%+v does not support itself", n)
			}
			last = n.End
		}
	})
}

// TestUnits reads every unit that a word names in text.
func TestUnits(t *testing.T) {
	for word, unit := range wordUnits {
		switch word {
		case "us": // is a word too
			word = "µs"
		case "kb": // is a kilobit so written
			word = "KB"
		}
		if got := Numbers("It was 7 " + word + "."); len(got) != 1 || got[0].Unit != unit || got[0].Low != 7 {
			t.Errorf("7 %s: got %+v, want the unit %s", word, got, unit)
		}
	}
}

// TestScales has measures that are equal, with every unit that is a multiple of another.
func TestScales(t *testing.T) {
	equal := [][]string{
		{"2 weeks", "14 days", "336 hours", "20160 minutes", "1209600 s"},
		{"2 s", "2000 ms", "2000000 µs", "2000000000 ns"},
		{"2 centuries", "20 decades", "200 years", "2400 months"},
		{"50 bp", "0.5 pp"},
		{"2 PB", "2000 TB", "2000000 GB", "2000000000 MB", "2000000000000 KB", "2000000000000000 bytes"},
		{"2 TiB", "2048 GiB", "2097152 MiB", "2147483648 KiB", "2199023255552 bytes"},
		{"2 GHz", "2000 MHz", "2000000 kHz", "2000000000 hertz"},
		{"2 GW", "2000 MW", "2000000 kW", "2000000000 W"},
		{"2 km", "2000 m", "200000 cm", "2000000 mm"},
		{"2 kg", "2000 grams", "2000000 mg", "2000000000 µg"},
		{"2 m", "2000000 µm", "2000000000 nm", "6.56168 ft", "2.18723 yards", "78.7402 inches"},
		{"2 nautical miles", "3.704 km", "2.3016 miles"},
		{"2 light-years", "18921400000000 km"},
		{"2 knots", "3.704 km/h", "1.02889 m/s"},
		{"2 km²", "200 ha", "2000000 m2", "494.211 acres", "0.772204 square miles", "2391980 square yards"},
		{"2 m2", "20000 cm²", "2000000 mm²", "21.5278 sq ft", "3100.01 square inches"},
		{"2 m³", "2000 litres", "20000 dl", "200000 cl", "2000000 ml", "2000000 cm³", "70.6293 cubic feet", "528.344 gallons", "4226.75 pints", "12.5796 barrels"},
		{"2 km³", "2000000000000 l"},
		{"2 Gt", "2000 Mt", "2000000 kilotonnes", "2000000000 t", "4409245243698 lb", "70547923899161 oz"},
		{"2 TW", "2000 GW"},
		{"2 TWh", "2000 GWh", "2000000 MWh", "2000000000 kWh", "2000000000000 Wh", "7200 TJ", "7200000 GJ", "7200000000 MJ", "7200000000000 kJ"},
		{"2 kcal", "8.368 kJ", "8368 joules"},
		{"2 kV", "2000 V", "2000000 mV"},
		{"2 MPa", "2000 kPa", "20 bar", "20000 hPa", "2000000 Pa", "290.075 psi"},
		{"2 THz", "2000 GHz"},
		{"2 Tbit", "2000 Gbit", "2000000 Mbit", "2000000000 kbit", "2000000000000 bits", "250000000000 bytes"},
		{"5 °C", "41 °F", "278.15 K"},
		{"£2", "200 pence"},
		{"$2", "200 cents"},
		{"2 %", "20 ‰"},
		{"2 kilotonnes", "2000 t"},
	}
	tried := map[string]bool{}
	for _, row := range equal {
		for _, text := range row {
			source, claim := Numbers(row[0]), Numbers(text)
			if len(source) != 1 || len(claim) != 1 || !source[0].Supports(claim[0]) {
				t.Errorf("%q (%+v) does not support %q (%+v)", row[0], source, text, claim)
				continue
			}
			tried[claim[0].Unit] = true
		}
	}
	for unit, s := range scales {
		if s.factor != 1 && !tried[unit] {
			t.Errorf("%s is not tried", unit)
		}
	}
}
