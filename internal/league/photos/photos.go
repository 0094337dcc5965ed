// Package photos decides about the photos of an event (CN09 1.6.a): when they are taken, how
// one arrives in parts over a line that breaks, what becomes of it once its pictures are
// made, and what is changed about it later.
//
// It takes and returns facts, without the bytes; instants come in as arguments. It refuses by
// a [league.StateError] what is not the time for, and by [league.Faults] what is wrong with
// what came.
package photos

import (
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

const (
	// Time limits how long a photo may take to arrive and to be worked on.
	Time = 24 * time.Hour
	// Most bounds the photos of an event.
	Most = 200
)

// MaySend refuses a photo of an event that nobody sees yet, or that is off, and one beyond the
// most that an event has, of which it has some already.
func MaySend(e facts.Event, known int) error {
	switch {
	case e.State == facts.Draft || e.State == facts.Cancelled:
		return league.NotNow("photos-not-now", "state", string(e.State))
	case known >= Most:
		return league.NotNow("photos-too-many", "limit", strconv.Itoa(Most))
	}
	return nil
}

// Expired is the reason for which a photo is refused that took longer than [Time].
func Expired() league.Grounds { return league.Grounds{Reason: "photo-expired"} }

// Step names what is to be done with a part of a photo.
type Step string

// The steps that a part of a photo can take.
const (
	Keep    Step = "keep"    // it goes on where the photo ended
	Compare Step = "compare" // it came before: it has to be as it was then
	Ignore  Step = "ignore"  // all of the photo has arrived
)

// Part decides about a part of a photo: so many bytes that start at an offset.
// One that starts elsewhere than where the photo ends so far is refused with the offset to go
// on from; one that came too late or is longer than was announced is refused too.
func Part(p facts.Photo, offset, bytes int, now time.Time) (Step, error) {
	end := offset + bytes
	switch {
	case p.Received < p.Bytes && !p.CreatedAt.Add(Time).After(now):
		return "", &league.StateError{Grounds: Expired()}
	case bytes == 0:
		return "", league.Faults{{Grounds: league.Grounds{Reason: "body-missing"}}}
	case end > p.Bytes:
		return "", longer("", p)
	case p.State != facts.PhotoUploading:
		return Ignore, nil
	case end <= p.Received:
		return Compare, nil
	case offset != p.Received:
		return "", WrongOffset(p)
	}
	return Keep, nil
}

// WrongOffset refuses a part that is not the one that was awaited, with the offset to go on
// from.
func WrongOffset(p facts.Photo) error {
	return &league.StateError{
		Grounds: league.Grounds{Reason: "photo-offset", Params: map[string]string{"offset": strconv.Itoa(p.Received)}},
		Current: map[string]any{"received": p.Received},
	}
}

// Grow counts a part of some bytes in. With the last one the photo has been received: its
// pictures are to be made.
func Grow(p facts.Photo, bytes int, now time.Time) (facts.Photo, error) {
	if p.Received += bytes; p.Received > p.Bytes {
		return p, longer("/content", p)
	}
	if p.Received == p.Bytes {
		p.State, p.ReceivedAt = facts.PhotoProcessing, &now
	}
	return p, nil
}

// longer is the fault of a photo with more bytes than were announced.
func longer(field string, p facts.Photo) error {
	return league.Faults{{Field: field, Grounds: league.Grounds{Reason: "photo-longer", Params: map[string]string{"bytes": strconv.Itoa(p.Bytes)}}}}
}

// Developed holds the outcome of a photo: the names of its pictures and their dimensions in
// pixels, or why there are none.
type Developed struct {
	PageDigest, ThumbnailDigest     string
	PageWidth, PageHeight           int
	ThumbnailWidth, ThumbnailHeight int
	Refused                         *league.Grounds
}

// Develop notes what was made of a photo; false where it does not wait for that any more.
func Develop(p facts.Photo, made Developed) (facts.Photo, bool) {
	if p.State != facts.PhotoProcessing {
		return p, false
	}
	if made.Refused != nil {
		p.State, p.Refusal = facts.PhotoRefused, made.Refused
		return p, true
	}
	p.State = facts.PhotoReady
	p.PageDigest, p.PageWidth, p.PageHeight = made.PageDigest, made.PageWidth, made.PageHeight
	p.ThumbnailDigest, p.ThumbnailWidth, p.ThumbnailHeight = made.ThumbnailDigest, made.ThumbnailWidth, made.ThumbnailHeight
	return p, true
}

// Change changes what is known about a photo; nil leaves a thing as it is.
type Change struct {
	Kind    *string
	Round   *int // 0 is none
	Alt     *string
	Consent *facts.PhotoConsent
	Hidden  *bool
	Reason  string // for the audit
}

// Describes reports whether more changes than whether the photo is hidden.
func (c Change) Describes() bool {
	return c.Kind != nil || c.Round != nil || c.Alt != nil || c.Consent != nil
}

// Of is a photo as it is after the change that an account makes at a moment. One that is
// hidden already stays hidden since then, by whoever did it.
func (c Change) Of(p facts.Photo, by uuid.UUID, now time.Time) facts.Photo {
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
		p.HiddenAt, p.HiddenBy = &now, &by
	}
	return p
}

// Remove is a photo as it is once an account has removed it for a reason; that it was received
// stands.
func Remove(p facts.Photo, by uuid.UUID, reason string, now time.Time) facts.Photo {
	p.RemovedAt, p.RemovedBy, p.RemovedReason = &now, &by, reason
	return p
}
