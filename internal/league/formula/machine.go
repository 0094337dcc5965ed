package formula

import (
	"strconv"

	"referto/internal/league"
)

// The bounds of a formula and its evaluation, apart from the steps that a scope allows. They are
// far beyond the needs of a regulation, and low enough that no formula takes noticeable time.
const (
	maxLength  = 2000    // characters
	maxNodes   = 2000    // operations, names and numbers
	maxLiteral = 24      // characters of a number
	maxBits    = 256     // of a numerator or denominator
	maxPower   = 64      // largest absolute value of exponents
	maxWhole   = 1 << 30 // numbers of elements and places
)

// program is a compiled formula.
type program struct {
	value func(*machine) league.Frac
	cost  int // upper bound of the steps of an evaluation
	most  int // steps that it may take
}

// machine is one evaluation. The first fault stops it: from then on every operation gives 0.
type machine struct {
	values Values
	own    []league.Frac // figures of the row that is evaluated
	other  []league.Frac // figures of the list's present row
	at     league.Frac   // the list's present number
	// stack and picked are used by list operations, which restore their lengths.
	stack  []league.Frac
	picked [][]league.Frac
	steps  int
	most   int // steps that it may take
	fault  *Error
}

// failure returns the fault that stopped the evaluation of a row, nil if there is none.
func (m *machine) failure(row int) error {
	if m.fault == nil {
		return nil
	}
	m.fault.Row = row
	return m.fault
}

func (m *machine) stop(at position, reason string, params ...string) league.Frac {
	if m.fault == nil {
		m.fault = mistake(at, reason, params...)
	}
	return league.Frac{}
}

// step counts one operation and reports whether to continue.
func (m *machine) step(at position) bool {
	m.steps++
	if m.steps > m.most {
		m.stop(at, "formula-too-costly", "most", strconv.Itoa(m.most))
	}
	return m.fault == nil
}

// keep returns the result of an operation if it is within bounds.
func (m *machine) keep(at position, result league.Frac) league.Frac {
	if !m.step(at) {
		return league.Frac{}
	}
	if result.Bits() > maxBits {
		return m.stop(at, "formula-number-too-large")
	}
	return result
}

// divide returns a quotient; it stops at a division by 0.
func (m *machine) divide(at position, a, b league.Frac) league.Frac {
	if b.IsZero() {
		return m.stop(at, "formula-division-by-zero")
	}
	return m.keep(at, a.Div(b))
}

// power multiplies repeatedly, so that a tower of powers stops at the first number that is too
// large.
func (m *machine) power(at position, base, exponent league.Frac) league.Frac {
	n, ok := m.whole(at, exponent, -maxPower, maxPower)
	if !ok {
		return league.Frac{}
	}
	if n < 0 {
		base, n = m.divide(at, league.Int(1), base), -n
	}
	result := league.Int(1)
	for range n {
		result = m.keep(at, result.Mul(base))
	}
	return result
}

// whole returns a number that must be whole and in a range; false otherwise.
func (m *machine) whole(at position, number league.Frac, least, most int) (int, bool) {
	if m.fault != nil {
		return 0, false
	}
	if number.Cmp(league.Int(least)) < 0 || number.Cmp(league.Int(most)) > 0 || !number.Trunc(0).Equal(number) {
		m.stop(at, "formula-not-whole", "got", number.String(), "min", strconv.Itoa(least), "max", strconv.Itoa(most))
		return 0, false
	}
	n, _, _ := number.Trunc(0).Ratio()
	return int(n), true
}

// list evaluates a list of numbers and calls use with it; the list is valid only during the call.
func (m *machine) list(t term, use func([]league.Frac) league.Frac) league.Frac {
	from := len(m.stack)
	t.list(m)
	result := use(m.stack[from:])
	m.stack = m.stack[:from]
	return result
}
