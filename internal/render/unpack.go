package render

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/citestone/citestone"
)

// bundle is a proof bundle in memory.
type bundle struct {
	files     map[string][]byte
	manifest  manifest
	report    citestone.Report
	claims    []citestone.CheckedClaim
	ledger    []citestone.LedgerEntry
	sources   []citestone.Source
	cuts      map[string]cut    // by source id
	snapshots map[string]string // by source id; empty unless the bundle holds full texts
}

func notBundle(format string, args ...any) error {
	return citestone.Errorf(citestone.BadInput, "not a proof bundle: "+format, args...)
}

// unpack reads all files of a zip archive within the limits of a bundle.
func unpack(r io.ReaderAt, size int64) (map[string][]byte, error) {
	if size > maxBundleBytes {
		return nil, notBundle("%d bytes are more than the limit of %d", size, maxBundleBytes)
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, notBundle("%w", err)
	}
	if len(z.File) > maxBundleFiles {
		return nil, notBundle("%d files are more than the limit of %d", len(z.File), maxBundleFiles)
	}
	files := map[string][]byte{}
	left := int64(maxBundleBytes)
	for _, f := range z.File {
		if !fs.ValidPath(f.Name) || strings.ContainsAny(f.Name, "\\:") || !f.Mode().IsRegular() {
			return nil, notBundle("%q is no plain file name", f.Name)
		}
		if _, twice := files[f.Name]; twice {
			return nil, notBundle("%s is in it twice", f.Name)
		}
		data, err := unpackFile(f, left)
		if err != nil {
			return nil, err
		}
		left -= int64(len(data))
		files[f.Name] = data
	}
	return files, nil
}

func unpackFile(f *zip.File, limit int64) ([]byte, error) {
	if f.UncompressedSize64 > uint64(limit) {
		return nil, notBundle("unpacked it is larger than the limit of %d bytes", maxBundleBytes)
	}
	r, err := f.Open()
	if err != nil {
		return nil, notBundle("%s: %w", f.Name, err)
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, int64(f.UncompressedSize64)+1))
	if err == nil && uint64(len(data)) > f.UncompressedSize64 {
		err = errors.New("it is larger than it says")
	}
	if err != nil {
		return nil, notBundle("%s: %w", f.Name, err)
	}
	return data, nil
}

// open reads a bundle. A file that is missing or not of its form is an error.
func open(r io.ReaderAt, size int64) (*bundle, error) {
	files, err := unpack(r, size)
	if err != nil {
		return nil, err
	}
	b := &bundle{files: files, cuts: map[string]cut{}, snapshots: map[string]string{}}
	if err := b.read(manifestFile, &b.manifest); err != nil {
		return nil, err
	}
	if b.manifest.Format != bundleFormat {
		return nil, citestone.Errorf(citestone.BadInput, "the bundle has format %d; this version reads format %d", b.manifest.Format, bundleFormat)
	}
	if _, ok := files[reportFile]; !ok {
		return nil, notBundle("it has no %s", reportFile)
	}
	for name, into := range map[string]any{recordFile: &b.report, claimsFile: &b.claims, sourcesFile: &b.sources} {
		if err := b.read(name, into); err != nil {
			return nil, err
		}
	}
	if err := b.readLedger(); err != nil {
		return nil, err
	}
	return b, b.readSources()
}

func (b *bundle) read(name string, into any) error {
	data, ok := b.files[name]
	if !ok {
		return notBundle("it has no %s", name)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return notBundle("%s: %w", name, err)
	}
	return nil
}

func (b *bundle) readLedger() error {
	data, ok := b.files[ledgerFile]
	if !ok {
		return notBundle("it has no %s", ledgerFile)
	}
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		var e citestone.LedgerEntry
		switch err := d.Decode(&e); err {
		case nil:
			b.ledger = append(b.ledger, e)
		case io.EOF:
			return nil
		default:
			return notBundle("%s: %w", ledgerFile, err)
		}
	}
}

// readSources reads the passages and snapshots, which are named after their source.
func (b *bundle) readSources() error {
	for name, data := range b.files {
		id := strings.TrimSuffix(path.Base(name), path.Ext(name))
		switch path.Dir(name) + "/" {
		case passagesDir:
			var c cut
			if err := b.read(name, &c); err != nil {
				return err
			}
			b.cuts[id] = c
		case snapshotsDir:
			b.snapshots[id] = string(data)
		}
	}
	return nil
}
