package facts

import (
	"sync"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// The kinds of events of a season. A tenant's events of other kinds are of no season.
const (
	KindStage         = "stage"
	KindOpen          = "open"
	KindOnline        = "online"
	KindRegionalFinal = "regional-final"
	KindNationalFinal = "national-final"
)

// EventState names a step on the way of an event.
type EventState string

// The states of an event.
const (
	Draft     EventState = "draft"     // seen by staff only
	Announced EventState = "announced" // public, no entries yet
	Open      EventState = "open"      // takes entries
	Closed    EventState = "closed"    // takes no more entries
	Running   EventState = "running"   // started: the field is fixed
	Finished  EventState = "finished"
	Cancelled EventState = "cancelled"
)

// DrawMethod is the way in which the lots of an event are drawn.
type DrawMethod string

// The draw methods.
const (
	Sealed DrawMethod = "sealed"  // not drawn; the commitment may be published
	Drawn  DrawMethod = "drawn"   // by the published algorithm from the revealed secret
	ByHand DrawMethod = "by-hand" // out of a hat, with a reason
)

// Promotions says whether those who move up from the waiting list of an event have to confirm their
// seat.
type Promotions string

// What becomes of a seat that is free again.
const (
	PromotionsAtOnce    Promotions = "at-once"   // it is theirs who move up
	PromotionsConfirmed Promotions = "confirmed" // they say in time that they come, or it is the next one's
)

// Event is one event as announced, with its place on the way. It is the row of
// league.events.
type Event struct {
	ID               league.EventID
	Kind             string
	Slug             string
	Title            string
	State            EventState
	RegionID         *league.RegionID
	StartsAt         time.Time
	TimeZone         string // IANA name of the venue's zone
	VenueName        string
	VenueAddress     string
	VenueCity        string
	VenueLatitude    *int // millionths of a degree; nil where nobody said so, like the longitude
	VenueLongitude   *int
	FeeCents         *int // nil: nothing said about a fee
	FeeCurrency      *string
	FeeLateAt        *time.Time // when it was set or raised although entries had been opened
	RulesetVersionID uuid.UUID
	Readings         map[string]string // that differ from the ruleset's own
	Formula          string
	Variant          string
	Target           int // announced points that win; 0 is the variant's
	Pairing          string
	Capacity         int
	TimeLimitMinutes int // 0: no limit
	Notes            string
	DrawSecret       []byte // never shown before the draw
	DrawCommitment   string // hexadecimal; "" before the announcement
	DrawMethod       DrawMethod
	DrawSeed         string
	DrawReason       string
	EntryCount       int // highest start number given
	// HeldSeats counts the seats that are held for people who have sent a form and not confirmed it.
	HeldSeats int
	// TableResults chooses how results are treated that tables declare.
	TableResults TableResults
	// Promotions says whether those who move up from the waiting list have to confirm their seat.
	Promotions  Promotions
	Version     int // of what was announced
	Revision    int64
	CreatedBy   uuid.UUID
	CreatedAt   time.Time
	AnnouncedAt *time.Time
	MovedAt     *time.Time // when its place, day or formula was last changed although it was public
	StartedAt   *time.Time
	FinishedAt  *time.Time
	// EndedOn is the last day on which it was played, at its venue (at midnight UTC); nil
	// where it is not over, or ended on the day of its start.
	EndedOn *time.Time
	// ProcessedAt holds the moment at which the event was first finished; it stays when
	// the event is reopened.
	ProcessedAt *time.Time
	// SeasonID is the season it belongs to, Circuit that of the season; nil and ""
	// for an event by itself, and a final of a season has no circuit.
	SeasonID *league.SeasonID
	Circuit  string
	// HostID is the affiliated club that holds it; nil is the tenant itself.
	HostID *uuid.UUID
	// NewOrganizer reports whether its organizer has held none before.
	NewOrganizer bool
	// Elsewhere reports whether it was played without the program, and only its outcome
	// recorded.
	Elsewhere bool
}

// Started reports whether the field is fixed: nobody enters any more and the facts
// of play begin.
func (e Event) Started() bool { return e.State == Running || e.State == Finished }

// LocalDate is the day of the event at its venue.
func (e Event) LocalDate() time.Time { return e.StartsAt.In(e.Location()) }

// PublicAt returns the moment since which the event is public with the place, day and
// formula that it has; nil before its announcement.
func (e Event) PublicAt() *time.Time {
	if e.MovedAt != nil {
		return e.MovedAt
	}
	return e.AnnouncedAt
}

// LastDate is the last day of the event at its venue, as far as it is known: that of its
// start before its end.
func (e Event) LastDate() time.Time {
	if e.EndedOn != nil {
		return *e.EndedOn
	}
	return e.LocalDate()
}

// zones are those that were asked for, by name: each is read from a file once.
var zones sync.Map

// IsFinal reports whether the event is a final of a season, to which places lead.
func (e Event) IsFinal() bool {
	return e.SeasonID != nil && e.Circuit == "" && (e.Kind == KindRegionalFinal || e.Kind == KindNationalFinal)
}

// PublicSince returns the day at its venue since which the event is public as it is; "" before
// its announcement.
func (e Event) PublicSince() rules.Day {
	at := e.PublicAt()
	if at == nil {
		return ""
	}
	return rules.DayOf(at.In(e.Location()))
}

// Location is the venue's zone.
func (e Event) Location() *time.Location { return location(e.TimeZone) }

// location is the zone of a name; UTC for one that the program does not know, which
// the desk refuses to store.
func location(name string) *time.Location {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	zones.Store(name, zone)
	return zone
}
