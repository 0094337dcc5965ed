package formula_test

import (
	"fmt"
	"math/big"
	"slices"

	"pgregory.net/rapid"
)

// ofLists draws a number that is made of a list.
func (w writer) ofLists(form string, depth int, inside string) expression {
	switch form {
	case "extreme", "of list":
		name, list := w.one("function", "min", "max", "mean", "sum", "len"), w.list(depth-1, inside)
		return expression{text: name + "(" + list.text + ")", number: func(s scene) *big.Rat { return ofNumbers(name, list.list(s)) }}
	case "nth":
		list, n := w.list(depth-1, inside), w.number(0, inside)
		return expression{text: "nth(" + list.text + "," + n.text + ")", number: func(s scene) *big.Rat {
			which, numbers := n.number(s), list.list(s)
			if !which.IsInt() || which.Sign() <= 0 || which.Cmp(whole(len(numbers))) > 0 {
				panic(stopped{})
			}
			return numbers[which.Num().Int64()-1]
		}}
	case "shared":
		list := w.list(depth-1, inside)
		return expression{text: "shared(" + list.text + ")", number: func(s scene) *big.Rat {
			row := s.values.Rows[s.own]
			place, sharing := int(rational(row[1]).Num().Int64()), int(rational(row[2]).Num().Int64())
			numbers, sum := list.list(s), new(big.Rat)
			for i := place - 1; i < min(place-1+sharing, len(numbers)); i++ {
				sum = kept(new(big.Rat).Add(sum, numbers[i]))
			}
			return quotient(sum, whole(sharing))
		}}
	default: // "count", "sum over"
		list, element, each := w.elements(depth-1, inside)
		if form == "count" {
			condition := w.truth(depth-1, element)
			return expression{text: "count(" + list + "," + condition.text + ")", number: func(s scene) *big.Rat {
				many := 0
				each(s, func(at scene) {
					if condition.truth(at) {
						many++
					}
				})
				return whole(many)
			}}
		}
		term := w.number(depth-1, element)
		return expression{text: "sum(" + list + "," + term.text + ")", number: func(s scene) *big.Rat {
			sum := new(big.Rat)
			each(s, func(at scene) { sum = kept(new(big.Rat).Add(sum, term.number(at))) })
			return sum
		}}
	}
}

func ofNumbers(name string, numbers []*big.Rat) *big.Rat {
	if name == "len" {
		return whole(len(numbers))
	}
	if len(numbers) == 0 && name != "sum" {
		panic(stopped{})
	}
	sum := new(big.Rat)
	switch name {
	case "min":
		return slices.MinFunc(numbers, (*big.Rat).Cmp)
	case "max":
		return slices.MaxFunc(numbers, (*big.Rat).Cmp)
	}
	for _, number := range numbers {
		sum = kept(new(big.Rat).Add(sum, number))
	}
	if name == "mean" {
		return quotient(sum, whole(len(numbers)))
	}
	return sum
}

// elements draws a list or seats, with the way through them.
func (w writer) elements(depth int, inside string) (text, element string, each func(scene, func(scene))) {
	if w.one("elements", "number", "seat") == "seat" {
		seats := w.seats(depth)
		return seats.text, "seat", func(s scene, visit func(scene)) {
			for _, i := range seats.rows(s) {
				visit(scene{s.values, s.own, i, nil})
			}
		}
	}
	list := w.list(depth, inside)
	return list.text, "number", func(s scene, visit func(scene)) {
		for _, number := range list.list(s) {
			visit(scene{s.values, s.own, -1, number})
		}
	}
}

func (w writer) seats(depth int) expression {
	if depth <= 0 || w.one("seats", "all", "some") == "all" {
		return expression{text: "seats", rows: func(s scene) (all []int) {
			for i := range s.values.Rows {
				all = append(all, i)
			}
			return all
		}}
	}
	of, condition := w.seats(depth-1), w.truth(depth-1, "seat")
	return expression{text: "filter(" + of.text + "," + condition.text + ")", rows: func(s scene) (some []int) {
		for _, i := range of.rows(s) {
			if condition.truth(scene{s.values, s.own, i, nil}) {
				some = append(some, i)
			}
		}
		return some
	}}
}

func (w writer) list(depth int, inside string) expression {
	form := w.one("list", "points", "written", "map", "filter", "best", "worst")
	switch {
	case depth <= 0 || form == "points":
		return expression{text: "points", list: func(s scene) (numbers []*big.Rat) {
			for _, number := range s.values.Lists[0] {
				numbers = append(numbers, rational(number))
			}
			return numbers
		}}
	case form == "written":
		a, b := w.number(depth-1, inside), w.number(depth-1, inside)
		return expression{text: "[" + a.text + "," + b.text + "]", list: func(s scene) []*big.Rat { return []*big.Rat{a.number(s), b.number(s)} }}
	case form == "map":
		text, element, each := w.elements(depth-1, inside)
		term := w.number(depth-1, element)
		return expression{text: "map(" + text + "," + term.text + ")", list: func(s scene) (numbers []*big.Rat) {
			each(s, func(at scene) { numbers = append(numbers, term.number(at)) })
			return numbers
		}}
	case form == "filter":
		of, condition := w.list(depth-1, inside), w.truth(depth-1, "number")
		return expression{text: "filter(" + of.text + "," + condition.text + ")", list: func(s scene) (numbers []*big.Rat) {
			for _, number := range of.list(s) {
				if condition.truth(scene{s.values, s.own, -1, number}) {
					numbers = append(numbers, number)
				}
			}
			return numbers
		}}
	default:
		of, n := w.list(depth-1, inside), rapid.IntRange(0, 5).Draw(w.t, "many")
		return expression{text: fmt.Sprintf("%s(%s, %d)", form, of.text, n), list: func(s scene) []*big.Rat {
			numbers := slices.SortedFunc(slices.Values(of.list(s)), (*big.Rat).Cmp)
			if form == "best" {
				slices.Reverse(numbers)
			}
			return numbers[:min(n, len(numbers))]
		}}
	}
}

func (w writer) truth(depth int, inside string) expression {
	form := w.one("truth", "comparison", "comparison", "logic", "not", "in", "quantified")
	if depth <= 0 {
		form = "comparison"
	}
	switch form {
	case "comparison":
		operator := w.one("comparison", "<", "<=", "==", "!=", ">=", ">")
		a, b := w.number(max(0, depth-1), inside), w.number(0, inside)
		return expression{text: "(" + a.text + " " + operator + " " + b.text + ")", truth: func(s scene) bool {
			order := a.number(s).Cmp(b.number(s))
			return map[string]bool{"<": order < 0, "<=": order <= 0, "==": order == 0, "!=": order != 0, ">=": order >= 0, ">": order > 0}[operator]
		}}
	case "logic":
		operator, a, b := w.one("logic", "and", "&&", "or", "||"), w.truth(depth-1, inside), w.truth(depth-1, inside)
		return expression{text: "(" + a.text + " " + operator + " " + b.text + ")", truth: func(s scene) bool {
			if operator == "and" || operator == "&&" {
				return a.truth(s) && b.truth(s)
			}
			return a.truth(s) || b.truth(s)
		}}
	case "not":
		a := w.truth(depth-1, inside)
		return expression{text: "not " + a.text, truth: func(s scene) bool { return !a.truth(s) }}
	case "in":
		a, list := w.number(0, inside), w.list(depth-1, inside)
		return expression{text: "(" + a.text + " in " + list.text + ")", truth: func(s scene) bool {
			wanted := a.number(s)
			return slices.ContainsFunc(list.list(s), func(number *big.Rat) bool { return number.Cmp(wanted) == 0 })
		}}
	default:
		name := w.one("quantifier", "all", "any", "none")
		text, element, each := w.elements(depth-1, inside)
		condition := w.truth(depth-1, element)
		return expression{text: name + "(" + text + "," + condition.text + ")", truth: func(s scene) bool {
			held, visited := 0, 0
			each(s, func(at scene) {
				visited++
				if condition.truth(at) {
					held++
				}
			})
			return map[string]bool{"all": held == visited, "any": held > 0, "none": held == 0}[name]
		}}
	}
}
