package desk

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
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
	FeeCents         *int
	FeeCurrency      *string
	Formula          string // "" is the ruleset's first
	Variant          string
	Pairing          string
	Capacity         int // 0 is the ruleset's greatest field, or 100
	TimeLimitMinutes int
	Notes            string
}

// NewEvent is a draft to be made.
type NewEvent struct {
	Announcement
	Kind     string
	Slug     string // "" is made from title and day
	RegionID uuid.UUID
	Ruleset  string // id of a preset
	Readings map[string]string
}

// defaultCapacity is the capacity of an event whose ruleset knows no greatest
// field and whose organizer said nothing.
const defaultCapacity = 100

// CreateEvent drafts an event.
func (d *Desk) CreateEvent(tx tenantdb.Tx, act Act, n NewEvent) (*Stage, error) {
	r, err := rules.Preset(n.Ruleset)
	if err != nil {
		return nil, league.Faults{{Pointer: "/ruleset", Grounds: league.Grounds{Reason: "unknown-ruleset", Params: map[string]string{"ruleset": n.Ruleset}}}}
	}
	read, err := withReadings(r, n.Readings)
	if err != nil {
		return nil, err
	}
	e := leaguedb.Event{
		ID: league.EventID{UUID: newID()}, Kind: n.Kind, State: leaguedb.Draft, Readings: n.Readings,
		DrawMethod: leaguedb.Sealed, Version: 1, Revision: 1, CreatedBy: act.By, CreatedAt: act.Now,
	}
	if e.Readings == nil {
		e.Readings = map[string]string{}
	}
	n.apply(&e, read)
	if e.Slug = n.Slug; e.Slug == "" {
		e.Slug = slug(e.Title, e.LocalDate())
	}
	if faults := n.check(read, e); len(faults) > 0 {
		return nil, faults
	}
	stored, err := store(r)
	if err != nil {
		return nil, err
	}
	s := &Stage{Rules: read, Stage: leaguedb.Stage{Ruleset: stored}}
	b := &tenantdb.Batch{}
	leaguedb.EnsureRulesetVersion(b, stored, act.Now, &e.RulesetVersionID)
	if n.RegionID != uuid.Nil {
		e.RegionID = &n.RegionID
		leaguedb.RegionName(b, &s.RegionName, n.RegionID)
	}
	if err := tx.Send(b); err != nil {
		return nil, fmt.Errorf("region %s: %w", n.RegionID, err)
	}
	s.Event = e
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddEvent(b, e) })
	act.Record.Log("event.created", e.ID.UUID, map[string]any{"kind": e.Kind, "slug": e.Slug})
	act.Record.Audit("event", "", nil, announced(e))
	return s, nil
}

// apply sets the values that were given and the ruleset's defaults for others.
func (a Announcement) apply(e *leaguedb.Event, r *rules.Ruleset) {
	e.Title, e.StartsAt, e.TimeZone = a.Title, a.StartsAt.UTC().Truncate(time.Second), a.TimeZone
	e.VenueName, e.VenueAddress, e.VenueCity = a.VenueName, a.VenueAddress, a.VenueCity
	e.FeeCents, e.FeeCurrency, e.Notes = a.FeeCents, a.FeeCurrency, a.Notes
	e.Formula, e.Variant, e.Pairing, e.TimeLimitMinutes = a.Formula, a.Variant, a.Pairing, a.TimeLimitMinutes
	if f, ok := r.Formula(e.Formula); ok {
		e.Formula = f.ID
	}
	if v, ok := r.Variant(e.Variant); ok {
		e.Variant = v.ID
	}
	if p, ok := r.Pairing(rules.PairingSystem(e.Pairing)); ok {
		e.Pairing = string(p.System)
	}
	if e.Capacity = a.Capacity; e.Capacity == 0 {
		if e.Capacity = r.Field.Max; e.Capacity == 0 {
			e.Capacity = defaultCapacity
		}
	}
}

// check lists what the ruleset, the calendar or the sense of the thing refuse.
func (a Announcement) check(r *rules.Ruleset, e leaguedb.Event) league.Faults {
	var faults league.Faults
	fault := func(pointer, paragraph, reason string, params ...string) {
		faults = append(faults, league.Fault{Pointer: pointer, Grounds: r.Grounds(paragraph, reason, params...)})
	}
	if _, err := time.LoadLocation(e.TimeZone); err != nil || e.TimeZone == "Local" {
		fault("/timeZone", "", "unknown-time-zone", "zone", e.TimeZone)
	}
	if _, ok := r.Formula(e.Formula); !ok {
		fault("/formula", r.Format.Paragraph, "unknown-formula", "formula", e.Formula)
	}
	if _, ok := r.Variant(e.Variant); !ok {
		fault("/variant", "", "unknown-variant", "variant", e.Variant)
	}
	if _, ok := r.Pairing(rules.PairingSystem(e.Pairing)); !ok {
		fault("/pairing", "", "unknown-pairing", "pairing", e.Pairing)
	}
	if e.Capacity < r.Field.Min {
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
func AnnouncementOf(e leaguedb.Event) Announcement {
	return Announcement{
		Title: e.Title, StartsAt: e.StartsAt, TimeZone: e.TimeZone,
		VenueName: e.VenueName, VenueAddress: e.VenueAddress, VenueCity: e.VenueCity,
		FeeCents: e.FeeCents, FeeCurrency: e.FeeCurrency, Formula: e.Formula, Variant: e.Variant, Pairing: e.Pairing,
		Capacity: e.Capacity, TimeLimitMinutes: e.TimeLimitMinutes, Notes: e.Notes,
	}
}

// ChangeEvent changes what was announced. What play depends on is frozen once
// the event has started: it was said at the start (CN09 3.2a, 3.4).
func (d *Desk) ChangeEvent(tx tenantdb.Tx, act Act, id league.EventID, matches func(version int) bool, change func(*Announcement)) (*Stage, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return nil, err
	}
	before := s.Event
	if !matches(before.Version) {
		return nil, &StaleError{Current: map[string]any{"version": before.Version, "announcement": announced(before)}}
	}
	if before.State == leaguedb.Finished || before.State == leaguedb.Cancelled {
		return nil, notNow("event-over", "state", string(before.State))
	}
	a := AnnouncementOf(before)
	change(&a)
	a.apply(&s.Event, s.Rules)
	if faults := a.check(s.Rules, s.Event); len(faults) > 0 {
		return nil, faults
	}
	after := s.Event
	if before.Started() && (after.Formula != before.Formula || after.Variant != before.Variant || after.Pairing != before.Pairing ||
		after.Capacity != before.Capacity || after.TimeLimitMinutes != before.TimeLimitMinutes) {
		return nil, fmt.Errorf("event %s has started: %w", id, league.ErrFrozen)
	}
	if seats := s.seatsTaken(); after.Capacity < seats {
		return nil, notNow("capacity-below-entries", "capacity", strconv.Itoa(after.Capacity), "entered", strconv.Itoa(seats))
	}
	s.Event.Version++
	promoted := s.promote()
	s.save(tx, act)
	for _, e := range promoted {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEntry(b, id, e) })
		act.Record.Log("entry.promoted", id.UUID, map[string]any{"entry": e.Number})
	}
	act.Record.Log("event.changed", id.UUID, map[string]any{"version": s.Event.Version})
	act.Record.Audit("event", "", announced(before), announced(s.Event))
	return s, nil
}

// announced is what the audit keeps of an announcement.
func announced(e leaguedb.Event) map[string]any {
	return map[string]any{
		"title": e.Title, "state": e.State, "startsAt": e.StartsAt, "timeZone": e.TimeZone,
		"venue": e.VenueName + ", " + e.VenueCity, "feeCents": e.FeeCents, "formula": e.Formula, "variant": e.Variant,
		"pairing": e.Pairing, "capacity": e.Capacity, "timeLimitMinutes": e.TimeLimitMinutes,
	}
}

// save leaves the event's row to be written, with its next revision.
func (s *Stage) save(tx tenantdb.Tx, _ Act) {
	s.Event.Revision++
	e := s.Event
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEvent(b, e) })
}

// bump leaves the next revision to be written, when only facts changed.
func (s *Stage) bump(tx tenantdb.Tx) {
	s.Event.Revision++
	id, revision := s.Event.ID, s.Event.Revision
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.BumpRevision(b, id, revision) })
}

// move is a change of the event's state.
type move struct {
	to   leaguedb.EventState
	from []leaguedb.EventState
	kind string // of the fact
}

var (
	announce = move{leaguedb.Announced, []leaguedb.EventState{leaguedb.Draft}, "event.announced"}
	openUp   = move{leaguedb.Open, []leaguedb.EventState{leaguedb.Announced, leaguedb.Closed}, "event.entries-opened"}
	closeUp  = move{leaguedb.Closed, []leaguedb.EventState{leaguedb.Open}, "event.entries-closed"}
	cancel   = move{leaguedb.Cancelled, []leaguedb.EventState{leaguedb.Draft, leaguedb.Announced, leaguedb.Open, leaguedb.Closed}, "event.cancelled"}
	reopen   = move{leaguedb.Running, []leaguedb.EventState{leaguedb.Finished}, "event.reopened"}
)

func (d *Desk) move(tx tenantdb.Tx, act Act, id league.EventID, m move, reason string, also func(*Stage) error) (*Stage, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return nil, err
	}
	before := s.Event.State
	if !slices.Contains(m.from, before) {
		return nil, notNow("event-state", "state", string(before), "wanted", string(m.to))
	}
	s.Event.State = m.to
	if also != nil {
		if err := also(s); err != nil {
			return nil, err
		}
	}
	s.Event.Version++
	s.save(tx, act)
	act.Record.Log(m.kind, id.UUID, map[string]any{"state": m.to})
	act.Record.Audit("event", reason, map[string]any{"state": before}, map[string]any{"state": m.to})
	return s, s.replay()
}

// AnnounceEvent makes a draft public and seals the secret of its draw, of which
// only the commitment is published.
func (d *Desk) AnnounceEvent(tx tenantdb.Tx, act Act, id league.EventID) (*Stage, error) {
	return d.move(tx, act, id, announce, "", func(s *Stage) error {
		s.Event.AnnouncedAt = &act.Now
		s.Event.DrawSecret = make([]byte, 32)
		if _, err := io.ReadFull(d.random, s.Event.DrawSecret); err != nil {
			return fmt.Errorf("secret of the draw: %w", err)
		}
		commitment := seating.Commitment(s.Event.DrawSecret)
		s.Event.DrawCommitment = hex.EncodeToString(commitment[:])
		return nil
	})
}

// OpenEntries lets people enter, also again after a closing.
func (d *Desk) OpenEntries(tx tenantdb.Tx, act Act, id league.EventID) (*Stage, error) {
	return d.move(tx, act, id, openUp, "", nil)
}

// CloseEntries lets nobody enter any more.
func (d *Desk) CloseEntries(tx tenantdb.Tx, act Act, id league.EventID) (*Stage, error) {
	return d.move(tx, act, id, closeUp, "", nil)
}

// CancelEvent calls an event off that has not started.
func (d *Desk) CancelEvent(tx tenantdb.Tx, act Act, id league.EventID, reason string) (*Stage, error) {
	return d.move(tx, act, id, cancel, reason, nil)
}

// CompleteEvent finishes an event whose last round is closed.
func (d *Desk) CompleteEvent(tx tenantdb.Tx, act Act, id league.EventID) (*Stage, error) {
	finish := move{leaguedb.Finished, []leaguedb.EventState{leaguedb.Running}, "event.finished"}
	return d.move(tx, act, id, finish, "", func(s *Stage) error {
		if len(s.State.Final) == 0 {
			return notNow("event-not-over")
		}
		s.Event.FinishedAt = &act.Now
		return nil
	})
}

// ReopenEvent opens a finished event again to correct it, with a reason that the
// audit keeps.
func (d *Desk) ReopenEvent(tx tenantdb.Tx, act Act, id league.EventID, reason string) (*Stage, error) {
	return d.move(tx, act, id, reopen, reason, func(s *Stage) error {
		s.Event.FinishedAt = nil
		return nil
	})
}

// Drawing is what was drawn by hand at the start; nil maps where the platform
// draws.
type Drawing struct {
	Lots   map[league.Entry]int
	Places map[league.Entry]int
	Reason string
}

// StartEvent locks the list of those checked in: they play, others who had a
// seat did not come. Eligibility is checked again (CN09 1.5), the structure is
// fixed (CN09 3.2a), lots are drawn and the secret of the draw is revealed.
func (d *Desk) StartEvent(tx tenantdb.Tx, act Act, id league.EventID, by Drawing) (*Stage, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return nil, err
	}
	before := s.Event.State
	if before != leaguedb.Open && before != leaguedb.Closed {
		return nil, notNow("event-state", "state", string(before), "wanted", string(leaguedb.Running))
	}
	var staff []leaguedb.Staff
	b := &tenantdb.Batch{}
	leaguedb.LoadStaff(b, &staff, id)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	playing, err := s.startingField(staff)
	if err != nil {
		return nil, err
	}
	if err := s.drawLots(playing, by); err != nil {
		return nil, err
	}
	s.Event.State, s.Event.StartedAt = leaguedb.Running, &act.Now
	s.Event.Version++
	if err := s.replay(); err != nil {
		return nil, err
	}
	if s.State.Format.Err != nil {
		return nil, s.State.Format.Err
	}
	s.save(tx, act)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.StartEntries(b, id, s.playing()) })
	act.Record.Log("event.started", id.UUID, map[string]any{"players": len(playing), "draw": s.Event.DrawMethod})
	act.Record.Audit("event", by.Reason, map[string]any{"state": before}, map[string]any{
		"state": s.Event.State, "players": len(playing), "seed": s.Event.DrawSeed, "draw": s.Event.DrawMethod,
	})
	return s, nil
}

// startingField turns those checked in into players and the rest into no-shows,
// in the facts at hand.
func (s *Stage) startingField(staff []leaguedb.Staff) ([]league.Entry, error) {
	var playing []league.Entry
	var faults league.Faults
	for i := range s.Entries {
		e := &s.Entries[i]
		switch e.State {
		case leaguedb.CheckedIn:
			for _, g := range exclusions(s.Rules, staff, e.PlayerID.UUID, e.AccountID) {
				faults = append(faults, league.Fault{Pointer: "/entries/" + strconv.Itoa(e.Number), Grounds: g})
			}
			e.State = leaguedb.Playing
			playing = append(playing, league.Entry(e.Number))
		case leaguedb.Entered:
			e.State = leaguedb.NoShow
		}
	}
	return playing, faults.OrNil()
}

func (s *Stage) playing() []leaguedb.Entry {
	var out []leaguedb.Entry
	for _, e := range s.Entries {
		if e.State == leaguedb.Playing {
			out = append(out, e)
		}
	}
	return out
}

// drawLots draws lots, the order of the first round and, for a fixed schedule,
// places; or takes those drawn by hand.
func (s *Stage) drawLots(playing []league.Entry, by Drawing) error {
	handmade := by.Lots != nil || by.Places != nil
	if handmade && by.Reason == "" {
		return league.Faults{{Pointer: "/reason", Grounds: league.Grounds{Reason: "reason-missing"}}}
	}
	ids := make([]string, 0, len(playing))
	for _, e := range s.playing() {
		ids = append(ids, e.PlayerID.String())
	}
	seed := seating.Seed(s.Event.DrawSecret, ids)
	s.Event.DrawSeed, s.Event.DrawMethod, s.Event.DrawReason = hex.EncodeToString(seed[:]), leaguedb.Drawn, by.Reason
	lots := by.Lots
	order := map[league.Entry]int{}
	if lots == nil {
		lots = seating.DrawLots(seed, playing)
		for i, entry := range seating.Shuffle(seed, seating.PurposeFirstRound, playing) {
			order[entry] = i + 1
		}
	}
	if handmade {
		s.Event.DrawMethod = leaguedb.ByHand
	}
	places, err := s.places(seed, playing, by.Places)
	if err != nil {
		return err
	}
	if faults := checkDrawn(playing, by); len(faults) > 0 {
		return faults
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.State == leaguedb.Playing {
			entry := league.Entry(e.Number)
			e.Lot, e.DrawPosition, e.Place = positive(lots[entry]), positive(order[entry]), positive(places[entry])
		}
	}
	return nil
}

// places are those of the fixed schedule, where one was chosen.
func (s *Stage) places(seed [32]byte, playing []league.Entry, byHand map[league.Entry]int) (map[league.Entry]int, error) {
	pairing, _ := s.Rules.Pairing(rules.PairingSystem(s.Event.Pairing))
	if pairing.System != rules.FixedSchedule {
		if byHand != nil {
			return nil, league.Faults{{Pointer: "/places", Grounds: s.Rules.Grounds("", "no-fixed-schedule")}}
		}
		return nil, nil
	}
	formula, _ := s.Rules.Formula(s.Event.Formula)
	structure, _, err := s.Rules.StructureFor(formula, len(playing))
	if err != nil {
		return nil, err
	}
	schedule, err := seating.ScheduleFor(s.Rules, pairing, len(playing), structure.Rounds)
	if err != nil {
		return nil, err
	}
	if byHand != nil {
		return byHand, nil
	}
	return seating.DrawPlaces(seed, playing, schedule.Places(len(playing))), nil
}

// checkDrawn checks that what was drawn by hand names everybody who plays once
// and no number twice. Whether places are those of the schedule is checked by
// the replay.
func checkDrawn(playing []league.Entry, by Drawing) league.Faults {
	var faults league.Faults
	check := func(pointer string, drawn map[league.Entry]int) {
		if drawn == nil {
			return
		}
		used := map[int]bool{}
		for _, entry := range playing {
			number, ok := drawn[entry]
			params := map[string]string{"entry": strconv.Itoa(int(entry)), "number": strconv.Itoa(number)}
			switch {
			case !ok:
				faults = append(faults, league.Fault{Pointer: pointer, Grounds: league.Grounds{Reason: "entry-not-drawn", Params: params}})
			case used[number]:
				faults = append(faults, league.Fault{Pointer: pointer, Grounds: league.Grounds{Reason: "number-drawn-twice", Params: params}})
			}
			used[number] = true
		}
		for entry := range drawn {
			if !slices.Contains(playing, entry) {
				faults = append(faults, league.Fault{Pointer: pointer, Grounds: league.Grounds{Reason: "entry-not-playing", Params: map[string]string{"entry": strconv.Itoa(int(entry))}}})
			}
		}
	}
	check("/lots", by.Lots)
	check("/places", by.Places)
	return faults
}

func positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// Random is the system's source of secrets, for [New].
var Random io.Reader = rand.Reader

// Format is the structure of the event: fixed once it has started, before that
// what the entries so far would give. ok is false where they give none.
func (s *Stage) Format() (format tournament.Format, ok bool) {
	if s.Event.Started() {
		return s.State.Format, s.State.Format.Err == nil
	}
	formula, _ := s.Rules.Formula(s.Event.Formula)
	entrants := s.seatsTaken()
	structure, grounds, err := s.Rules.StructureFor(formula, entrants)
	if err != nil {
		return format, false
	}
	sizes, err := seating.Partition(s.Rules, entrants)
	if err != nil {
		return format, false
	}
	return tournament.Format{Structure: structure, TableSizes: sizes, Grounds: grounds}, true
}
