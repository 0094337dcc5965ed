package peopleapi

import (
	"context"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/openapi"
)

// ListMyPhotos lists the photos on which the caller is named.
func (a API) ListMyPhotos(ctx context.Context, r openapi.ListMyPhotosRequestObject) (openapi.ListMyPhotosResponseObject, error) {
	c := gate.From(ctx)
	list := "my-photos:" + c.Account().String()
	var before uuid.UUID
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	mine, err := peopledesk.Mine(c.Door(), c.Account())
	if err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	found, err := photodesk.PhotosOf(c.Door(), mine.ID, before, most+1)
	if err != nil {
		return nil, err
	}
	page := openapi.MyPhotoPage{}
	if len(found) > most {
		found = found[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, found[most-1].Photo.ID))
	}
	page.Items = openapi.Each(found, func(m photodesk.Mine) openapi.MyPhoto { return views.MyPhoto(words.For(c.Language), m) })
	return openapi.ListMyPhotos200JSONResponse(page), nil
}

// AskOffPhoto records that the caller asks to be taken off a photo, or withdraws the request.
func (a API) AskOffPhoto(ctx context.Context, r openapi.AskOffPhotoRequestObject) (openapi.AskOffPhotoResponseObject, error) {
	c := gate.From(ctx)
	mine, err := peopledesk.Mine(c.Tx(), c.Account())
	if err != nil {
		return nil, err
	}
	done, s, err := photodesk.At(a.Desk).AskOff(c.Tx(), leagueapi.Act(c), mine.ID, r.Photo, r.Body.AskedOff)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.AskOffPhoto200JSONResponse(views.MyPhoto(words.For(c.Language), done)), nil
}
