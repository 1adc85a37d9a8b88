package render

// HTML renders a report as one self-contained page. The claims of the measurement
// are byte ranges of markdown. The page loads nothing and runs no script.
func HTML(markdown string, m Measurement, lib Library) ([]byte, error) { return nil, nil }
