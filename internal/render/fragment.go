package render

// Fragment returns url with a text fragment that selects passage on the page.
// Passage and surrounding are visible text in which line breaks separate blocks;
// surrounding is the page's text as far as known and decides how much context the
// fragment needs.
// See https://wicg.github.io/scroll-to-text-fragment/.
func Fragment(url, passage, surrounding string) string { return url }
