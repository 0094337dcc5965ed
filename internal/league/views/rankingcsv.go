package views

import (
	"strconv"

	"referto/openapi"
)

// CSV writes a page of the ranking or the hall as a table for a program that calculates: a
// row for each player, a column for each figure.
func (r RankingView) CSV(page openapi.RankingStandings) ([]byte, error) {
	header := []string{"rank", "player", "name", "club"}
	for _, c := range r.of.Keeper.Columns() {
		header = append(header, c.Figure)
	}
	rows := [][]string{append(header, "nationalPoints", "distance", "decidedBy", "since", "penalty")}
	for _, row := range page.Items {
		line := []string{strconv.Itoa(row.Rank), row.Player.Id.String(), row.Player.Name, row.Player.Club}
		for _, f := range row.Figures {
			line = append(line, r.v.number(f))
		}
		line = append(line, r.v.number(row.NationalPoints), r.v.number(row.Distance), row.DecidedBy, "", r.v.number(row.Penalty))
		if !row.Since.Day.IsZero() {
			line[len(line)-2] = row.Since.Day.String()
		}
		rows = append(rows, line)
	}
	return AsCSV(r.v.w.Lang(), rows)
}

// number writes a figure as a spreadsheet of the reader's language reads it.
func (v View) number(d openapi.Decimal) string { return v.w.Ungrouped(d) }
