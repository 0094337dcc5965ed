package seriesdesk

import (
	"cmp"
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/series"
	"referto/internal/tenant/tenantdb"
)

// Standing is a series in its current state.
type Standing struct {
	Series
	// Events are all that belong to the series, in the order in which they follow one another: by their days, on one day by
	// their time (D003-16).
	Events []Event
	// Counting are the ids of the events that count, in their order: the results of rows number them from 1.
	Counting []league.EventID
	Rows     []series.Row
	// ClubOf is the club for which each player played in the last of the events that count; it is empty if the
	// series has no standings of clubs.
	ClubOf    map[league.PlayerID]series.Club
	Penalties []facts.SeriesPenalty // that stand
}

// Event is an event of a series, with whether and why it counts.
type Event struct {
	facts.Event
	series.Status
	// Number is its number among the events that count, from 1; 0 if it does not count.
	Number int
	// Players is the number of players to whom the event gave points.
	Players int
}

// Clubs ranks the clubs; nil where the series has no such standings.
func (s Standing) Clubs() []series.ClubRow {
	if s.BestOfClub == 0 {
		return nil
	}
	return series.Clubs(s.Rules, s.Rows, s.ClubOf, s.BestOfClub)
}

// Stands loads the current state of a series.
func (d Desk) Stands(door tenantdb.Door, of Series) (Standing, error) {
	all, err := d.StandAll(door, []Series{of})
	if err != nil {
		return Standing{Series: of}, err
	}
	return all[0], nil
}

// stored holds the rows of a series from which its standings are derived.
type stored struct {
	events    []facts.Event
	known     []facts.SeriesEvent
	gains     []facts.PostedGain
	penalties []facts.SeriesPenalty
}

// StandAll loads the current states of several series, in one query.
func (d Desk) StandAll(door tenantdb.Door, list []Series) ([]Standing, error) {
	loaded, out := make([]stored, len(list)), make([]Standing, len(list))
	b := &tenantdb.Batch{}
	for i, of := range list {
		leaguedb.LoadEventsOfSeries(b, &loaded[i].events, of.ID)
		leaguedb.LoadSeriesEvents(b, &loaded[i].known, of.ID)
		leaguedb.LoadGains(b, &loaded[i].gains, of.ID)
		leaguedb.LoadSeriesPenalties(b, &loaded[i].penalties, of.ID)
	}
	if err := door.Send(b); err != nil {
		return nil, err
	}
	found := make([][]leaguedb.SeriesClub, len(list))
	clubs := &tenantdb.Batch{}
	for i, of := range list {
		var latest []facts.PostedGain
		var err error
		if out[i], latest, err = stands(of, loaded[i]); err != nil {
			return nil, err
		}
		if of.BestOfClub > 0 && len(latest) > 0 {
			leaguedb.LoadClubsOfGains(clubs, &found[i], latest)
		}
	}
	if err := door.Send(clubs); err != nil {
		return nil, err
	}
	for i := range out {
		for _, f := range found[i] {
			club := series.Club{Name: f.Name}
			if f.ClubID != nil {
				club.ID = *f.ClubID
			}
			out[i].ClubOf[f.PlayerID] = club
		}
	}
	return out, nil
}

// stands derives the standings of a series from its rows, and returns the last gain of each player too.
func stands(of Series, from stored) (Standing, []facts.PostedGain, error) {
	out := Standing{Series: of, ClubOf: make(map[league.PlayerID]series.Club)}
	out.order(from.events, from.known)
	out.Penalties = slices.DeleteFunc(from.penalties, func(p facts.SeriesPenalty) bool { return p.RevokedAt != nil })
	results, latest, err := out.results(from.gains)
	if err != nil {
		return out, nil, err
	}
	imposed, err := imposed(out.Penalties)
	if err != nil {
		return out, nil, err
	}
	out.Rows, err = series.Standings(of.Rules, len(out.Counting), results, imposed)
	return out, latest, err
}

// Awards finds the winners of the awards of a series in its current standings.
func (d Desk) Awards(door tenantdb.Door, s Standing) ([]series.Awarded, error) {
	first := slices.IndexFunc(s.Events, func(e Event) bool { return e.Counts })
	var before []league.PlayerID
	if first >= 0 && slices.ContainsFunc(s.Rules.Series.Awards, func(a rules.SeriesAward) bool { return a.Newcomers }) {
		players := make([]league.PlayerID, len(s.Rows))
		for i, row := range s.Rows {
			players[i] = row.Player
		}
		b := &tenantdb.Batch{}
		leaguedb.LoadPlayedBefore(b, &before, players, s.Events[first].StartsAt)
		if err := door.Send(b); err != nil {
			return nil, err
		}
	}
	return series.Awards(s.Rules, s.Rows, func(p league.PlayerID) bool { return !slices.Contains(before, p) }), nil
}

// order puts the events in their order and numbers those that count.
func (s *Standing) order(events []facts.Event, known []facts.SeriesEvent) {
	slices.SortFunc(events, func(a, b facts.Event) int {
		return cmp.Or(cmp.Compare(rules.DayOf(a.LocalDate()), rules.DayOf(b.LocalDate())), a.StartsAt.Compare(b.StartsAt), slices.Compare(a.ID.UUID[:], b.ID.UUID[:]))
	})
	for _, e := range events {
		var of facts.SeriesEvent
		if i := slices.IndexFunc(known, func(k facts.SeriesEvent) bool { return k.EventID == e.ID }); i >= 0 {
			of = known[i]
		}
		event := Event{Event: e, Status: series.StatusOf(s.Rules, s.Series.Series, e, of)}
		if event.Counts {
			s.Counting = append(s.Counting, e.ID)
			event.Number = len(s.Counting)
		}
		s.Events = append(s.Events, event)
	}
}

// results are the gains from events that count, as the core takes them, and of them the last of each player.
func (s *Standing) results(gains []facts.PostedGain) ([]series.Result, []facts.PostedGain, error) {
	numbers := make(map[league.EventID]int, len(s.Counting))
	for i, id := range s.Counting {
		numbers[id] = i + 1
	}
	latest := make(map[league.PlayerID]facts.PostedGain)
	players := make(map[league.EventID]int)
	results := make([]series.Result, 0, len(gains))
	for _, g := range gains {
		number := numbers[g.EventID]
		if number == 0 {
			continue
		}
		points, err := league.ParseFrac(g.Points)
		if err != nil {
			return nil, nil, err
		}
		results = append(results, series.Result{Event: number, Player: g.PlayerID, Place: g.Place, Points: points})
		players[g.EventID]++
		if number > numbers[latest[g.PlayerID].EventID] {
			latest[g.PlayerID] = g
		}
	}
	for i := range s.Events {
		s.Events[i].Players = players[s.Events[i].ID]
	}
	return results, slices.Collect(maps.Values(latest)), nil
}

func imposed(penalties []facts.SeriesPenalty) ([]series.Penalty, error) {
	out := make([]series.Penalty, len(penalties))
	for i, p := range penalties {
		points, err := league.ParseFrac(p.Points)
		if err != nil {
			return nil, err
		}
		out[i] = series.Penalty{Player: p.PlayerID, Points: points}
	}
	return out, nil
}

// Players loads people of the register, for their names.
func (d Desk) Players(door tenantdb.Door, ids []league.PlayerID) ([]facts.Player, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var found []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayersByID(b, &found, ids)
	return found, door.Send(b)
}
