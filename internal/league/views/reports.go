package views

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"slices"
	"strconv"

	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/openapi"
)

// StandingPenalties are the penalties that were not revoked, in the order given.
func (v View) StandingPenalties() []openapi.Sanction {
	stand := slices.DeleteFunc(slices.Clone(v.Sanctions), func(s facts.Sanction) bool { return s.RevokedAt != nil })
	return openapi.Each(stand, v.SanctionView)
}

// EntrantsTable makes the table of entrants in the layout of the report's form.
func (v View) EntrantsTable() [][]string {
	rows := [][]string{{"number", "name", "club", "state"}}
	for _, e := range v.Entries {
		entry := v.EntryOf(e)
		rows = append(rows, []string{strconv.Itoa(entry.Number), entry.Player.Name, entry.Player.Club, string(entry.State)})
	}
	return rows
}

// StandingsTable are the standings at the end, with a column for each criterion that
// has figures.
func (v View) StandingsTable() ([][]string, error) {
	standings, err := v.Standings("", 0)
	if err != nil {
		return nil, err
	}
	header := []string{"rank", "number", "name", "club"}
	for _, criterion := range standings.Criteria {
		if criterion.Key != "lot" { // the one that is no figure
			header = append(header, criterion.Key)
		}
	}
	rows := [][]string{header}
	for _, row := range standings.Rows {
		rows = append(rows, append([]string{
			strconv.Itoa(row.Rank), strconv.Itoa(row.Entry.Number), row.Entry.Player.Name, row.Entry.Player.Club,
		}, row.Figures...))
	}
	return rows, nil
}

// GamesTable makes the table of the games.
func (v View) GamesTable() [][]string {
	rows := [][]string{{"round", "kind", "table", "seat", "number", "name", "vp", "counted", "points", "won", "ended"}}
	for _, round := range v.RoundList().Items {
		for _, table := range round.Tables {
			for i, seat := range table.Seats {
				row := []string{
					strconv.Itoa(round.Number), string(round.Kind), strconv.Itoa(table.Number), strconv.Itoa(i + 1), strconv.Itoa(seat.Number), seat.Player.Name,
				}
				rows = append(rows, append(row, played(table.Result, seat.Number)...))
			}
		}
	}
	return rows
}

// played makes the cells of a game for an entry; empty ones while it is not over.
func played(r openapi.Result, entry int) []string {
	i := slices.IndexFunc(r.Seats, func(s openapi.SeatResult) bool { return s.Entry == entry })
	if i < 0 {
		return []string{"", "", "", "", ""}
	}
	s := r.Seats[i]
	won := s.Entry == r.Winner || slices.Contains(r.Winners, s.Entry) || r.Team != "" && s.Team == r.Team
	return []string{strconv.Itoa(s.Vp), strconv.Itoa(s.Counted), s.Points, strconv.FormatBool(won), string(r.Ended)}
}

// PenaltiesTable makes the table of the penalties.
func (v View) PenaltiesTable() [][]string {
	rows := [][]string{{"number", "name", "kind", "round", "moment", "points", "effective", "expels", "rule", "reason", "by"}}
	for _, s := range v.StandingPenalties() {
		rule := cmp.Or(s.Rule, s.Explanation.Rule)
		rows = append(rows, []string{
			strconv.Itoa(s.Entry.Number), v.name(s.Entry.Number), string(s.Kind), strconv.Itoa(s.Round), string(s.Moment), s.Points,
			strconv.FormatBool(s.Effective), strconv.FormatBool(s.Expels), rule.Paragraph, s.Reason, s.By,
		})
	}
	return rows
}

// AsCSV is a table, its header first, for a spreadsheet of a language. Text that would be
// a formula there is escaped, figures below zero are not.
func AsCSV(language string, rows [][]string) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF, w.Comma = true, eventfile.Separator(language)
	for _, row := range rows {
		for i := range row {
			row[i] = eventfile.EscapeCell(row[i])
		}
	}
	err := w.WriteAll(rows)
	return out.Bytes(), err
}
