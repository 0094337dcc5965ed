package formula

import (
	"errors"
	"strconv"

	"referto/internal/league"
)

// Formula is an expression as written in a document, with its program once compiled. The zero
// Formula is empty and does not compile.
type Formula struct {
	source  string
	program *program
}

// New returns a formula that has not been compiled.
func New(source string) Formula { return Formula{source: source} }

// Compile returns the formula ready to be evaluated with values of a scope. It returns an [Error]
// for a mistake in it.
func (f Formula) Compile(scope *Scope) (Formula, error) {
	p, mistake := compile(f.source, scope)
	if mistake != nil {
		return f, mistake
	}
	return Formula{source: f.source, program: p}, nil
}

// String returns the expression as written.
func (f Formula) String() string { return f.source }

// Equal reports whether two formulas have the same text.
func (f Formula) Equal(g Formula) bool { return f.source == g.source }

// MarshalText writes the expression.
func (f Formula) MarshalText() ([]byte, error) { return []byte(f.source), nil }

// UnmarshalText accepts any text: [Formula.Compile] checks whether it is a formula, which depends
// on the scope.
func (f *Formula) UnmarshalText(text []byte) error {
	*f = Formula{source: string(text)}
	return nil
}

// Cost is an upper bound of the operations that an evaluation of a compiled
// formula takes.
func (f Formula) Cost() int { return f.program.cost }

// Of evaluates a compiled formula that is not for rows. It returns an [Error] if the evaluation
// stops.
func (f Formula) Of(values Values) (league.Frac, error) {
	m := machine{values: values, most: f.program.most}
	value := f.program.value(&m)
	return value, m.failure(-1)
}

// OfRows evaluates a compiled formula for each row, in their order. It returns an [Error] with the
// row if an evaluation stops.
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

// Error is a mistake in a formula, or the reason that stopped its evaluation. The params of its
// grounds contain the position: line and column, from 1, in characters. Test for it with errors.As.
type Error struct {
	league.Grounds
	// Row is the index of the row whose evaluation stopped; -1 if there is none.
	Row int
}

// Error returns the grounds on one line.
func (e *Error) Error() string { return e.String() }

// Mistake returns an error of this package as an [Error]; nil for nil. It panics for any other
// error.
func Mistake(err error) *Error {
	var mistake *Error
	if err != nil && !errors.As(err, &mistake) {
		panic(err) // this package returns no other
	}
	return mistake
}

// position is a position in a formula, from 1.
type position struct{ line, column int }

// mistake returns an error at a position; params alternate between names and values.
func mistake(at position, reason string, params ...string) *Error {
	e := &Error{Row: -1, Grounds: league.Grounds{Reason: reason, Params: map[string]string{
		"line": strconv.Itoa(at.line), "column": strconv.Itoa(at.column),
	}}}
	for i := 0; i+1 < len(params); i += 2 {
		e.Params[params[i]] = params[i+1]
	}
	return e
}
