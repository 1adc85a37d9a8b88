// Package search defines what a retrieval backend is: something that finds
// documents for a query and lets their text be read. Backends (a local corpus, a web
// search engine) are adapters; steps know only this package.
package search

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// Document describes something a backend found.
type Document struct {
	Backend   string   `json:"backend"`
	ID        string   `json:"id"` // unique within the backend
	Path      string   `json:"path,omitempty"`
	Title     string   `json:"title"`
	URL       string   `json:"url,omitempty"`
	Authors   []string `json:"authors,omitempty"`
	Publisher string   `json:"publisher,omitempty"`
	Published string   `json:"published,omitempty"` // ISO 8601 date
	Summary   string   `json:"summary,omitempty"`
	SHA256    string   `json:"sha256"` // of the stored text
	Bytes     int      `json:"bytes"`
}

// Hit is a passage that a query found: a byte range of the document's stored text.
type Hit struct {
	Document Document `json:"document"`
	Start    int      `json:"start"`
	End      int      `json:"end"`
	Score    float64  `json:"score"` // comparable within one answer only; higher is better
}

// ErrChanged is in the chain of an error of a backend whose data is not what the
// session pinned any more. No other backend can make up for it.
var ErrChanged = errors.New("changed since the session began")

// Searcher finds passages. Search returns at most n hits, best first, the same for
// the same query while the pinned data does not change. An error means the backend
// could not answer; no hits and no error means it has nothing.
type Searcher interface {
	Name() string
	Search(ctx context.Context, query string, n int) ([]Hit, error)
}

// Reader reads the stored text of a document that the same backend found.
type Reader interface {
	Read(ctx context.Context, id string) (string, error)
}

// Backend is a source of documents: it searches and reads.
type Backend interface {
	Searcher
	Reader
}

// Hash is the SHA-256 of a stored text, in hexadecimal.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
