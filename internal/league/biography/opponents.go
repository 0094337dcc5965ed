package biography

import (
	"cmp"
	"slices"

	"referto/internal/league"
)

// Opponent is a player who sat at the same tables.
type Opponent struct {
	Player league.PlayerID
	// Games is the number of games played against each other. Events is the number of events with
	// such games.
	Games, Events int
	// Ahead, Behind and Level count the games by finishing order: the player of the biography
	// finished ahead of, behind or level with the opponent.
	Ahead, Behind, Level int
	Last                 Moment
}

// Meeting is a game of two players against each other.
type Meeting struct {
	At         Moment
	Kind       league.RoundKind
	Own, Other Seat
}

// Between lists the games of two players against each other, in the order of the events. An
// opponent's figures are counted from this list.
func Between(player, other league.PlayerID, events []Event) []Meeting {
	var out []Meeting
	for _, e := range events {
		for _, g := range e.Games {
			own, counts := g.seatOf(player)
			theirs, both := g.seatOf(other)
			if counts && both && player != other && against(own, theirs) {
				out = append(out, Meeting{Moment{e.ID, g.Round, g.Table}, g.Kind, own, theirs})
			}
		}
	}
	return out
}

// against reports whether two seats of a game belong to different teams.
func against(a, b Seat) bool { return a.Team == "" || a.Team != b.Team }

// met is an opponent with the number of the player's game in which they last met.
type met struct {
	Opponent
	order int
}

// meetings collects the opponents so far.
type meetings struct {
	of    map[league.PlayerID]*met
	games int
}

func (m *meetings) take(player league.PlayerID, own Seat, g Game, at Moment) {
	m.games++
	for _, seat := range g.Seats {
		if seat.Player == player || seat.Void || !against(own, seat) {
			continue
		}
		o := m.of[seat.Player]
		if o == nil {
			o = &met{Opponent: Opponent{Player: seat.Player}}
			m.of[seat.Player] = o
		}
		o.Games++
		if o.Last.Event != at.Event {
			o.Events++
		}
		switch {
		case own.Place < seat.Place:
			o.Ahead++
		case own.Place > seat.Place:
			o.Behind++
		default:
			o.Level++
		}
		o.Last, o.order = at, m.games
	}
}

// opponents returns the opponents in order. Opponents with the same number of games and the same
// last game are sorted by id.
func (m *meetings) opponents() []Opponent {
	all := make([]met, 0, len(m.of))
	for _, o := range m.of {
		all = append(all, *o)
	}
	slices.SortFunc(all, func(a, b met) int {
		return cmp.Or(b.Games-a.Games, b.order-a.order, slices.Compare(a.Player.UUID[:], b.Player.UUID[:]))
	})
	out := make([]Opponent, len(all))
	for i, o := range all {
		out[i] = o.Opponent
	}
	return out
}
