package seasondesk

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// RulesetChange is a season that continues with another ruleset.
type RulesetChange struct {
	Season  *planning.Setup
	Was, Is *rules.Ruleset
	// Moved are the events that change to the new ruleset, by their new ruleset; Kept those that have not started
	// and keep theirs, with the reasons.
	Moved []*officiating.Situation
	Kept  []planning.KeptEvent
	// Followed is the effect on the register and on the entries of the finals.
	desk.Followed
}

// ChangeSeasonRuleset lets a season continue with another ruleset or version, with a reason. Events that have
// started keep theirs, and so do those for which another ruleset than the season's was chosen, and those that
// the new one would refuse. A preview is the same act, rolled back.
func (d Desk) ChangeSeasonRuleset(tx tenantdb.Tx, act desk.Act, id league.SeasonID, choice planning.Choice, reason string) (RulesetChange, error) {
	opened, err := d.openBeforeTheirStart(tx, id)
	if err != nil {
		return RulesetChange{}, err
	}
	season, register, err := d.takeOpenSeason(tx, id)
	if err != nil {
		return RulesetChange{}, err
	}
	read, stored, err := rulesetdesk.At(d.Desk).Chosen(tx, act, choice)
	if err != nil {
		return RulesetChange{}, err
	}
	change := RulesetChange{Season: season, Was: season.Rules, Is: read}
	was := season.Version
	before, next, err := season.GoOnBy(planning.Chosen{Rules: read, Version: stored, Readings: choice.Readings}, reason, act.Now)
	if err != nil {
		return RulesetChange{}, err
	}
	if err := nothingJoined(tx, id, opened); err != nil {
		return RulesetChange{}, err
	}
	finals, err := desk.SeasonFinals(tx, id)
	if err != nil {
		return RulesetChange{}, err
	}
	for _, s := range opened {
		change.add(tx, act, s, before, finals)
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddSeasonRuleset(b, id, next, act.By) })
	saveSeason(tx, season)
	publishSeason(tx, act, season, facts.SeasonRulesetChanged, reason, "ruleset", stored.Name, "version", strconv.Itoa(stored.Version),
		"was", was.Name, "wasVersion", strconv.Itoa(was.Version), "events", strconv.Itoa(len(change.Moved)),
		"ordinal", strconv.Itoa(next.Ordinal))
	act.Record.Log(uuid.Nil, leaguelog.SeasonRulesetChanged{Season: id, Ordinal: next.Ordinal, Events: len(change.Moved)})
	act.Record.Audit("season "+id.String(), reason, map[string]any{"ruleset": before.VersionID}, map[string]any{"ruleset": next.VersionID})
	change.Followed, err = d.FollowSetup(tx, act, register, opened...)
	return change, err
}

// openBeforeTheirStart opens the events of a season that have not started, in the
// order of their ids.
func (d Desk) openBeforeTheirStart(tx tenantdb.Tx, id league.SeasonID) ([]*officiating.Situation, error) {
	events, err := notStarted(tx, id)
	if err != nil {
		return nil, err
	}
	var out []*officiating.Situation
	for _, e := range events {
		s, err := d.Open(tx, e.ID)
		if err != nil {
			return nil, err
		}
		if !s.Event.Started() { // meanwhile
			out = append(out, s)
		}
	}
	return out, nil
}

func notStarted(tx tenantdb.Tx, id league.SeasonID) ([]facts.Event, error) {
	var events []facts.Event
	b := &tenantdb.Batch{}
	leaguedb.LoadCalendarEvents(b, &events, id, true)
	if err := tx.Send(b); err != nil {
		return nil, fmt.Errorf("events of season %s: %w", id, err)
	}
	events = slices.DeleteFunc(events, facts.Event.Started)
	slices.SortFunc(events, byID)
	return events, nil
}

// nothingJoined checks, once the season is held, that no event joined it while its events were being opened.
func nothingJoined(tx tenantdb.Tx, id league.SeasonID, opened []*officiating.Situation) error {
	events, err := notStarted(tx, id)
	if err != nil {
		return err
	}
	for _, e := range events {
		if !slices.ContainsFunc(opened, func(s *officiating.Situation) bool { return s.Event.ID == e.ID }) {
			return fmt.Errorf("event %s joined season %s: %w", e.ID, id, league.ErrConflict)
		}
	}
	return nil
}

// add lets an event go along or keep its ruleset.
func (c *RulesetChange) add(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, before facts.SeasonRuleset, finals []facts.SeasonFinal) {
	if !planning.Follows(s.Event, before) {
		c.Kept = append(c.Kept, planning.KeptEvent{Event: s.Event})
		return
	}
	after, why := c.Season.WithRuleset(s.Event, finals)
	if len(why) > 0 {
		c.Kept = append(c.Kept, planning.KeptEvent{Event: s.Event, Why: why})
		return
	}
	s.Rules, s.Ruleset, s.Event = c.Is, c.Season.Version, after
	eventdesk.AnnounceAnew(tx, s)
	act.Record.Log(s.Event.ID.UUID, leaguelog.EventRulesetChanged{Version: s.Event.Version})
	c.Moved = append(c.Moved, s)
}

// RulesetHistory returns the rulesets of a season one after another, with their documents.
func (d Desk) RulesetHistory(door tenantdb.Door, id league.SeasonID) ([]SeasonRuleset, error) {
	s, err := d.ViewSeasonSetup(door, id)
	if err != nil {
		return nil, err
	}
	readings := make([]desk.Reading, len(s.Rulesets))
	for i, r := range s.Rulesets {
		readings[i] = desk.Reading{Version: r.VersionID, Readings: r.Readings}
	}
	read, err := d.Rulesets(door, readings...)
	if err != nil {
		return nil, err
	}
	var out []SeasonRuleset
	for i, r := range s.Rulesets {
		out = append(out, SeasonRuleset{SeasonRuleset: r, Stored: read[i].Version, Rules: read[i].Rules})
	}
	return out, nil
}

// SeasonRuleset is a ruleset by which a season was played from a moment on.
type SeasonRuleset struct {
	facts.SeasonRuleset
	Stored facts.RulesetVersion
	Rules  *rules.Ruleset
}

// Clashes returns the events of the same season that are close to an event in time and place, as a hint for its
// planner; nothing is refused for them.
func (d Desk) Clashes(door tenantdb.Door, e facts.Event, days, kilometers int) ([]leaguedb.Clash, error) {
	if e.SeasonID == nil {
		return nil, nil
	}
	var out []leaguedb.Clash
	b := &tenantdb.Batch{}
	leaguedb.LoadClashes(b, &out, leaguedb.Plan{
		Event: e.ID, Season: *e.SeasonID, Region: e.RegionID, Day: rules.DayOf(e.LocalDate()).Midnight(), City: e.VenueCity,
		Latitude: e.VenueLatitude, Longitude: e.VenueLongitude,
	}, days, kilometers)
	return out, door.Send(b)
}
