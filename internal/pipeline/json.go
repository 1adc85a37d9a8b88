package pipeline

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"reflect"

	"github.com/citestone/citestone"
)

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// compact is one line of JSON, without its newline, that leaves <, > and & as they are.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// indented is JSON for people, ended by a newline.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}

// listed returns v with every nil slice made empty, so that a list is a list in JSON
// also when nothing is in it. What v points to or holds in maps is left as it is.
func listed[T any](v T) T {
	fill(reflect.ValueOf(&v).Elem())
	return v
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
			return
		}
		if v.Type().Elem().Kind() != reflect.Struct {
			return
		}
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len()) // the caller's is not written to
		reflect.Copy(own, v)
		for i := range own.Len() {
			fill(own.Index(i))
		}
		v.Set(own)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				fill(f)
			}
		}
	}
}

func add(a, b citestone.Usage) citestone.Usage {
	return citestone.Usage{Searches: a.Searches + b.Searches, Fetches: a.Fetches + b.Fetches, Calls: a.Calls + b.Calls}
}
