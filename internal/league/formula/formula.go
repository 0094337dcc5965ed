package formula

import (
	"errors"
	"strconv"

	"referto/internal/league"
)

// Formula is an expression as it stands in a document, and, once compiled, what
// evaluates it. The zero Formula is empty and does not compile.
type Formula struct {
	source  string
	program *program
}

// New is a formula that has not been compiled.
func New(source string) Formula { return Formula{source: source} }

// Compile is the formula ready to be evaluated with values of a scope. What is
// wrong with it is an [Error].
func (f Formula) Compile(scope *Scope) (Formula, error) {
	p, mistake := compile(f.source, scope)
	if mistake != nil {
		return f, mistake
	}
	return Formula{source: f.source, program: p}, nil
}

// String is the expression as written.
func (f Formula) String() string { return f.source }

// Equal reports whether two formulas are written alike.
func (f Formula) Equal(g Formula) bool { return f.source == g.source }

// MarshalText writes the expression.
func (f Formula) MarshalText() ([]byte, error) { return []byte(f.source), nil }

// UnmarshalText keeps any text: whether it is a formula depends on the figures
// that it may name, and is for [Formula.Compile] to say.
func (f *Formula) UnmarshalText(text []byte) error {
	*f = Formula{source: string(text)}
	return nil
}

// Cost is an upper bound of the operations that an evaluation of a compiled
// formula takes.
func (f Formula) Cost() int { return f.program.cost }

// Of evaluates a compiled formula that is not for rows. What stops it is an
// [Error].
func (f Formula) Of(values Values) (league.Frac, error) {
	m := machine{values: values, most: f.program.most}
	value := f.program.value(&m)
	return value, m.failure(-1)
}

// OfRows evaluates a compiled formula for each row, in their order. What stops it
// is an [Error] that names the row.
func (f Formula) OfRows(values Values) ([]league.Frac, error) {
	results := make([]league.Frac, len(values.Rows))
	m := machine{values: values, most: f.program.most}
	for i, row := range values.Rows {
		m.own, m.steps = row, 0
		results[i] = f.program.value(&m)
		if err := m.failure(i); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// Error names a fault of a formula, or the reason that stopped its evaluation. The
// params of its grounds say where: line and column, from 1, in characters. Test
// for it with errors.As.
type Error struct {
	league.Grounds
	// Row is the index of the row for which evaluation stopped; -1 where it was
	// for none.
	Row int
}

// Error is the grounds on one line.
func (e *Error) Error() string { return e.String() }

// Mistake is an error of this package as what it says; nil for nil.
func Mistake(err error) *Error {
	var mistake *Error
	if err != nil && !errors.As(err, &mistake) {
		panic(err) // this package gives no other
	}
	return mistake
}

// position is a place in a formula, from 1.
type position struct{ line, column int }

// mistake is an error at a place; params alternate between names and values.
func mistake(at position, reason string, params ...string) *Error {
	e := &Error{Row: -1, Grounds: league.Grounds{Reason: reason, Params: map[string]string{
		"line": strconv.Itoa(at.line), "column": strconv.Itoa(at.column),
	}}}
	for i := 0; i+1 < len(params); i += 2 {
		e.Params[params[i]] = params[i+1]
	}
	return e
}
