// Package history decides about the past of a federation that is brought in as tables: its
// people, what they brought along to a ranking that was kept on paper, and events of which
// the ranking or the totals of the games are known.
//
// [Read] makes people and lines of a table, by a [Mapping] that says which heading stands for
// what; [Suggest] proposes one. [Decide] says who each of the people is: somebody of the
// register, somebody new, or a question that a person has to answer; nobody is taken for another
// in silence. [File.Settle] finds what cannot be once that is known, and [Arrivals] who will have
// reached the cap of a ranking.
//
// Everything is a function of plain values; what is wrong is told with its line and column
// ([eventfile.Fault]). The package knows no storage, no clock and no regulation but what the
// keeper of the ranking says.
package history
