package rankingapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/openapi"
)

// written is a page of a ranking in the form in which it is sent.
type written []byte

// VisitGetRankingStandingsResponse writes the page.
func (p written) VisitGetRankingStandingsResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(p)
	return err
}

// writable reports whether a page has rows of the current ranking: these follow from its revision, the reader's
// language and the names that the reader may read.
func (q asked) writable() bool {
	return !q.hall && q.asOf.IsZero() && q.since.IsZero() && !q.sinceLast && q.name == ""
}

// writtenPage is the page whose rows may have been written before.
func (a API) writtenPage(c *gate.Call, id league.RankingID, q asked) (written, error) {
	ask, list, err := a.asks(c, id, q)
	if err != nil {
		return nil, err
	}
	page, rows, err := a.room().Written(c.Door(), id, ask, rankingdesk.Writer{
		Form: func() string { return c.Language + leagueapi.TagOfNames(leagueapi.ExpectsNames(c)) },
		Rows: func(r rankingdesk.Ranking, rows []rankingdesk.Row) ([][]byte, error) { return writeRows(c, r, rows) },
	})
	if err != nil {
		return nil, err
	}
	out := openapi.RankingStandings{Items: []openapi.RankingRow{}, Players: page.Players, Revision: page.Revision}
	a.finish(c, page, q, list, &out)
	return withRows(out, rows)
}

func writeRows(c *gate.Call, r rankingdesk.Ranking, rows []rankingdesk.Row) ([][]byte, error) {
	out := make([][]byte, len(rows))
	if len(rows) == 0 {
		return out, nil
	}
	view := views.NewRankingView(r, leagueapi.Words(c))
	for i, row := range rows {
		text, err := json.Marshal(view.Row(row))
		if err != nil {
			return nil, err
		}
		out[i] = text
	}
	return out, nil
}

// withRows writes a page that has no rows yet with some.
func withRows(page openapi.RankingStandings, rows [][]byte) (written, error) {
	text, err := json.Marshal(page)
	if err != nil {
		return nil, err
	}
	before, after, found := bytes.Cut(text, []byte(`"items":[]`))
	if !found {
		return nil, errors.New("rankingapi: a page without its rows")
	}
	size := len(text) + len(rows) + 1
	for _, row := range rows {
		size += len(row)
	}
	out := append(make([]byte, 0, size), before...)
	out = append(out, `"items":[`...)
	for i, row := range rows {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, row...)
	}
	out = append(append(out, ']'), after...)
	return append(out, '\n'), nil
}
