// Package history decides about the past of a federation that is brought in as tables: its people,
// their openings in a ranking that was kept on paper, and events of which the ranking or the totals
// of the games are known.
//
// [Read] reads people and lines of a table, by a [Mapping] of headings to columns; [Suggest]
// proposes one. [Decide] identifies each of the people: somebody of the register, somebody new, or
// a question for the staff; nobody is silently taken for another. [File.Settle] finds the
// contradictions once all people are identified, and [Arrivals] the people who will have reached
// the cap of a ranking.
//
// Everything is a function of plain values; faults have a line and column ([eventfile.Fault]). The
// package uses no storage and no clock, and knows a regulation only through the keeper of the
// ranking.
package history
