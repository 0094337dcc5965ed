// Package formula is the language in which a ruleset defines figures of its own: expressions over
// recorded figures, evaluated in exact fractions.
//
// A [Formula] is text in a document. [Formula.Compile] checks it against a [Scope], the names that
// it may use, and [Formula.Of] or [Formula.OfRows] evaluate it with [Values] of them. The package
// defines only the operations; package rules, which owns the scopes, defines the names. The
// language for authors of regulations is described in docs/formulas.md, which is tested against
// [Functions].
//
//	shared([5, 3, 2, 1])                            points of places, the mean for those who share one
//	vp - mean(map(seats, .vp))                      points above the mean of the table
//	place == 1 ? 20 / sharing : 0                   a bonus split among the winners
//	sum(best(points, 4)) + 2 * count(points, # > 0) the best four events and two for each
//
// Every part is a number, a truth, a list of numbers or the list of rows; nothing is converted.
// Numbers are [league.Frac]: 0.1 is a tenth. In an expression for each element of a list, "#" is
// the number and ".vp" a figure of the list's present row, while "vp" is still the figure of the
// row for which the formula is evaluated.
//
// A formula has no effect, no memory and no loop except over lists, and gives the same number for
// the same values. Its length, the work of an evaluation, and the size of numbers and exponents are
// bounded: exceeding a bound is a mistake on compilation if it can be known then, and otherwise
// stops the evaluation. So do a division by 0 and a missing element of a list. Every [Error] has a
// line and column.
//
// The text is parsed by this package, whose parser knows more than the language: variables, maps
// and slices are parsed and refused with their position (decisions 0018 and 0065).
package formula
