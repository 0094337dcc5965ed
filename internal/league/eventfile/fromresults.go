package eventfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// seated is a row of the sheet of results.
type seated struct {
	seat   int
	entry  league.Entry
	line   *line
	result *league.SeatResult // nil if nothing is recorded
	void   bool
	fault  bool
}

// results reads the seats and their results.
func (r *reading) results() {
	tables := map[seatKey][]seated{}
	for _, l := range r.lines(sheetResults) {
		round, okRound := l.round(colRound)
		n, okTable := l.whole(colTable)
		seat, okSeat := l.whole(colSeat)
		entry, okEntry := l.entry(colEntry)
		if !okRound || !okTable || !okSeat || !okEntry {
			continue
		}
		key := seatKey{round, n}
		if _, drawn := r.seats[key]; !drawn {
			l.fault(colTable, "table-not-drawn", "round", itoa(round), "table", itoa(n))
			continue
		}
		if slices.ContainsFunc(tables[key], func(s seated) bool { return s.seat == seat }) {
			l.fault(colSeat, "seat-twice", "table", itoa(n), "seat", itoa(seat))
			continue
		}
		tables[key] = append(tables[key], seated{
			seat: seat, entry: entry, line: l, result: l.seat(entry, r.rules), void: l.yes(colScoredAnew), fault: l.yes(colAtFault),
		})
	}
	for i := range r.doc.Facts.Rounds {
		for j := range r.doc.Facts.Rounds[i].Tables {
			t := &r.doc.Facts.Rounds[i].Tables[j]
			r.seat(t, tables[seatKey{i + 1, t.Number}], i, j)
		}
	}
}

// seat adds the rows of a table to it.
func (r *reading) seat(t *tournament.Table, rows []seated, i, j int) {
	slices.SortFunc(rows, func(a, b seated) int { return cmp.Compare(a.seat, b.seat) })
	at := fmt.Sprintf("/facts/rounds/%d/tables/%d", i, j)
	for k, s := range rows {
		if s.seat != k+1 {
			s.line.fault(colSeat, "seat-missing", "table", itoa(t.Number), "seat", itoa(k+1))
			return
		}
		t.Seats = append(t.Seats, s.entry)
		r.at(fmt.Sprintf("%s/seats/%d", at, k), s.line, map[string]string{"": colEntry})
		here := fmt.Sprintf("%s/result/seats/%d", at, k)
		r.at(here, s.line, map[string]string{
			"": colEntry, "/entry": colEntry, "/vp": colVP, "/left": colLeft, "/objective": colObjective, "/points": colPoints,
		})
		for _, figure := range r.rules.Game.Figures {
			s.line.stands(here+"/figures/"+figure.ID, figurePrefix+figure.ID)
		}
		switch {
		case t.Result == nil && (s.result != nil || s.void || s.fault):
			s.line.fault(colVP, "result-of-open-table", "table", itoa(t.Number))
			return
		case t.Result == nil:
			continue
		case s.result == nil && t.Result.Void == nil:
			s.line.fault(colVP, "cell-missing")
			continue
		case s.result == nil:
			s.result = &league.SeatResult{Entry: s.entry}
		}
		t.Result.Seats = append(t.Result.Seats, *s.result)
		r.void(t.Result, s)
	}
}

// void adds the players who get another score for a void game, and those at fault.
func (r *reading) void(result *league.Result, s seated) {
	for _, marked := range []struct {
		column string
		yes    bool
		list   func(*league.Void) *[]league.Entry
	}{
		{colScoredAnew, s.void, func(v *league.Void) *[]league.Entry { return &v.For }},
		{colAtFault, s.fault, func(v *league.Void) *[]league.Entry { return &v.AtFault }},
	} {
		switch {
		case !marked.yes:
		case result.Void == nil:
			s.line.fault(marked.column, "cell-without-void")
		default:
			list := marked.list(result.Void)
			*list = append(*list, s.entry)
		}
	}
}

// seat reads the cells of a seat; nil if all of them are empty.
func (l *line) seat(entry league.Entry, r *rules.Ruleset) *league.SeatResult {
	s := &league.SeatResult{Entry: entry, Objective: l.text(colObjective), Points: l.frac(colPoints)}
	s.VP, _ = l.number(colVP)
	s.Left, _ = l.number(colLeft)
	written := l.has(colVP)
	for _, title := range l.table.figures {
		id := strings.TrimPrefix(title, figurePrefix)
		if !l.has(title) || !slices.ContainsFunc(r.Game.Figures, func(f rules.Figure) bool { return f.ID == id }) {
			continue
		}
		if s.Figures == nil {
			s.Figures = map[string]int{}
		}
		s.Figures[id], _ = l.number(title)
	}
	switch {
	case written:
		return s
	case s.Figures != nil || s.Objective != "" || s.Points != nil || s.Left != 0:
		l.fault(colVP, "cell-missing")
	}
	return nil
}
