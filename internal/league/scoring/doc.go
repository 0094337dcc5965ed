// Package scoring turns what was written down at a table into what counts.
//
// [Check] compares a [league.Result] with the ruleset and with who sat at the
// table, and lists every fault with its place and paragraph. [Score] derives
// from a result without faults, for every seat: the part of a win, the victory
// points that count, the share of the table's points, and the place; and who or
// what decided the winner.
//
// Victory points are whole, shares exact: each is cut or rounded as the ruleset
// says before anybody adds it. Players level at the top are told apart by a
// [Level], which comes in as an argument because it depends on the standings.
//
// The package knows no regulation, no time and no other table.
package scoring
