package audit

import (
	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// Strip applies the audit's fixes for dangling and misattributed markers and reports
// what was found.
func Strip(in *Input) (string, []citestone.Finding, error) {
	var out []citestone.Finding
	for _, f := range Run(in) {
		if f.Rule == "dangling-citation" || f.Rule == "misattributed-citation" || f.Rule == "malformed-citation" {
			out = append(out, f)
		}
	}
	text, err := document.Apply(in.Document.Source, Fix(in))
	return text, out, err
}
