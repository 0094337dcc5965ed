package eventfile

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league/rules/presets"
)

// ordered are the sheets whose order of rows has a meaning: that of a list.
var ordered = []string{sheetSanctions, sheetWithdrawals, sheetAbsences, sheetArrivals, sheetApart, sheetReports}

// anyOrder returns the indexes of a list in random order.
func anyOrder(t *rapid.T, label string, n int) []int {
	indexes := make([]int, n)
	for i := range indexes {
		indexes[i] = i
	}
	return rapid.Permutation(indexes).Draw(t, label)
}

// mixed returns a sheet with its columns in random order, and its rows too if their order has no
// meaning.
func mixed(t *rapid.T, s sheet) sheet {
	out := sheet{name: s.name}
	columns := anyOrder(t, s.name+" columns", len(s.columns))
	for _, c := range columns {
		out.columns = append(out.columns, s.columns[c])
	}
	for i, from := range anyOrder(t, s.name+" rows", len(s.rows)) {
		if slices.Contains(ordered, s.name) {
			from = i
		}
		cells := make([]cell, len(columns))
		for j, c := range columns {
			if c < len(s.rows[from].cells) {
				cells[j] = s.rows[from].cells[c]
			}
		}
		out.rows = append(out.rows, row{line: i + 2, cells: cells})
	}
	return out
}

// TestOrderOfRowsSaysNothing: sorting rows, or moving columns or sheets, does not change the event.
func TestOrderOfRowsSaysNothing(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("risiko-squadre-2000")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		var b book
		written := bookOf(everything().resolved(r).Normal(), r, "en")
		for _, i := range anyOrder(t, "sheets", len(written)) {
			b = append(b, mixed(t, written[i]))
		}
		f := readBook(b, found(t))
		if len(f.Faults) > 0 {
			t.Fatal(f.Faults)
		}
		if diff := cmp.Diff(everything(), f.Normal()); diff != "" {
			t.Fatalf("-written +read\n%s", diff)
		}
		for i, e := range f.Normal().Entries { // and each is found in its line
			n := asWritten(f.Entries)[i]
			if at := f.places["/entries/"+itoa(n)]; at.Value != itoa(int(e.Number)) {
				t.Fatalf("entry %d stands in %+v", e.Number, at)
			}
		}
	})
}
