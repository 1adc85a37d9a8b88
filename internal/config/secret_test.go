package config_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/citestone/citestone/internal/config"
)

// TestSecretNeverPrints tries the ways in which settings get into a text.
func TestSecretNeverPrints(t *testing.T) {
	c, origins, err := config.Load(config.Options{Dir: t.TempDir(), UserDir: t.TempDir(), Env: []string{"CITESTONE_NLI_KEY=hunter2"}})
	if err != nil || c.NLIKey.Reveal() != "hunter2" {
		t.Fatalf("%q, error %v", c.NLIKey.Reveal(), err)
	}
	var b strings.Builder
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		fmt.Fprintf(&b, format, c)
		fmt.Fprintf(&b, format, origins)
		fmt.Fprintf(&b, format, c.NLIKey)
	}
	slog.New(slog.NewTextHandler(&b, nil)).Info("settings", "all", c, "key", c.NLIKey)
	asJSON, err1 := json.Marshal(c)
	asYAML, err2 := yaml.Marshal(c)
	all := b.String() + string(asJSON) + string(asYAML)
	if err1 != nil || err2 != nil || strings.Contains(all, "hunter") || strings.Contains(all, fmt.Sprintf("%x", "hunter")) {
		t.Errorf("errors %v, %v; the secret is in %s", err1, err2, all)
	}
	if !strings.Contains(all, "***") {
		t.Error("nothing shows that there is a secret")
	}
}
