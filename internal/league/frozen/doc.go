// Package frozen keeps the state of a season as it was derived when the season was closed:
// whoever reads it later sees the same, whatever the engines have become.
//
// [Freeze] makes one document of a [season.State], and [Thaw] the state of it again. It is
// JSON, compressed with Zstandard (RFC 8878): anybody can read it with zstd and jq. The
// names in it are those of the state's JSON: a name that was once written goes on to mean
// what it meant, and a form with other names gets another number.
package frozen
