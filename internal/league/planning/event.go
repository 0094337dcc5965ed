package planning

import (
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// Announcement holds the data of an event that are announced before it starts.
type Announcement struct {
	Title            string
	StartsAt         time.Time
	TimeZone         string
	VenueName        string
	VenueAddress     string
	VenueCity        string
	VenueAt          *Position // nil if not given
	FeeCents         *int
	FeeCurrency      *string
	Formula          string // "" stands for the ruleset's first
	Variant          string
	Target           int // points that win a game; 0 stands for the variant's
	Pairing          string
	Capacity         int // 0 stands for the ruleset's largest field, or 100
	TimeLimitMinutes int
	Notes            string
	// Season is the season that it belongs to; nil for none.
	Season       *league.SeasonID
	NewOrganizer bool
	// Choice is the ruleset by which the event is to be run; nil keeps the present one.
	Choice *Choice
}

// Position is a place on the earth, in millionths of a degree.
type Position struct{ Latitude, Longitude int }

// Choice is a chosen ruleset: a preset or one of the tenant's own.
type Choice struct {
	Ruleset string
	Version int // 0 stands for the latest
	// Readings are the readings of open paragraphs that differ from the ruleset's.
	Readings map[string]string
}

// DefaultCapacity is the capacity of an event whose ruleset has no largest field and whose
// organizer gave none.
const DefaultCapacity = 100

// Apply sets the given values on an event, and the ruleset's defaults for the others.
func (a Announcement) Apply(e *facts.Event, r *rules.Ruleset) {
	e.SeasonID, e.NewOrganizer = a.Season, a.NewOrganizer
	if e.SeasonID != nil && e.Circuit == "" {
		e.Circuit = string(Circuits[e.Kind])
	}
	e.Title, e.StartsAt, e.TimeZone = a.Title, a.StartsAt.UTC().Truncate(time.Second), a.TimeZone
	e.VenueName, e.VenueAddress, e.VenueCity = a.VenueName, a.VenueAddress, a.VenueCity
	e.VenueLatitude, e.VenueLongitude = nil, nil
	if a.VenueAt != nil {
		e.VenueLatitude, e.VenueLongitude = &a.VenueAt.Latitude, &a.VenueAt.Longitude
	}
	e.FeeCents, e.FeeCurrency, e.Notes = a.FeeCents, a.FeeCurrency, a.Notes
	e.Formula, e.Variant, e.Pairing, e.TimeLimitMinutes = a.Formula, a.Variant, a.Pairing, a.TimeLimitMinutes
	e.Target = a.Target
	if e.TableResults == "" {
		e.TableResults = facts.TableResultsReferee
	}
	if e.Promotions == "" {
		e.Promotions = facts.PromotionsAtOnce
	}
	if f, ok := r.Formula(e.Formula); ok {
		e.Formula = f.ID
	}
	if v, ok := r.Variant(e.Variant); ok {
		e.Variant = v.ID
		if e.Target == v.Target {
			e.Target = 0
		}
	}
	if p, ok := r.Pairing(rules.PairingSystem(e.Pairing)); ok {
		e.Pairing = string(p.System)
	}
	if e.TimeLimitMinutes == 0 && r.Time.Limit == "always" {
		e.TimeLimitMinutes = r.Time.Minutes[e.Variant]
	}
	if e.Capacity = a.Capacity; e.Capacity == 0 {
		if e.Capacity = r.Field.Max; e.Capacity == 0 {
			e.Capacity = DefaultCapacity
		}
	}
}

// Check lists the faults of an announcement by the ruleset, the calendar and general plausibility.
func (a Announcement) Check(r *rules.Ruleset, e facts.Event) league.Faults {
	var faults league.Faults
	fault := func(field, paragraph, reason string, params ...string) {
		faults = append(faults, league.Fault{Field: field, Grounds: r.Grounds(paragraph, reason, params...)})
	}
	if !league.IsTimeZone(e.TimeZone) {
		fault("/timeZone", "", "unknown-time-zone", "zone", e.TimeZone)
	}
	if !league.PlausibleYear(e.LocalDate()) {
		fault("/startsAt", "", "outside-range", "min", strconv.Itoa(league.FirstYear), "max", strconv.Itoa(league.LastYear))
	}
	if _, ok := r.Formula(e.Formula); !ok {
		fault("/formula", r.Format.Paragraph, "unknown-formula", "formula", e.Formula)
	}
	if v, ok := r.Variant(e.Variant); !ok {
		fault("/variant", "", "unknown-variant", "variant", e.Variant)
	} else if _, ok := r.GameOf(e.Variant, e.Target); !ok {
		faults = append(faults, tournament.TargetFault(r, v, e.Target))
	}
	if _, ok := r.Pairing(rules.PairingSystem(e.Pairing)); !ok {
		fault("/pairing", "", "unknown-pairing", "pairing", e.Pairing)
	}
	if e.Capacity < r.Field.Min && !e.IsFinal() {
		fault("/capacity", r.Field.Paragraph, "capacity-below-minimum", "capacity", strconv.Itoa(e.Capacity), "min", strconv.Itoa(r.Field.Min))
	}
	if r.Field.Max > 0 && e.Capacity > r.Field.Max {
		fault("/capacity", r.Field.Paragraph, "capacity-above-maximum", "capacity", strconv.Itoa(e.Capacity), "max", strconv.Itoa(r.Field.Max))
	}
	if e.TimeLimitMinutes > 0 && r.Time.Limit == "none" {
		fault("/timeLimitMinutes", r.Time.Paragraph, "no-time-limit")
	}
	if r.Time.Limit == "always" && e.TimeLimitMinutes == 0 {
		fault("/timeLimitMinutes", r.Time.Paragraph, "time-limit-missing")
	}
	return faults
}

// AnnouncementOf returns the present announcement of an event, for a partial change.
func AnnouncementOf(e facts.Event) Announcement {
	return Announcement{
		Title: e.Title, StartsAt: e.StartsAt, TimeZone: e.TimeZone,
		VenueName: e.VenueName, VenueAddress: e.VenueAddress, VenueCity: e.VenueCity, VenueAt: PositionOf(e),
		FeeCents: e.FeeCents, FeeCurrency: e.FeeCurrency, Formula: e.Formula, Variant: e.Variant, Target: e.Target, Pairing: e.Pairing,
		Capacity: e.Capacity, TimeLimitMinutes: e.TimeLimitMinutes, Notes: e.Notes,
		Season: e.SeasonID, NewOrganizer: e.NewOrganizer,
	}
}

// PositionOf returns the venue's position; nil if it was not given.
func PositionOf(e facts.Event) *Position {
	if e.VenueLatitude == nil || e.VenueLongitude == nil {
		return nil
	}
	return &Position{Latitude: *e.VenueLatitude, Longitude: *e.VenueLongitude}
}
