// Package tournament derives one event from its facts.
//
// [Facts] are what happened: who started, which formula was chosen, how the
// tables sat, what was written down, who was punished and who left. [Replay]
// makes from them and a ruleset everything that follows: a [State] with the
// structure of the event, each round scored and ranked, who was struck and why,
// the next round with its proposed tables or the reason why there is none, the
// finalists, the final standings and the reports.
//
// Replay is pure and is the only way to a State: a preview is a Replay of facts
// that have not happened, and what it shows is what will be. [Consequences]
// lists what differs between two states. A correction is a Replay with other
// facts; nothing is ever updated.
//
// Before the start [Admit] says who may play and who stands by.
//
// The package knows the order of an event's phases. What a phase does is said by
// the ruleset and done by the packages seating, scoring, standings, discipline
// and qualify. What a place is worth in a series of events is a formula of the
// ruleset, evaluated here; the series itself is ranked by package series. No regulation is known by name here.
package tournament
