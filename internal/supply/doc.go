// Package supply holds the dependencies of this module to versions without
// known holes.
//
// The versions stand in minimums.txt, each with its reason, beside the date on
// which somebody last compared all of them with the Go vulnerability database.
// The tests of this package compare the go.mod files with that table; they know
// no other source, so that they give the same answer with and without network.
//
// A table grows old without anybody touching it. An old table fails no test,
// because a gate that shuts by the calendar would stop work that has nothing to
// do with it: the tests log its age, and `make check-freshness`, run before a
// release, fails after [MaxAge].
package supply
