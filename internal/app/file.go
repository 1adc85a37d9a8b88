package app

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/reader"
)

// ReadFile reads a file that is no larger than documents may be. A pipe or socket is
// refused, for who opens one may wait for ever; but not what a shell hands on under /dev.
func ReadFile(name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() && !strings.HasPrefix(name, "/dev/") {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("it is no file but a pipe, socket or device")}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadBounded(name, f)
}

// ReadBounded reads what is called name, if it is no larger than documents may be.
func ReadBounded(name string, in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, reader.MaxBytes+1))
	if err == nil && len(data) > reader.MaxBytes {
		return nil, citestone.Errorf(citestone.BadInput, "%s is larger than %d MiB", name, reader.MaxBytes>>20)
	}
	return data, err
}

// reason is an error without the path that its message names anyhow.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// replace writes a file beside the one of the name and puts it in its place, with the
// same permissions. Lasting says that it must outlive a power cut, which takes the disk
// milliseconds.
func replace(name string, data []byte, lasting bool) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		if mode = info.Mode().Perm(); mode&0o200 == 0 {
			return citestone.Errorf(citestone.BadInput, "cannot write %s: it is read-only", name)
		}
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return citestone.Errorf(citestone.StorageFailed, "cannot write: %w", err)
	}
	_, err = tmp.Write(data)
	if lasting {
		err = errors.Join(err, tmp.Sync())
	}
	if err = errors.Join(err, tmp.Chmod(mode), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return citestone.Errorf(citestone.StorageFailed, "cannot write %s: %w", name, errors.Join(err, os.Remove(tmp.Name())))
	}
	return nil
}
