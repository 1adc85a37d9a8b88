package pipeline

import "sync"

// memo holds values that several steps of a run would otherwise derive again.
type memo struct {
	mu     sync.Mutex
	values map[string]func() any
}

func (m *memo) get(key string, build func() any) any {
	m.mu.Lock()
	once, ok := m.values[key]
	if !ok {
		once = sync.OnceValue(build)
		if m.values == nil {
			m.values = map[string]func() any{}
		}
		m.values[key] = once
	}
	m.mu.Unlock()
	return once()
}

// Memo returns the value that build derives, which is derived once in a run for each
// key. The key names everything that shapes the value, hashes included, so that a memo
// saves time and changes nothing; it is for values that steps have read already.
func Memo[T any](s *Scope, key string, build func() T) T {
	return s.run.memo.get(key, func() any { return build() }).(T)
}
