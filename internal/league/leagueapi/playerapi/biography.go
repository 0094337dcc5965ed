package playerapi

import (
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

// GetBiography answers with what a player has come to in all events together. It follows from
// the revisions of many events, so that it is kept only for when the database does not answer.
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
	out := views.Biography(leagueapi.Words(c), found)
	if err := leagueapi.Tagged(c, out); err != nil {
		return nil, err
	}
	if c.Principal.Anonymous() {
		publication.Spare(c.Header)
	}
	return openapi.GetBiography200JSONResponse(out), nil
}
