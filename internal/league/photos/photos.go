// Package photos handles the photos of an event (CN09 1.6.a): when photos are accepted, how a photo
// arrives in parts over an unreliable connection, what happens after its pictures are made, and
// later changes.
//
// It works on facts, without the bytes, and takes times as arguments. It returns a
// [league.StateError] if the step is not possible now, and [league.Faults] if the input is wrong.
package photos

import (
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

const (
	// Time is the time limit for a photo to arrive and be processed.
	Time = 24 * time.Hour
	// Most is the highest number of photos of an event.
	Most = 200
)

// MaySend refuses a photo of a draft or cancelled event, and a photo beyond [Most]. known is the
// number of photos that the event has.
func MaySend(e facts.Event, known int) error {
	switch {
	case e.State == facts.Draft || e.State == facts.Cancelled:
		return league.NotNow("photos-not-now", "state", string(e.State))
	case known >= Most:
		return league.NotNow("photos-too-many", "limit", strconv.Itoa(Most))
	}
	return nil
}

// Expired returns the grounds for refusing a photo that took longer than [Time].
func Expired() league.Grounds { return league.Grounds{Reason: "photo-expired"} }

// Step is the action for a part of a photo.
type Step string

// The actions for a part of a photo.
const (
	Keep    Step = "keep"    // append it to the photo
	Compare Step = "compare" // received before: it must be equal
	Ignore  Step = "ignore"  // the whole photo has arrived
)

// Part decides what to do with a part of a photo: a number of bytes at an offset. It refuses a part
// that starts elsewhere than at the end of the received bytes, with the offset to continue from. It
// also refuses a part that is too late or goes beyond the announced length.
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

// WrongOffset returns the error for an unexpected part, with the offset to continue from.
func WrongOffset(p facts.Photo) error {
	return &league.StateError{
		Grounds: league.Grounds{Reason: "photo-offset", Params: map[string]string{"offset": strconv.Itoa(p.Received)}},
		Current: map[string]any{"received": p.Received},
	}
}

// Grow adds a part to the received bytes. After the last part the photo is complete and its
// pictures can be made.
func Grow(p facts.Photo, bytes int, now time.Time) (facts.Photo, error) {
	if p.Received += bytes; p.Received > p.Bytes {
		return p, longer("/content", p)
	}
	if p.Received == p.Bytes {
		p.State, p.ReceivedAt = facts.PhotoProcessing, &now
	}
	return p, nil
}

// longer returns the fault of a photo with more bytes than announced.
func longer(field string, p facts.Photo) error {
	return league.Faults{{Field: field, Grounds: league.Grounds{Reason: "photo-longer", Params: map[string]string{"bytes": strconv.Itoa(p.Bytes)}}}}
}

// Developed holds the result of processing a photo: the names and pixel sizes of its pictures, or
// the reason for refusing it.
type Developed struct {
	PageDigest, ThumbnailDigest     string
	PageWidth, PageHeight           int
	ThumbnailWidth, ThumbnailHeight int
	Refused                         *league.Grounds
}

// Develop records the result of processing a photo. It returns false if the photo no longer waits
// for processing.
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

// Change is a change to a photo's data; nil keeps a value.
type Change struct {
	Kind    *string
	Round   *int // 0 means none
	Alt     *string
	Consent *facts.PhotoConsent
	Hidden  *bool
	Reason  string // for the audit log
}

// Describes reports whether the change affects more than Hidden.
func (c Change) Describes() bool {
	return c.Kind != nil || c.Round != nil || c.Alt != nil || c.Consent != nil
}

// Of returns the photo after a change by an account at a moment. A photo that is already hidden
// keeps the time and account of its hiding.
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

// Remove returns the photo after an account removed it for a reason. The record of its receipt
// stays.
func Remove(p facts.Photo, by uuid.UUID, reason string, now time.Time) facts.Photo {
	p.RemovedAt, p.RemovedBy, p.RemovedReason = &now, &by, reason
	return p
}
