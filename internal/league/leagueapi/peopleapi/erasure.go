package peopleapi

import (
	"context"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/openapi"
)

// PreviewMyErasure lists the data of the caller's record that an erasure would erase and those that it would
// keep: the record is erased, and the gate rolls that back.
func (a API) PreviewMyErasure(ctx context.Context, _ openapi.PreviewMyErasureRequestObject) (openapi.PreviewMyErasureResponseObject, error) {
	c := gate.From(ctx)
	done, err := peopledesk.At(a.Desk).EraseMine(c.Tx(), leagueapi.Act(c).Unrecorded())
	if err != nil {
		return nil, err
	}
	return openapi.PreviewMyErasure200JSONResponse(erasure(c, done)), nil
}

// EraseMyPlayer erases the caller's record.
func (a API) EraseMyPlayer(ctx context.Context, _ openapi.EraseMyPlayerRequestObject) (openapi.EraseMyPlayerResponseObject, error) {
	c := gate.From(ctx)
	done, err := peopledesk.At(a.Desk).EraseMine(c.Tx(), leagueapi.Act(c))
	if err != nil {
		return nil, err
	}
	a.reached(c, done.Events)
	return openapi.EraseMyPlayer200JSONResponse(erasure(c, done)), nil
}

// PreviewErasure lists the data of a person's record that an erasure would erase and those that it would keep.
func (a API) PreviewErasure(ctx context.Context, r openapi.PreviewErasureRequestObject) (openapi.PreviewErasureResponseObject, error) {
	c := gate.From(ctx)
	done, err := peopledesk.At(a.Desk).Erase(c.Tx(), leagueapi.Act(c).Unrecorded(), r.Player, "")
	if err != nil {
		return nil, err
	}
	return openapi.PreviewErasure200JSONResponse(erasure(c, done)), nil
}

// ErasePlayer erases a person's record by an office.
func (a API) ErasePlayer(ctx context.Context, r openapi.ErasePlayerRequestObject) (openapi.ErasePlayerResponseObject, error) {
	c := gate.From(ctx)
	done, err := peopledesk.At(a.Desk).Erase(c.Tx(), leagueapi.Act(c), r.Player, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.reached(c, done.Events)
	return openapi.ErasePlayer200JSONResponse(erasure(c, done)), nil
}

func erasure(c *gate.Call, done peopledesk.Erased) openapi.Erasure {
	return views.Erasure(words.For(c.Language), done.Player, done.Gone, done.Kept)
}
