// Package calculator does the calculations that a referee needs at a table during or after a game:
// the points for territories on a map ([TablePoints]), the armies to remove above the limit
// ([ArmyLimit]), and the armies for a hand of cards ([CardExchange]).
//
// All three are computed from the ruleset's data ([rules.Board], [rules.ArmyLimit],
// [rules.CardExchange]) and the input. Nothing is stored, and no result of an event depends on
// them. Each term of an answer carries its grounds. If the ruleset lacks the data, the functions
// return a league.RuleError; if the input contradicts it, they return league.Faults.
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
package calculator
