// Package calculator does the sums that a referee does at a table during or
// after a game: the points for territories held on a map ([TablePoints]), the
// armies that somebody with too many takes off ([ArmyLimit]), the armies for a
// hand of cards ([CardExchange]).
//
// All three are computed from the ruleset's data ([rules.Board],
// [rules.ArmyLimit], [rules.CardExchange]) and what is on the table; nothing is
// stored, and no result of an event depends on them. What a calculator answers
// comes with the grounds of each of its terms. A ruleset without the data is
// refused with a league.RuleError, facts that contradict it are league.Faults.
//
// # Table points
//
// A player's points are the sum of
//
//   - each territory held, by its borders;
//   - each such territory again, where it is connected through territories of
//     the same player with one of the objective's region, as often as the rule on
//     rows says;
//   - each region held whole, by its territories and its borders to the
//     outside. A part of a region counts only while the whole is not held.
//
// At a table of teams, who reaches the target with that sum has won at once, and
// so have all of a team who hold the regions of their objectives while the
// others do not; their points are then those of the win.
package calculator
