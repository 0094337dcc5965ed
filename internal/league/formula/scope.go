package formula

import (
	"slices"
	"strings"

	"referto/internal/league"
)

// Scope holds the names that a formula may use. A formula is evaluated for a whole (an event, a
// series) or for one row of a list (a seat of a table), and may then use all the rows.
type Scope struct {
	// Rows is the name of the list of rows, "seats", and MaxRows its largest length; "" if there
	// are none.
	Rows    string
	MaxRows int
	// Own are the names of a row's figures.
	Own []string
	// Common are the names of the figures of the whole.
	Common []string
	// Lists are the names of lists of numbers, each of at most MaxList elements.
	Lists   []string
	MaxList int
	// MaxSteps bounds the operations of an evaluation.
	MaxSteps int
}

// Values are the values of the names of a [Scope].
type Values struct {
	Rows   [][]league.Frac // by row; each parallel to Own
	Common []league.Frac   // parallel to Common
	Lists  [][]league.Frac // parallel to Lists
}

// Name returns the name by which a formula refers to an id: hyphens, which would be minus signs,
// become underscores.
func Name(id string) string { return strings.ReplaceAll(id, "-", "_") }

// CanName reports whether a formula can refer to an id: its name must not be read as a number, as
// an operator ("in") or as a value ("true").
func CanName(id string) bool {
	tokens, mistake := scan(source(Name(id)))
	return mistake == nil && len(tokens) == 2 && tokens[0].class == nameToken && !isValue(tokens[0].value)
}

// Has reports whether the scope has a name.
func (s *Scope) Has(name string) bool {
	return name == s.Rows || slices.Contains(s.Own, name) || slices.Contains(s.Common, name) || slices.Contains(s.Lists, name)
}
