package eventfile

import (
	"errors"
	"fmt"
	"strings"

	"referto/internal/league"
)

// Place is a place in a file.
type Place struct {
	// Sheet and Column are the names of a workbook's sheet and column, Line is the line of the
	// sheet as numbered by a spreadsheet, from 1, with the header; all are zero if unknown or if
	// the file is a document.
	Sheet  string `json:"sheet,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column string `json:"column,omitempty"`
	// Value is the text at the place, cut to a length that can be shown.
	Value string `json:"value,omitempty"`
}

// Fault is one thing wrong with a file.
type Fault struct {
	Place
	// Fault points into the document; its pointer is "" if there is none yet.
	league.Fault
}

// Faults are all faults found in a file, in its order. A file with any fault is refused as a whole.
type Faults []Fault

// Error lists the faults on one line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = strings.TrimSpace(fmt.Sprintf("%s %d %s %s %s", fault.Sheet, fault.Line, fault.Column, fault.Field, fault.Grounds))
	}
	return strings.Join(lines, "; ")
}

// mostFaults is the largest number of faults listed for a file: the first ones.
const mostFaults = 200

// longestValue is the largest number of characters shown of a wrong value.
const longestValue = 60

func (p Place) with(value string) Place {
	if r := []rune(value); len(r) > longestValue {
		value = string(r[:longestValue]) + "…"
	}
	p.Value = value
	return p
}

// at makes a fault at a place. The params alternate between names and values.
func at(place Place, reason string, params ...string) Fault {
	return Fault{Place: place, Fault: league.Fault{Grounds: grounds(reason, params...)}}
}

func grounds(reason string, params ...string) league.Grounds {
	g := league.Grounds{Reason: reason}
	for i := 0; i+1 < len(params); i += 2 {
		if g.Params == nil {
			g.Params = make(map[string]string, len(params)/2)
		}
		g.Params[params[i]] = params[i+1]
	}
	return g
}

// whole makes a fault of the file as a whole.
func whole(reason string, params ...string) Faults { return Faults{at(Place{}, reason, params...)} }

// faultsOf returns the faults of an engine's error, with a prefix before their pointers; false for
// another error.
func faultsOf(err error, prefix string) (league.Faults, bool) {
	var faults league.Faults
	if !errors.As(err, &faults) {
		return nil, false
	}
	out := make(league.Faults, len(faults))
	for i, f := range faults {
		out[i] = league.Fault{Field: prefix + f.Field, Grounds: f.Grounds}
	}
	return out, true
}
