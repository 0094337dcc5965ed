// Package officiating rules on the acts of those who run an event: who starts and who
// waits, which tables made by hand are accepted, what the clock does on a command,
// what follows from an absence, who is kept apart, punished or replaced, and which
// structure may be agreed.
//
// It takes a [Situation]: the stored facts of the event, its ruleset and what
// follows from them (package tournament). It answers with the new fact, or refuses
// with the paragraph ([league.RuleError]), with the state that does not allow it
// now ([league.StateError]), or with everything wrong in what was asked
// ([league.Faults]).
//
// Its functions change nothing of what they are given. They know no database, no
// accounts and no clock: instants come in as arguments, and whoever calls them
// stores the answer.
package officiating
