// Package document reads cited documents: their blocks and sentences, the markers in
// them and the references these resolve to, all as byte ranges of the stored text. It
// parses Markdown and plain text; package reader brings other formats into one of these.
// Everything here is pure: no files, clock or globals.
//
// # Terms
//
// A marker is a citation in the text ("[3]", "(Doe, 2024)"). It holds keys. A reference
// is what a key stands for: an entry of a reference list, a note, or an entry of a
// bibliography in a file of its own. An entry begins with its label, which is what
// markers call it by; several lists may use the same labels, and their references then
// have different IDs.
//
// # Where things are
//
// document.go has Document and parse, the list of passes in order:
//
//   - survey (hole.go): what must be known of the whole text before a marker can be told
//     from other brackets: numbered lists (listing.go), footnotes (footnote.go), link
//     definitions (linkdefinition.go), markers that have lost their form (loose.go)
//   - blocks (block.go): what cites is cut out as a hole (hole.go), so that Markdown's
//     parser does not take it for markup (mask.go, tag.go, comment.go); then markdown.go
//     walks the blocks and inline.go their text, or plain.go does both
//   - sections (section.go, heading.go): which blocks are reference lists
//   - references (reference.go): entries by their labels (label.go)
//   - notes (note.go) and scopes (scope.go): which list a key is looked up in
//   - keyed, authorYears, addresses: the ways of citing of strangers that need the list
//   - sentences (sentence.go) and which of them need no citation (exempt.go)
//
// Markers (marker.go) by their form; a holeReader reads each at a place in the text:
//
//   - codespan.go code within a line, where nothing cites
//   - bracket.go [1], \[1\], 【1†source】; keys.go what is inside of the brackets
//   - named.go [Vas+17]: what entries of a list by names begin with
//   - footnote.go [^1]; superscript.go ¹, <sup>1</sup>
//   - foreign.go what only strangers write: [1, p. 3], ^[note], tags, debris of a chat
//   - pandoc.go [@key]; latex.go \cite{key}
//   - authoryear.go (Doe, 2024): authorscan.go finds what reads like it, authorlookup.go
//     and authorindex.go find the works that it means
//   - index.go numbers in brackets that cite nothing
//   - address.go links and bare addresses, where nothing else cites
//
// The fields of an entry: entry.go puts them together from record.go (its text without
// markup), byline.go and person.go (authors), surname.go, title.go, year.go (dates),
// identifier.go (DOI, arXiv). entrybibtex.go and csl.go (in front matter) read entries in
// these formats. frontmatter.go reads what a document says of itself.
// identity.go tells when two addresses or references are one work.
//
// Places and edits: position.go (lines and columns), origin.go (the file that the text was
// converted from), edit.go; escape.go writes text that reads as itself.
package document
