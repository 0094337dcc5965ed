package desk

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/biography"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/recent"
	"referto/internal/tenant/tenantdb"
)

// HeldEvent is an event that is over and counts, with its games, its ranking and the form in which its ruleset
// writes shares.
type HeldEvent struct {
	leaguedb.PlayedEvent
	HeldGames
}

// HeldGames is the part of a held event that is cached at its revision.
type HeldGames struct {
	biography.Event
	Shares rules.Share
}

// heldPlace names the games of an event as they were at a revision.
type heldPlace struct {
	tenant   uuid.UUID
	event    league.EventID
	revision int64
}

// mostSeats bounds the seats of the events that are kept for biographies: some 20 MB.
const mostSeats = 200_000

func newHeld() *recent.Cache[heldPlace, HeldGames] {
	return recent.Sized(mostSeats, func(_ heldPlace, e HeldGames) int {
		n := 1 + len(e.Ranking)
		for _, g := range e.Games {
			n += len(g.Seats)
		}
		return n
	})
}

// HeldEvents loads the games of some events. Events that are remembered at their revision are not loaded again,
// so that an event which many players ask for is read once.
func (d *Desk) HeldEvents(door tenantdb.Door, played []leaguedb.PlayedEvent) ([]HeldEvent, error) {
	out := make([]HeldEvent, len(played))
	missing := make(map[int]*officiating.Situation)
	for i, p := range played {
		known, ok := d.held.Get(heldPlace{door.Tenant(), p.ID, p.Revision})
		if !ok {
			s, err := d.View(door, p.ID)
			if err != nil {
				return nil, err
			}
			missing[i] = s
		}
		out[i] = HeldEvent{p, known}
	}
	entered, err := enteredPoints(door, missing)
	if err != nil {
		return nil, err
	}
	_, reading := door.(*tenantdb.Reader)
	for i, s := range missing {
		out[i].HeldGames = heldEvent(s, entered[i])
		if p := played[i]; reading && s.Event.Revision == p.Revision && door.Tenant() != uuid.Nil {
			d.held.Put(heldPlace{door.Tenant(), p.ID, p.Revision}, out[i].HeldGames)
		}
	}
	return out, nil
}

// enteredPoints loads the entered points of those events that were held elsewhere, in one round trip.
func enteredPoints(door tenantdb.Door, events map[int]*officiating.Situation) (map[int]*facts.EnteredPoints, error) {
	out := make(map[int]*facts.EnteredPoints)
	b := &tenantdb.Batch{}
	for i, s := range events {
		if s.Event.Elsewhere {
			out[i] = &facts.EnteredPoints{}
			leaguedb.LoadEnteredPoints(b, out[i], s.Event.ID)
		}
	}
	if len(out) == 0 {
		return out, nil
	}
	return out, door.Send(b)
}

// heldEvent makes an event for a biography; entered is nil if its games are known.
func heldEvent(s *officiating.Situation, entered *facts.EnteredPoints) HeldGames {
	out := HeldGames{Event: biography.Event{ID: s.Event.ID, Ruleset: s.Rules.Code}, Shares: s.Rules.Scoring.Share}
	players := make(map[league.Entry]league.PlayerID, len(s.Entries))
	for _, e := range s.Entries {
		players[league.Entry(e.Number)] = e.PlayerID
	}
	for _, row := range s.State.Final {
		figure := ranking.FiguresIn(s.Rules, s.State, row)
		if entered != nil {
			figure = enteredFigures(*entered, s.Entry(row.Entry).Record())
		}
		standing := biography.Standing{
			Player: players[row.Entry], Place: row.Place, Points: row.Points,
			Wins: figure(rules.FigureWins), VP: figure(rules.FigureVP), Share: figure(rules.FigureShare),
		}
		if standing.Points == nil {
			standing.Points = figure(rules.FigurePoints)
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

// enteredFigures finds the figures that were entered for a record; nil for those that were not. A figure that
// is 0 for all players is stored for a column that the table did not have, and counts as not entered.
func enteredFigures(entered facts.EnteredPoints, record league.PlayerID) func(figure string) *league.Frac {
	i := slices.IndexFunc(entered.Gains, func(g facts.EnteredGain) bool { return g.PlayerID == record })
	return func(figure string) *league.Frac {
		column := slices.Index(entered.Columns, figure)
		if i < 0 || column < 0 || !slices.ContainsFunc(entered.Gains, func(g facts.EnteredGain) bool { return g.Figures[column] != "0" }) {
			return nil
		}
		f, err := league.ParseFrac(entered.Gains[i].Figures[column])
		if err != nil {
			return nil
		}
		return &f
	}
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
