package photodesk

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/photos"
	"referto/internal/tenant/tenantdb"
)

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

// SendPhoto announces a photo, whose first bytes may come along. When all bytes have come its state is
// processing: then the caller has the pictures made.
func (d Desk) SendPhoto(tx tenantdb.Tx, act desk.Act, event league.EventID, n NewPhoto, first []byte) (facts.Photo, error) {
	s, err := d.View(tx, event)
	if err != nil {
		return facts.Photo{}, err
	}
	known := 0
	b := &tenantdb.Batch{}
	leaguedb.CountPhotos(b, &known, event)
	if err := tx.Send(b); err != nil {
		return facts.Photo{}, err
	}
	if err := photos.MaySend(s.Event, known); err != nil {
		return facts.Photo{}, err
	}
	p := facts.Photo{
		ID: desk.NewID(), EventID: event, Kind: n.Kind, Round: n.Round, Alt: n.Alt, PhotoConsent: n.Consent, TakenAt: n.TakenAt,
		State: facts.PhotoUploading, Bytes: n.Bytes, Digest: n.Digest, CreatedBy: act.By, CreatedAt: act.Now, Version: 1,
	}
	if p, err = grow(act, p, first); err != nil {
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

// AppendPhoto takes the part of a photo that starts at an offset. A part that has arrived before changes
// nothing; a part that starts elsewhere than at the end of the received data is refused with the offset to
// continue from.
func (d Desk) AppendPhoto(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, offset int, part []byte) (facts.Photo, error) {
	p, err := takePhoto(tx, event, id)
	if err != nil {
		return p, err
	}
	step, err := photos.Part(p, offset, len(part), act.Now)
	if err != nil || step == photos.Ignore {
		return p, err
	}
	if step == photos.Compare {
		return p, arrived(tx, p, offset, part)
	}
	if p, err = grow(act, p, part); err != nil {
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

// arrived returns nil if the same part has arrived before.
func arrived(tx tenantdb.Tx, p facts.Photo, offset int, part []byte) error {
	same := false
	b := &tenantdb.Batch{}
	leaguedb.SamePhotoPart(b, &same, p.ID, offset, part)
	if err := tx.Send(b); err != nil || same {
		return err
	}
	return photos.WrongOffset(p)
}

// grow counts a part in, and logs when it was the last.
func grow(act desk.Act, p facts.Photo, part []byte) (facts.Photo, error) {
	p, err := photos.Grow(p, len(part), act.Now)
	if err == nil && p.State == facts.PhotoProcessing {
		act.Record.Log(p.EventID.UUID, leaguelog.PhotoReceived{Photo: p.ID, PhotoKind: p.Kind, Round: p.Round, Bytes: p.Bytes})
	}
	return p, err
}

// takePhoto loads a photo and holds its row. A removed photo is not found.
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

// DevelopedPhoto records the pictures made from a photo and deletes its parts. It records nothing and returns a
// nil situation if the photo does not wait for this any more.
func (d Desk) DevelopedPhoto(tx tenantdb.Tx, event league.EventID, id uuid.UUID, made photos.Developed) (*officiating.Situation, error) {
	s, err := d.Open(tx, event) // the page of the event changes
	if err != nil {
		return nil, err
	}
	p, err := takePhoto(tx, event, id)
	if err != nil {
		return nil, err
	}
	p, waited := photos.Develop(p, made)
	if !waited {
		return nil, nil
	}
	desk.TouchItsSeason(tx, s)
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.SavePhoto(b, p)
		leaguedb.DropPhotoParts(b, id)
	})
	return s, nil
}

// ChangePhoto changes the description of a photo, hides or shows it. A photo that is hidden or without consent
// is no longer public from the next request on; that it was received stays on record.
func (d Desk) ChangePhoto(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, from desk.Version, change photos.Change) (facts.Photo, *officiating.Situation, error) {
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
	p = change.Of(p, act.By, act.Now)
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

// RemovePhoto removes a photo; the caller has its pictures deleted. That it was received stays on record.
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
	p = photos.Remove(p, act.By, reason, act.Now)
	desk.TouchItsSeason(tx, s)
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.SavePhoto(b, p)
		leaguedb.DropPhotoParts(b, id)
	})
	act.Record.Log(event.UUID, leaguelog.PhotoRemoved{Photo: id, PhotoKind: p.Kind})
	act.Record.Audit("photo "+id.String(), reason, before, nil)
	return s, nil
}
