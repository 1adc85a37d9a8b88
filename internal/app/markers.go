package app

import (
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/reader"
)

// MarkersRow is one line of the output of eval markers.
type MarkersRow struct {
	File string `json:"file"`
	audit.Structure
}

// EvalMarkers counts the markers and references of a document.
func (a *App) EvalMarkers(name string, data []byte) (MarkersRow, error) {
	d, err := reader.Cited(name, data, nil)
	if d == nil {
		return MarkersRow{}, err
	}
	return MarkersRow{File: name, Structure: audit.Count(d)}, nil
}
