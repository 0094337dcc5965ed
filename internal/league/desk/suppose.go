package desk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// SupposeDecline is the season as it would be if somebody could not come to a final.
func (s *Season) SupposeDecline(door tenantdb.Door, player league.PlayerID, to rules.SeasonFinal) (*Season, error) {
	if err := requirePlayers(door, "/decline/player", player); err != nil {
		return nil, err
	}
	return s.Declined(leaguedb.Unavailability{PlayerID: player, Final: string(to)}), nil
}

// requirePlayers refuses people who are nobody in the register. At is where they stand
// in the request; where there are several, "%d" in it is the position.
func requirePlayers(door tenantdb.Door, at string, players ...league.PlayerID) error {
	ids := make([]uuid.UUID, len(players))
	for i, p := range players {
		ids[i] = p.UUID
	}
	var known []leaguedb.PlayerLabel
	b := &tenantdb.Batch{}
	leaguedb.LoadLabels(b, &known, ids)
	if err := door.Send(b); err != nil {
		return err
	}
	var faults league.Faults
	for i, player := range players {
		if !slices.ContainsFunc(known, func(p leaguedb.PlayerLabel) bool { return p.ID == player }) {
			pointer := strings.ReplaceAll(at, "%d", strconv.Itoa(i))
			faults = append(faults, league.Fault{Pointer: pointer, Grounds: league.Grounds{Reason: "unknown-player"}})
		}
	}
	return faults.OrNil()
}

// SupposeMerge is the season as it would be if a region played with another; refused
// as the merger would be.
func (s *Season) SupposeMerge(m leaguedb.RegionMerge) (*Season, error) {
	if err := s.checkMerge(m); err != nil {
		return nil, err
	}
	return s.merged(m), nil
}

// SupposeDecision is the season as it would be with the manager's word on a regional
// final; refused as that would be.
func (s *Season) SupposeDecision(door tenantdb.Door, n leaguedb.FinalDecision) (*Season, error) {
	if err := s.checkDecision(n); err != nil {
		return nil, err
	}
	if err := s.checkCalledUp(door, n); err != nil {
		return nil, err
	}
	after := s.decided(n)
	if r, _ := after.Region(league.RegionID{UUID: n.RegionID}); r.Format.Kind == season.Table {
		return after, requireTables(s.Rules, r.Format, r.Format.Field)
	}
	return after, nil
}

// SupposeVerdict is the season as it would be if an event that was played were
// homologated, or invalidated.
func (s *Season) SupposeVerdict(id league.EventID, valid bool) (*Season, error) {
	return s.suppose(id, func(e *season.Event) { e.Verdict = &season.Verdict{Valid: valid} })
}

// SupposeReversal is the season as it would be if what was decided about an event were
// taken back.
func (s *Season) SupposeReversal(id league.EventID) (*Season, error) {
	return s.suppose(id, func(e *season.Event) { e.Verdict = nil })
}

// SupposeReport is the season as it would be if the report of an event came on a day:
// one that comes too late makes the event invalid (CN09 1.11).
func (s *Season) SupposeReport(id league.EventID, on rules.Day) (*Season, error) {
	return s.suppose(id, func(e *season.Event) {
		report := season.Report{}
		if e.Report != nil {
			report = *e.Report
		}
		report.Received = on
		e.Report = &report
		if state, known := s.EventState(id); known && e.Verdict == nil && on > state.ReportBy {
			e.Verdict = &season.Verdict{}
		}
	})
}

// suppose is the season with other facts of one of its events that was played; what the
// verdict itself does.
func (s *Season) suppose(id league.EventID, change func(*season.Event)) (*Season, error) {
	e := s.Event(id)
	if e == nil || e.Kind == nationalFinal {
		return nil, fmt.Errorf("event %s: %w", id, league.ErrNotFound)
	}
	over := false
	after := s.with(*e, func(played *season.Event) {
		if over = played.Ranking != nil; over {
			change(played)
		}
	})
	if !over {
		return nil, notNow("event-not-over")
	}
	return after, nil
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
func (s *Season) SupposeEvent(door tenantdb.Door, n SupposedEvent) (*Season, error) {
	if err := requirePlayers(door, "/stage/ranking/%d", n.Ranking...); err != nil {
		return nil, err
	}
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
