package render

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/citestone/citestone"
)

// The files of a bundle, and the limits within which one is written and read.
const (
	bundleFormat = 1

	manifestFile = "manifest.json"
	reportFile   = "report.md"
	recordFile   = "report.json"
	claimsFile   = "claims.json"
	ledgerFile   = "ledger.jsonl"
	sourcesFile  = "sources.json"
	passagesDir  = "passages/"
	snapshotsDir = "snapshots/"

	maxBundleFiles = 4096
	maxBundleBytes = 256 << 20 // of all files together, unpacked
)

// proves says what an audit that passes means, and what it does not.
const proves = "Every claim recorded as supported is supported by the passages in this bundle, by a judge that needs " +
	"nothing but their text, and no file was changed since packaging as far as the hashes tell. " +
	"It does not prove that the passages are what the sources' pages say: follow the links for that."

// BundleInput is what a proof bundle holds.
type BundleInput struct {
	Version  string // of the tool
	Markdown string // the final report
	Report   citestone.Report
	Library  Library // Texts are needed for FullText only
	FullText bool    // put the whole stored text of each cited source into the bundle
}

// manifest is manifest.json.
type manifest struct {
	Format   int       `json:"format"`
	Tool     string    `json:"tool"`
	Version  string    `json:"tool_version"`
	Session  string    `json:"session_id"`
	Question string    `json:"question"`
	FullText bool      `json:"full_text"`
	Proves   string    `json:"what_an_audit_proves"`
	Files    []fileSum `json:"files"` // sorted by path; all but the manifest itself
}

type fileSum struct {
	Path   string `json:"path"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// cut is passages/sN.json: what a source says where the report rests on it.
type cut struct {
	Source   string       `json:"source"`
	SHA256   string       `json:"snapshot_sha256"` // of the stored text that the offsets count in
	Bytes    int          `json:"snapshot_bytes"`
	Passages []cutPassage `json:"passages"` // by offset
}

// cutPassage is a passage of the ledger, or evidence that a verdict took from elsewhere
// in the stored text.
type cutPassage struct {
	Entry string `json:"entry,omitempty"` // ledger id
	citestone.Passage
}

// Bundle writes a proof bundle: a zip archive with the report, its claims, the
// ledger, the cited passages and a manifest of hashes. Same input, same bytes.
func Bundle(w io.Writer, b BundleInput) error {
	files, err := b.files()
	if err != nil {
		return err
	}
	m := manifest{Format: bundleFormat, Tool: "citestone", Version: b.Version, Session: b.Report.Session,
		Question: b.Report.Question, FullText: b.FullText, Proves: proves}
	total := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		m.Files = append(m.Files, fileSum{name, len(files[name]), digest(files[name])})
		total += len(files[name])
	}
	if len(files) >= maxBundleFiles || total > maxBundleBytes {
		return citestone.Errorf(citestone.BadInput, "the bundle would hold %d files of %d bytes; the limits are %d and %d",
			len(files), total, maxBundleFiles, maxBundleBytes).WithHint("leave the sources' full texts out")
	}
	if files[manifestFile], err = indented(m); err != nil {
		return err
	}
	return writeZip(w, files)
}

func (b BundleInput) files() (map[string][]byte, error) {
	var ids []string
	for _, r := range b.Report.References {
		ids = appendNew(ids, r.Source)
	}
	sources := b.Library.Select(ids)
	files := map[string][]byte{reportFile: []byte(b.Markdown)}
	values := map[string]any{recordFile: b.Report, claimsFile: b.Report.Claims, sourcesFile: sources}
	for _, s := range sources {
		values[passagesDir+s.ID+".json"] = b.cut(s)
		if b.FullText {
			if digest([]byte(b.Library.Texts[s.ID])) != s.SHA256 {
				return nil, citestone.Errorf(citestone.Damaged, "the stored text of source %s is missing or was changed", s.ID)
			}
			files[snapshotsDir+s.ID+".txt"] = []byte(b.Library.Texts[s.ID])
		}
	}
	for name, v := range values {
		data, err := indented(v)
		if err != nil {
			return nil, err
		}
		files[name] = data
	}
	var lines bytes.Buffer
	for _, e := range b.Library.Ledger {
		data, err := json.Marshal(e)
		if err != nil {
			return nil, citestone.Errorf(citestone.Internal, "writing the ledger: %w", err)
		}
		lines.Write(append(data, '\n'))
	}
	files[ledgerFile] = lines.Bytes()
	return files, nil
}

// cut collects the source's ledger passages and, from the claims, the evidence that
// lies outside of them.
func (b BundleInput) cut(s citestone.Source) cut {
	c := cut{Source: s.ID, SHA256: s.SHA256, Bytes: s.Bytes}
	for _, e := range b.Library.Ledger {
		if e.Passage.Source == s.ID {
			c.Passages = append(c.Passages, cutPassage{e.ID, e.Passage})
		}
	}
	add := func(list []citestone.Evidence) {
		for _, e := range list {
			if e.Source == s.ID && !c.holds(e) {
				c.Passages = append(c.Passages, cutPassage{Passage: citestone.Passage{Source: s.ID, Start: e.Start, End: e.End, Text: e.Quote}})
			}
		}
	}
	for _, claim := range b.Report.Claims {
		add(claim.Evidence)
		for _, r := range claim.Results {
			add(r.Evidence)
		}
	}
	slices.SortStableFunc(c.Passages, func(a, b cutPassage) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return c
}

func (c cut) holds(e citestone.Evidence) bool {
	return slices.ContainsFunc(c.Passages, func(p cutPassage) bool { return p.Start <= e.Start && e.End <= p.End })
}

// writeZip writes the files sorted by name, with one fixed time.
func writeZip(w io.Writer, files map[string][]byte) error {
	z := zip.NewWriter(w)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		f, err := z.CreateHeader(h)
		if err == nil {
			_, err = f.Write(files[name])
		}
		if err != nil {
			return citestone.Errorf(citestone.StorageFailed, "writing %s into the bundle: %w", name, err)
		}
	}
	if err := z.Close(); err != nil {
		return citestone.Errorf(citestone.StorageFailed, "writing the bundle: %w", err)
	}
	return nil
}

func indented(v any) ([]byte, error) {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return nil, citestone.Errorf(citestone.Internal, "writing the bundle: %w", err)
	}
	return append(data, '\n'), nil
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
