package photoapi

import (
	"context"
	"slices"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/openapi"
)

// ListPhotoPeople lists the people who are named on a photo.
func (a API) ListPhotoPeople(ctx context.Context, r openapi.ListPhotoPeopleRequestObject) (openapi.ListPhotoPeopleResponseObject, error) {
	c := gate.From(ctx)
	p, err := a.photo(c, r.Event, r.Photo)
	if err != nil {
		return nil, err
	}
	named, err := photodesk.PeopleOn(c.Door(), p, c.Now)
	c.ETag(gate.Version(p.Version))
	return openapi.ListPhotoPeople200JSONResponse(views.PhotoPeople(words.For(c.Language), named)), err
}

// mayName refuses to name people on a photo that the caller could not have sent. Callers who may hide the photo
// may also remove names, so that a person who asks to be taken off need not wait for its sender.
func (a API) mayName(c *gate.Call, r openapi.NamePhotoPeopleRequestObject) error {
	refused := a.mayPhotograph(c, r.Event)
	if refused == nil || !c.May("photo:hide") {
		return refused
	}
	p, err := a.photo(c, r.Event, r.Photo)
	if err != nil {
		return err
	}
	named, err := photodesk.PeopleOn(c.Door(), p, c.Now)
	if err != nil {
		return err
	}
	for _, player := range r.Body.Players {
		if !slices.ContainsFunc(named.People, func(one photodesk.NamedPerson) bool { return slices.Contains(one.Records, player) }) {
			return refused
		}
	}
	return nil
}

// NamePhotoPeople stores the people who are to be seen on a photo.
func (a API) NamePhotoPeople(ctx context.Context, r openapi.NamePhotoPeopleRequestObject) (openapi.NamePhotoPeopleResponseObject, error) {
	c := gate.From(ctx)
	if err := a.mayName(c, r); err != nil {
		return nil, err
	}
	named, s, err := photodesk.At(a.Desk).NamePeople(c.Tx(), leagueapi.Act(c), r.Event, r.Photo, leagueapi.From(r.Params.IfMatch), r.Body.Players)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	c.ETag(gate.Version(named.Photo.Version))
	return openapi.NamePhotoPeople200JSONResponse(views.PhotoPeople(words.For(c.Language), named)), nil
}
