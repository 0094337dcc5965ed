package desk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// The states of a season.
const (
	SeasonDraft   = "draft"   // seen by those who set it up
	SeasonRunning = "running" // public
	SeasonClosed  = "closed"  // public; what follows from its facts is kept as it was
)

// SeasonSetup is a season as it was set up, with the ruleset in force.
type SeasonSetup struct {
	facts.SeasonSetup
	Rules   *rules.Ruleset
	Version facts.RulesetVersion
}

// NewSeason is a season to be drafted. Days that are zero, and a time zone that is not
// named, are those of its ruleset; the others are days at midnight UTC.
type NewSeason struct {
	SeasonAnnouncement
	Slug    string
	Choice  Choice
	Regions []uuid.UUID // in the order in which they are listed
}

// SeasonAnnouncement is what is said of a season and may be changed.
type SeasonAnnouncement struct {
	Title     string
	Game      string
	PlaysFrom time.Time
	PlaysTo   time.Time
	FinalsBy  time.Time
	TimeZone  string    // where days begin and end that are of no venue
	Champion  uuid.UUID // reigning champion; uuid.Nil for none
	Contact   string
}

// CreateSeason drafts a season (CN09 1.1, 1.4).
func (d *Desk) CreateSeason(tx tenantdb.Tx, act Act, n NewSeason) (*SeasonSetup, error) {
	read, stored, err := d.chosen(tx, act, n.Choice)
	if err != nil {
		return nil, err
	}
	if read.Season == nil {
		return nil, league.Faults{withoutSeason(read)}
	}
	n.fill(read.Season)
	s := &SeasonSetup{Rules: read, Version: stored}
	s.Season = facts.Season{
		ID: league.SeasonID{UUID: newID()}, Slug: n.Slug, State: SeasonDraft, Version: 1, Revision: 1, CreatedBy: act.By, CreatedAt: act.Now,
	}
	if s.Regions, err = regionsOf(tx, n.Regions); err != nil {
		return nil, err
	}
	if err := n.apply(tx, s); err != nil {
		return nil, err
	}
	ruleset := facts.SeasonRuleset{Ordinal: 1, VersionID: stored.ID, Readings: n.Choice.Readings, DecidedAt: act.Now}
	if ruleset.Readings == nil {
		ruleset.Readings = map[string]string{}
	}
	s.Rulesets = []facts.SeasonRuleset{ruleset}
	season := s.Season
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.AddSeason(b, season, n.Regions)
		leaguedb.AddSeasonRuleset(b, season.ID, ruleset, act.By)
	})
	act.Record.Log(uuid.Nil, leaguelog.SeasonCreated{Season: season.ID, Slug: season.Slug})
	act.Record.Audit("season "+season.ID.String(), "", nil, announcedSeason(season))
	return s, nil
}

// withoutSeason is the fault of a ruleset that says nothing of seasons.
func withoutSeason(r *rules.Ruleset) league.Fault {
	return league.Fault{Pointer: "/ruleset", Grounds: r.Grounds("", "ruleset-without-season", "ruleset", r.ID)}
}

// fill takes the days and the time zone that were not given from the ruleset.
func (a *SeasonAnnouncement) fill(r *rules.Season) {
	for _, d := range []struct {
		to  *time.Time
		day rules.Day
	}{{&a.PlaysFrom, r.Calendar.From}, {&a.PlaysTo, r.Calendar.To}, {&a.FinalsBy, r.Final.By}} {
		if d.to.IsZero() {
			*d.to = dateOf(d.day)
		}
	}
	a.TimeZone = cmp.Or(a.TimeZone, r.Calendar.TimeZone, time.UTC.String())
}

// dateOf is a day as it is stored, at midnight UTC.
func dateOf(d rules.Day) time.Time {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		panic(err) // days are checked where they come in
	}
	return t
}

// regionsOf are regions by their ids, in that order; faults point to those that
// there are not.
func regionsOf(tx tenantdb.Tx, ids []uuid.UUID) ([]facts.SeasonRegion, error) {
	var known []facts.SeasonRegion
	b := &tenantdb.Batch{}
	leaguedb.LoadRegions(b, &known, ids)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	by := make(map[uuid.UUID]facts.SeasonRegion, len(known))
	for _, r := range known {
		by[r.ID] = r
	}
	out := make([]facts.SeasonRegion, len(ids))
	var faults league.Faults
	for i, id := range ids {
		region, ok := by[id]
		if !ok {
			faults = append(faults, league.Fault{Pointer: "/regions/" + strconv.Itoa(i), Grounds: league.Grounds{Reason: "unknown-region"}})
		}
		out[i] = region
	}
	return out, faults.OrNil()
}

// apply sets what was said, after a look at whether it can be.
func (a SeasonAnnouncement) apply(tx tenantdb.Tx, s *SeasonSetup) error {
	to := &s.Season
	to.Title, to.Game, to.Contact = a.Title, a.Game, a.Contact
	to.PlaysFrom, to.PlaysTo, to.FinalsBy, to.TimeZone = a.PlaysFrom, a.PlaysTo, a.FinalsBy, a.TimeZone
	var faults league.Faults
	if !league.IsTimeZone(a.TimeZone) {
		faults = append(faults, league.Fault{Pointer: "/timeZone", Grounds: s.Rules.Grounds("", "unknown-time-zone", "zone", a.TimeZone)})
	}
	if to.PlaysTo.Before(to.PlaysFrom) {
		faults = append(faults, league.Fault{Pointer: "/playsTo", Grounds: s.Rules.Grounds(s.Rules.Season.Calendar.Paragraph, "ends-before-it-begins")})
	}
	if to.FinalsBy.Before(to.PlaysFrom) {
		faults = append(faults, league.Fault{Pointer: "/finalsBy", Grounds: s.Rules.Grounds(s.Rules.Season.Final.Paragraph, "ends-before-it-begins")})
	}
	if to.ChampionID, s.Champion = nil, nil; a.Champion != uuid.Nil {
		var champion facts.Player
		b := &tenantdb.Batch{}
		leaguedb.LoadPlayer(b, &champion, league.PlayerID{UUID: a.Champion})
		err := tx.Send(b)
		if err != nil && !errors.Is(err, tenantdb.ErrNotFound) {
			return err
		}
		if err != nil {
			faults = append(faults, league.Fault{Pointer: "/champion", Grounds: league.Grounds{Reason: "unknown-player"}})
		}
		to.ChampionID, s.Champion = &a.Champion, &facts.PlayerName{ID: champion.ID, Name: champion.Name}
	}
	return faults.OrNil()
}

// ViewSeasonSetup loads a season as it was set up, to look at.
func (d *Desk) ViewSeasonSetup(door tenantdb.Door, id league.SeasonID) (*SeasonSetup, error) {
	return d.loadSeasonSetup(door, id, nil)
}

// takeSeasonSetup is [Desk.ViewSeasonSetup] for a change: the row of the season is
// held until the commit and has the revision of the change. Who changes an event
// of the season opens the event before.
func (d *Desk) takeSeasonSetup(tx tenantdb.Tx, id league.SeasonID) (*SeasonSetup, error) {
	b, next := &tenantdb.Batch{}, new(int64)
	leaguedb.NextSeasonRevision(b, next, id)
	tx.Tell(id.UUID, next)
	return d.loadSeasonSetup(tx, id, b)
}

func (d *Desk) loadSeasonSetup(door tenantdb.Door, id league.SeasonID, first *tenantdb.Batch) (*SeasonSetup, error) {
	if first == nil {
		first = &tenantdb.Batch{}
	}
	s := &SeasonSetup{}
	leaguedb.LoadSeasonSetup(first, &s.SeasonSetup, id)
	if err := door.Send(first); err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	inForce := s.inForce()
	var versions []facts.RulesetVersion
	b := &tenantdb.Batch{}
	leaguedb.LoadRulesetNames(b, &versions, []uuid.UUID{inForce.VersionID})
	if err := door.Send(b); err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	s.Version = versions[0]
	var err error
	if s.Rules, err = d.ruleset(door, s.Version, inForce.Readings); err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	return s, nil
}

// inForce is the ruleset by which the season is played now.
func (s *SeasonSetup) inForce() facts.SeasonRuleset { return s.Rulesets[len(s.Rulesets)-1] }

// SeasonChange is what a change of what was announced of a season leads to.
type SeasonChange struct {
	Season *SeasonSetup
	Moved  bool // to other days
	// Outside are the events that have not started and that the new days leave outside,
	// with why, by time. They stay where they are until somebody moves them.
	Outside []KeptEvent
	// Followed is what it does to the register and to the entries of the finals.
	Followed
}

// ChangeSeason changes what was announced of a season. Days may be moved (CN09
// 1.4), with a reason. A preview is the same act, taken back.
func (d *Desk) ChangeSeason(tx tenantdb.Tx, act Act, id league.SeasonID, matches func(version int) bool, reason string, change func(*SeasonAnnouncement)) (SeasonChange, error) {
	s, register, err := d.takeOpenSeason(tx, id)
	if err != nil {
		return SeasonChange{}, err
	}
	before := s.Season
	if !matches(before.Version) {
		return SeasonChange{}, &StaleError{Current: map[string]any{"version": before.Version, "season": announcedSeason(before)}}
	}
	a := SeasonAnnouncement{
		Title: before.Title, Game: before.Game, PlaysFrom: before.PlaysFrom, PlaysTo: before.PlaysTo, FinalsBy: before.FinalsBy, TimeZone: before.TimeZone, Contact: before.Contact,
	}
	if before.ChampionID != nil {
		a.Champion = *before.ChampionID
	}
	change(&a)
	if err := a.apply(tx, s); err != nil {
		return SeasonChange{}, err
	}
	out := SeasonChange{
		Season: s, Moved: !s.Season.PlaysFrom.Equal(before.PlaysFrom) || !s.Season.PlaysTo.Equal(before.PlaysTo) || !s.Season.FinalsBy.Equal(before.FinalsBy),
	}
	if out.Moved && before.State == SeasonRunning && reason == "" {
		return SeasonChange{}, league.Faults{{Pointer: "/reason", Grounds: s.Rules.Grounds(s.Rules.Season.Calendar.Paragraph, "reason-for-moving-missing")}}
	}
	s.saveSeason(tx)
	fact := logfact.Fact(leaguelog.SeasonChanged{SeasonNow: s.loggedSetup()})
	if out.Moved {
		fact = leaguelog.SeasonMoved{SeasonNow: s.loggedSetup()}
		if out.Outside, err = s.leftOutside(tx); err != nil {
			return SeasonChange{}, err
		}
		s.tell(tx, act, facts.SeasonMoved, reason, "from", string(rules.DayOf(s.Season.PlaysFrom)), "to", string(rules.DayOf(s.Season.PlaysTo)), "finals", string(rules.DayOf(s.Season.FinalsBy)),
			"wasFrom", string(rules.DayOf(before.PlaysFrom)), "wasTo", string(rules.DayOf(before.PlaysTo)), "wasFinals", string(rules.DayOf(before.FinalsBy)))
	}
	act.Record.Log(uuid.Nil, fact)
	act.Record.Audit("season "+id.String(), reason, announcedSeason(before), announcedSeason(s.Season))
	out.Followed, err = d.followSetup(tx, act, register)
	return out, err
}

// leftOutside are the events that have not started and lie outside of the season's days.
func (s *SeasonSetup) leftOutside(tx tenantdb.Tx) ([]KeptEvent, error) {
	events, err := notStarted(tx, s.Season.ID)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(events, func(a, b facts.Event) int { return a.StartsAt.Compare(b.StartsAt) })
	var out []KeptEvent
	for _, e := range events {
		if why, _, off := offCalendar(s.Season, e, s.Rules); off {
			out = append(out, KeptEvent{Event: e, Why: league.Faults{{Grounds: why}}})
		}
	}
	return out, nil
}

// saveSeason gives the season its next version and leaves it to be written.
func (s *SeasonSetup) saveSeason(tx tenantdb.Tx) {
	s.Season.Version++
	season := s.Season
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeSeason(b, season) })
}

// announcedSeason is what the audit keeps of a season.
func announcedSeason(s facts.Season) map[string]any {
	return map[string]any{
		"title": s.Title, "game": s.Game, "state": s.State, "playsFrom": rules.DayOf(s.PlaysFrom), "playsTo": rules.DayOf(s.PlaysTo), "finalsBy": rules.DayOf(s.FinalsBy),
		"timeZone": s.TimeZone, "champion": s.ChampionID, "contact": s.Contact,
	}
}

// OpenSeason announces a season to the public.
func (d *Desk) OpenSeason(tx tenantdb.Tx, act Act, id league.SeasonID) (*SeasonSetup, error) {
	return d.moveSeason(tx, act, id, seasonMove{from: SeasonDraft, to: SeasonRunning, news: facts.SeasonOpened})
}
