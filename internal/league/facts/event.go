package facts

import (
	"sync"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// The kinds of events of a season. Events of other kinds belong to no season.
const (
	KindStage         = "stage"
	KindOpen          = "open"
	KindOnline        = "online"
	KindRegionalFinal = "regional-final"
	KindNationalFinal = "national-final"
)

// EventState is the state of an event.
type EventState string

// The states of an event.
const (
	Draft     EventState = "draft"     // visible to staff only
	Announced EventState = "announced" // public, no entries yet
	Open      EventState = "open"      // entries are open
	Closed    EventState = "closed"    // entries are closed
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
	ByHand DrawMethod = "by-hand" // drawn from a hat, with a reason
)

// Promotions sets whether players promoted from the waiting list of an event have to confirm their
// seat.
type Promotions string

// The ways of giving a free seat to the next of the waiting list.
const (
	PromotionsAtOnce    Promotions = "at-once"   // the promoted player has it at once
	PromotionsConfirmed Promotions = "confirmed" // the promoted player has to confirm it in time, or it goes to the next
)

// Event is one event as announced, with its state. It is the row of league.events.
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
	VenueLatitude    *int // millionths of a degree; nil if not given, like the longitude
	VenueLongitude   *int
	FeeCents         *int // nil: not stated
	FeeCurrency      *string
	FeeLateAt        *time.Time // when it was set or raised after entries had been opened
	RulesetVersionID uuid.UUID
	Readings         map[string]string // those that differ from the ruleset's own
	Formula          string
	Variant          string
	Target           int // announced winning points; 0 stands for the variant's
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
	// HeldSeats counts the seats that are held for unconfirmed forms.
	HeldSeats int
	// TableResults sets how results are treated that tables declare.
	TableResults TableResults
	// Promotions sets whether players promoted from the waiting list have to confirm their seat.
	Promotions  Promotions
	Version     int // of the announcement
	Revision    int64
	CreatedBy   uuid.UUID
	CreatedAt   time.Time
	AnnouncedAt *time.Time
	MovedAt     *time.Time // when its place, day or formula was last changed while it was public
	StartedAt   *time.Time
	FinishedAt  *time.Time
	// EndedOn is the last day of play, at its venue (at midnight UTC); nil if it is not over, or
	// ended on the day of its start.
	EndedOn *time.Time
	// ProcessedAt is the moment at which the event was first finished; it is kept when the event is
	// reopened.
	ProcessedAt *time.Time
	// SeasonID is the season that it belongs to, Circuit its circuit in the season; nil and "" for
	// an event by itself. A final of a season has no circuit.
	SeasonID *league.SeasonID
	Circuit  string
	// HostID is the affiliated club that holds it; nil for the tenant itself.
	HostID *uuid.UUID
	// NewOrganizer reports whether its organizer has never held an event before.
	NewOrganizer bool
	// Elsewhere reports whether it was played without the program, so that only its outcome is
	// recorded.
	Elsewhere bool
}

// Started reports whether the event has started, so that the field is fixed.
func (e Event) Started() bool { return e.State == Running || e.State == Finished }

// LocalDate returns the start of the event in the zone of its venue.
func (e Event) LocalDate() time.Time { return e.StartsAt.In(e.Location()) }

// PublicAt returns the moment since which the event is public with its present place, day and
// formula; nil before its announcement.
func (e Event) PublicAt() *time.Time {
	if e.MovedAt != nil {
		return e.MovedAt
	}
	return e.AnnouncedAt
}

// LastDate returns the last day of the event at its venue, as far as it is known: that of its start
// before its end.
func (e Event) LastDate() time.Time {
	if e.EndedOn != nil {
		return *e.EndedOn
	}
	return e.LocalDate()
}

// zones caches the zones by name, so that each file is read once.
var zones sync.Map

// IsFinal reports whether the event is a final of a season, to which places lead.
func (e Event) IsFinal() bool {
	return e.SeasonID != nil && e.Circuit == "" && (e.Kind == KindRegionalFinal || e.Kind == KindNationalFinal)
}

// PublicSince returns the day at its venue since which the event is public in its present form; ""
// before its announcement.
func (e Event) PublicSince() rules.Day {
	at := e.PublicAt()
	if at == nil {
		return ""
	}
	return rules.DayOf(at.In(e.Location()))
}

// Location returns the venue's zone.
func (e Event) Location() *time.Location { return location(e.TimeZone) }

// location returns the zone of a name; UTC for an unknown one, which the desk refuses to store.
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
