// Package desk holds the use cases of an event: one function for each thing an
// organizer, a referee or a player does, from the draft to the final standings.
//
// Every one of them goes the same way: load the event with all its facts and
// hold its row, decide by pure functions (packages tournament, scoring, …),
// leave what changed to be written with the commit. Two people who act on one
// event act one after the other; whoever comes second decides by what the first
// has done. Nothing derived is stored: after the act the facts are replayed, and
// that is the answer.
//
// A refusal is a league.RuleError or league.Faults where a regulation says no, a
// [league.StateError] where the event is not in the state for it, a [StaleError] where
// the caller started from an older version, and league.ErrNotFound.
//
// Who may act has been decided before (package gate); who acted comes in as an
// [Act], with the time.
package desk
