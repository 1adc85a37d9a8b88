// Package citestone holds the domain types of Citestone, a research-and-citation
// engine: it answers a question with a report in which every factual claim was
// checked against the passage it cites, and it checks the citations of existing
// documents.
//
// The package imports only the standard library. It declares what flows through
// the pipeline (question, brief, plan, source, evidence, claim, verdict, critique,
// report), where each of these lies in a session directory (artifact.go, which is
// the on-disk format), the events a run emits (event.go) and the closed list of
// error kinds with their exit codes (error.go). All decisions are made elsewhere.
//
// # Tour, bottom-up
//
//   - internal/text: sentences, tokens, stems, numbers, quotations, similarity (pure)
//   - internal/document: a cited document: blocks, markers, references, edits (pure)
//   - internal/reader: files as text that document parses, with the way back (pure)
//   - internal/rank: source scores, rank fusion, near-duplicates, independence (pure)
//   - internal/entail: does a passage entail, contradict or not address a claim? (pure)
//   - internal/audit: rules over a document and its sources that yield findings (pure)
//   - internal/ledger: the append-only, hash-chained evidence ledger (pure)
//   - internal/answer: what a question asks for, how well a sentence answers it (pure)
//   - internal/verify: the four verification layers over claims; the shelf of sources
//   - internal/corpus: local documents: ingest, index, search
//   - internal/session: sessions and their files, atomically written and locked
//   - internal/pipeline: Step, Repeat and the Runner; knows no step
//   - internal/step/...: one package for each step of the pipeline
//   - internal/research: the one static list of steps
//   - internal/eval: measures over what eval commands put out
//   - internal/render: Markdown, HTML, JSON, BibTeX, CSL-JSON, bundle; text, SARIF, GitHub
//   - internal/config, internal/app: settings, and what is built from them
//   - internal/cli, cmd/citestone: the command line
//
// # Testing
//
// go test ./... needs nothing but Go. make quick runs in under a minute and belongs
// before each commit; make check is what CI runs.
//
// # Adding things
//
// A step is a value in a package below internal/step plus one line in
// internal/research/steps.go. An artifact is one line in artifact.go. A rule is a
// value in internal/audit/rule.go and a page in docs/rules. A file format is a case in
// internal/reader, an output format a file in internal/render. import_test.go holds the
// import rules as a table.
package citestone
