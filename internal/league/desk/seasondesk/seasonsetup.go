package seasondesk

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
	"referto/internal/league/rules"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// NewSeason describes a season to be drafted. Zero days, and a missing time zone, are replaced by those of its
// ruleset; days are at midnight UTC.
type NewSeason struct {
	planning.SeasonAnnouncement
	Slug    string
	Choice  planning.Choice
	Regions []league.RegionID // in the order in which they are listed
}

// CreateSeason drafts a season (CN09 1.1, 1.4).
func (d Desk) CreateSeason(tx tenantdb.Tx, act desk.Act, n NewSeason) (*planning.Setup, error) {
	read, stored, err := rulesetdesk.At(d.Desk).Chosen(tx, act, n.Choice)
	if err != nil {
		return nil, err
	}
	chosen := planning.Chosen{Rules: read, Version: stored, Readings: n.Choice.Readings}
	if err := chosen.RequireSeason(); err != nil {
		return nil, err
	}
	n.Fill(read.Season)
	s := &planning.Setup{Rules: read, Version: stored}
	s.Season = facts.Season{
		ID: desk.MakeID[league.SeasonID](), Slug: n.Slug, State: planning.SeasonDraft, Version: 1, Revision: 1, CreatedBy: act.By, CreatedAt: act.Now,
	}
	if s.Regions, err = regionsOf(tx, n.Regions); err != nil {
		return nil, err
	}
	if err := announceSeason(tx, s, n.SeasonAnnouncement); err != nil {
		return nil, err
	}
	ruleset := chosen.InForceFrom(act.Now, 1, "")
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

// regionsOf returns regions by their ids, in that order; faults point to unknown ones.
func regionsOf(tx tenantdb.Tx, ids []league.RegionID) ([]facts.SeasonRegion, error) {
	var known []facts.SeasonRegion
	b := &tenantdb.Batch{}
	leaguedb.LoadRegions(b, &known, ids)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	return planning.RegionsOf(ids, known)
}

// announceSeason sets the announcement of a season, if it is valid.
func announceSeason(tx tenantdb.Tx, s *planning.Setup, a planning.SeasonAnnouncement) error {
	var champion *facts.PlayerName
	if a.Champion != (league.PlayerID{}) {
		var player facts.Player
		b := &tenantdb.Batch{}
		leaguedb.LoadPerson(b, &player, a.Champion)
		err := tx.Send(b)
		if err != nil && !errors.Is(err, tenantdb.ErrNotFound) {
			return err
		}
		if err == nil {
			champion = &facts.PlayerName{ID: player.ID, Name: player.Name, Initials: player.Initials}
		}
	}
	return s.Announce(a, champion)
}

// ViewSeasonSetup loads a season as it was set up, to look at.
func (d Desk) ViewSeasonSetup(door tenantdb.Door, id league.SeasonID) (*planning.Setup, error) {
	return d.LoadSeasonSetup(door, id, nil)
}

// SeasonChange is a change of the announcement of a season with all its consequences.
type SeasonChange struct {
	Season *planning.Setup
	Moved  bool // to other days
	// Outside lists the events that have not started and lie outside of the new days, with the reason, by time.
	// They stay where they are until a person moves them.
	Outside []planning.KeptEvent
	// Followed is the effect on the register and on the entries of the finals.
	desk.Followed
}

// ChangeSeason changes the announcement of a season. Days may be moved (CN09 1.4), with a reason. A preview is
// the same act, rolled back.
func (d Desk) ChangeSeason(tx tenantdb.Tx, act desk.Act, id league.SeasonID, from desk.Version, reason string, change func(*planning.SeasonAnnouncement)) (SeasonChange, error) {
	s, register, err := d.takeOpenSeason(tx, id)
	if err != nil {
		return SeasonChange{}, err
	}
	before := s.Season
	if from.Stale(before.Version) {
		return SeasonChange{}, &desk.StaleError{Current: map[string]any{"version": before.Version, "season": announcedSeason(before)}}
	}
	a := planning.SeasonAnnouncementOf(before)
	change(&a)
	if err := announceSeason(tx, s, a); err != nil {
		return SeasonChange{}, err
	}
	out := SeasonChange{Season: s}
	if out.Moved, err = s.Moved(before, reason); err != nil {
		return SeasonChange{}, err
	}
	saveSeason(tx, s)
	fact := logfact.Fact(leaguelog.SeasonChanged{SeasonNow: desk.LoggedSetup(s)})
	if out.Moved {
		fact = leaguelog.SeasonMoved{SeasonNow: desk.LoggedSetup(s)}
		events, err := notStarted(tx, s.Season.ID)
		if err != nil {
			return SeasonChange{}, err
		}
		out.Outside = s.LeftOutside(events)
		publishSeason(tx, act, s, facts.SeasonMoved, reason, "from", string(rules.DayOf(s.Season.PlaysFrom)), "to", string(rules.DayOf(s.Season.PlaysTo)), "finals", string(rules.DayOf(s.Season.FinalsBy)),
			"wasFrom", string(rules.DayOf(before.PlaysFrom)), "wasTo", string(rules.DayOf(before.PlaysTo)), "wasFinals", string(rules.DayOf(before.FinalsBy)))
	}
	act.Record.Log(uuid.Nil, fact)
	act.Record.Audit("season "+id.String(), reason, announcedSeason(before), announcedSeason(s.Season))
	out.Followed, err = d.FollowSetup(tx, act, register)
	return out, err
}

// saveSeason gives the season its next version and leaves it to be written.
func saveSeason(tx tenantdb.Tx, s *planning.Setup) {
	s.Season.Version++
	season := s.Season
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeSeason(b, season) })
}

// announcedSeason returns the fields of a season that the audit records.
func announcedSeason(s facts.Season) map[string]any {
	return map[string]any{
		"title": s.Title, "game": s.Game, "state": s.State, "playsFrom": rules.DayOf(s.PlaysFrom), "playsTo": rules.DayOf(s.PlaysTo), "finalsBy": rules.DayOf(s.FinalsBy),
		"timeZone": s.TimeZone, "champion": s.ChampionID, "contact": s.Contact,
	}
}

// OpenSeason announces a season to the public.
func (d Desk) OpenSeason(tx tenantdb.Tx, act desk.Act, id league.SeasonID) (*planning.Setup, error) {
	return d.moveSeason(tx, act, id, seasonMove{Turn: planning.Opening})
}
