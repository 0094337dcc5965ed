// Package draws makes the document by which anybody can check a draw, and checks
// it.
//
// A [Round] says how one round was seated: the lots of the event with commitment
// and secret, who was in, in which order they were seated and by which figures,
// the rule on the sizes of the tables, the tables that follow, and what somebody
// changed by hand, with the reason and two names; also who has stepped in for
// whom, and who was found missing once the tables were drawn. [Of] makes it from the facts of
// an event, for every ruleset alike. [Event] is the same for the lots alone.
//
// [Verify] takes such a document as bytes, from anywhere, and does all over again
// what follows from something else in it. It believes only what cannot follow: who
// was in and who stepped in, the secret, what came out of a hat, the figures, a
// printed schedule, the tables of the rounds before. What it has
// checked it says in words, and the first thing that differs. It needs no
// database, no network and no ruleset.
//
// docs/draws.md describes both documents and every step for somebody who writes a
// checker of their own; the tests of this package hold its worked example.
package draws
