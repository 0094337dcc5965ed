package eventdesk

import (
	"fmt"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// NewEvent is a draft to be made; its announcement has a choice, a season or both.
type NewEvent struct {
	planning.Announcement
	Kind     string
	Circuit  string // "" is that of its kind
	Slug     string // "" is made from title and day
	RegionID league.RegionID
	Host     uuid.UUID // affiliated club that holds it; uuid.Nil is the tenant itself
}

// CreateEvent drafts an event.
func (d Desk) CreateEvent(tx tenantdb.Tx, act desk.Act, n NewEvent) (*officiating.Situation, error) {
	s, _, err := d.Drafted(tx, act, n)
	if err != nil {
		return nil, err
	}
	Store(tx, act, s)
	return s, nil
}

// Drafted makes a draft as it would be stored, with its season, nil for none.
func (d Desk) Drafted(tx tenantdb.Tx, act desk.Act, n NewEvent) (*officiating.Situation, *planning.Setup, error) {
	season, err := d.seasonFor(tx, n.Season)
	if err != nil {
		return nil, nil, err
	}
	e := facts.Event{
		ID: desk.MakeID[league.EventID](), Kind: n.Kind, State: facts.Draft, Circuit: n.Circuit,
		DrawMethod: facts.Sealed, Version: 1, Revision: 1, CreatedBy: act.By, CreatedAt: act.Now,
	}
	if n.Host != uuid.Nil {
		e.HostID = &n.Host
	}
	read, stored, err := d.rulesetFor(tx, act, &e, n.Choice, season)
	if err != nil {
		return nil, nil, err
	}
	n.Apply(&e, read)
	if e.Slug = n.Slug; e.Slug == "" {
		e.Slug = desk.Slug(e.Title, e.LocalDate())
	}
	if faults := n.Check(read, e); len(faults) > 0 {
		return nil, nil, faults
	}
	s := &officiating.Situation{Rules: read, EventFacts: facts.EventFacts{Ruleset: stored}}
	if n.RegionID != (league.RegionID{}) {
		e.RegionID = &n.RegionID
		b := &tenantdb.Batch{}
		leaguedb.RegionName(b, &s.RegionName, n.RegionID)
		if err := tx.Send(b); err != nil {
			return nil, nil, fmt.Errorf("region %s: %w", n.RegionID, err)
		}
	}
	s.Event = e
	if err := desk.CheckInSeason(tx, season, e, read); err != nil {
		return nil, nil, err
	}
	if why, merged, err := d.playsElsewhere(tx, e); err != nil {
		return nil, nil, err
	} else if merged {
		return nil, nil, league.Faults{{Field: "/region", Grounds: why}}
	}
	return s, season, nil
}

// Store leaves a draft to be stored.
func Store(tx tenantdb.Tx, act desk.Act, s *officiating.Situation) {
	e := s.Event
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddEvent(b, e) })
	act.Record.Log(e.ID.UUID, leaguelog.EventCreated{EventKind: e.Kind, Slug: e.Slug})
	act.Record.Audit("event", "", nil, desk.Announced(e))
}

// rulesetFor finds the ruleset that an event is to be run by, the season's if none
// was chosen, and sets it.
func (d Desk) rulesetFor(tx tenantdb.Tx, act desk.Act, e *facts.Event, c *planning.Choice, season *planning.Setup) (read *rules.Ruleset, stored facts.RulesetVersion, err error) {
	switch {
	case c != nil:
		read, stored, err = rulesetdesk.At(d.Desk).Chosen(tx, act, *c)
		e.Readings = c.Readings
	case season != nil:
		read, stored = season.Rules, season.Version
		e.Readings = season.InForce().Readings
	default:
		err = league.Faults{{Field: "/ruleset", Grounds: league.Grounds{Reason: "ruleset-missing"}}}
	}
	if e.Readings == nil {
		e.Readings = map[string]string{}
	}
	e.RulesetVersionID = stored.ID
	return read, stored, err
}

// ChangeEvent changes the announcement of an event. The parts that play depends on are frozen once the event
// has started, because they were announced at the start (CN09 3.2a, 3.4). If a final goes to another day, on
// which other players may take part, the entries of the season's finals are brought in line.
func (d Desk) ChangeEvent(tx tenantdb.Tx, act desk.Act, id league.EventID, from desk.Version, change func(*planning.Announcement)) (*officiating.Situation, []desk.Followed, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return nil, nil, err
	}
	before := s.Event
	if from.Stale(before.Version) {
		return nil, nil, &desk.StaleError{Current: map[string]any{"version": before.Version, "announcement": desk.Announced(before)}}
	}
	if err := s.RequireGoesOn(); err != nil {
		return nil, nil, err
	}
	a := planning.AnnouncementOf(before)
	change(&a)
	if err := d.choose(tx, act, s, a.Choice); err != nil {
		return nil, nil, err
	}
	needed := s.SeatsNeeded()
	a.Apply(&s.Event, s.Rules)
	if faults := a.Check(s.Rules, s.Event); len(faults) > 0 {
		return nil, nil, faults
	}
	if err := d.replan(tx, before, s); err != nil {
		return nil, nil, err
	}
	register, err := d.OfMovedFinal(tx, before, s.Event)
	if err != nil {
		return nil, nil, err
	}
	if err := planning.CheckFee(s.Rules, before, &s.Event, act.Now); err != nil {
		return nil, nil, err
	}
	desk.Moved(act, s, before)
	if err := s.CheckChange(before, needed); err != nil {
		return nil, nil, err
	}
	s.Event.Version++
	desk.Save(tx, s)
	desk.Promote(tx, act, s)
	act.Record.Log(id.UUID, leaguelog.EventChanged{EventNow: desk.LoggedEvent(s.Event)})
	act.Record.Audit("event", "", desk.Announced(before), desk.Announced(s.Event))
	if register == nil {
		return s, nil, nil
	}
	followed, err := d.FollowSetup(tx, act, register, s)
	return s, []desk.Followed{followed}, err
}

// choose changes the ruleset, or its version, of an event that has not started.
func (d Desk) choose(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, c *planning.Choice) (err error) {
	if c == nil {
		return nil
	}
	if s.Event.Started() {
		return fmt.Errorf("event %s has started: %w", s.Event.ID, league.ErrFrozen)
	}
	if s.Rules, s.Ruleset, err = rulesetdesk.At(d.Desk).Chosen(tx, act, *c); err != nil {
		return err
	}
	s.Event.RulesetVersionID, s.Event.Readings = s.Ruleset.ID, c.Readings
	if s.Event.Readings == nil {
		s.Event.Readings = map[string]string{}
	}
	return nil
}
