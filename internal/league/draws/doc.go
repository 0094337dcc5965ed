// Package draws makes the document by which anybody can check a draw, and checks it.
//
// A [Round] documents the seating of one round: the lots of the event with commitment and secret,
// who was in, the order of seating with its figures, the rule on the sizes of the tables, the
// resulting tables, and changes by hand, with the reason and two names; also the reserves who have
// stepped in, and the players who were found missing after the draw. [Of] makes it from the facts
// of an event, for every ruleset in the same way. [Event] documents the lots alone.
//
// [Verify] takes such a document as bytes, from any source, and recomputes everything that follows
// from other parts of it. It believes only parts that cannot be derived: who was in and who stepped
// in, the secret, draws from a hat, the figures, a printed schedule, the tables of the rounds
// before. It reports in words the parts that it has checked, and the first difference. It needs no
// database, no network and no ruleset.
//
// docs/draws.md describes both documents and every step for authors of other checkers; the tests of
// this package contain its worked example.
package draws
