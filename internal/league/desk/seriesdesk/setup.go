package seriesdesk

import (
	"errors"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/planning"
	"referto/internal/league/series"
	"referto/internal/tenant/tenantdb"
)

// Series is a series with its ruleset.
type Series struct {
	facts.Series
	desk.ReadRuleset
}

// CreateSeries sets up a series. It has no events yet.
func (d Desk) CreateSeries(tx tenantdb.Tx, act desk.Act, s facts.Series, choice planning.Choice) (Series, error) {
	read, stored, err := rulesetdesk.At(d.Desk).Chosen(tx, act, choice)
	if err != nil {
		return Series{}, err
	}
	if err := series.CheckSetup(read, s); err != nil {
		return Series{}, err
	}
	if err := known(tx, s); err != nil {
		return Series{}, err
	}
	s.ID, s.RulesetVersionID, s.Readings = desk.MakeID[league.SeriesID](), stored.ID, choice.Readings
	if s.Readings == nil {
		s.Readings = map[string]string{}
	}
	s.Version, s.Revision, s.CreatedBy, s.CreatedAt = 1, 1, act.By, act.Now
	b := &tenantdb.Batch{}
	leaguedb.AddSeries(b, s)
	if err := tx.Send(b); err != nil {
		return Series{}, err
	}
	if err := touchSeason(tx, s); err != nil {
		return Series{}, err
	}
	act.Record.Log(uuid.Nil, leaguelog.SeriesCreated{Series: s.ID, Slug: s.Slug})
	setup := announced(s)
	setup["ruleset"], setup["season"], setup["circuit"], setup["region"], setup["year"] = stored.Key, s.SeasonID, s.Circuit, s.RegionID, s.Year
	act.Record.Audit("series "+s.ID.String(), "", nil, setup)
	return Series{s, desk.ReadRuleset{Version: stored, Rules: read}}, nil
}

// known refuses a season or a region that the tenant has not.
func known(tx tenantdb.Tx, s facts.Series) error {
	if s.SeasonID != nil {
		var season facts.Season
		b := &tenantdb.Batch{}
		leaguedb.LoadSeason(b, &season, *s.SeasonID)
		if err := tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) || err == nil && season.State == planning.SeasonDraft {
			return league.Faults{{Field: "/season", Grounds: league.Grounds{Reason: "unknown-season"}}}
		} else if err != nil {
			return err
		}
	}
	if s.RegionID != nil {
		var regions []facts.SeasonRegion
		b := &tenantdb.Batch{}
		leaguedb.LoadRegions(b, &regions, []league.RegionID{*s.RegionID})
		if err := tx.Send(b); err != nil || len(regions) > 0 {
			return err
		}
		return league.Faults{{Field: "/region", Grounds: league.Grounds{Reason: "unknown-region"}}}
	}
	return nil
}

// announced lists everything that can be changed of a series, for the audit.
func announced(s facts.Series) map[string]any {
	return map[string]any{"title": s.Title, "from": s.FromDay, "until": s.UntilDay, "bestOfClub": s.BestOfClub}
}

// ChangeSeries changes the announcement of a series: its title, its days, its standings of clubs. Events that
// lie outside of its days then stay in it and do not count.
func (d Desk) ChangeSeries(tx tenantdb.Tx, act desk.Act, id league.SeriesID, from desk.Version, change func(*facts.Series)) (Series, error) {
	if err := touchEvents(tx, id); err != nil {
		return Series{}, err
	}
	held, err := hold(tx, id)
	if err != nil {
		return Series{}, err
	}
	if from.Stale(held.Version) {
		return Series{}, &desk.StaleError{Current: map[string]any{"version": held.Version, "series": announced(held)}}
	}
	read, err := d.SeriesRulesOf(tx, held)
	if err != nil {
		return Series{}, err
	}
	before := announced(held)
	change(&held)
	if err := series.CheckSetup(read[0].Rules, held); err != nil {
		return Series{}, err
	}
	if err := touchSeason(tx, held); err != nil {
		return Series{}, err
	}
	held.Version++
	after := held
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeSeries(b, after) })
	tx.Publish(id.UUID, &after.Revision)
	act.Record.Log(uuid.Nil, leaguelog.SeriesChanged{Series: id, Version: after.Version})
	act.Record.Audit("series "+id.String(), "", before, announced(after))
	return Series{after, read[0]}, nil
}

// touchSeason gives the season of a series, if it has one, its next revision: its page names the
// series.
func touchSeason(tx tenantdb.Tx, s facts.Series) error {
	if s.SeasonID == nil {
		return nil
	}
	next := new(int64)
	b := &tenantdb.Batch{}
	leaguedb.NextSeasonRevision(b, next, *s.SeasonID)
	tx.Publish(s.SeasonID.UUID, next)
	return tx.Send(b)
}

// touchEvents gives the events of a series their next revisions: their pages name it.
func touchEvents(tx tenantdb.Tx, id league.SeriesID) error {
	var members []league.EventID
	b := &tenantdb.Batch{}
	leaguedb.LoadSeriesMembers(b, &members, id)
	if err := tx.Send(b); err != nil {
		return err
	}
	b = &tenantdb.Batch{}
	for _, event := range members {
		next := new(int64)
		leaguedb.NextRevision(b, next, event)
		tx.Publish(event.UUID, next)
	}
	return tx.Send(b)
}

// hold loads a series and holds it until the commit, with its next revision.
func hold(tx tenantdb.Tx, id league.SeriesID) (facts.Series, error) {
	var held []facts.Series
	b := &tenantdb.Batch{}
	leaguedb.HoldSeries(b, &held, []league.SeriesID{id})
	if err := tx.Send(b); err != nil {
		return facts.Series{}, err
	}
	if len(held) == 0 {
		return facts.Series{}, league.ErrNotFound
	}
	return held[0], nil
}

// Find loads a series with its ruleset.
func (d Desk) Find(door tenantdb.Door, id league.SeriesID) (Series, error) {
	var stored facts.Series
	b := &tenantdb.Batch{}
	leaguedb.LoadSeries(b, &stored, id)
	return d.read(door, b, &stored)
}

// FindBySlug loads a series by its part of an address.
func (d Desk) FindBySlug(door tenantdb.Door, slug string) (Series, error) {
	var stored facts.Series
	b := &tenantdb.Batch{}
	leaguedb.LoadSeriesBySlug(b, &stored, slug)
	return d.read(door, b, &stored)
}

func (d Desk) read(door tenantdb.Door, b *tenantdb.Batch, stored *facts.Series) (Series, error) {
	if err := door.Send(b); err != nil {
		return Series{}, err
	}
	read, err := d.SeriesRulesOf(door, *stored)
	if err != nil {
		return Series{}, err
	}
	return Series{*stored, read[0]}, nil
}

// All loads the series of the tenant that a filter chooses, the latest first.
func (d Desk) All(door tenantdb.Door, f leaguedb.SeriesFilter) ([]Series, error) {
	var stored []facts.Series
	b := &tenantdb.Batch{}
	leaguedb.LoadAllSeries(b, &stored, f)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	read, err := d.SeriesRulesOf(door, stored...)
	if err != nil {
		return nil, err
	}
	out := make([]Series, len(stored))
	for i, s := range stored {
		out[i] = Series{s, read[i]}
	}
	return out, nil
}
