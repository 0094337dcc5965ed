// Package scoring turns the result of a table into the points that count.
//
// [Check] compares a [league.Result] with the ruleset and with who sat at the
// table, and lists every fault with its place and paragraph. [Score] derives
// from a result without faults, for every seat: the part of a win, the victory
// points that count, the share of the table's points, and the place; and who or
// what decided the winner.
//
// Most games are played by everybody for themselves. [ScoreShared] has those who
// are level share their places, and with them the points of the places
// ([PlacePoints]). At tables of the size that the ruleset gives to teams the
// seats belong to a team by their objectives, and every member scores what the
// team does; at tables scored elsewhere the points are taken as written down. A
// game may be declared void.
//
// [Calculate] adds the figures that formulas of the ruleset define, from what was
// recorded and derived before.
//
// Victory points are whole, shares exact: each is cut or rounded as the ruleset
// says before anybody adds it. Players level at the top are separated by a
// [Level], which comes in as an argument because it depends on the standings.
//
// The package knows no regulation, no time and no other table.
package scoring
