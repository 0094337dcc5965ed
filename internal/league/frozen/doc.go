// Package frozen keeps what followed from a season when it was closed: whoever reads it
// later sees what was derived then, whatever the engines have become.
//
// [Freeze] makes documents of a [season.State], a row for each event and each place, and
// [Season.Thaw] the state of them again. [Season.Digest] tells whether they are the ones
// that were made. The names in the documents are those of the state's JSON: a name that
// was once written goes on to mean what it meant.
package frozen
