package config

// Secret is a setting that is never printed: not in a list of settings, a log, an error
// or a file. It comes from the environment only.
type Secret string

// String hides the secret; it is empty if there is none.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "***"
}

// GoString hides the secret.
func (s Secret) GoString() string { return s.String() }

// MarshalText hides the secret.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Reveal returns the secret, for the one who sends it.
func (s Secret) Reveal() string { return string(s) }
