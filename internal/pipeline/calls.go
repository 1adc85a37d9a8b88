package pipeline

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"sync"

	"golang.org/x/sync/singleflight"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// CallKey names a call to the outside.
type CallKey struct {
	Kind    string // "search" or "model"
	Key     any    // marshals to JSON: everything that shapes the answer
	Sample  int    // which of several answers to the same request
	Attempt int    // which try, when earlier answers were unusable
}

// Call returns the recorded answer of the call, or asks do, records its answer in the
// call log and returns it. Equal calls at the same time ask once. Errors are not recorded.
func Call[T any](ctx context.Context, s *Scope, key CallKey, do func(context.Context) (T, error)) (T, error) {
	var v T
	data, err := s.call(ctx, key, func(ctx context.Context) ([]byte, error) {
		answer, err := do(ctx)
		if err != nil {
			return nil, err
		}
		return compact(answer)
	})
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return v, citestone.Errorf(citestone.Internal, "step %s: a recorded %s answer has another shape: %w", s.key, key.Kind, err)
	}
	return v, nil
}

// call counts the call once, however often the step makes it.
func (s *Scope) call(ctx context.Context, key CallKey, do func(context.Context) ([]byte, error)) ([]byte, error) {
	line := callLine{Step: s.key, Kind: key.Kind, Sample: key.Sample, Attempt: key.Attempt}
	var err error
	if line.Request, err = compact(key.Key); err != nil {
		return nil, citestone.Errorf(citestone.Internal, "step %s: %s request: %w", s.key, key.Kind, err)
	}
	line.Key = digest(line.Request)
	data, err := s.run.calls.do(ctx, line, s.fresh, do)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.called[line.id()] {
		s.called[line.id()] = true
		s.used = add(s.used, usageOf(key.Kind))
	}
	return data, nil
}

func usageOf(kind string) citestone.Usage {
	if kind == "search" {
		return citestone.Usage{Searches: 1}
	}
	return citestone.Usage{Calls: 1}
}

// callLine is a line of the call log.
type callLine struct {
	Epoch    int             `json:"epoch"` // raised when calls are asked anew
	Step     string          `json:"step"`  // that asked first
	Kind     string          `json:"kind"`
	Key      string          `json:"key"` // sha256 of the request
	Sample   int             `json:"sample"`
	Attempt  int             `json:"attempt"`
	Request  json.RawMessage `json:"request"`
	Response json.RawMessage `json:"response"`
}

func (l callLine) id() string { return fmt.Sprintf("%s %s %d %d", l.Kind, l.Key, l.Sample, l.Attempt) }

// callLog is the session's recorded calls.
type callLog struct {
	w      session.Writer
	flight singleflight.Group

	mu    sync.Mutex
	epoch int // of lines to come
	lines map[string]callLine
	sum   hash.Hash // of the file
	bytes int64     // its length
	fault error     // of an append; the file's end is unknown then
}

func newCallLog(w session.Writer) *callLog {
	return &callLog{w: w, lines: map[string]callLine{}, sum: sha256.New()}
}

// openCalls reads the call log. It cuts a last line that a crash left half-written and
// reports so. The error is citestone.Damaged when the sealed part was changed.
func openCalls(x session.Session, sealed session.Seal) (log *callLog, torn bool, err error) {
	data, err := x.Read(citestone.CallsPath)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, err
	}
	if int64(len(data)) < sealed.Bytes {
		return nil, false, callsDamaged(x.ID(), "%s was cut: %d bytes are left of %d", citestone.CallsPath, len(data), sealed.Bytes)
	}
	if sealed.Bytes > 0 && digest(data[:sealed.Bytes]) != sealed.SHA256 {
		return nil, false, callsDamaged(x.ID(), "%s was changed: its hash does not match %s", citestone.CallsPath, citestone.ManifestPath)
	}
	log = newCallLog(x)
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	for n, rest := 1, whole; len(rest) > 0; n++ {
		var text []byte
		text, rest, _ = bytes.Cut(rest, []byte("\n"))
		var line callLine
		if err := json.Unmarshal(text, &line); err != nil && len(rest) > 0 {
			return nil, false, callsDamaged(x.ID(), "%s line %d cannot be read: %w", citestone.CallsPath, n, err)
		} else if err != nil {
			whole = whole[:len(whole)-len(text)-1]
			break
		}
		log.lines[line.id()] = line // the last one of a key has the highest epoch
		log.epoch = max(log.epoch, line.Epoch)
	}
	log.sum.Write(whole)
	log.bytes = int64(len(whole))
	if len(whole) == len(data) {
		return log, false, nil
	}
	return log, true, x.Write(session.File{Path: citestone.CallsPath, Data: whole})
}

func callsDamaged(id, format string, args ...any) error {
	return citestone.Errorf(citestone.Damaged, format, args...).
		WithHint("restore the file from a copy, or give up the recorded calls and ask anew with: citestone resume %s --fresh", id)
}

// do answers a call from the log, or asks and records. With fresh set only answers
// recorded in the current epoch count.
func (l *callLog) do(ctx context.Context, line callLine, fresh bool, ask func(context.Context) ([]byte, error)) ([]byte, error) {
	v, err, _ := l.flight.Do(line.id(), func() (any, error) {
		if data, ok := l.find(line.id(), fresh); ok {
			return data, nil
		}
		data, err := ask(ctx)
		if err != nil {
			return nil, err
		}
		line.Response = data
		return data, l.record(line)
	})
	if err != nil {
		return nil, err
	}
	return v.([]byte), nil
}

func (l *callLog) find(id string, fresh bool) ([]byte, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	line, ok := l.lines[id]
	return line.Response, ok && (!fresh || line.Epoch == l.epoch)
}

func (l *callLog) record(line callLine) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != nil {
		return l.fault
	}
	line.Epoch = l.epoch
	data, err := compact(line)
	if err != nil {
		return err
	}
	if l.fault = l.w.Append(citestone.CallsPath, data, true); l.fault != nil {
		return l.fault
	}
	l.sum.Write(append(data, '\n'))
	l.bytes += int64(len(data)) + 1
	l.lines[line.id()] = line
	return nil
}

// seal is the length and hash of the log as it is now.
func (l *callLog) seal() session.Seal {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.bytes == 0 {
		return session.Seal{}
	}
	return session.Seal{Bytes: l.bytes, SHA256: hex.EncodeToString(l.sum.Sum(nil))}
}
