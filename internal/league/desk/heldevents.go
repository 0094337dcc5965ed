package desk

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/biography"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/recent"
	"referto/internal/tenant/tenantdb"
)

// HeldEvent is an event that is over and counts, with its games.
type HeldEvent struct {
	leaguedb.PlayedEvent
	biography.Event
}

// heldPlace names the games of an event as they were at a revision.
type heldPlace struct {
	tenant   uuid.UUID
	event    league.EventID
	revision int64
}

// mostSeats bounds the seats of the events that are kept for biographies: some 20 MB.
const mostSeats = 200_000

func newHeld() *recent.Cache[heldPlace, biography.Event] {
	return recent.Sized(mostSeats, func(_ heldPlace, e biography.Event) int {
		n := 1 + len(e.Ranking)
		for _, g := range e.Games {
			n += len(g.Seats)
		}
		return n
	})
}

// HeldEvents loads the games of some events. Those that are known at their revisions are not
// loaded again: what many players of one event ask for is read once.
func (d *Desk) HeldEvents(door tenantdb.Door, played []leaguedb.PlayedEvent) ([]HeldEvent, error) {
	out := make([]HeldEvent, len(played))
	_, reading := door.(*tenantdb.Reader)
	for i, p := range played {
		place := heldPlace{door.Tenant(), p.ID, p.Revision}
		known, ok := d.held.Get(place)
		if !ok {
			s, err := d.View(door, p.ID)
			if err != nil {
				return nil, err
			}
			known = heldEvent(s)
			if reading && s.Event.Revision == p.Revision && door.Tenant() != uuid.Nil {
				d.held.Put(place, known)
			}
		}
		out[i] = HeldEvent{p, known}
	}
	return out, nil
}

// heldEvent is an event as a biography needs it.
func heldEvent(s *officiating.Situation) biography.Event {
	out := biography.Event{ID: s.Event.ID, Ruleset: s.Rules.Code}
	players := make(map[league.Entry]league.PlayerID, len(s.Entries))
	for _, e := range s.Entries {
		players[league.Entry(e.Number)] = e.PlayerID
	}
	points := slices.IndexFunc(s.State.Criteria, func(c rules.Criterion) bool { return c.Figure == rules.FigurePoints })
	for _, row := range s.State.Final {
		standing := biography.Standing{Player: players[row.Entry], Place: row.Place, Points: row.Points}
		if standing.Points == nil && points >= 0 && points < len(row.Figures) {
			standing.Points = &row.Figures[points]
		}
		out.Ranking = append(out.Ranking, standing)
	}
	for _, round := range s.State.Rounds {
		for _, table := range round.Tables {
			if table.Game != nil {
				out.Games = append(out.Games, heldGame(round, table, players))
			}
		}
	}
	return out
}

func heldGame(round tournament.RoundState, table tournament.TableState, players map[league.Entry]league.PlayerID) biography.Game {
	g := biography.Game{Round: round.Number, Table: table.Number, Kind: round.Kind, Void: table.Game.Void}
	for _, seat := range table.Game.Seats {
		won := seat.Entry == table.Game.Winner || slices.Contains(table.Game.Winners, seat.Entry) || seat.Team != "" && seat.Team == table.Game.Team
		g.Seats = append(g.Seats, biography.Seat{
			Player: players[seat.Entry], Place: seat.Place, Won: won, Points: seat.Counted, Team: seat.Team, Void: seat.Void,
		})
	}
	return g
}
