package playerapi

import (
	"bytes"
	"context"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/internal/publication"
	"referto/openapi"
)

// GetBiography returns the record of a player over all events. It follows from the revisions of many events, so
// that it is cached only for the case that the database does not answer.
func (a API) GetBiography(ctx context.Context, r openapi.GetBiographyRequestObject) (openapi.GetBiographyResponseObject, error) {
	c := gate.From(ctx)
	var against *league.PlayerID
	if r.Params.Against.UUID != uuid.Nil {
		against = &r.Params.Against
	}
	if !c.Principal.Anonymous() { // an office is shown more
		if err := c.Identify(); err != nil {
			return nil, err
		}
	}
	found, err := playerdesk.At(a.Desk).Life(c.Door(), r.Player, against, playerdesk.Reading{Office: leagueapi.ReadsNames(c), Now: c.Now})
	if err != nil {
		return nil, err
	}
	if c.Principal.Anonymous() {
		publication.Spare(c.Header)
	}
	out := views.Biography(leagueapi.Words(c), found)
	if r.Params.Format != openapi.GetBiographyParamsFormatCsv {
		return openapi.GetBiography200JSONResponse(out), leagueapi.Tagged(c, out)
	}
	table, err := views.ResultsCSV(leagueapi.Words(c), out)
	if err != nil {
		return nil, err
	}
	return openapi.GetBiography200TextcsvResponse{Body: bytes.NewReader(table), ContentLength: int64(len(table))}, leagueapi.Tagged(c, string(table))
}
