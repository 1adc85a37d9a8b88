package nli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/citestone/citestone"
)

// server is one server and what is known of it.
type server struct {
	options Options
	base    string
	place   string        // base, for people
	slots   chan struct{} // requests under way, of all servers of a judge
	asking  chan struct{} // guards info
	info    *info
}

func newServer(o Options, base string, slots chan struct{}) *server {
	s := &server{options: o, base: strings.TrimRight(base, "/"), slots: slots, asking: make(chan struct{}, 1)}
	s.place = s.base
	if u, err := url.Parse(s.base); err == nil {
		s.place = u.Redacted()
	}
	return s
}

// Limits of a request.
const (
	maxAnswer  = 4 << 20          // bytes of an answer
	ifBusy     = 4                // times that a request is sent again to a server that is overloaded
	ifLost     = 2                // and to one that did not answer
	firstWait  = time.Second / 2  // before the first of them; doubled each time
	longestAsk = 30 * time.Second // that a server may ask to wait
)

// failure is an answer that is none.
type failure struct {
	status int    // 0 if there was no answer
	text   string // what was wrong
	tries  int    // times that it may be tried again
	after  time.Duration
	cause  error
}

func (f *failure) Error() string { return f.text }

func (f *failure) Unwrap() error { return f.cause }

// isTooLong reports whether the server found a batch or a text of it too long. 422 with
// its own kind of error says so, too; what is not understood at all has another one.
func isTooLong(err error) bool {
	var f *failure
	return errors.As(err, &f) && (f.status == http.StatusRequestEntityTooLarge || f.status == http.StatusUnprocessableEntity)
}

// call sends a request and decodes the answer. It sends it again, a few times and ever
// later, while the server is overloaded or out.
func (s *server) call(ctx context.Context, method, route string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	for attempt := 0; ; attempt++ {
		data, f := s.send(ctx, method, route, body)
		switch {
		case f == nil:
			if err := json.Unmarshal(data, out); err != nil {
				return s.malformed("what cannot be read: %v", err)
			}
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case attempt >= f.tries:
			return s.explain(route, f)
		}
		if err := s.options.Sleep(ctx, s.wait(attempt, f.after)); err != nil {
			return err
		}
	}
}

// wait returns how long to wait: as long as the server asks, or twice as long each time;
// and up to half of that again, so that many clients do not come back at once.
func (s *server) wait(attempt int, asked time.Duration) time.Duration {
	d := firstWait << attempt
	if asked > 0 {
		d = min(asked, longestAsk)
	}
	return d + time.Duration(s.options.Jitter()*float64(d)/2)
}

// send sends a request once.
func (s *server) send(ctx context.Context, method, route string, body []byte) ([]byte, *failure) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, &failure{cause: ctx.Err()}
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, s.base+route, bytes.NewReader(body))
	if err != nil {
		return nil, &failure{text: "the address is wrong", cause: err}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", s.options.UserAgent)
	if s.options.Key != "" {
		req.Header.Set("Authorization", "Bearer "+s.options.Key)
	}
	resp, err := s.options.Client.Do(req)
	if err != nil {
		return nil, s.lost(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, s.lost(err)
	case len(data) > maxAnswer:
		return nil, &failure{text: fmt.Sprintf("its answer is larger than %d MiB", maxAnswer>>20)}
	case resp.StatusCode != http.StatusOK:
		return nil, s.refused(resp, data)
	}
	return data, nil
}

// lost is a request without an answer. One that took too long is not sent again: it
// would take as long.
func (s *server) lost(err error) *failure {
	if errors.Is(err, context.DeadlineExceeded) {
		return &failure{text: fmt.Sprintf("it did not answer within %s", s.options.Timeout), cause: err}
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // without the address, which stands in the message anyhow
	}
	return &failure{text: err.Error(), tries: ifLost, cause: err}
}

// refused is an answer with another status than 200.
func (s *server) refused(resp *http.Response, data []byte) *failure {
	f := &failure{status: resp.StatusCode, text: fmt.Sprintf("it answered %d", resp.StatusCode)}
	var own struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(data, &own) == nil && own.Error != "" {
		f.text += fmt.Sprintf(" (%.200s)", own.Error)
	} else if f.status == http.StatusUnprocessableEntity {
		f.status = http.StatusBadRequest // not of the model: the request was not understood
	}
	switch f.status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		f.tries, f.after = ifBusy, retryAfter(resp.Header.Get("Retry-After"), s.options.Now())
	}
	return f
}

// retryAfter reads how long a server asks to wait: in seconds, or until a date.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 {
		return time.Duration(min(seconds, longestAsk.Seconds()) * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// explain says for people what a failure means.
func (s *server) explain(route string, f *failure) error {
	switch f.status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return citestone.Errorf(citestone.BadInput, "the NLI server %s does not take the key: %w", s.place, f).WithHint("set CITESTONE_NLI_KEY to the server's --api-key")
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusBadRequest:
		return citestone.Errorf(citestone.BadInput, "the NLI server %s does not know %s: %w", s.place, route, f).WithHint("is it text-embeddings-inference? See docs/judges.md")
	}
	return citestone.Errorf(citestone.Unavailable, "the NLI server %s: %w", s.place, f).WithHint("is it running? Without nli_url the deterministic judge works alone")
}

// malformed is an answer that the protocol does not know.
func (s *server) malformed(format string, args ...any) error {
	return citestone.Errorf(citestone.Unavailable, "the NLI server %s answered %s", s.place, fmt.Sprintf(format, args...)).
		WithHint("is it text-embeddings-inference? See docs/judges.md")
}

// withClock returns the options with what takes time or chance.
func (o Options) withClock() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	if o.Sleep == nil {
		o.Sleep = func(ctx context.Context, d time.Duration) error {
			timer := time.NewTimer(d)
			defer timer.Stop()
			select {
			case <-timer.C:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return o
}
