package session_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/sessiontest"
)

func encoded(t *testing.T) (session.Manifest, []byte) {
	t.Helper()
	m := sessiontest.Manifest()
	m.Put(session.StepRecord{Key: "00_research/scope", Status: session.Done, Outputs: map[string]string{"a": "b"}, Started: m.Created, Ended: m.Created})
	data, err := session.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	return m, data
}

func TestManifestRoundTrip(t *testing.T) {
	m, data := encoded(t)
	got, err := session.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	m.Seal = got.Seal
	if diff := cmp.Diff(m, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestManifestDamage(t *testing.T) {
	_, data := encoded(t)
	for i := range data {
		for name, bad := range map[string][]byte{
			"cut":     data[:i],
			"flipped": append(append(bytes.Clone(data[:i]), data[i]^1), data[i+1:]...),
		} {
			_, err := session.Decode(bad)
			if err == nil && bytes.Equal(bytes.TrimSpace(bad), bytes.TrimSpace(data)) {
				continue // only white space at the end is missing
			}
			if err == nil && strings.TrimSpace(string(data[i:i+1])) == "" {
				continue // another kind of white space
			}
			if k := citestone.KindOf(err); err == nil || k != citestone.Damaged && k != citestone.BadInput {
				t.Fatalf("%s at byte %d of %d: %v", name, i, len(data), err)
			}
		}
	}
}

func TestManifestForeignFields(t *testing.T) {
	_, data := encoded(t)
	edited := bytes.Replace(data, []byte(`"Why?"`), []byte(`"Why not?"`), 1)
	if _, err := session.Decode(edited); citestone.KindOf(err) != citestone.Damaged {
		t.Errorf("edited question: %v", err)
	}
	// A field that an older program wrote and sealed, and this one no longer knows.
	old := `{"format":1,"id":"session_20261120_103000","retired":{"n":12345678901234567890},"seal":"` +
		`371978321fab294841171fc3403eba97478626d02b2431010bc4aee294c0fd95"}`
	if m, err := session.Decode([]byte(old)); err != nil || m.ID != "session_20261120_103000" {
		t.Errorf("retired field: %+v, %v", m, err)
	}
}

func TestManifestNewerFormat(t *testing.T) {
	for _, text := range []string{`{"format":2}`, `{"format":2,"steps":"in another shape"}`} {
		_, err := session.Decode([]byte(text))
		if citestone.KindOf(err) != citestone.BadInput || !strings.Contains(err.Error(), "newer Citestone") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
