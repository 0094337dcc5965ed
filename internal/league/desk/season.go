package desk

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// Season is a season at the desk: its facts, its ruleset, and what follows. It is
// not changed once it was derived; a use case works on facts of its own and derives
// again ([Season.With]).
type Season struct {
	facts.SeasonFacts
	// Rules is the ruleset in force, Version the stored version of it.
	Rules   *rules.Ruleset
	Version facts.RulesetVersion
	Facts   season.Facts
	State   season.State
	at      map[league.EventID]eventIndex
	finals  []int // positions of the finals among the events
}

// eventIndex is where things are about an event; nil for what there is not.
type eventIndex struct {
	row     *facts.Event
	state   *season.EventState
	verdict *facts.Verdict // the last
	report  *facts.ReportReceipt
	rules   *rules.Ruleset
}

// index finds things by their events, once.
func (s *Season) index() {
	s.at, s.finals = make(map[league.EventID]eventIndex, len(s.Events)), nil
	add := func(id league.EventID, set func(*eventIndex)) {
		of := s.at[id]
		set(&of)
		s.at[id] = of
	}
	for i := range s.Events {
		add(s.Events[i].ID, func(of *eventIndex) { of.row = &s.Events[i] })
		if IsFinal(s.Events[i]) {
			s.finals = append(s.finals, i)
		}
	}
	for i := range s.State.Events {
		add(s.State.Events[i].ID, func(of *eventIndex) { of.state = &s.State.Events[i] })
	}
	for i := range s.Verdicts {
		add(s.Verdicts[i].EventID, func(of *eventIndex) { of.verdict = &s.Verdicts[i] })
	}
	for i := range s.Reports {
		add(s.Reports[i].EventID, func(of *eventIndex) { of.report = &s.Reports[i] })
	}
	for i := range s.Facts.Events {
		add(s.Facts.Events[i].ID, func(of *eventIndex) { of.rules = s.Facts.Events[i].Rules })
	}
}

// ViewSeason loads a season to look at, or finds it where nothing of it has changed
// since it was last loaded.
func (d *Desk) ViewSeason(door tenantdb.Door, id league.SeasonID) (*Season, error) {
	var now int64
	known := d.seasons.recall(door.Tenant(), id)
	if known != nil {
		b := &tenantdb.Batch{}
		leaguedb.LoadSeasonRevision(b, &now, id)
		if err := door.Send(b); err != nil {
			return nil, fmt.Errorf("season %s: %w", id, err)
		}
		if now == known.Season.Revision {
			return known, nil
		}
	}
	s, err := d.loadSeason(door, id)
	if err != nil {
		return nil, err
	}
	if _, reading := door.(*tenantdb.Reader); reading { // what a transaction sees may never be committed
		d.seasons.keep(door.Tenant(), s)
	}
	return s, nil
}

// TakeSeason loads a season to change its facts: its row is held until the commit
// and has the revision of the change. Who changes an event of it opens the event
// before, so that two acts never wait for each other.
func (d *Desk) TakeSeason(tx tenantdb.Tx, id league.SeasonID) (*Season, error) {
	var next int64
	b := &tenantdb.Batch{}
	leaguedb.NextSeasonRevision(b, &next, id)
	if err := tx.Send(b); err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	tx.Tell(id.UUID, &next)
	return d.loadSeason(tx, id)
}

// takeRunning is [Desk.TakeSeason] for what a closed season does not take any more:
// facts of its register.
func (d *Desk) takeRunning(tx tenantdb.Tx, id league.SeasonID) (*Season, error) {
	s, err := d.TakeSeason(tx, id)
	if err == nil && s.Season.State == SeasonClosed {
		return nil, league.NotNow("season-closed")
	}
	return s, err
}

// loadSeason loads a season with what follows from its facts.
func (d *Desk) loadSeason(door tenantdb.Door, id league.SeasonID) (*Season, error) {
	stored, err := leaguedb.LoadSeasonFacts(door, id)
	if err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	s := &Season{SeasonFacts: stored}
	by, err := d.rulesetsOf(door, s)
	if err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	s.Facts = s.facts(by)
	if s.State, err = s.follows(door); err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	s.index()
	return s, nil
}

// today is the day of the season's calendar at a moment, for what is of no venue.
func (s *Season) today(now time.Time) rules.Day { return rules.DayOf(now.In(s.Season.Location())) }

// notYet tells whether a day (at midnight UTC) has not begun where the season is.
func (s *Season) notYet(date, now time.Time) bool { return rules.DayOf(date) > s.today(now) }

// With is the season as it would be with other facts.
func (s *Season) With(facts season.Facts) *Season {
	c := *s
	c.Facts, c.State = facts, season.Derive(facts)
	c.index()
	return &c
}

// with is the season with an event as it is now and other facts of it. A regional
// final has the same facts as an event, as far as they matter for it.
func (s *Season) with(e facts.Event, change func(*season.Event)) *Season {
	c := *s
	c.Events = slices.Clone(s.Events)
	if i := slices.IndexFunc(c.Events, func(o facts.Event) bool { return o.ID == e.ID }); i >= 0 {
		c.Events[i] = e
	}
	f := s.Facts
	if i := slices.IndexFunc(f.Events, func(o season.Event) bool { return o.ID == e.ID }); i >= 0 {
		f.Events = slices.Clone(f.Events)
		f.Events[i].Entrants = slices.Clone(f.Events[i].Entrants)
		change(&f.Events[i])
	} else if e.Kind == regionalFinal && e.RegionID != nil {
		f.Finals = finalsWith(f.Finals, e, change)
	}
	return c.With(f)
}

// finalsWith are the regional finals that were played, with other facts of one.
func finalsWith(finals []season.Final, e facts.Event, change func(*season.Event)) []season.Final {
	is := func(f season.Final) bool { return f.Event == e.ID }
	at := slices.IndexFunc(finals, is)
	played := season.Event{ID: e.ID, Region: league.RegionID{UUID: *e.RegionID}, Day: rules.DayOf(e.LocalDate()), Ended: rules.DayOf(e.LastDate())}
	if at >= 0 {
		f := finals[at]
		played.Ranking, played.Report, played.Waived, played.Verdict = f.Ranking, f.Report, f.Waived, f.Verdict
	}
	change(&played)
	out := slices.DeleteFunc(slices.Clone(finals), is)
	if played.Ranking == nil {
		return out
	}
	if at < 0 {
		at = len(out)
	}
	return slices.Insert(out, at, season.Final{
		Region: played.Region, Event: e.ID, Day: played.Day, Ended: played.Ended, Ranking: played.Ranking, Report: played.Report, Waived: played.Waived, Verdict: played.Verdict,
	})
}

// The kinds of the finals of a season.
const (
	regionalFinal = "regional-final"
	nationalFinal = "national-final"
)

// RulesOf is the ruleset that an event of the season is played by.
func (s *Season) RulesOf(e facts.Event) *rules.Ruleset { return cmp.Or(s.at[e.ID].rules, s.Rules) }

// rulesetsOf decodes the rulesets of a season's events, by the events, and the one
// in force, which it sets.
func (d *Desk) rulesetsOf(door tenantdb.Door, s *Season) (map[league.EventID]*rules.Ruleset, error) {
	inForce := s.Rulesets[len(s.Rulesets)-1]
	ids := []uuid.UUID{inForce.VersionID}
	for _, e := range s.Events {
		ids = append(ids, e.RulesetVersionID)
	}
	var versions []facts.RulesetVersion
	b := &tenantdb.Batch{}
	leaguedb.LoadRulesetNames(b, &versions, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	stored := make(map[uuid.UUID]facts.RulesetVersion, len(versions))
	for _, v := range versions {
		stored[v.ID] = v
	}
	var err error
	s.Version = stored[inForce.VersionID]
	if s.Rules, err = d.ruleset(door, s.Version, inForce.Readings); err != nil {
		return nil, err
	}
	by := make(map[league.EventID]*rules.Ruleset, len(s.Events))
	for _, e := range s.Events {
		if by[e.ID], err = d.ruleset(door, stored[e.RulesetVersionID], e.Readings); err != nil {
			return nil, err
		}
	}
	return by, nil
}

// touchSeason gives the season of an event its next revision, with the commit: what
// follows for it may be another.
func (s *Stage) touchSeason(tx tenantdb.Tx) {
	if s.Event.SeasonID == nil {
		return
	}
	TouchSeason(tx, league.SeasonID{UUID: *s.Event.SeasonID})
}

// TouchSeason gives a season its next revision, with the commit.
func TouchSeason(tx tenantdb.Tx, id league.SeasonID) {
	revision := new(int64)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.NextSeasonRevision(b, revision, id) })
	tx.Tell(id.UUID, revision)
}

// ranking are the players of an event that is over, the first first.
func (s *Stage) ranking() []uuid.UUID {
	if s.Event.Elsewhere {
		return s.Recorded
	}
	ranking := []uuid.UUID{}
	for _, row := range s.State.Final {
		if row.Place > 0 {
			ranking = append(ranking, s.Entry(row.Entry).PlayerID.UUID)
		}
	}
	return ranking
}

// recordOutcome leaves how the event ended to be written, or with reopened that it
// has not ended. Refused are those on its list who were qualified already.
func (s *Stage) recordOutcome(tx tenantdb.Tx, act Act, reason string, reopened bool, refused ...uuid.UUID) {
	var ranking []uuid.UUID
	if s.Event.Elsewhere || !reopened {
		ranking = s.ranking()
	}
	id := s.Event.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddOutcome(b, id, ranking, refused, reason, act.By, act.Now) })
}
