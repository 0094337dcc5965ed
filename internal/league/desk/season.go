package desk

import (
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// ViewSeason loads a season for reading, or returns the remembered one if nothing of it has changed since.
func (d *Desk) ViewSeason(door tenantdb.Door, id league.SeasonID) (*register.Season, error) {
	var now int64
	known := d.KnownSeason(door.Tenant(), id)
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
	s, err := d.LoadSeason(door, id)
	if err != nil {
		return nil, err
	}
	if _, reading := door.(*tenantdb.Reader); reading { // the view of a transaction may never be committed
		d.keepSeason(door.Tenant(), s)
	}
	return s, nil
}

// TakeSeason loads a season to change its facts: its row is held until the commit and has the revision of the
// change. An act that changes an event of the season opens the event before, so that two acts never wait for
// each other.
func (d *Desk) TakeSeason(tx tenantdb.Tx, id league.SeasonID) (*register.Season, error) {
	var next int64
	b := &tenantdb.Batch{}
	leaguedb.NextSeasonRevision(b, &next, id)
	if err := tx.Send(b); err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	tx.Publish(id.UUID, &next)
	return d.LoadSeason(tx, id)
}

// TakeRunning is [Desk.TakeSeason] for facts of the register, which a closed season does not take any more.
func (d *Desk) TakeRunning(tx tenantdb.Tx, id league.SeasonID) (*register.Season, error) {
	s, err := d.TakeSeason(tx, id)
	if err != nil {
		return nil, err
	}
	return s, planning.RequireOpen(s.Season)
}

// LoadSeason loads a season with the state derived from its facts.
func (d *Desk) LoadSeason(door tenantdb.Door, id league.SeasonID) (*register.Season, error) {
	stored, err := leaguedb.LoadSeasonFacts(door, id)
	if err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	versions, by, err := d.rulesetsOf(door, &stored)
	if err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	kept, err := keptState(door, stored.Season, stored.Aliases)
	if err != nil {
		return nil, fmt.Errorf("season %s: %w", id, err)
	}
	return register.New(stored, versions, by, kept), nil
}

// rulesetsOf decodes the ruleset of a season that is in force, and the rulesets of its events, by event.
func (d *Desk) rulesetsOf(door tenantdb.Door, s *facts.SeasonFacts) (now register.InForce, by map[league.EventID]*rules.Ruleset, err error) {
	inForce := s.Rulesets[len(s.Rulesets)-1]
	readings := []Reading{{inForce.VersionID, inForce.Readings}}
	for _, e := range s.Events {
		readings = append(readings, Reading{e.RulesetVersionID, e.Readings})
	}
	read, err := d.Rulesets(door, readings...)
	if err != nil {
		return now, nil, err
	}
	now.Version, now.Rules = read[0].Version, read[0].Rules
	by = make(map[league.EventID]*rules.Ruleset, len(s.Events))
	for i, e := range s.Events {
		by[e.ID] = read[i+1].Rules
	}
	return now, by, nil
}

// TouchItsSeason gives the season of an event its next revision, with the commit, because the event may change
// the state of the season.
func TouchItsSeason(tx tenantdb.Tx, s *officiating.Situation) {
	if s.Event.SeasonID == nil {
		return
	}
	TouchSeason(tx, *s.Event.SeasonID)
}

// TouchSeason gives a season its next revision, with the commit.
func TouchSeason(tx tenantdb.Tx, id league.SeasonID) {
	revision := new(int64)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.NextSeasonRevision(b, revision, id) })
	tx.Publish(id.UUID, revision)
}

// RecordOutcome leaves the outcome of an event to be written, or, if reopened, that it has not ended. Refused
// lists the players on its list who were qualified already.
func RecordOutcome(tx tenantdb.Tx, act Act, s *officiating.Situation, reason string, reopened bool, refused ...league.PlayerID) {
	RecordPoints(tx, act, s, facts.EnteredPoints{}, reason, reopened, refused...)
}

// RecordPoints is [RecordOutcome] of an event of which only the points of the players are known: they are stored with the
// outcome, so that they are replaced and go with it. Like the ranking they name the record by which each person has entered.
func RecordPoints(tx tenantdb.Tx, act Act, s *officiating.Situation, entered facts.EnteredPoints, reason string, reopened bool, refused ...league.PlayerID) {
	var ranking []league.PlayerID
	if s.Event.Elsewhere || !reopened {
		ranking = s.Records(s.Ranking())
	}
	id, refused := s.Event.ID, s.Records(refused)
	entered.Gains = slices.Clone(entered.Gains)
	for i, g := range entered.Gains {
		entered.Gains[i].PlayerID = s.Records([]league.PlayerID{g.PlayerID})[0]
	}
	tx.Defer(func(b *tenantdb.Batch) {
		leaguedb.AddOutcome(b, id, ranking, refused, entered, reason, act.By, act.Now)
	})
}

// NextRevisions gives every season that is not closed its next revision and publishes it, after a change that
// concerns them all, for example of the players who may not take part.
func NextRevisions(tx tenantdb.Tx) error {
	var seasons []leaguedb.Raised
	b := &tenantdb.Batch{}
	leaguedb.NextRevisions(b, &seasons)
	if err := tx.Send(b); err != nil {
		return err
	}
	PublishRaised(tx, seasons)
	return nil
}

// PublishRaised notes raised revisions to be published with the commit.
func PublishRaised(tx tenantdb.Tx, raised []leaguedb.Raised) {
	for i := range raised {
		tx.Publish(raised[i].ID, &raised[i].Revision)
	}
}
