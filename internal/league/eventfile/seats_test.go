package eventfile

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// TestSeats: the cells of a seat; its points are required if anything else is recorded; figures are
// those that the ruleset records.
func TestSeats(t *testing.T) {
	t.Parallel()
	r := &rules.Ruleset{Game: rules.Game{Figures: []rules.Figure{{ID: "army"}, {ID: "roads"}}}}
	const roads, army, ships = figurePrefix + "roads", figurePrefix + "army", figurePrefix + "ships"
	half := league.NewFrac(1, 2)
	for _, tt := range []struct {
		name  string
		cells map[string]string
		want  *league.SeatResult
		fault string
	}{
		{"nothing", nil, nil, ""},
		{"points", map[string]string{colVP: "7"}, &league.SeatResult{Entry: 3, VP: 7}, ""},
		{"no points, which is written", map[string]string{colVP: "0"}, &league.SeatResult{Entry: 3}, ""},
		{"points in words", map[string]string{colVP: "x"}, &league.SeatResult{Entry: 3}, "not-a-whole-number"},
		{
			"everything",
			map[string]string{colVP: "7", colLeft: "2", colObjective: "asia", colPoints: "0,5", roads: "4", army: "0"},
			&league.SeatResult{Entry: 3, VP: 7, Left: 2, Objective: "asia", Points: &half, Figures: map[string]int{"roads": 4, "army": 0}}, "",
		},
		{"a figure of no ruleset", map[string]string{colVP: "7", roads: "4", ships: "1"}, &league.SeatResult{Entry: 3, VP: 7, Figures: map[string]int{"roads": 4}}, ""},
		{"a figure that is not written", map[string]string{colVP: "7", roads: "", army: "1"}, &league.SeatResult{Entry: 3, VP: 7, Figures: map[string]int{"army": 1}}, ""},
		{"a figure in words", map[string]string{colVP: "7", roads: "many"}, &league.SeatResult{Entry: 3, VP: 7, Figures: map[string]int{"roads": 0}}, "not-a-whole-number"},
		{"only who left", map[string]string{colLeft: "2"}, nil, "cell-missing"},
		{"only an objective", map[string]string{colObjective: "asia"}, nil, "cell-missing"},
		{"only another score", map[string]string{colPoints: "0"}, nil, "cell-missing"},
		{"only a figure", map[string]string{roads: "0"}, nil, "cell-missing"},
		{"only a figure of no ruleset", map[string]string{ships: "1"}, nil, ""},
	} {
		l, reading := typedLine("", false)
		l.table.index, l.row.cells = map[string]int{}, nil
		for _, column := range []string{colVP, colLeft, colObjective, colPoints, roads, army, ships} {
			l.table.index[column] = len(l.row.cells)
			l.row.cells = append(l.row.cells, text(tt.cells[column]))
		}
		l.table.figures = []string{roads, army, ships}
		got := l.seat(3, r)
		if diff := cmp.Diff(tt.want, got); diff != "" || reasons(reading) != tt.fault {
			t.Errorf("%s: %s, want %s: want -, got +\n%s", tt.name, reasons(reading), tt.fault, diff)
		}
	}
}

// TestFaultsOfFiguresAreInOrder: faults of several figure columns, and of several figures of one
// seat, are listed from left to right, each time.
func TestFaultsOfFiguresAreInOrder(t *testing.T) {
	t.Parallel()
	r := &rules.Ruleset{}
	columns := []string{colRound, colTable, colSeat, colEntry, colVP}
	var unknown, wrong []string
	for i := range 12 {
		id := fmt.Sprintf("f%d", (i*7)%12)
		r.Game.Figures = append(r.Game.Figures, rules.Figure{ID: id})
		columns = append(columns, figurePrefix+id)
		unknown, wrong = append(unknown, figurePrefix+id+" figure-unknown"), append(wrong, figurePrefix+id+" not-a-whole-number")
	}
	listed := func(faults Faults) []string {
		var out []string
		for _, f := range faults {
			out = append(out, f.Column+" "+f.Reason)
		}
		return out
	}
	open := func() *reading {
		reading := &reading{sheets: map[string]*table{}, places: map[string]Place{}, rules: &rules.Ruleset{}}
		reading.open(sheet{name: sheetResults, columns: columns})
		return reading
	}
	columnsOnly := open()
	columnsOnly.figures()
	if diff := cmp.Diff(unknown, listed(columnsOnly.faults)); diff != "" {
		t.Errorf("columns: want -, got +\n%s", diff)
	}
	seat := open()
	cells := make([]cell, len(columns))
	for i := range cells {
		cells[i] = text("many")
	}
	cells[4] = number(7)
	(&line{seat.sheets[sheetResults], row{line: 2, cells: cells}}).seat(3, r)
	if diff := cmp.Diff(wrong, listed(seat.faults)); diff != "" {
		t.Errorf("figures of a seat: want -, got +\n%s", diff)
	}
}
