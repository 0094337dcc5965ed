package supply

import (
	_ "embed"
	"fmt"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// MaxAge is the time for which a review of the table is trusted before a release.
const MaxAge = 45 * 24 * time.Hour

//go:embed minimums.txt
var current string

// Minimum is the lowest version of a module that we accept.
type Minimum struct {
	Module  string // module path; "go" for the language and its standard library
	Version string // v5.9.2, for go 1.26.8
	Reason  string // the fault of older versions
}

// Table is the list of minimums and the day of its last full review.
type Table struct {
	Checked  time.Time // midnight UTC
	Minimums []Minimum // in the order of the file
}

// Current reads the table of this source tree.
func Current() (Table, error) { return parse(current) }

// Stale reports whether the last review lies more than [MaxAge] before now.
func (t Table) Stale(now time.Time) bool { return now.Sub(t.Checked) > MaxAge }

// parse reads lines of "module version reason", one line "checked YYYY-MM-DD",
// comments and blank lines.
func parse(text string) (Table, error) {
	var t Table
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		var err error
		switch {
		case fields[0] == "checked" && len(fields) == 2:
			t.Checked, err = time.Parse(time.DateOnly, fields[1])
		case len(fields) < 3:
			err = fmt.Errorf("want module, version and reason")
		case !semver.IsValid(semantic(fields[1])):
			err = fmt.Errorf("version %q", fields[1])
		default:
			t.Minimums = append(t.Minimums, Minimum{fields[0], fields[1], strings.Join(fields[2:], " ")})
		}
		if err != nil {
			return Table{}, fmt.Errorf("minimums.txt:%d: %w", i+1, err)
		}
	}
	if t.Checked.IsZero() {
		return Table{}, fmt.Errorf("minimums.txt: no date of review")
	}
	return t, nil
}

// semantic gives go's own versions, which are written without it, the v that
// semantic versions begin with.
func semantic(version string) string { return "v" + strings.TrimPrefix(version, "v") }
