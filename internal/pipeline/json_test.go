package pipeline

import "testing"

func TestListsAreLists(t *testing.T) {
	type inner struct {
		Names []string `json:"names"`
	}
	type outer struct {
		List  []inner  `json:"list"`
		None  []inner  `json:"none"`
		Some  []string `json:"some,omitempty"`
		Maybe *float64 `json:"maybe"`
	}
	v := outer{List: make([]inner, 1)}
	got, err := compact(listed(v))
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"list":[{"names":[]}],"none":[],"maybe":null}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if v.List[0].Names != nil || v.None != nil {
		t.Error("the caller's value was changed")
	}
}
