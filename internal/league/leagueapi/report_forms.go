package leagueapi

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"referto/frontend/pages"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/facts"
	"referto/openapi"
)

// reportAsPage is the report as a page to be read and printed.
func (a *API) reportAsPage(c *gate.Call, p reportdesk.Papers) (openapi.GetReportResponseObject, error) {
	v := view(c, p.Situation)
	standings, err := v.Standings("", 0)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = a.paper(&out, c.Tenant, pages.Report{
		Reader: pages.Reader{Lang: c.Language}, Event: v.Event(nil), Papers: v.report(p, nil), Entries: openapi.Each(v.Entries, v.EntryOf),
		Rounds: v.RoundList().Items, Form: v.ResultForm(), Standings: standings, Penalties: v.standingPenalties(),
	})
	if err != nil {
		return nil, err
	}
	c.Header("Content-Security-Policy", pages.Policy)
	return openapi.GetReport200TexthtmlResponse{Body: &out, ContentLength: int64(out.Len())}, nil
}

// standingPenalties are the penalties that were not revoked, in the order given.
func (v View) standingPenalties() []openapi.Sanction {
	stand := slices.DeleteFunc(slices.Clone(v.Sanctions), func(s facts.Sanction) bool { return s.RevokedAt != nil })
	return openapi.Each(stand, v.sanction)
}

// reportAsCSV is a table of the report, for a program that calculates.
func reportAsCSV(c *gate.Call, p reportdesk.Papers, table openapi.GetReportParamsTable) (openapi.GetReportResponseObject, error) {
	v := view(c, p.Situation)
	var rows [][]string
	var err error
	switch table {
	case openapi.GetReportParamsTableEntrants:
		rows = v.entrantsTable()
	case openapi.GetReportParamsTableGames:
		rows = v.gamesTable()
	case openapi.GetReportParamsTableStaff:
		rows = staffTable(p.Report.Staff)
	case openapi.GetReportParamsTablePenalties:
		rows = v.penaltiesTable()
	default:
		rows, err = v.standingsTable()
	}
	if err != nil {
		return nil, err
	}
	out, err := asCSV(c.Language, rows)
	if err != nil {
		return nil, err
	}
	c.Header("Content-Disposition", `attachment; filename="`+string(table)+`.csv"`)
	return openapi.GetReport200TextcsvResponse{Body: bytes.NewReader(out), ContentLength: int64(len(out))}, nil
}

func (v View) entrantsTable() [][]string {
	rows := [][]string{{"number", "name", "club", "state"}}
	for _, e := range v.Entries {
		entry := v.EntryOf(e)
		rows = append(rows, []string{strconv.Itoa(entry.Number), entry.Player.Name, entry.Player.Club, string(entry.State)})
	}
	return rows
}

// standingsTable are the standings at the end, with a column for each criterion that
// has figures.
func (v View) standingsTable() ([][]string, error) {
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

func (v View) gamesTable() [][]string {
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

// played is what a game came to for an entry; empty cells while it is not over.
func played(r openapi.Result, entry int) []string {
	i := slices.IndexFunc(r.Seats, func(s openapi.SeatResult) bool { return s.Entry == entry })
	if i < 0 {
		return []string{"", "", "", "", ""}
	}
	s := r.Seats[i]
	won := s.Entry == r.Winner || slices.Contains(r.Winners, s.Entry) || r.Team != "" && s.Team == r.Team
	return []string{strconv.Itoa(s.Vp), strconv.Itoa(s.Counted), s.Points, strconv.FormatBool(won), string(r.Ended)}
}

func staffTable(staff []reportdesk.ReportStaff) [][]string {
	rows := [][]string{{"role", "name"}}
	for _, one := range staff {
		rows = append(rows, []string{one.Role, one.Name})
	}
	return rows
}

func (v View) penaltiesTable() [][]string {
	rows := [][]string{{"number", "name", "kind", "round", "moment", "points", "effective", "expels", "rule", "reason", "by"}}
	for _, s := range v.standingPenalties() {
		rule := cmp.Or(s.Rule, s.Explanation.Rule)
		rows = append(rows, []string{
			strconv.Itoa(s.Entry.Number), v.name(s.Entry.Number), string(s.Kind), strconv.Itoa(s.Round), string(s.Moment), s.Points,
			strconv.FormatBool(s.Effective), strconv.FormatBool(s.Expels), rule.Paragraph, s.Reason, s.By,
		})
	}
	return rows
}
