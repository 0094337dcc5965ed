package playapi

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// kindWithheld replaces the kind of a fact that no office of the reader covers, so that the log has no gap.
const kindWithheld = "withheld"

// withheld lists the first words of the kinds of facts that the caller may not read.
func withheld(c *gate.Call) []string {
	var out []string
	for about := range leagueapi.Confidential {
		if leagueapi.Withheld(c, about) {
			out = append(out, about)
		}
	}
	return out
}

// ListLog lists the tenant's facts in order. Those that are withheld fit no filter:
// neither their kind nor the event that they concern is revealed.
func (a API) ListLog(ctx context.Context, r openapi.ListLogRequestObject) (openapi.ListLogResponseObject, error) {
	c := gate.From(ctx)
	filter := leaguedb.LogFilter{After: r.Params.After, Kind: r.Params.Kind, Event: r.Params.Event.UUID, Limit: leagueapi.Limit(r.Params.Limit)}
	if filter.Kind != "" || filter.Event != uuid.Nil {
		if err := c.Identify(); err != nil { // the caller's roles decide which facts are withheld
			return nil, err
		}
		filter.Except = withheld(c)
	}
	var records []leaguedb.LogRecord
	b := &tenantdb.Batch{}
	leaguedb.LoadLog(b, &records, filter)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.LogPage{Last: r.Params.After, Items: openapi.Each(records, func(r leaguedb.LogRecord) openapi.LogRecord {
		if about, _, _ := strings.Cut(r.Kind, "."); leagueapi.Withheld(c, about) {
			return openapi.LogRecord{Sequence: r.Sequence, At: r.At, Kind: kindWithheld}
		}
		out := openapi.LogRecord{Sequence: r.Sequence, At: r.At, Kind: r.Kind, Data: views.Object(r.Data)}
		if r.EventID != nil {
			out.Event.UUID = *r.EventID
		}
		return out
	})}
	if n := len(page.Items); n > 0 {
		page.Last = page.Items[n-1].Sequence
	}
	return openapi.ListLog200JSONResponse(page), nil
}
