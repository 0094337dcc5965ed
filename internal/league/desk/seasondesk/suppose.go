package seasondesk

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Supposition is one thing that could happen in a season. It is the season as it would be
// then, by what the act itself asks and does, or the refusal that the act would give; only
// who may do it is not asked.
type Supposition func(door tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error)

// Suppose tells what would follow in a season. Nothing is written.
func (d Desk) Suppose(door tenantdb.Door, act desk.Act, id league.SeasonID, what Supposition) (desk.Followed, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return desk.Followed{}, err
	}
	if s.Season.State == planning.SeasonClosed {
		return desk.Followed{}, league.NotNow("season-closed")
	}
	after, err := what(door, act, s)
	if err != nil {
		return desk.Followed{}, err
	}
	return d.Foresee(door, act, s, after)
}

// SupposeDecline is that somebody tells whoever records it that he cannot come to a final.
func SupposeDecline(player league.PlayerID, to rules.SeasonFinal) Supposition {
	return func(door tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		if err := requirePlayers(door, "/decline/player", player); err != nil {
			return nil, err
		}
		a, err := s.Answer(register.Reply{Player: player, To: to, How: register.Supposed, Record: desk.NewID()}, act.Now)
		return a.After, err
	}
}

// requirePlayers refuses people who are nobody in the register. At is where they stand
// in the request; where there are several, "%d" in it is the position.
func requirePlayers(door tenantdb.Door, at string, players ...league.PlayerID) error {
	ids := make([]uuid.UUID, len(players))
	for i, p := range players {
		ids[i] = p.UUID
	}
	var known []facts.PlayerLabel
	b := &tenantdb.Batch{}
	leaguedb.LoadLabels(b, &known, ids)
	if err := door.Send(b); err != nil {
		return err
	}
	var faults league.Faults
	for i, player := range players {
		if !slices.ContainsFunc(known, func(p facts.PlayerLabel) bool { return p.ID == player }) {
			pointer := strings.ReplaceAll(at, "%d", strconv.Itoa(i))
			faults = append(faults, league.Fault{Pointer: pointer, Grounds: league.Grounds{Reason: "unknown-player"}})
		}
	}
	return faults.OrNil()
}

// SupposeMerge is that a region plays with another.
func SupposeMerge(m facts.RegionMerge) Supposition {
	return func(_ tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		m.DecidedAt = act.Now
		return s.Merge(m)
	}
}

// SupposeDecision is the manager's word on a regional final.
func SupposeDecision(n facts.FinalDecision) Supposition {
	return func(door tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		n.DecidedAt = act.Now
		return decideFinal(door, s, n)
	}
}

// SupposeVerdict is that the manager homologates an event, or declares it invalid: for the
// demands that it fails, or where it fails none because its results turn out unsound (CN09
// 1.11). What was decided about it before is taken back first.
func SupposeVerdict(id league.EventID, valid bool) Supposition {
	return func(_ tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		return s.SupposeVerdict(id, valid, act.Now)
	}
}

// SupposeReversal is that what was decided about an event is taken back.
func SupposeReversal(id league.EventID) Supposition {
	return func(_ tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		return s.SupposeReversal(id, act.Now)
	}
}

// SupposeReport is that the report of an event comes on a day, complete or not: one that
// comes too late, which nobody has waived, has the event declared invalid (CN09 1.11).
func SupposeReport(id league.EventID, on rules.Day) Supposition {
	return func(_ tenantdb.Door, _ desk.Act, s *register.Season) (*register.Season, error) {
		after, err := s.SupposeReport(id, on)
		return after, at(err, map[string]string{"/receivedAt": "/report/day"})
	}
}

// at are faults that point to where things stand in another request; other errors are
// as they are.
func at(err error, pointers map[string]string) error {
	var faults league.Faults
	if !errors.As(err, &faults) {
		return err
	}
	out := slices.Clone(faults)
	for i := range out {
		if to, known := pointers[out[i].Pointer]; known {
			out[i].Pointer = to
		}
	}
	return out
}

// SupposeEvent is that another event is announced today, played on its day, reported in
// time with all photos, and decided: homologated, or where it fails a demand declared
// invalid.
func SupposeEvent(n register.SupposedEvent) Supposition {
	return func(door tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		if err := requirePlayers(door, "/stage/ranking/%d", n.Ranking...); err != nil {
			return nil, err
		}
		after, err := s.SupposeEvent(n, act.Now)
		return after, at(err, map[string]string{"/kind": "/stage/circuit", "/region": "/stage/region", "/startsAt": "/stage/day", "/ranking": "/stage/ranking"})
	}
}
