package banapi

import (
	"context"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/bandesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListExclusions lists people excluded because of a role they hold.
func (a API) ListExclusions(ctx context.Context, r openapi.ListExclusionsRequestObject) (openapi.ListExclusionsResponseObject, error) {
	c := gate.From(ctx)
	list := "exclusions:" + c.Tenant.ID.String()
	var before uuid.UUID
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	var found []facts.Exclusion
	b := &tenantdb.Batch{}
	leaguedb.LoadExclusions(b, &found, before, most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.ExclusionPage{}
	if len(found) > most {
		found = found[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, found[most-1].ID))
	}
	if err := a.ShowsOf(ctx, c, leaguedb.BanRead, openapi.Each(found, func(x facts.Exclusion) league.PlayerID { return x.PlayerID })); err != nil {
		return nil, err
	}
	page.Items = openapi.Each(found, func(x facts.Exclusion) openapi.Exclusion { return views.Exclusion(words.For(c.Language), x) })
	return openapi.ListExclusions200JSONResponse(page), nil
}

// RecordExclusion excludes a player because of a role they hold.
func (a API) RecordExclusion(ctx context.Context, r openapi.RecordExclusionRequestObject) (openapi.RecordExclusionResponseObject, error) {
	c := gate.From(ctx)
	from, until, err := days(r.Body.From, r.Body.Until)
	if err != nil {
		return nil, err
	}
	x, seasons, err := bandesk.At(a.Desk).RecordExclusion(c.Tx(), leagueapi.Act(c), facts.Exclusion{
		PlayerID: r.Body.Player, Kind: rules.ExclusionReason(r.Body.Kind), FromDay: from, UntilDay: until, Reason: r.Body.Reason,
	})
	if err != nil {
		return nil, err
	}
	if err := a.FollowedAll(c, seasons); err != nil {
		return nil, err
	}
	x.RecordedBy = c.Name()
	return openapi.RecordExclusion201JSONResponse(views.Exclusion(words.For(c.Language), x)), nil
}

// RevokeExclusion ends an exclusion.
func (a API) RevokeExclusion(ctx context.Context, r openapi.RevokeExclusionRequestObject) (openapi.RevokeExclusionResponseObject, error) {
	c := gate.From(ctx)
	x, seasons, err := bandesk.At(a.Desk).RevokeExclusion(c.Tx(), leagueapi.Act(c), r.Exclusion, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	if err := a.FollowedAll(c, seasons); err != nil {
		return nil, err
	}
	x.RevokedBy = c.Name()
	return openapi.RevokeExclusion200JSONResponse(views.Exclusion(words.For(c.Language), x)), nil
}

// days reads the days of a term; an empty text means no day.
func days(from, until string) (first, last rules.Day, err error) {
	var faults league.Faults
	for _, day := range []struct {
		name, text string
		to         *rules.Day
	}{{"/from", from, &first}, {"/until", until, &last}} {
		if day.text != "" && day.to.UnmarshalText([]byte(day.text)) != nil {
			faults = append(faults, league.Fault{Field: day.name, Grounds: league.Grounds{Reason: "no-such-day", Params: map[string]string{"day": day.text}}})
		}
	}
	return first, last, faults.OrNil()
}
