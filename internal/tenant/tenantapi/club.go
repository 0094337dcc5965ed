package tenantapi

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/tenant/registrydb"
	"referto/openapi"
)

// clubPosition marks the end of a page of clubs.
type clubPosition struct {
	Name string
	ID   uuid.UUID
}

// ListClubs answers with the clubs that are affiliated with the federation now.
func (a *API) ListClubs(ctx context.Context, r openapi.ListClubsRequestObject) (openapi.ListClubsResponseObject, error) {
	call, words := gate.From(ctx), strings.Fields(r.Params.Name)
	list, limit := "clubs "+call.Tenant.ID.String()+" "+strings.Join(words, " "), pageLimit(r.Params.Limit)
	var after clubPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	if r.Params.Name != "" && len(words) == 0 { // spaces: nothing is called that
		return openapi.ListClubs200JSONResponse{Items: []openapi.AffiliatedClub{}}, nil
	}
	clubs, err := registrydb.Clubs(call.Door(), words, after.Name, after.ID, limit+1)
	if err != nil {
		return nil, err
	}
	next := ""
	if len(clubs) > limit {
		clubs = clubs[:limit]
		next = a.Cursors.Encode(list, clubPosition{clubs[limit-1].Name, clubs[limit-1].ID})
	}
	return openapi.ListClubs200JSONResponse{NextCursor: call.Next(next), Items: openapi.Each(clubs, func(c registrydb.Club) openapi.AffiliatedClub {
		return openapi.AffiliatedClub{Id: c.ID, Slug: c.Slug, Name: c.Name, Since: c.Since}
	})}, nil
}

func pageLimit(asked int) int {
	if asked == 0 {
		return pageLength
	}
	return asked
}
