package dutydesk

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// checkTasks returns a task for each entry whose check has to be decided before its event starts. The task is
// for the organizers and the first referee of the event and for the managers, except those who have a part in
// it.
func (d Desk) checkTasks(door tenantdb.Door, offices []facts.Office, now time.Time) ([]duties.Task, error) {
	events, err := d.eventsToCheck(door, now)
	if err != nil {
		return nil, err
	}
	var out []duties.Task
	for _, id := range events {
		s, err := d.View(door, id)
		if err != nil {
			return nil, err
		}
		checks, err := entrydesk.At(d.Desk).Checks(door, s)
		if err != nil {
			return nil, err
		}
		for _, e := range s.Entries {
			check := checks[e.Number]
			if !check.Open() {
				continue
			}
			part := func(account uuid.UUID) bool { return check.Involves(account, e) }
			t := duties.OfCheck(s.Rules, s.Event, e, check.Resembles[0].Why[0].Par, duties.Checkers(offices, s.Event, part))
			if len(t.For) > 0 {
				out = append(out, t)
			}
		}
	}
	return out, nil
}

// eventsToCheck returns the events that gather entries and have an entrant who resembles a person who may be
// kept from one: the events that have to be checked.
func (d Desk) eventsToCheck(door tenantdb.Door, now time.Time) ([]league.EventID, error) {
	var entrants []leaguedb.Entrant
	b := &tenantdb.Batch{}
	leaguedb.LoadEntrants(b, &entrants)
	if err := door.Send(b); err != nil || len(entrants) == 0 {
		return nil, err
	}
	events, seasons, readings := []league.EventID{}, []league.SeasonID{}, []desk.Reading{}
	for _, n := range entrants {
		if !slices.Contains(events, n.EventID) {
			events = append(events, n.EventID)
			readings = append(readings, desk.Reading{Version: n.RulesetVersionID, Readings: n.Readings})
		}
		if n.SeasonID != nil && !slices.Contains(seasons, *n.SeasonID) {
			seasons = append(seasons, *n.SeasonID)
		}
	}
	read, err := d.Rulesets(door, readings...)
	if err != nil {
		return nil, err
	}
	rulesets := make([]*rules.Ruleset, len(read))
	for i, r := range read {
		rulesets[i] = r.Rules
	}
	seen := entrydesk.Suspects{}
	b = &tenantdb.Batch{}
	leaguedb.LoadSuspects(b, &seen.Faces, entrydesk.Suspicion(rules.DayOf(now.AddDate(0, 0, -1)), seasons, rulesets...))
	leaguedb.LoadReferees(b, &seen.Referees, events)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	known, index := seen.Index()
	var out []league.EventID
	for _, n := range entrants {
		if slices.Contains(out, n.EventID) {
			continue
		}
		if slices.ContainsFunc(index.Like(entrydesk.Recognize(n.Face)), func(i int) bool { return known[i].ID != n.PlayerID.UUID }) {
			out = append(out, n.EventID)
		}
	}
	return out, nil
}
