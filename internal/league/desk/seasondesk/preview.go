package seasondesk

import (
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Question applies a supposed act to a season. It returns the season after the act, by the checks and effects
// of the act itself, or the refusal that the act would return; only the right to do it is not checked.
type Question func(door tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error)

// Preview computes the consequences of a supposed act in a season. It writes nothing.
func (d Desk) Preview(door tenantdb.Door, act desk.Act, id league.SeasonID, what Question) (desk.Followed, error) {
	s, err := d.ViewSeason(door, id)
	if err != nil {
		return desk.Followed{}, err
	}
	if err := planning.RequireOpen(s.Season); err != nil {
		return desk.Followed{}, err
	}
	after, err := what(door, act, s)
	if err != nil {
		return desk.Followed{}, err
	}
	return d.PreviewFollowed(door, act, s, after)
}

// PreviewDecline supposes that a player declines a final.
func PreviewDecline(player league.PlayerID, to rules.SeasonFinal) Question {
	return func(door tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		if err := requirePlayers(door, "/player", player); err != nil {
			return nil, err
		}
		a, err := s.Answer(register.Reply{Player: player, To: to, How: register.Previewed, Record: desk.NewID()}, act.Now)
		return a.After, err
	}
}

// requirePlayers refuses people who are not in the register. At is their place in the record; if there are
// several, "%d" in it is the position.
func requirePlayers(door tenantdb.Door, at string, players ...league.PlayerID) error {
	var known []facts.PlayerLabel
	b := &tenantdb.Batch{}
	leaguedb.LoadLabels(b, &known, players)
	if err := door.Send(b); err != nil {
		return err
	}
	registered := make([]league.PlayerID, len(known))
	for i, p := range known {
		registered[i] = p.ID
	}
	return register.RequireRegistered(players, registered, func(i int) string { return strings.ReplaceAll(at, "%d", strconv.Itoa(i)) })
}

// PreviewMerge supposes that a region plays with another.
func PreviewMerge(m facts.RegionMerge) Question {
	return func(_ tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		m.DecidedAt = act.Now
		return s.Merge(m)
	}
}

// PreviewDecision supposes a decision of the manager on a regional final.
func PreviewDecision(n facts.FinalDecision) Question {
	return func(door tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		n.DecidedAt = act.Now
		return decideFinal(door, s, n)
	}
}

// PreviewVerdict supposes that the manager homologates an event, or declares it invalid: for the demands that
// it fails, or, if it fails none, because its results turn out unsound (CN09 1.11). An earlier verdict on it is
// reversed first.
func PreviewVerdict(id league.EventID, valid bool) Question {
	return func(_ tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		return s.PreviewVerdict(id, valid, act.Now)
	}
}

// PreviewReversal supposes that the verdict on an event is reversed.
func PreviewReversal(id league.EventID) Question {
	return func(_ tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		return s.PreviewReversal(id, act.Now)
	}
}

// PreviewReport supposes that the report of an event comes on a day, complete or not: a report that comes too
// late, without a waiver, makes the event be declared invalid (CN09 1.11).
func PreviewReport(id league.EventID, on rules.Day) Question {
	return func(_ tenantdb.Door, _ desk.Act, s *register.Season) (*register.Season, error) {
		return s.PreviewReport(id, on)
	}
}

// PreviewEvent supposes that another event is announced today, played on its day, reported in time with all
// photos, and decided: homologated, or declared invalid if it fails a demand.
func PreviewEvent(n register.PlannedEvent) Question {
	return func(door tenantdb.Door, act desk.Act, s *register.Season) (*register.Season, error) {
		if err := requirePlayers(door, "/ranking/%d", n.Ranking...); err != nil {
			return nil, err
		}
		return s.PreviewEvent(n, act.Now)
	}
}
