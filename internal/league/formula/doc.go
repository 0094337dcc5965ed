// Package formula is the language in which a ruleset defines figures of its own:
// expressions over recorded figures, evaluated in exact fractions.
//
// A [Formula] is text in a document. [Formula.Compile] checks it against a
// [Scope], the names that it may use, and [Formula.Of] or [Formula.OfRows]
// evaluate it with [Values] of them. The package knows the operations only; which
// names there are is said by whoever owns the scope, package rules. What the
// language has for those who write regulations is in docs/formulas.md, which is
// tested against [Functions].
//
//	shared([5, 3, 2, 1])                            points of places, the mean for those who share one
//	vp - mean(map(seats, .vp))                      points above the mean of the table
//	place == 1 ? 20 / sharing : 0                   a bonus split among the winners
//	sum(best(points, 4)) + 2 * count(points, # > 0) the best four events and two for each
//
// Every part is a number, a truth, a list of numbers or the list of rows; nothing
// is converted. Numbers are [league.Frac]: 0.1 is a tenth. In what is asked of the
// elements of a list, "#" is the number and ".vp" a figure of the row that the
// list is at, while "vp" stays that of the row that the formula is for.
//
// A formula has no effect, no memory and no loop but over lists, and gives the
// same number for the same values. Its length, the work of an evaluation, the
// size of numbers and exponents are bounded: what is too much is a mistake when
// it is compiled wherever that can be known, and stops the evaluation elsewhere.
// So do a division by 0 and an element that a list does not have. Every [Error]
// says at which line and column.
//
// The text is read by a parser of this package, which knows more than the language:
// variables, maps and slices are read and refused at their place (decisions 0018 and
// 0065).
package formula
