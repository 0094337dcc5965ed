// Package tournament derives the state of one event from its facts.
//
// [Facts] record what happened: who started, which formula was chosen, how the tables sat, which
// results were recorded, who was punished and who left. [Replay] derives a [State] from them and a
// ruleset: the structure of the event, each round scored and ranked, who was struck and why, the
// next round with its proposed tables or the reason why there is none, the finalists, the final
// standings and the reports.
//
// Replay is pure and is the only way to a State: a preview is a Replay of supposed facts, so it
// shows exactly the state that those facts would lead to. [Consequences] lists the differences
// between two states. A correction is a Replay with other facts; nothing is ever updated.
//
// Before the start, [Admit] determines who may play and who waits.
//
// The package defines the order of an event's phases. The ruleset defines the content of a phase,
// and the packages seating, scoring, standings, discipline and qualify carry it out. The worth of a
// place in a series of events is a formula of the ruleset, evaluated here; package series ranks the
// series itself. No regulation is known by name here.
package tournament
