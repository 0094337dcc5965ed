// Package likeness reports whether two names may be of one person.
//
// A name is compared in four ways: as it reads (without case, accents and punctuation,
// Cyrillic in Latin letters, the transliterations of a sound made alike), as it reads
// once the letters of another script in a word are taken for those of its own, and as it
// looks, in its own case and in capitals, by the confusable letters of Unicode Technical
// Standard 39. Compatible forms such as full-width letters are one (NFKC), and neither the
// order of the words nor the spaces between them distinguish names. A mail address that
// two people share makes them alike whatever their names.
//
// It finds candidates for a human decision, and rather too many than too few: it never decides that two people are
// one. The degree of similarity is a [Closeness].
//
// The package takes strings and gives answers: no I/O, no clock, no league.
package likeness
