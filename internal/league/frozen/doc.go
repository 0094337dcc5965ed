// Package frozen stores the derived state of a season at the time it is closed. Later readers see
// the same state even if the code has changed since.
//
// [Freeze] turns a [season.State] into one document, and [Thaw] turns the document back into the
// state. The document is JSON compressed with Zstandard (RFC 8878), so anybody can read it with
// zstd and jq. Its names are those of the state's JSON. A name keeps its meaning for ever; a format
// with other names gets a new number.
package frozen
