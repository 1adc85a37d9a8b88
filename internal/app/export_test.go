package app

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
)

func TestExport(t *testing.T) {
	t.Parallel()
	c, res := aFinished(t)
	for format, p := range map[string]string{"md": "final_report.md", "html": "final_report.html", "json": "report.json",
		"bibtex": "references.bib", "csl-json": "references.csl.json"} {
		var b bytes.Buffer
		if err := newApp(c).Export(ctx, res.Session, format, ExportOptions{}, &b); err != nil || b.String() != read(t, res.Dir, "07_style", p) {
			t.Errorf("%s: %d bytes, %v", format, b.Len(), err)
		}
	}
	if err := newApp(c).Export(ctx, res.Session, "pdf", ExportOptions{}, &bytes.Buffer{}); citestone.KindOf(err) != citestone.BadInput {
		t.Errorf("unknown format: %v", err)
	}
}

// TestBundle audits a bundle, and then with a byte flipped at places all over it.
func TestBundle(t *testing.T) {
	t.Parallel()
	_, full := aFinished(t)
	for name, from := range map[string]Result{"plain": full, "with rounds": aRevised(t)} {
		for _, fullText := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				testBundle(t, from, fullText)
			})
		}
	}
}

func testBundle(t *testing.T, from Result, fullText bool) {
	c, res := copied(t, from)
	a := newApp(c)
	var b bytes.Buffer
	if err := a.Export(ctx, res.Session, "bundle", ExportOptions{FullText: fullText}, &b); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.bundle")
	write := func(data []byte) {
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(b.Bytes())
	got, err := a.Audit(ctx, file)
	if err != nil || !got.OK || got.Rate == nil || *got.Rate != 1 || got.Session != res.Session {
		t.Fatalf("audit %+v, %v", got, err)
	}
	want := unzip(t, b.Bytes())
	for i := range 40 {
		data := bytes.Clone(b.Bytes())
		at := (2*i + 1) * len(data) / 80
		data[at] ^= 0x10
		write(data)
		// The archive's own fields, such as times, hold nothing of the bundle.
		if got, err := a.Audit(ctx, file); err == nil && got.OK && !cmp.Equal(unzip(t, data), want) {
			t.Errorf("byte %d of %d was flipped, and the audit passes", at, len(data))
		}
	}
	for name, content := range want {
		changed := maps.Clone(want)
		changed[name] = content[:len(content)/2] + string(content[len(content)/2]^1) + content[len(content)/2+1:]
		write(zipped(t, changed))
		if got, err := a.Audit(ctx, file); err == nil && got.OK {
			t.Errorf("%s was changed, and the audit passes", name)
		}
		delete(changed, name)
		write(zipped(t, changed))
		if got, err := a.Audit(ctx, file); err == nil && got.OK {
			t.Errorf("%s was removed, and the audit passes", name)
		}
	}
}

// unzip returns the files of an archive.
func unzip(t testing.TB, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(content)
	}
	return out
}

func zipped(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
