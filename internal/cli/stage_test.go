package cli

import (
	"slices"
	"testing"

	"github.com/citestone/citestone/internal/app"
	"github.com/citestone/citestone/internal/config"
)

// TestFromNames takes every form of every name that a run takes.
func TestFromNames(t *testing.T) {
	stages := app.New(config.Default(), app.Options{}).Stages()
	for _, name := range []string{"", "01_draft", "draft", "00_research/plan", "plan", "06_re_verification", "re_verification", "07_style/package"} {
		if err := checkFrom(stages, name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"02_draft", "00_research/draft", "_", "research/plan"} {
		if err := checkFrom(stages, name); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"plan", "retrieve", "retrieve2", "repair", "plan", "verify", "07_style/verify"}
	for _, tt := range []struct {
		misspelt string
		want     []string
	}{
		{"plam", []string{"plan"}},
		{"retreive", []string{"retrieve"}},
		{"retrieve3", []string{"retrieve", "retrieve2"}},
		{"07_stile/verify", []string{"07_style/verify"}},
		{"magic", nil},
		{"", nil},
	} {
		if got := nearest(tt.misspelt, names); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.misspelt, got, tt.want)
		}
	}
}
