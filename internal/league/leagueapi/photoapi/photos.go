package photoapi

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/facts"
	"referto/internal/league/jobs"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/photos"
	"referto/internal/league/views"
	"referto/internal/media"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// seesAllPhotos is the permission that shows more than the public sees.
const seesAllPhotos = "photo:hide"

// ListPhotos lists the photos of an event in the order they were sent.
func (a API) ListPhotos(ctx context.Context, r openapi.ListPhotosRequestObject) (openapi.ListPhotosResponseObject, error) {
	c := gate.From(ctx)
	list := "photos:" + r.Event.String()
	var after uuid.UUID
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	if _, err := a.See(c, r.Event); err != nil {
		return nil, err
	}
	all, most := c.May(seesAllPhotos), leagueapi.Limit(r.Params.Limit)
	var photos []facts.Photo
	b := &tenantdb.Batch{}
	leaguedb.LoadPhotos(b, &photos, r.Event, all, after, most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.PhotoPage{}
	if len(photos) > most {
		photos = photos[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, photos[most-1].ID))
	}
	page.Items = openapi.Each(photos, func(p facts.Photo) openapi.Photo { return photoFor(c, p) })
	return openapi.ListPhotos200JSONResponse(page), nil
}

// photo loads a photo that the caller may see.
func (a API) photo(c *gate.Call, event league.EventID, id uuid.UUID) (facts.Photo, error) {
	if _, err := a.See(c, event); err != nil {
		return facts.Photo{}, err
	}
	var p facts.Photo
	b := &tenantdb.Batch{}
	leaguedb.LoadPhoto(b, &p, event, id)
	if err := c.Door().Send(b); err != nil {
		return p, err
	}
	sees := p.Public() || c.May(seesAllPhotos)
	if !sees && p.State == facts.PhotoReady && !c.Principal.Anonymous() { // the people named on it see it as well
		b := &tenantdb.Batch{}
		leaguedb.LoadIsOnPhoto(b, &sees, id, c.Account())
		if err := c.Door().Send(b); err != nil {
			return p, err
		}
	}
	if p.RemovedAt != nil || !sees {
		return p, fmt.Errorf("photo %s: %w", id, league.ErrNotFound)
	}
	return p, nil
}

// GetPhoto returns a photo's description.
func (a API) GetPhoto(ctx context.Context, r openapi.GetPhotoRequestObject) (openapi.GetPhotoResponseObject, error) {
	c := gate.From(ctx)
	p, err := a.photo(c, r.Event, r.Photo)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(p.Version))
	return openapi.GetPhoto200JSONResponse(photoFor(c, p)), nil
}

// SendPhoto takes the announcement of a photo, with its first bytes or all.
func (a API) SendPhoto(ctx context.Context, r openapi.SendPhotoRequestObject) (openapi.SendPhotoResponseObject, error) {
	c := gate.From(ctx)
	n, err := newPhoto(*r.Body)
	if err != nil {
		return nil, err
	}
	if err := a.mayPhotograph(c, r.Event); err != nil {
		return nil, err
	}
	if err := a.Upload(c, n.Bytes); err != nil {
		return nil, err
	}
	p, err := photodesk.At(a.Desk).SendPhoto(c.Tx(), leagueapi.Act(c), r.Event, n, r.Body.Content)
	if err != nil {
		return nil, err
	}
	if err := a.developLater(c, p); err != nil {
		return nil, err
	}
	c.ETag(gate.Version(p.Version))
	return openapi.SendPhoto201JSONResponse(photoFor(c, p)), nil
}

// mayPhotograph refuses the photos of an event that the caller oversees without running it, because photos are
// evidence for the caller's decision. The finals of a season are run by the people who oversee them (CN09 2.2),
// and the photos of an event played elsewhere are recorded by the person who records its papers.
func (a API) mayPhotograph(c *gate.Call, event league.EventID) error {
	var e facts.Event
	b := &tenantdb.Batch{}
	leaguedb.LoadEvent(b, &e, event)
	if err := c.Door().Send(b); err != nil || (e.IsFinal() || e.Elsewhere) && c.May("photo:send") { // the first answer has identified the caller
		return err
	}
	return c.Can("photo:write", c.Target()).Err()
}

func newPhoto(body openapi.NewPhoto) (photodesk.NewPhoto, error) {
	alt, err := oneline.Line(body.AlternativeText)
	if err != nil {
		return photodesk.NewPhoto{}, err
	}
	n := photodesk.NewPhoto{Kind: body.Kind, Alt: alt, Consent: consent(body.Consent), Bytes: body.Bytes, Digest: body.Sha256}
	if body.Round != 0 {
		n.Round = &body.Round
	}
	if !body.TakenAt.IsZero() {
		n.TakenAt = &body.TakenAt
	}
	return n, nil
}

func consent(c openapi.PhotoConsent) facts.PhotoConsent {
	return facts.PhotoConsent{PeopleAgree: c.People, Minors: c.Minors, GuardiansAgree: c.Guardians}
}

// developLater leaves the work on a photo that has arrived to a job, in the
// transaction of its last part: decoding takes up to seconds and much memory.
func (a API) developLater(c *gate.Call, p facts.Photo) error {
	if p.State != facts.PhotoProcessing {
		return nil
	}
	return a.Later.Insert(c.Tx(), jobs.PhotoJob{Tenant: c.Tenant.ID, Event: p.EventID, Photo: p.ID})
}

// GetUpload returns the number of bytes of a photo that have arrived.
func (a API) GetUpload(ctx context.Context, r openapi.GetUploadRequestObject) (openapi.GetUploadResponseObject, error) {
	c := gate.From(ctx)
	p, err := a.photo(c, r.Event, r.Upload)
	if err != nil {
		return nil, err
	}
	uploadHeaders(c, p)
	return openapi.GetUpload200JSONResponse(photoFor(c, p)), nil
}

// AppendUpload takes the next part of a photo.
func (a API) AppendUpload(ctx context.Context, r openapi.AppendUploadRequestObject) (openapi.AppendUploadResponseObject, error) {
	c := gate.From(ctx)
	part, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	if err := a.mayPhotograph(c, r.Event); err != nil {
		return nil, err
	}
	p, err := photodesk.At(a.Desk).AppendPhoto(c.Tx(), leagueapi.Act(c), r.Event, r.Upload, r.Params.UploadOffset, part)
	if err != nil {
		return nil, err
	}
	if err := a.developLater(c, p); err != nil {
		return nil, err
	}
	uploadHeaders(c, p)
	return openapi.AppendUpload200JSONResponse(photoFor(c, p)), nil
}

func uploadHeaders(c *gate.Call, p facts.Photo) {
	c.Header("Upload-Offset", strconv.Itoa(p.Received))
	c.Header("Cache-Control", "no-store")
}

// ChangePhoto changes the description of a photo, hides or shows it. Changing the description needs the
// permission to send photos.
func (a API) ChangePhoto(ctx context.Context, r openapi.ChangePhotoRequestObject) (openapi.ChangePhotoResponseObject, error) {
	c := gate.From(ctx)
	change := photos.Change{Kind: r.Body.Kind, Round: r.Body.Round, Hidden: r.Body.Hidden, Reason: r.Body.Reason}
	if r.Body.AlternativeText != nil {
		alt, err := oneline.Line(*r.Body.AlternativeText)
		if err != nil {
			return nil, err
		}
		change.Alt = &alt
	}
	if r.Body.Consent != nil {
		agreed := consent(*r.Body.Consent)
		change.Consent = &agreed
	}
	if change.Describes() {
		if err := a.mayPhotograph(c, r.Event); err != nil {
			return nil, err
		}
	}
	p, s, err := photodesk.At(a.Desk).ChangePhoto(c.Tx(), leagueapi.Act(c), r.Event, r.Photo, leagueapi.From(r.Params.IfMatch), change)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	c.ETag(gate.Version(p.Version))
	return openapi.ChangePhoto200JSONResponse(photoFor(c, p)), nil
}

// RemovePhoto removes a photo for good.
func (a API) RemovePhoto(ctx context.Context, r openapi.RemovePhotoRequestObject) (openapi.RemovePhotoResponseObject, error) {
	c := gate.From(ctx)
	s, err := photodesk.At(a.Desk).RemovePhoto(c.Tx(), leagueapi.Act(c), r.Event, r.Photo, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	if err := a.Later.Insert(c.Tx(), jobs.PhotoFilesJob{Tenant: c.Tenant.ID, Event: r.Event, Photo: r.Photo}); err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.RemovePhoto204Response{}, nil
}

// photoCaches limits how long others may cache a public picture: it may still be seen for that long after a
// person has withdrawn their consent.
const photoCaches = time.Minute

// GetPhotoImage answers with a photo as a picture.
func (a API) GetPhotoImage(ctx context.Context, r openapi.GetPhotoImageRequestObject) (openapi.GetPhotoImageResponseObject, error) {
	c := gate.From(ctx)
	p, err := a.photo(c, r.Event, r.Photo)
	if err != nil {
		return nil, err
	}
	if p.State != facts.PhotoReady {
		return nil, fmt.Errorf("pictures of photo %s: %w", p.ID, league.ErrNotFound)
	}
	name, digest := p.Kind, p.PageDigest
	if r.Params.Size == openapi.GetPhotoImageParamsSizeThumbnail {
		name, digest = p.Kind+"-thumbnail", p.ThumbnailDigest
	}
	c.ETag(digest)
	c.Header("Content-Disposition", media.Disposition("inline", name+".jpg"))
	if p.Public() && c.Principal.Anonymous() { // an answer to a caller who is signed in is not cached
		c.Header("Cache-Control", "public, max-age="+strconv.Itoa(int(photoCaches/time.Second)))
	}
	return picture{ctx, a.API, photodesk.PhotoKey(c.Tenant.ID, p.ID, digest)}, nil
}

// picture is a picture in the store of files. It is fetched when the answer is written, and not at all for a
// client that has it already.
type picture struct {
	ctx context.Context
	api *leagueapi.API
	key string
}

// VisitGetPhotoImageResponse writes the picture.
func (p picture) VisitGetPhotoImageResponse(w http.ResponseWriter) error {
	data, err := p.api.Files.Get(p.ctx, p.key)
	if err != nil {
		return fmt.Errorf("picture %s: %w", p.key, err)
	}
	w.Header().Set("Content-Type", media.TypeJPEG)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, err = w.Write(data)
	return err
}

// photoFor is the wire's picture of a photo for a caller.
func photoFor(c *gate.Call, p facts.Photo) openapi.Photo {
	out := views.Photo(p)
	if !c.May(seesAllPhotos) {
		return out
	}
	out.Hidden = p.HiddenAt != nil
	out.Withheld = views.Withheld(words.For(c.Language), p.Withheld)
	out.Consent = openapi.PhotoConsent{People: p.PeopleAgree, Minors: p.Minors, Guardians: p.GuardiansAgree}
	if p.State != facts.PhotoReady {
		out.Upload = openapi.PhotoUpload{Bytes: p.Bytes, Received: p.Received, ExpiresAt: p.CreatedAt.Add(photos.Time)}
	}
	if p.Refusal != nil {
		out.Refusal = openapi.Explanation{Reason: p.Refusal.Reason, Text: words.For(c.Language).Reason(p.Refusal.Reason, p.Refusal.Params, nil)}
	}
	return out
}
