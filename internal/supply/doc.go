// Package supply checks that the dependencies of this module have versions without known vulnerabilities.
//
// The versions stand in minimums.txt, each with its reason, beside the date of the last comparison of all of them
// with the Go vulnerability database. The tests of this package compare the go.mod files with that table; they use no
// other source, so that they give the same result with and without network.
//
// A table grows old unnoticed. An old table fails no test, because a check that fails by the calendar would stop
// unrelated work: the tests log its age, and `make check-freshness`, run before a release, fails after [MaxAge].
package supply
