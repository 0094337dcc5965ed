package desk

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// SupposeMerge is the season as it would be if a region played with another; refused
// as the merger would be.
func (s *Season) SupposeMerge(m leaguedb.RegionMerge) (*Season, error) {
	if err := s.checkMerge(m); err != nil {
		return nil, err
	}
	return s.merged(m), nil
}

// SupposeVerdict is the season as it would be if an event that was played were
// homologated, or invalidated.
func (s *Season) SupposeVerdict(id league.EventID, valid bool) (*Season, error) {
	return s.suppose(id, func(e *season.Event) error {
		if e.Ranking == nil {
			return notNow("event-not-over")
		}
		e.Verdict = &season.Verdict{Valid: valid}
		return nil
	})
}

// SupposeReport is the season as it would be if the report of an event came on a day:
// one that comes too late makes the event invalid (CN09 1.11).
func (s *Season) SupposeReport(id league.EventID, on rules.Day) (*Season, error) {
	return s.suppose(id, func(e *season.Event) error {
		if e.Ranking == nil {
			return notNow("event-not-over")
		}
		report := season.Report{}
		if e.Report != nil {
			report = *e.Report
		}
		report.Received = on
		e.Report = &report
		i := slices.IndexFunc(s.State.Events, func(o season.EventState) bool { return o.ID == id })
		if e.Verdict == nil && on > s.State.Events[i].ReportBy {
			e.Verdict = &season.Verdict{}
		}
		return nil
	})
}

// suppose is the season with another event in the place of one of its own.
func (s *Season) suppose(id league.EventID, change func(*season.Event) error) (*Season, error) {
	f := s.Facts
	i := slices.IndexFunc(f.Events, func(e season.Event) bool { return e.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("event %s: %w", id, league.ErrNotFound)
	}
	f.Events = slices.Clone(f.Events)
	if err := change(&f.Events[i]); err != nil {
		return nil, err
	}
	return s.With(f), nil
}

// SupposedEvent is an event that there is not.
type SupposedEvent struct {
	Circuit rules.Circuit
	Region  league.RegionID // of a regional one
	Day     rules.Day
	Players int // how many sign up and play
	// Ranking are its first places; people who are made up come after them.
	Ranking []league.PlayerID
}

// SupposeEvent is the season as it would be with another event that was played and
// homologated.
func (s *Season) SupposeEvent(n SupposedEvent) (*Season, error) {
	var faults league.Faults
	paragraph := s.Rules.Season.Paragraph
	if _, known := s.Region(n.Region); n.Circuit == rules.RegionalCircuit && !known {
		faults = append(faults, league.Fault{Pointer: "/stage/region", Grounds: s.Rules.Grounds(paragraph, "region-not-in-season")})
	}
	if len(s.Rules.Season.TiersOf(n.Circuit)) == 0 {
		faults = append(faults, league.Fault{Pointer: "/stage/circuit", Grounds: s.Rules.Grounds(paragraph, "circuit-not-in-ruleset")})
	}
	if len(n.Ranking) > n.Players {
		faults = append(faults, league.Fault{Pointer: "/stage/ranking", Grounds: s.Rules.Grounds("", "more-places-than-players", "players", strconv.Itoa(n.Players))})
	}
	if len(faults) > 0 {
		return nil, faults
	}
	e := season.Event{
		ID: league.EventID{UUID: uuid.Max}, Circuit: n.Circuit, Region: n.Region, Day: n.Day, Announced: n.Day,
		Ranking: slices.Clone(n.Ranking), Verdict: &season.Verdict{Valid: true},
	}
	for i := len(n.Ranking); i < n.Players; i++ {
		e.Ranking = append(e.Ranking, madeUp(i))
	}
	for _, player := range e.Ranking {
		e.Entrants = append(e.Entrants, season.Entrant{Player: player, Played: true})
	}
	f := s.Facts
	f.Events = append(slices.Clone(f.Events), e)
	return s.With(f), nil
}

// madeUp is somebody who is in no register.
func madeUp(n int) league.PlayerID {
	return league.PlayerID{UUID: uuid.NewSHA1(uuid.Nil, []byte(strconv.Itoa(n)))}
}
