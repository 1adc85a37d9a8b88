package audit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/citestone/citestone"
)

// baselineVersion is that of the file that a baseline is kept in.
const baselineVersion = 1

// Baseline holds the findings of documents that are known and accepted, so that an old
// document can be adopted and only what is new is reported. A document is known by its
// path, with forward slashes, from the folder that the baseline lies in.
type Baseline struct {
	documents map[string][]known
}

// known is an accepted finding. All but the fingerprint is for people.
type known struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Message     string `json:"message"`
}

// baselineFile is a baseline as it is written: one line for each finding, sorted, so
// that two can be merged by hand.
type baselineFile struct {
	Version   int                `json:"version"`
	Documents map[string][]known `json:"documents"`
}

// ReadBaseline reads a baseline. The error is BadInput and names the line.
func ReadBaseline(data []byte) (*Baseline, error) {
	var f baselineFile
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		at := decoder.InputOffset()
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			at = syntax.Offset
		}
		line := 1 + bytes.Count(data[:min(int(at), len(data))], []byte("\n"))
		return nil, citestone.Errorf(citestone.BadInput, "line %d: this is no baseline: %w", line, err).
			WithHint("write it anew from the documents, or take the conflict marks of a merge out")
	}
	if f.Version != baselineVersion {
		return nil, citestone.Errorf(citestone.BadInput, "the baseline is of version %d; this program reads version %d", f.Version, baselineVersion)
	}
	b := &Baseline{}
	for name, list := range f.Documents {
		b.put(name, list)
	}
	return b, nil
}

// clean writes a path as a baseline has it.
func clean(document string) string { return path.Clean(strings.ReplaceAll(document, `\`, "/")) }

func (b *Baseline) put(document string, list []known) {
	if b.documents == nil {
		b.documents = map[string][]known{}
	}
	if list = slices.Clone(list); len(list) == 0 {
		delete(b.documents, clean(document))
		return
	}
	slices.SortFunc(list, func(x, y known) int {
		return cmp.Or(cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Message, y.Message), cmp.Compare(x.Fingerprint, y.Fingerprint))
	})
	b.documents[clean(document)] = list
}

// Filter parts the findings of a document into fresh ones and known ones, and counts
// the known ones that are gone.
func (b *Baseline) Filter(document string, findings []citestone.Finding) (fresh, accepted []citestone.Finding, gone int) {
	left := map[string]bool{}
	for _, k := range b.documents[clean(document)] {
		left[k.Fingerprint] = true
	}
	for _, f := range findings {
		if f.Fingerprint != "" && left[f.Fingerprint] {
			delete(left, f.Fingerprint)
			accepted = append(accepted, f)
		} else {
			fresh = append(fresh, f)
		}
	}
	return fresh, accepted, len(left)
}

// Set makes the findings of a document the known ones, in place of those before.
func (b *Baseline) Set(document string, findings []citestone.Finding) {
	list := make([]known, 0, len(findings))
	for _, f := range findings {
		list = append(list, known{f.Fingerprint, f.Rule, f.Message})
	}
	b.put(document, list)
}

// Keep forgets the documents that keep is false for.
func (b *Baseline) Keep(keep func(document string) bool) {
	maps.DeleteFunc(b.documents, func(document string, _ []known) bool { return !keep(document) })
}

// Len counts the documents with known findings, and these.
func (b *Baseline) Len() (documents, findings int) {
	for _, list := range b.documents {
		findings += len(list)
	}
	return len(b.documents), findings
}

// Write writes the baseline: the same findings give the same bytes.
func (b *Baseline) Write(w io.Writer) error {
	var out bytes.Buffer
	out.WriteString("{\n  \"version\": 1,\n  \"documents\": {")
	names := make([]string, 0, len(b.documents))
	for name := range b.documents {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		out.WriteString(separator(i) + "\n    ")
		encode(&out, name)
		out.WriteString(": [")
		for k, f := range b.documents[name] {
			out.WriteString(separator(k) + "\n      ")
			encode(&out, f)
		}
		out.WriteString("\n    ]")
	}
	out.WriteString("\n  }\n}\n")
	_, err := w.Write(out.Bytes())
	return err
}

func separator(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// encode writes a value on one line, with < and > as they are.
func encode(out *bytes.Buffer, v any) {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // strings and structs of strings always have an encoding
	out.Truncate(out.Len() - len("\n"))
}
