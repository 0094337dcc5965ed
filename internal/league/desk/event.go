package desk

import (
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// Announcement is what is said of an event before it starts.
type Announcement struct {
	Title            string
	StartsAt         time.Time
	TimeZone         string
	VenueName        string
	VenueAddress     string
	VenueCity        string
	VenueAt          *Position // nil where nobody said so
	FeeCents         *int
	FeeCurrency      *string
	Formula          string // "" is the ruleset's first
	Variant          string
	Target           int // points that win a game; 0 is the variant's
	Pairing          string
	Capacity         int // 0 is the ruleset's greatest field, or 100
	TimeLimitMinutes int
	Notes            string
	// Season is the season that it belongs to; nil for none.
	Season       *uuid.UUID
	NewOrganizer bool
	// Choice is the ruleset that the event is to be run by; nil leaves the one it
	// has.
	Choice *Choice
}

// Position is a place on the earth, in millionths of a degree.
type Position struct{ Latitude, Longitude int }

// Choice is a ruleset to run an event by: a preset or one of the tenant's own.
type Choice struct {
	Ruleset string
	Version int // 0 is the latest
	// Readings of open paragraphs that differ from the ruleset's.
	Readings map[string]string
}

// NewEvent is a draft to be made; its announcement has a choice, a season or both.
type NewEvent struct {
	Announcement
	Kind     string
	Circuit  string // "" is that of its kind
	Slug     string // "" is made from title and day
	RegionID uuid.UUID
	Host     uuid.UUID // affiliated club that holds it; uuid.Nil is the tenant itself
}

// defaultCapacity is the capacity of an event whose ruleset knows no greatest
// field and whose organizer said nothing.
const defaultCapacity = 100

// CreateEvent drafts an event.
func (d *Desk) CreateEvent(tx tenantdb.Tx, act Act, n NewEvent) (*Stage, error) {
	s, _, err := d.drafted(tx, act, n)
	if err != nil {
		return nil, err
	}
	s.store(tx, act)
	return s, nil
}

// drafted is a draft as it would be stored, with its season, nil for none.
func (d *Desk) drafted(tx tenantdb.Tx, act Act, n NewEvent) (*Stage, *SeasonSetup, error) {
	season, err := d.seasonFor(tx, n.Season)
	if err != nil {
		return nil, nil, err
	}
	e := facts.Event{
		ID: league.EventID{UUID: newID()}, Kind: n.Kind, State: facts.Draft, Circuit: n.Circuit,
		DrawMethod: facts.Sealed, Version: 1, Revision: 1, CreatedBy: act.By, CreatedAt: act.Now,
	}
	if n.Host != uuid.Nil {
		e.HostID = &n.Host
	}
	read, stored, err := d.rulesetFor(tx, act, &e, n.Choice, season)
	if err != nil {
		return nil, nil, err
	}
	n.apply(&e, read)
	if e.Slug = n.Slug; e.Slug == "" {
		e.Slug = slug(e.Title, e.LocalDate())
	}
	if faults := n.check(read, e); len(faults) > 0 {
		return nil, nil, faults
	}
	s := &Stage{officiating.Situation{Rules: read, Stage: facts.Stage{Ruleset: stored}}}
	if n.RegionID != uuid.Nil {
		e.RegionID = &n.RegionID
		b := &tenantdb.Batch{}
		leaguedb.RegionName(b, &s.RegionName, n.RegionID)
		if err := tx.Send(b); err != nil {
			return nil, nil, fmt.Errorf("region %s: %w", n.RegionID, err)
		}
	}
	s.Event = e
	if err := checkInSeason(tx, season, e, read); err != nil {
		return nil, nil, err
	}
	if why, merged, err := d.playsElsewhere(tx, e); err != nil {
		return nil, nil, err
	} else if merged {
		return nil, nil, league.Faults{{Pointer: "/region", Grounds: why}}
	}
	return s, season, nil
}

// store leaves a draft to be stored.
func (s *Stage) store(tx tenantdb.Tx, act Act) {
	e := s.Event
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddEvent(b, e) })
	act.Record.Log(e.ID.UUID, leaguelog.EventCreated{EventKind: e.Kind, Slug: e.Slug})
	act.Record.Audit("event", "", nil, announced(e))
}

// rulesetFor finds the ruleset that an event is to be run by, the season's if none
// was chosen, and sets it.
func (d *Desk) rulesetFor(tx tenantdb.Tx, act Act, e *facts.Event, c *Choice, season *SeasonSetup) (read *rules.Ruleset, stored facts.RulesetVersion, err error) {
	switch {
	case c != nil:
		read, stored, err = d.chosen(tx, act, *c)
		e.Readings = c.Readings
	case season != nil:
		read, stored = season.Rules, season.Version
		e.Readings = season.inForce().Readings
	default:
		err = league.Faults{{Pointer: "/ruleset", Grounds: league.Grounds{Reason: "ruleset-missing"}}}
	}
	if e.Readings == nil {
		e.Readings = map[string]string{}
	}
	e.RulesetVersionID = stored.ID
	return read, stored, err
}

// apply sets the values that were given and the ruleset's defaults for others.
func (a Announcement) apply(e *facts.Event, r *rules.Ruleset) {
	e.SeasonID, e.NewOrganizer = a.Season, a.NewOrganizer
	if e.SeasonID != nil && e.Circuit == "" {
		e.Circuit = string(circuits[e.Kind])
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
			e.Capacity = defaultCapacity
		}
	}
}

// check lists what the ruleset, the calendar or the sense of the thing refuse.
func (a Announcement) check(r *rules.Ruleset, e facts.Event) league.Faults {
	var faults league.Faults
	fault := func(pointer, paragraph, reason string, params ...string) {
		faults = append(faults, league.Fault{Pointer: pointer, Grounds: r.Grounds(paragraph, reason, params...)})
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
	if e.Capacity < r.Field.Min && !IsFinal(e) {
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

// AnnouncementOf is what is said of an event now, to change a part of it.
func AnnouncementOf(e facts.Event) Announcement {
	return Announcement{
		Title: e.Title, StartsAt: e.StartsAt, TimeZone: e.TimeZone,
		VenueName: e.VenueName, VenueAddress: e.VenueAddress, VenueCity: e.VenueCity, VenueAt: positionOf(e),
		FeeCents: e.FeeCents, FeeCurrency: e.FeeCurrency, Formula: e.Formula, Variant: e.Variant, Target: e.Target, Pairing: e.Pairing,
		Capacity: e.Capacity, TimeLimitMinutes: e.TimeLimitMinutes, Notes: e.Notes,
		Season: e.SeasonID, NewOrganizer: e.NewOrganizer,
	}
}

// positionOf is where the venue is; nil where nobody said so.
func positionOf(e facts.Event) *Position {
	if e.VenueLatitude == nil || e.VenueLongitude == nil {
		return nil
	}
	return &Position{Latitude: *e.VenueLatitude, Longitude: *e.VenueLongitude}
}

// ChangeEvent changes what was announced. What play depends on is frozen once
// the event has started: it was said at the start (CN09 3.2a, 3.4). Where a final goes to
// another day, on which others may take part, its season follows.
func (d *Desk) ChangeEvent(tx tenantdb.Tx, act Act, id league.EventID, matches func(version int) bool, change func(*Announcement)) (*Stage, []Followed, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return nil, nil, err
	}
	before := s.Event
	if !matches(before.Version) {
		return nil, nil, &StaleError{Current: map[string]any{"version": before.Version, "announcement": announced(before)}}
	}
	if before.State == facts.Finished || before.State == facts.Cancelled {
		return nil, nil, league.NotNow("event-over", "state", string(before.State))
	}
	a := AnnouncementOf(before)
	change(&a)
	if err := d.choose(tx, act, s, a.Choice); err != nil {
		return nil, nil, err
	}
	seats := s.seatsTaken()
	if s.Rules.Field.Overflow != nil {
		seats = len(s.Admission().Entrants)
	}
	a.apply(&s.Event, s.Rules)
	if faults := a.check(s.Rules, s.Event); len(faults) > 0 {
		return nil, nil, faults
	}
	if err := d.replan(tx, before, s); err != nil {
		return nil, nil, err
	}
	register, err := d.ofMovedFinal(tx, before, s.Event)
	if err != nil {
		return nil, nil, err
	}
	if err := s.announceFee(act, before); err != nil {
		return nil, nil, err
	}
	s.moved(act, before)
	after := s.Event
	if before.Started() && (after.Formula != before.Formula || after.Variant != before.Variant || after.Target != before.Target || after.Pairing != before.Pairing ||
		after.Capacity != before.Capacity || after.TimeLimitMinutes != before.TimeLimitMinutes || changedSeason(before, after)) {
		return nil, nil, fmt.Errorf("event %s has started: %w", id, league.ErrFrozen)
	}
	if after.Capacity < seats {
		return nil, nil, league.NotNow("capacity-below-entries", "capacity", strconv.Itoa(after.Capacity), "entered", strconv.Itoa(seats))
	}
	s.Event.Version++
	promoted := s.promote()
	s.save(tx)
	for _, e := range promoted {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEntry(b, id, e) })
		act.Record.Log(id.UUID, leaguelog.EntryPromoted{Entry: league.Entry(e.Number)})
	}
	act.Record.Log(id.UUID, leaguelog.EventChanged{EventNow: loggedEvent(s.Event)})
	act.Record.Audit("event", "", announced(before), announced(s.Event))
	if register == nil {
		return s, nil, nil
	}
	followed, err := d.followSetup(tx, act, register, s)
	return s, []Followed{followed}, err
}

// choose moves an event that has not started to another ruleset, or another
// version of its own.
func (d *Desk) choose(tx tenantdb.Tx, act Act, s *Stage, c *Choice) (err error) {
	if c == nil {
		return nil
	}
	if s.Event.Started() {
		return fmt.Errorf("event %s has started: %w", s.Event.ID, league.ErrFrozen)
	}
	if s.Rules, s.Ruleset, err = d.chosen(tx, act, *c); err != nil {
		return err
	}
	s.Event.RulesetVersionID, s.Event.Readings = s.Ruleset.ID, c.Readings
	if s.Event.Readings == nil {
		s.Event.Readings = map[string]string{}
	}
	return nil
}

// announced is what the audit keeps of an announcement.
func announced(e facts.Event) map[string]any {
	return map[string]any{
		"title": e.Title, "state": e.State, "startsAt": e.StartsAt, "timeZone": e.TimeZone,
		"venue": e.VenueName + ", " + e.VenueCity, "feeCents": e.FeeCents, "formula": e.Formula, "variant": e.Variant, "target": e.Target,
		"ruleset": e.RulesetVersionID, "pairing": e.Pairing, "capacity": e.Capacity, "timeLimitMinutes": e.TimeLimitMinutes,
	}
}

// save leaves the event's row to be written.
func (s *Stage) save(tx tenantdb.Tx) {
	e := s.Event
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEvent(b, e) })
	s.touchSeason(tx)
}
