package app

import (
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/reader"
)

// MarkersRow is one line of the output of eval markers.
type MarkersRow struct {
	File string `json:"file"`
	audit.Structure
}

// EvalMarkers counts the markers and references of a document.
func (a *App) EvalMarkers(name string, data []byte) (MarkersRow, error) {
	stored, _, err := reader.Read(name, data)
	if err != nil && stored == "" {
		return MarkersRow{}, err
	}
	return MarkersRow{File: name, Structure: audit.Count(document.ParseCited(name, stored))}, nil
}
