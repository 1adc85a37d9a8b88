package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/citestone/citestone"
)

// Format is the number of the manifest format that this program writes. It reads this
// and lower numbers.
const Format = 1

// State is how a session stands as a whole.
type State string

// The states. Manifests hold the first four; Broken is only shown in an Info.
const (
	Active      State = "running"
	Complete    State = "complete"
	Stopped     State = "failed"
	Interrupted State = "interrupted"
	Broken      State = "damaged"
)

// Status is how a step ended.
type Status string

// The statuses.
const (
	Done    Status = "done"
	Skipped Status = "skipped" // it had nothing to do
	NotRun  Status = "not_run" // it cannot honestly be done here
	Failed  Status = "failed"
	Running Status = "running" // its outputs are being replaced; seen only after a crash
)

// Manifest is the record of a session: what was asked, what is pinned, and for each
// step what it read and wrote.
type Manifest struct {
	Format  int               `json:"format"`
	ID      string            `json:"id"`
	Created time.Time         `json:"created"` // pinned; UTC
	State   State             `json:"state"`
	Request citestone.Request `json:"request"`
	Pins    map[string]string `json:"pins"` // name -> version, hash or generation
	Steps   []StepRecord      `json:"steps"`
	Calls   Seal              `json:"calls"` // the part of the call log known to be whole
	Seal    string            `json:"seal"`  // the last field: sha256 of the compact JSON with an empty seal
}

// Seal is the length and hash of the beginning of an append-only file.
type Seal struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// StepRecord is what the manifest knows of a step. Hashes are sha256 in hexadecimal.
type StepRecord struct {
	Key         string            `json:"key"` // stage/step, in a round rN/stage/step
	Status      Status            `json:"status"`
	Fingerprint string            `json:"fingerprint"`
	Reason      string            `json:"reason,omitempty"` // why skipped, not run or failed
	Form        string            `json:"form,omitempty"`
	Inputs      map[string]string `json:"inputs,omitempty"`  // path -> hash; a missing file is left out
	Outputs     map[string]string `json:"outputs,omitempty"` // path -> hash
	Edited      []string          `json:"edited,omitempty"`  // outputs that were edited by hand since
	Looked      string            `json:"looked,omitempty"`  // hash of the earlier records, if it read them
	Used        citestone.Usage   `json:"used"`
	Started     time.Time         `json:"started"`
	Ended       time.Time         `json:"ended"`
}

// Step returns the record with the key, nil if there is none.
func (m *Manifest) Step(key string) *StepRecord {
	for i := range m.Steps {
		if m.Steps[i].Key == key {
			return &m.Steps[i]
		}
	}
	return nil
}

// Put replaces the record with the same key, or appends it.
func (m *Manifest) Put(r StepRecord) {
	if old := m.Step(r.Key); old != nil {
		*old = r
		return
	}
	m.Steps = append(m.Steps, r)
}

// Encode returns the manifest's file: sealed, indented JSON.
func Encode(m Manifest) ([]byte, error) {
	m.Seal = ""
	data, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encode manifest: %w", err)
	}
	sum := sha256.Sum256(data)
	data = bytes.TrimSuffix(data, []byte(`"}`)) // the seal is the last field
	data = fmt.Appendf(data, `%x"}`, sum)
	var b bytes.Buffer
	b.Grow(2 * len(data))
	if err := json.Indent(&b, data, "", "\t"); err != nil {
		return nil, fmt.Errorf("encode manifest: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// Decode reads a manifest's file and checks its seal. The error is citestone.Damaged
// when it was cut or changed, and citestone.BadInput when its format is newer than
// this program. Unknown fields are ignored.
func Decode(data []byte) (Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		var head struct{ Format int }
		if json.Unmarshal(data, &head) == nil && head.Format > Format {
			return m, tooNew(head.Format)
		}
		return m, damaged("%s is not a whole JSON document: %w", citestone.ManifestPath, err)
	}
	if m.Format > Format {
		return m, tooNew(m.Format)
	}
	if !sealed(data, m.Seal) {
		return m, damaged("%s was changed outside Citestone: its seal does not match its content", citestone.ManifestPath)
	}
	return m, nil
}

func tooNew(format int) error {
	return citestone.Errorf(citestone.BadInput, "the session was written by a newer Citestone: format %d, this program reads up to %d", format, Format).
		WithHint("use the newer Citestone to open it")
}

func damaged(format string, args ...any) error {
	return citestone.Errorf(citestone.Damaged, format, args...).
		WithHint("restore the file from a copy, or start a new session; the artifacts are still there to read")
}

// sealed reports whether the seal is that of the file: the hash of its compact JSON with
// an empty seal, whatever fields it has.
func sealed(data []byte, seal string) bool {
	var b bytes.Buffer
	if json.Compact(&b, data) != nil {
		return false
	}
	head, ok := bytes.CutSuffix(b.Bytes(), fmt.Appendf(nil, "%q}", seal))
	if !ok {
		return false
	}
	sum := sha256.Sum256(append(head, `""}`...))
	return hex.EncodeToString(sum[:]) == seal
}
