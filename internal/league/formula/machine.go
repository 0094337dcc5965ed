package formula

import (
	"strconv"

	"referto/internal/league"
)

// The bounds of a formula and its evaluation, beside the steps that a scope allows.
// They are far beyond what a regulation needs, and near enough that none takes
// noticeable time.
const (
	maxLength  = 2000    // characters
	maxNodes   = 2000    // operations, names and numbers
	maxLiteral = 24      // characters of a number
	maxBits    = 256     // of a numerator or denominator
	maxPower   = 64      // exponents are so far from 0 at most
	maxWhole   = 1 << 30 // numbers of elements and places
)

// program is a compiled formula.
type program struct {
	value func(*machine) league.Frac
	cost  int // upper bound of the steps of an evaluation
	most  int // steps that it may take
}

// machine is one evaluation. The first thing that goes wrong stops it: from then
// on every operation is 0.
type machine struct {
	values Values
	own    []league.Frac // figures of the row that the formula is for
	other  []league.Frac // figures of the row that a list is at
	at     league.Frac   // number that a list is at
	// stack and picked are what list operations work on, each leaving them as
	// it found them.
	stack  []league.Frac
	picked [][]league.Frac
	steps  int
	most   int // steps that it may take
	fault  *Error
}

// failure returns the fault that stopped the evaluation of a row, nil if none did.
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

// step counts one operation and reports whether to go on.
func (m *machine) step(at position) bool {
	m.steps++
	if m.steps > m.most {
		m.stop(at, "formula-too-costly", "most", strconv.Itoa(m.most))
	}
	return m.fault == nil
}

// keep is the result of an operation, if it is within bounds.
func (m *machine) keep(at position, result league.Frac) league.Frac {
	if !m.step(at) {
		return league.Frac{}
	}
	if result.Bits() > maxBits {
		return m.stop(at, "formula-number-too-large")
	}
	return result
}

// divide is a quotient.
func (m *machine) divide(at position, a, b league.Frac) league.Frac {
	if b.IsZero() {
		return m.stop(at, "formula-division-by-zero")
	}
	return m.keep(at, a.Div(b))
}

// power multiplies as often as the exponent says, so that a tower of powers ends
// at the first number that is too large.
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

// whole is a number that has to be whole and in a range.
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

// list evaluates a list of numbers and gives it to use, for as long as that runs.
func (m *machine) list(t term, use func([]league.Frac) league.Frac) league.Frac {
	from := len(m.stack)
	t.list(m)
	result := use(m.stack[from:])
	m.stack = m.stack[:from]
	return result
}
