package citestone

import (
	"errors"
	"fmt"
	"net/http"
)

// ErrorKind is the class of an error; the list is closed.
type ErrorKind int

// The kinds. Each maps to one exit code and one HTTP status.
const (
	Internal      ErrorKind = iota // a defect of Citestone
	BadInput                       // an input that cannot be read or a wrong flag or setting
	NotFound                       // no such session, file or step
	GateFailed                     // findings at or above the limit, or a rate below the threshold
	NotEnough                      // the sources do not answer the question
	Interrupted                    // stopped by the user or a budget; resumable
	Unavailable                    // a needed service is out; resumable
	Busy                           // another process holds the session
	Damaged                        // a session's own files were changed or cut
	StorageFailed                  // the disk is full or read-only; resumable
)

// ExitCode is the exit status of a command that ends with this kind of error.
func (k ErrorKind) ExitCode() int {
	switch k {
	case GateFailed:
		return 1
	case BadInput, NotFound, Busy, Damaged:
		return 2
	case NotEnough:
		return 3
	case Interrupted, Unavailable, StorageFailed:
		return 4
	}
	return 5
}

// HTTPStatus is the status of an HTTP answer for this kind of error.
func (k ErrorKind) HTTPStatus() int {
	switch k {
	case BadInput:
		return http.StatusBadRequest
	case NotFound:
		return http.StatusNotFound
	case GateFailed, NotEnough:
		return http.StatusUnprocessableEntity
	case Busy:
		return http.StatusConflict
	case Interrupted, Unavailable:
		return http.StatusServiceUnavailable
	case StorageFailed:
		return http.StatusInsufficientStorage
	}
	return http.StatusInternalServerError
}

// Error is an error with a kind and, for people, a hint about what to do.
type Error struct {
	Kind ErrorKind
	Msg  string // what was wrong, and where
	Hint string // what to do about it; may be empty

	cause error
}

func (e *Error) Error() string { return e.Msg }

func (e *Error) Unwrap() error { return e.cause }

// Errorf returns an Error of the kind. A %w verb sets its cause.
func Errorf(kind ErrorKind, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Kind: kind, Msg: err.Error(), cause: errors.Unwrap(err)}
}

// WithHint returns e with the hint set.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// KindOf returns the kind of the first Error in err's chain, else Internal.
func KindOf(err error) ErrorKind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Internal
}
