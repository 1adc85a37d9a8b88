package render

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/verify"
)

const sound = "# How long are Go's pauses?\n\n" +
	"The pauses of Go 1.4 took 300 to 400 milliseconds [cite:g2]. Pauses are now below 10 milliseconds for most programs [cite:g1].\n\n" +
	"- The tricolor algorithm is from 1978 [cite:g3].\n- The heap grew by a third in 2016 [cite:g4].\n"

// bundled makes a bundle of a report whose claims were checked against whole texts.
func bundled(t *testing.T, full bool) []byte {
	t.Helper()
	lib := fixture(t)
	markdown, _, err := Numbered(sound, lib, Numeric)
	if err != nil {
		t.Fatal(err)
	}
	resolve := func(_ context.Context, r document.Reference) (*verify.Source, error) {
		for _, s := range lib.Sources {
			if r.SHA256 != "" && strings.HasPrefix(s.SHA256, r.SHA256) {
				about := entail.Context{Source: s.ID, URL: s.URL, Title: s.Title, Published: s.Published, Publisher: s.Publisher, Authors: s.Authors}
				return &verify.Source{ID: s.ID, URL: s.URL, Title: s.Title,
					Premise: entail.Prepare(lib.Texts[s.ID], document.Parse(s.ID+".md", lib.Texts[s.ID]), about)}, nil
			}
		}
		return nil, nil
	}
	v, err := verify.Document(t.Context(), document.Parse("report.md", markdown), entail.Deterministic(), resolve, verify.Options{Threshold: 0.9})
	if err != nil {
		t.Fatal(err)
	}
	if v.Summary.Claims != 4 || v.Summary.Supported != 4 {
		t.Fatalf("the fixture has %d of %d claims supported, want 4 of 4: %+v", v.Summary.Supported, v.Summary.Claims, v.Claims)
	}
	markdown = endBlock(markdown) + Appendix(Measurement{Verification: v, Judge: "deterministic", Date: today}, lib)
	var b bytes.Buffer
	err = Bundle(&b, BundleInput{Version: "v1.2.3", Markdown: markdown, Library: lib, FullText: full,
		Report: citestone.Report{Version: 1, Session: "20261121-pauses", Question: "How long are Go's pauses?",
			Summary: v.Summary, Claims: v.Claims, References: v.References, Sources: lib.Sources}})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func audited(t *testing.T, data []byte) (AuditResult, error) {
	t.Helper()
	return Audit(t.Context(), bytes.NewReader(data), int64(len(data)), entail.Deterministic())
}

// unzipped returns the files of an archive.
func unzipped(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	files, err := unpack(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// zipped packs the files; with fix, the manifest's hashes are made to match first.
func zipped(t *testing.T, files map[string][]byte, fix bool) []byte {
	t.Helper()
	if fix {
		var m manifest
		if err := json.Unmarshal(files[manifestFile], &m); err != nil {
			t.Fatal(err)
		}
		m.Files = nil
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if name != manifestFile {
				m.Files = append(m.Files, fileSum{name, len(files[name]), digest(files[name])})
			}
		}
		files[manifestFile], _ = indented(m)
	}
	var b bytes.Buffer
	if err := writeZip(&b, files); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestBundleIsSound(t *testing.T) {
	for _, full := range []bool{false, true} {
		got, err := audited(t, bundled(t, full))
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		_ = got.Text(&text)
		if !got.OK || got.Claims != 4 || got.Rate == nil || *got.Rate != 1 || len(got.Checks) != 7 {
			t.Errorf("full text %v: %s", full, text.String())
		}
		if !strings.Contains(text.String(), "The bundle is sound, 100 % of 4 claims supported.") || !strings.Contains(text.String(), "does not prove") {
			t.Errorf("the text does not say what was proved:\n%s", text.String())
		}
	}
}

func TestBundleIsDeterministic(t *testing.T) {
	a, b := bundled(t, true), bundled(t, true)
	if !bytes.Equal(a, b) {
		t.Error("the same input gave two archives")
	}
	z, err := zip.NewReader(bytes.NewReader(a), int64(len(a)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	want := strings.Fields(`claims.json ledger.jsonl manifest.json passages/s1.json passages/s2.json passages/s3.json
		report.json report.md snapshots/s1.txt snapshots/s2.txt snapshots/s3.txt sources.json`)
	if !slices.Equal(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
	if full, short := unzipped(t, a), unzipped(t, bundled(t, false)); len(short) != len(full)-3 {
		t.Errorf("%d files without full text, %d with", len(short), len(full))
	}
}

// TestAuditCatchesTampering changes one thing at a time. Unless fix is false the
// manifest's hashes are made to match, so that the checks behind them must notice.
func TestAuditCatchesTampering(t *testing.T) {
	replace := func(name, old, new string) func(map[string][]byte) {
		return func(files map[string][]byte) {
			if !bytes.Contains(files[name], []byte(old)) {
				t.Fatalf("%s has no %q", name, old)
			}
			files[name] = bytes.Replace(files[name], []byte(old), []byte(new), 1)
		}
	}
	for _, c := range []struct {
		name   string
		fix    bool
		check  string // that must fail
		change func(map[string][]byte)
	}{
		{"a byte of the report", false, "manifest", replace("report.md", "Go's", "Gos")},
		{"a file removed", false, "manifest", func(f map[string][]byte) { delete(f, "snapshots/s3.txt") }},
		{"a file added", false, "manifest", func(f map[string][]byte) { f["note.txt"] = []byte("x") }},
		{"another question", false, "manifest", replace("manifest.json", "How long", "How short")},
		{"a number in the report", true, "claims", replace("report.md", "300 to 400 milliseconds [1]", "100 to 200 milliseconds [1]")},
		{"a number of the same length in report and record", true, "claims", func(f map[string][]byte) {
			for name := range f {
				if !strings.HasPrefix(name, "passages") && !strings.HasPrefix(name, "snapshots") && name != "ledger.jsonl" {
					f[name] = bytes.ReplaceAll(f[name], []byte("from 1978"), []byte("from 1987"))
				}
			}
		}},
		{"a sentence added", true, "claims", replace("report.md", "\n\n- The tricolor", " Go 2 will come in 2031 [1].\n\n- The tricolor")},
		{"a marker moved", true, "claims", replace("report.md", "from 1978 [1]", "from 1978 [3]")},
		{"a marker without reference", true, "citations", replace("report.md", "from 1978 [1]", "from 1978 [9]")},
		{"a reference to another text", true, "citations", replace("report.md", "sha256:", "sha256:0")},
		{"the rate in the report", true, "appendix", replace("report.md", "4 of 4 (100 %)", "9 of 9 (100 %)")},
		{"a quotation in the report's table", true, "appendix", replace("report.md", "“The heap grew by a third in 2016.”", "“The heap grew by a half in 2016.”")},
		{"the ledger", true, "ledger", replace("ledger.jsonl", "1978", "1979")},
		{"an entry removed", true, "ledger", func(f map[string][]byte) {
			_, f["ledger.jsonl"], _ = bytes.Cut(f["ledger.jsonl"], []byte("\n"))
		}},
		{"a passage", true, "passages", replace("passages/s2.json", "1978", "1979")},
		{"a passage's place", true, "passages", replace("passages/s2.json", `"start": `, `"start": 1`)},
		{"passages of another snapshot", true, "passages", replace("passages/s2.json", `"snapshot_sha256": "`, `"snapshot_sha256": "0`)},
		{"a snapshot", true, "passages", replace("snapshots/s2.txt", "1978", "1979")},
		{"snapshots swapped", true, "passages", func(f map[string][]byte) {
			f["snapshots/s1.txt"], f["snapshots/s2.txt"] = f["snapshots/s2.txt"], f["snapshots/s1.txt"]
		}},
		{"a claim's status", true, "record", replace("claims.json", `"supported"`, `"undecided"`)},
		{"a claim's status in both records", true, "claims", func(f map[string][]byte) {
			replace("claims.json", `"supported"`, `"undecided"`)(f)
			replace("report.json", `"supported"`, `"undecided"`)(f)
		}},
		{"the recorded rate", true, "record", replace("report.json", `"verification_rate": 1`, `"verification_rate": 0.5`)},
		{"the evidence of a claim", true, "claims", func(f map[string][]byte) {
			replace("claims.json", `"quote": "The tricolor algorithm`, `"quote": "No such algorithm`)(f)
			replace("report.json", `"quote": "The tricolor algorithm`, `"quote": "No such algorithm`)(f)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := unzipped(t, bundled(t, true))
			c.change(files)
			got, err := audited(t, zipped(t, files, c.fix))
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(got.Checks, func(k Check) bool { return k.Name == c.check })
			if got.OK || got.Checks[i].OK {
				t.Errorf("the %s check did not notice: %+v", c.check, got.Checks)
			}
		})
	}
}

func TestAuditRefusesWhatIsNoBundle(t *testing.T) {
	raw := func(names ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, n := range names {
			w, err := z.CreateHeader(&zip.FileHeader{Name: n, Method: zip.Deflate})
			if err == nil && !strings.HasSuffix(n, "/") {
				_, err = io.WriteString(w, "{}")
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		_ = z.Close()
		return b.Bytes()
	}
	many := make([]string, maxBundleFiles+1)
	for i := range many {
		many[i] = strings.Repeat("a", i+1)
	}
	without := func(name string) []byte {
		files := unzipped(t, bundled(t, false))
		delete(files, name)
		return zipped(t, files, false)
	}
	broken := unzipped(t, bundled(t, false))
	broken["report.json"] = []byte("{")
	future := unzipped(t, bundled(t, false))
	future["manifest.json"] = bytes.Replace(future["manifest.json"], []byte(`"format": 1`), []byte(`"format": 9`), 1)
	for want, data := range map[string][]byte{
		"zip":                 []byte("hello"),
		"it has no manifest":  raw("report.md"),
		"twice":               raw("report.md", "report.md"),
		`"../report.md"`:      raw("../report.md"),
		`"/etc/passwd"`:       raw("/etc/passwd"),
		`"c:\\x"`:             raw(`c:\x`),
		`"passages/"`:         raw("passages/"),
		"more than the limit": raw(many...),
		"no report.md":        without("report.md"),
		"no ledger.jsonl":     without("ledger.jsonl"),
		"report.json: ":       zipped(t, broken, true),
		"format 9":            zipped(t, future, false),
	} {
		_, err := audited(t, data)
		if err == nil || citestone.KindOf(err) != citestone.BadInput || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

// TestAuditIsBounded: what would unpack to more than the limit, or to more than it
// says, is not unpacked.
func TestAuditIsBounded(t *testing.T) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err == nil {
		_, err = w.Write(make([]byte, 1<<20))
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	for size, want := range map[uint64]string{10: "report.md: ", maxBundleBytes + 1: "larger than the limit", 1 << 40: "larger than the limit"} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		f, err := z.CreateRaw(&zip.FileHeader{Name: "report.md", Method: zip.Deflate, CompressedSize64: uint64(packed.Len()), UncompressedSize64: size})
		if err == nil {
			_, err = f.Write(packed.Bytes())
		}
		if err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		if _, err := audited(t, b.Bytes()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("declared size %d: got %v, want an error with %q", size, err, want)
		}
	}
}

func TestBundleHoldsEvidenceOutsideOfTheLedger(t *testing.T) {
	lib := fixture(t)
	e := evidence(t, lib, "s2", "# Getting to Go")
	c := BundleInput{Library: lib, Report: citestone.Report{Claims: []citestone.CheckedClaim{{Evidence: []citestone.Evidence{e}}}}}.cut(lib.Sources[1])
	if len(c.Passages) != 3 || c.Passages[0].Entry != "" || c.Passages[0].Text != e.Quote {
		t.Errorf("passages %+v", c.Passages)
	}
}

func TestBundleRefusesOtherTexts(t *testing.T) {
	lib := fixture(t)
	lib.Texts["s2"] += "more"
	report := citestone.Report{References: []citestone.CheckedReference{{ID: "1", Source: "s2"}}}
	err := Bundle(io.Discard, BundleInput{Library: lib, Report: report, FullText: true})
	if citestone.KindOf(err) != citestone.Damaged || !strings.Contains(err.Error(), "s2") {
		t.Errorf("got %v, want an error that names s2", err)
	}
}

// TestBundleOfNoAnswer: a run that found no answer claims nothing; saying so of a report
// with claims does not hide them.
func TestBundleOfNoAnswer(t *testing.T) {
	lib := fixture(t)
	lib.Sources = nil
	in := BundleInput{Markdown: "# Not enough\n\nNone of 12 documents says what boards cost in Tokyo.\n", Library: lib,
		Report: citestone.Report{Session: "x", Outcome: citestone.InsufficientData}}
	var b bytes.Buffer
	if err := Bundle(&b, in); err != nil {
		t.Fatal(err)
	}
	if got, err := audited(t, b.Bytes()); err != nil || !got.OK || got.Rate != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	files := unzipped(t, bundled(t, false))
	files["report.json"] = bytes.Replace(files["report.json"], []byte(`"outcome": ""`), []byte(`"outcome": "insufficient_data"`), 1)
	files["report.md"] = bytes.Replace(files["report.md"], []byte("300 to 400"), []byte("100 to 200"), 1)
	if got, err := audited(t, zipped(t, files, true)); err != nil || got.OK {
		t.Errorf("got %+v, %v", got, err)
	}
}

func FuzzAudit(f *testing.F) {
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	var b bytes.Buffer
	_ = writeZip(&b, map[string][]byte{"manifest.json": []byte(`{"format":1}`), "report.md": []byte("x"), "ledger.jsonl": nil})
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = Audit(t.Context(), bytes.NewReader(data), int64(len(data)), entail.Deterministic())
	})
}

// TestAuditOfAModelsClaims: what a model supported is not asked again; it may be left
// undecided, but no veto may stand against it, and it is counted.
func TestAuditOfAModelsClaims(t *testing.T) {
	claim := func(s citestone.Status, judge string) citestone.CheckedClaim {
		return citestone.CheckedClaim{ID: "c1", Text: "It is old.", Status: s, Judge: judge}
	}
	for _, tt := range []struct {
		was, is citestone.CheckedClaim
		ok      bool
		note    string
	}{
		{claim(citestone.Supported, "nli"), claim(citestone.Undecided, "deterministic"), true, ", but for 1 claim on the word of a model, which is not asked again"},
		{claim(citestone.Supported, "nli"), claim(citestone.Supported, "deterministic"), true, ""},
		{claim(citestone.Supported, "nli"), claim(citestone.Unsupported, "deterministic"), false, ""},
		{claim(citestone.Supported, "nli"), claim(citestone.Contradicted, "deterministic"), false, ""},
		{claim(citestone.Supported, "deterministic"), claim(citestone.Undecided, "deterministic"), false, ""},
		{claim(citestone.Undecided, "nli"), claim(citestone.Supported, "deterministic"), false, ""},
	} {
		b := &bundle{claims: []citestone.CheckedClaim{tt.was}}
		again := []citestone.CheckedClaim{tt.is}
		if p, note := b.checkClaims(again), b.modelsNote(again); (len(p) == 0) != tt.ok || note != tt.note {
			t.Errorf("%s by %s, now %s: %q, %q", tt.was.Status, tt.was.Judge, tt.is.Status, p, note)
		}
	}
}
