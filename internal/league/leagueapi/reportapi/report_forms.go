package reportapi

import (
	"bytes"
	"context"

	"referto/frontend/pages"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/openapi"
)

// reportAsPage is the report as a page to be read and printed.
func (a API) reportAsPage(ctx context.Context, c *gate.Call, p reportdesk.Papers) (openapi.GetReportResponseObject, error) {
	v := leagueapi.View(c, p.Situation)
	standings, err := v.Standings("", 0)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = a.Paper(ctx, &out, c.Tenant, pages.Report{
		Reader: pages.Reader{Lang: c.Language}, Event: v.Event(nil), Papers: v.Report(p, nil), Entries: openapi.Each(v.Entries, v.EntryOf),
		Rounds: v.RoundList().Items, Form: v.ResultForm(), Standings: standings, Penalties: v.StandingPenalties(),
	})
	if err != nil {
		return nil, err
	}
	c.Header("Content-Security-Policy", pages.Policy)
	return openapi.GetReport200TexthtmlResponse{Body: &out, ContentLength: int64(out.Len())}, nil
}

// reportAsCSV is a table of the report, for a program that calculates.
func reportAsCSV(c *gate.Call, p reportdesk.Papers, table openapi.GetReportParamsTable) (openapi.GetReportResponseObject, error) {
	v := leagueapi.View(c, p.Situation)
	var rows [][]string
	var err error
	switch table {
	case openapi.GetReportParamsTableEntrants:
		rows = v.EntrantsTable()
	case openapi.GetReportParamsTableGames:
		rows = v.GamesTable()
	case openapi.GetReportParamsTableStaff:
		rows = staffTable(p.Report.Staff)
	case openapi.GetReportParamsTablePenalties:
		rows = v.PenaltiesTable()
	default:
		rows, err = v.StandingsTable()
	}
	if err != nil {
		return nil, err
	}
	out, err := views.AsCSV(c.Language, rows)
	if err != nil {
		return nil, err
	}
	c.Header("Content-Disposition", `attachment; filename="`+string(table)+`.csv"`)
	return openapi.GetReport200TextcsvResponse{Body: bytes.NewReader(out), ContentLength: int64(len(out))}, nil
}

func staffTable(staff []reportdesk.ReportStaff) [][]string {
	rows := [][]string{{"role", "name"}}
	for _, one := range staff {
		rows = append(rows, []string{one.Role, one.Name})
	}
	return rows
}
