package leagueapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/bandesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListExclusions lists people excluded for what they are.
func (a *API) ListExclusions(ctx context.Context, r openapi.ListExclusionsRequestObject) (openapi.ListExclusionsResponseObject, error) {
	c := gate.From(ctx)
	list := "exclusions:" + c.Tenant.ID.String()
	var before uuid.UUID
	if _, err := a.cursors.Decode(list, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	most := limit(r.Params.Limit)
	var found []facts.Exclusion
	b := &tenantdb.Batch{}
	leaguedb.LoadExclusions(b, &found, before, most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.ExclusionPage{}
	if len(found) > most {
		found = found[:most]
		page.NextCursor = c.Next(a.cursors.Encode(list, found[most-1].ID))
	}
	page.Items = openapi.Each(found, toExclusion)
	return openapi.ListExclusions200JSONResponse(page), nil
}

func toExclusion(x facts.Exclusion) openapi.Exclusion {
	out := openapi.Exclusion{
		Id: x.ID, Player: openapi.PlayerRef{Id: x.PlayerID, Name: x.PlayerName, Club: x.PlayerClub}, Kind: openapi.ExclusionKind(x.Kind),
		From: string(x.FromDay), Until: string(x.UntilDay), Reason: x.Reason, RecordedBy: x.RecordedBy, RecordedAt: x.RecordedAt,
		RevokedBy: x.RevokedBy, RevokedReason: x.RevokedReason,
	}
	if x.RevokedAt != nil {
		out.RevokedAt = *x.RevokedAt
	}
	return out
}

// RecordExclusion excludes somebody for what he is.
func (a *API) RecordExclusion(ctx context.Context, r openapi.RecordExclusionRequestObject) (openapi.RecordExclusionResponseObject, error) {
	c := gate.From(ctx)
	from, until, err := days("", r.Body.From, r.Body.Until)
	if err != nil {
		return nil, err
	}
	x, seasons, err := bandesk.At(a.desk).RecordExclusion(c.Tx(), act(c), facts.Exclusion{
		PlayerID: r.Body.Player, Kind: rules.ExclusionReason(r.Body.Kind), FromDay: from, UntilDay: until, Reason: r.Body.Reason,
	})
	if err != nil {
		return nil, err
	}
	if err := a.followedAll(c, seasons); err != nil {
		return nil, err
	}
	x.RecordedBy = c.Name()
	return openapi.RecordExclusion201JSONResponse(toExclusion(x)), nil
}

// RevokeExclusion ends an exclusion.
func (a *API) RevokeExclusion(ctx context.Context, r openapi.RevokeExclusionRequestObject) (openapi.RevokeExclusionResponseObject, error) {
	c := gate.From(ctx)
	x, seasons, err := bandesk.At(a.desk).RevokeExclusion(c.Tx(), act(c), r.Exclusion, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	if err := a.followedAll(c, seasons); err != nil {
		return nil, err
	}
	x.RevokedBy = c.Name()
	return openapi.RevokeExclusion200JSONResponse(toExclusion(x)), nil
}

// days reads two days of a request, of which there is none where the text is "". At is
// where they stand in it.
func days(at, from, until string) (first, last rules.Day, err error) {
	var faults league.Faults
	for _, day := range []struct {
		name, text string
		to         *rules.Day
	}{{"/from", from, &first}, {"/until", until, &last}} {
		if day.text != "" && day.to.UnmarshalText([]byte(day.text)) != nil {
			faults = append(faults, league.Fault{Pointer: at + day.name, Grounds: league.Grounds{Reason: "no-such-day", Params: map[string]string{"day": day.text}}})
		}
	}
	return first, last, faults.OrNil()
}
