package photodesk

import (
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

const (
	// PhotoTime limits how long a photo may take to arrive and to be worked on.
	PhotoTime = 24 * time.Hour
	// mostPhotos bounds the photos of an event.
	mostPhotos = 200
)

// PhotoExpired returns the reason for which a photo is refused that took longer.
func PhotoExpired() league.Grounds { return league.Grounds{Reason: "photo-expired"} }

// NewPhoto describes a photo before its bytes arrive.
type NewPhoto struct {
	Kind    string
	Round   *int // in which it was taken; nil for none
	Alt     string
	Consent facts.PhotoConsent
	TakenAt *time.Time
	Bytes   int
	Digest  string // SHA-256, hexadecimal; "" if its sender has not calculated it
}

// SendPhoto announces a photo, whose first bytes may come along. When all have come
// its state is processing: the caller has the pictures made.
func (d Desk) SendPhoto(tx tenantdb.Tx, act desk.Act, event league.EventID, n NewPhoto, first []byte) (facts.Photo, error) {
	s, err := d.View(tx, event)
	if err != nil {
		return facts.Photo{}, err
	}
	if s.Event.State == facts.Draft || s.Event.State == facts.Cancelled {
		return facts.Photo{}, league.NotNow("photos-not-now", "state", string(s.Event.State))
	}
	known := 0
	b := &tenantdb.Batch{}
	leaguedb.CountPhotos(b, &known, event)
	if err := tx.Send(b); err != nil {
		return facts.Photo{}, err
	}
	if known >= mostPhotos {
		return facts.Photo{}, league.NotNow("photos-too-many", "limit", strconv.Itoa(mostPhotos))
	}
	p := facts.Photo{
		ID: desk.NewID(), EventID: event, Kind: n.Kind, Round: n.Round, Alt: n.Alt, PhotoConsent: n.Consent, TakenAt: n.TakenAt,
		State: facts.PhotoUploading, Bytes: n.Bytes, Digest: n.Digest, CreatedBy: act.By, CreatedAt: act.Now, Version: 1,
	}
	if err := addPart(act, &p, first); err != nil {
		return facts.Photo{}, err
	}
	sent := p
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.AddPhoto(b, sent)
		if len(first) > 0 {
			leaguedb.AddPhotoPart(b, sent.ID, 0, first)
		}
	})
	act.Record.Audit("photo "+p.ID.String(), "", nil, map[string]any{"kind": p.Kind, "round": p.Round, "consent": p.PhotoConsent, "bytes": p.Bytes})
	return p, nil
}

// AppendPhoto takes the part of a photo that starts at an offset. A part that has
// arrived before changes nothing; one that starts elsewhere than where the photo ends
// so far is refused with the offset to go on from.
func (d Desk) AppendPhoto(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, offset int, part []byte) (facts.Photo, error) {
	p, err := takePhoto(tx, event, id)
	if err != nil {
		return p, err
	}
	switch end := offset + len(part); {
	case p.Received < p.Bytes && !p.CreatedAt.Add(PhotoTime).After(act.Now):
		return p, &league.StateError{Grounds: PhotoExpired()}
	case len(part) == 0:
		return p, league.Faults{{Grounds: league.Grounds{Reason: "body-missing"}}}
	case end > p.Bytes:
		return p, league.Faults{{Grounds: league.Grounds{Reason: "photo-longer", Params: map[string]string{"bytes": strconv.Itoa(p.Bytes)}}}}
	case p.State != facts.PhotoUploading: // all of it has arrived
		return p, nil
	case offset < p.Received && end <= p.Received:
		return p, arrived(tx, p, offset, part)
	case offset != p.Received:
		return p, wrongOffset(p)
	}
	if err := addPart(act, &p, part); err != nil {
		return p, err
	}
	grown := p
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.AddPhotoPart(b, id, offset, part)
		leaguedb.SavePhoto(b, grown)
	})
	p.Version++
	return p, nil
}

// arrived is nil if a part arrived before as it is now.
func arrived(tx tenantdb.Tx, p facts.Photo, offset int, part []byte) error {
	same := false
	b := &tenantdb.Batch{}
	leaguedb.SamePhotoPart(b, &same, p.ID, offset, part)
	if err := tx.Send(b); err != nil || same {
		return err
	}
	return wrongOffset(p)
}

func wrongOffset(p facts.Photo) error {
	return &league.StateError{
		Grounds: league.Grounds{Reason: "photo-offset", Params: map[string]string{"offset": strconv.Itoa(p.Received)}},
		Current: map[string]any{"received": p.Received},
	}
}

// addPart counts a part in. With the last one the photo has been received.
func addPart(act desk.Act, p *facts.Photo, part []byte) error {
	if p.Received += len(part); p.Received > p.Bytes {
		return league.Faults{{Field: "/content", Grounds: league.Grounds{Reason: "photo-longer", Params: map[string]string{"bytes": strconv.Itoa(p.Bytes)}}}}
	}
	if p.Received == p.Bytes {
		p.State, p.ReceivedAt = facts.PhotoProcessing, &act.Now
		act.Record.Log(p.EventID.UUID, leaguelog.PhotoReceived{Photo: p.ID, PhotoKind: p.Kind, Round: p.Round, Bytes: p.Bytes})
	}
	return nil
}

// takePhoto loads a photo and holds its row. One that was removed is not there.
func takePhoto(tx tenantdb.Tx, event league.EventID, id uuid.UUID) (p facts.Photo, err error) {
	b := &tenantdb.Batch{}
	leaguedb.TakePhoto(b, &p, event, id)
	if err = tx.Send(b); err == nil && p.RemovedAt != nil {
		err = league.ErrNotFound
	}
	if err != nil {
		return p, fmt.Errorf("photo %s: %w", id, err)
	}
	return p, nil
}

// Developed holds the outcome of a photo: the names of its pictures and their
// dimensions in pixels, or why there are none.
type Developed struct {
	PageDigest, ThumbnailDigest     string
	PageWidth, PageHeight           int
	ThumbnailWidth, ThumbnailHeight int
	Refused                         *league.Grounds
}

// DevelopedPhoto records what was made of a photo and forgets its parts. The stage is
// nil, and nothing recorded, when the photo does not wait for it any more.
func (d Desk) DevelopedPhoto(tx tenantdb.Tx, event league.EventID, id uuid.UUID, made Developed) (*officiating.Situation, error) {
	s, err := d.Open(tx, event) // the page of the event changes
	if err != nil {
		return nil, err
	}
	p, err := takePhoto(tx, event, id)
	if err != nil || p.State != facts.PhotoProcessing {
		return nil, err
	}
	if made.Refused != nil {
		p.State, p.Refusal = facts.PhotoRefused, made.Refused
	} else {
		p.State = facts.PhotoReady
		p.PageDigest, p.PageWidth, p.PageHeight = made.PageDigest, made.PageWidth, made.PageHeight
		p.ThumbnailDigest, p.ThumbnailWidth, p.ThumbnailHeight = made.ThumbnailDigest, made.ThumbnailWidth, made.ThumbnailHeight
	}
	desk.TouchItsSeason(tx, s)
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.SavePhoto(b, p)
		leaguedb.DropPhotoParts(b, id)
	})
	return s, nil
}

// PhotoChange changes what is known about a photo; nil leaves a thing as it is.
type PhotoChange struct {
	Kind    *string
	Round   *int // 0 is none
	Alt     *string
	Consent *facts.PhotoConsent
	Hidden  *bool
	Reason  string // for the audit
}

// Describes tells whether more changes than whether the photo is hidden.
func (c PhotoChange) Describes() bool {
	return c.Kind != nil || c.Round != nil || c.Alt != nil || c.Consent != nil
}

func (c PhotoChange) apply(act desk.Act, p *facts.Photo) {
	if c.Kind != nil {
		p.Kind = *c.Kind
	}
	if c.Round != nil {
		if p.Round = c.Round; *c.Round == 0 {
			p.Round = nil
		}
	}
	if c.Alt != nil {
		p.Alt = *c.Alt
	}
	if c.Consent != nil {
		p.PhotoConsent = *c.Consent
	}
	switch {
	case c.Hidden == nil:
	case !*c.Hidden:
		p.HiddenAt, p.HiddenBy = nil, nil
	case p.HiddenAt == nil:
		p.HiddenAt, p.HiddenBy = &act.Now, &act.By
	}
}

// ChangePhoto describes a photo otherwise, hides or shows it. Hidden or without
// consent it is no longer public with the next request; that it was received stands.
func (d Desk) ChangePhoto(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, from desk.Version, change PhotoChange) (facts.Photo, *officiating.Situation, error) {
	s, err := d.Open(tx, event)
	if err != nil {
		return facts.Photo{}, nil, err
	}
	p, err := takePhoto(tx, event, id)
	if err != nil {
		return p, nil, err
	}
	if from.Stale(p.Version) {
		return p, nil, &desk.StaleError{Current: map[string]any{"version": p.Version}}
	}
	before := photoFacts(p)
	change.apply(act, &p)
	changed := p
	desk.TouchItsSeason(tx, s)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SavePhoto(b, changed) })
	act.Record.Log(event.UUID, leaguelog.PhotoChanged{Photo: id, PhotoKind: p.Kind, Round: p.Round, Public: p.Public()})
	act.Record.Audit("photo "+id.String(), change.Reason, before, photoFacts(p))
	p.Version++
	return p, s, nil
}

func photoFacts(p facts.Photo) map[string]any {
	return map[string]any{"kind": p.Kind, "round": p.Round, "alternativeText": p.Alt, "consent": p.PhotoConsent, "hidden": p.HiddenAt != nil}
}

// RemovePhoto removes a photo; the caller has its pictures deleted. That it was
// received stands.
func (d Desk) RemovePhoto(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, reason string) (*officiating.Situation, error) {
	s, err := d.Open(tx, event)
	if err != nil {
		return nil, err
	}
	p, err := takePhoto(tx, event, id)
	if err != nil {
		return nil, err
	}
	before := photoFacts(p)
	p.RemovedAt, p.RemovedBy, p.RemovedReason = &act.Now, &act.By, reason
	desk.TouchItsSeason(tx, s)
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.SavePhoto(b, p)
		leaguedb.DropPhotoParts(b, id)
	})
	act.Record.Log(event.UUID, leaguelog.PhotoRemoved{Photo: id, PhotoKind: p.Kind})
	act.Record.Audit("photo "+id.String(), reason, before, nil)
	return s, nil
}
