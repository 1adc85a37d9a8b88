package render

import "github.com/citestone/citestone"

// BibTeX returns the sources as a BibTeX database.
func BibTeX(sources []citestone.Source) string { return "" }

// CSLJSON returns the sources as a CSL-JSON array.
func CSLJSON(sources []citestone.Source) ([]byte, error) { return []byte("[]\n"), nil }
