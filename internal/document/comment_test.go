package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Comments that suppress findings change no sentence, marker, reference or location.
func TestCommentsDisturbNothing(t *testing.T) {
	const comment = "<!-- citestone-disable-next-line uncited-claim -- [9] is not so. Why? -->\n"
	list := "\n## References\n\n[1] Collectors. https://a.example/gc\n%[2] Fruit. https://b.example/food\n"
	for _, name := range []string{"p.md", "p.txt"} {
		for _, body := range []string{
			"%One sentence [1]. Another\nthat goes on [2].\n" + list,
			"One sentence [1]. Another\n%that goes on [2].\n" + list,
			"One sentence [1]. Another\n%%that goes on [2].\n" + list,
			"%%One sentence [1].\n\n%\nAnother [2].\n" + list,
			"# Heading\n%One sentence [1].\n%Another [2].\n" + list,
			"- One sentence [1].\n%- Another [2].\n" + list,
			"> One sentence [1]. Another\n> that goes on [2].\n" + list,
		} {
			want, got := sentencesOf(name, strings.ReplaceAll(body, "%", "")), sentencesOf(name, strings.ReplaceAll(body, "%", comment))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %q (-want +got):\n%s", name, body, diff)
			}
		}
	}
}

// sentencesOf lists the sentences with their locations and markers, and the references.
func sentencesOf(name, source string) []string {
	d := ParseCited(name, source)
	var list []string
	for _, s := range d.Sentences {
		line := s.Location + ": " + s.Plain.Text
		for _, m := range s.Markers {
			line += " " + d.Markers[m].Text
		}
		list = append(list, line)
	}
	for _, r := range d.References {
		list = append(list, r.ID+": "+r.Text)
	}
	return list
}
