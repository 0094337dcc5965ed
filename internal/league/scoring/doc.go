// Package scoring turns the result of a table into the points that count.
//
// [Check] compares a [league.Result] with the ruleset and with the seated entries, and lists every
// fault with its place and paragraph. [Score] derives from a result without faults, for every seat:
// the part of a win, the victory points that count, the share of the table's points, and the place;
// and the player or criterion that decided the winner.
//
// In most games everybody plays for themselves. [ScoreShared] lets level players share their
// places, and with them the points of the places ([PlacePoints]). At tables of the size that the
// ruleset gives to teams, the objective of a seat determines its team, and every member gets the
// team's score; at tables scored elsewhere the points are taken as entered. A game may be declared
// void.
//
// [Calculate] adds the figures that formulas of the ruleset define, from recorded and derived
// figures.
//
// Victory points are whole, shares exact: each is cut or rounded by the ruleset before it is added.
// Players level at the top are separated by a [Level], which is an argument because it depends on
// the standings.
//
// The package knows no regulation, no time and no other table.
package scoring
