// Package replay reconstructs an event from the facts of the log alone, without the tables that the server
// keeps. Package tournament derives from it the same event that the server shows.
//
// The log does not hold everything. It does not contain the free text of referees, so that the reason of a
// sanction is the code of its offense or empty, and a withdrawal has no reason. An event that was imported from
// a file, and one that was started before the log held draws and results (version 1 of its facts), cannot be
// replayed: [ErrNotLogged].
package replay

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
	"referto/internal/logfact"
)

// Errors of a replay. Test for them with errors.Is.
var (
	// ErrNotLogged: the log does not hold the draws and results of this event.
	ErrNotLogged = errors.New("replay: the log does not hold what was played")
	// ErrOrder: a fact does not fit the facts before it.
	ErrOrder = errors.New("replay: the fact does not fit those before")
)

// Event is an event that grows by one fact of its log at a time. The zero Event has not started.
type Event struct {
	start       leaguelog.EventStarted
	drawn       map[league.Entry]leaguelog.Drawn // by entry that plays
	stands      map[league.Entry]league.Entry    // by entry that plays: the entrant who was originally drawn at their place
	rounds      []round
	sanctions   []league.Sanction
	withdrawals []league.Withdrawal
	apart       []pair
	attendance  []leaguelog.AttendanceRecorded
}

type round struct {
	tournament.Round
	order []league.Entry // the order drawn from a hat; nil for a computed one
}

type pair struct {
	id    uuid.UUID
	apart tournament.Apart
	until *int // the last round for which it holds; nil: it still holds
}

// Add adds the next fact. It ignores facts that are not about play. It returns [ErrNotLogged] or [ErrOrder].
func (e *Event) Add(fact logfact.Fact) error {
	switch f := fact.(type) {
	case leaguelog.EventImported:
		return ErrNotLogged
	case leaguelog.EventStarted:
		return e.begin(f)
	case leaguelog.EntryReplaced:
		return e.replace(f)
	case leaguelog.RoundDrawn:
		return e.draw(f)
	case leaguelog.RoundDiscarded:
		return e.discard(f)
	case leaguelog.RoundClosed:
		return e.turn(f.Round, true)
	case leaguelog.RoundReopened:
		return e.turn(f.Round, false)
	case leaguelog.ResultRecorded:
		return e.record(f.TableResult)
	case leaguelog.ResultCorrected:
		return e.record(f.TableResult)
	default:
		return e.addOfPeople(fact)
	}
}

// addOfPeople adds a fact about a single entry.
func (e *Event) addOfPeople(fact logfact.Fact) error {
	switch f := fact.(type) {
	case leaguelog.AttendanceRecorded:
		return e.attend(f)
	case leaguelog.AttendanceRevoked:
		return remove(&e.attendance, func(a leaguelog.AttendanceRecorded) bool { return a.Attendance == f.Attendance })
	case leaguelog.ApartRecorded:
		e.apart = append(e.apart, pair{id: f.Apart, apart: tournament.Apart{Pair: [2]league.Entry{f.Entry, f.Other}, From: len(e.rounds) + 1}})
		return nil
	case leaguelog.ApartRevoked:
		i := slices.IndexFunc(e.apart, func(p pair) bool { return p.id == f.Apart })
		if i < 0 {
			return ErrOrder
		}
		until := len(e.rounds)
		e.apart[i].until = &until
		return nil
	case leaguelog.SanctionGiven:
		e.sanctions = append(e.sanctions, league.Sanction{
			Ref: f.Sanction.String(), Entry: f.Entry, Kind: f.SanctionKind, At: league.Moment{Round: f.Round, During: f.During},
			Reason: f.Offense, Points: f.Points, Confirmed: f.Confirmed, AfterEnd: f.AfterEnd,
		})
		return nil
	case leaguelog.SanctionConfirmed:
		return e.confirm(f)
	case leaguelog.SanctionRevoked:
		return remove(&e.sanctions, func(s league.Sanction) bool { return s.Ref == f.Sanction.String() })
	case leaguelog.WithdrawalRecorded:
		e.withdrawals = append(e.withdrawals, league.Withdrawal{
			Ref: f.Withdrawal.String(), Entry: f.Entry, At: league.Moment{Round: f.Round, During: f.During}, Qualified: f.Qualified, Unexcused: f.Unexcused,
		})
		return nil
	case leaguelog.WithdrawalRevoked:
		return remove(&e.withdrawals, func(w league.Withdrawal) bool { return w.Ref == f.Withdrawal.String() })
	default:
		return nil
	}
}

// remove deletes the element of a list that was revoked.
func remove[T any](from *[]T, it func(T) bool) error {
	i := slices.IndexFunc(*from, it)
	if i < 0 {
		return ErrOrder
	}
	*from = slices.Delete(slices.Clone(*from), i, i+1)
	return nil
}

func (e *Event) begin(f leaguelog.EventStarted) error {
	if len(f.Entrants) != f.Players {
		return ErrNotLogged
	}
	e.start, e.drawn, e.stands = f, map[league.Entry]leaguelog.Drawn{}, map[league.Entry]league.Entry{}
	for _, d := range f.Entrants {
		e.drawn[d.Entry], e.stands[d.Entry] = d, d.Entry
	}
	return nil
}

func (e *Event) replace(f leaguelog.EntryReplaced) error {
	gone, plays := e.drawn[f.Entry]
	if !plays || f.Lot == 0 {
		return fmt.Errorf("%w: entry %d does not play", ErrOrder, f.Entry)
	}
	e.drawn[f.By] = leaguelog.Drawn{Entry: f.By, Lot: f.Lot, Position: gone.Position, Place: gone.Place}
	e.stands[f.By] = e.stands[f.Entry]
	delete(e.drawn, f.Entry)
	delete(e.stands, f.Entry)
	if len(e.rounds) > 0 {
		for _, t := range e.rounds[len(e.rounds)-1].Tables {
			if seat := slices.Index(t.Seats, f.Entry); seat >= 0 {
				t.Seats[seat] = f.By
			}
		}
	}
	return nil
}

func (e *Event) draw(f leaguelog.RoundDrawn) error {
	if f.Round != len(e.rounds)+1 || e.drawn == nil {
		return fmt.Errorf("%w: round %d drawn after %d", ErrOrder, f.Round, len(e.rounds))
	}
	e.rounds = append(e.rounds, round{Round: tournament.Round{Kind: f.RoundKind, Tables: tablesOf(f.Tables)}, order: f.Order})
	return nil
}

// latest reports whether a round is the last one drawn.
func (e *Event) latest(round int) bool { return round > 0 && round == len(e.rounds) }

func tablesOf(logged []leaguelog.Table) []tournament.Table {
	tables := make([]tournament.Table, 0, len(logged))
	for _, t := range logged {
		tables = append(tables, tournament.Table{Number: t.Table, Seats: slices.Clone(t.Seats)})
	}
	return tables
}

// discard removes the latest round. Facts recorded since its draw count as known before the next draw of that
// round.
func (e *Event) discard(f leaguelog.RoundDiscarded) error {
	if !e.latest(f.Round) {
		return fmt.Errorf("%w: round %d discarded of %d", ErrOrder, f.Round, len(e.rounds))
	}
	before := f.Round - 1
	e.rounds = e.rounds[:before]
	for i := range e.apart {
		p := &e.apart[i]
		p.apart.From = min(p.apart.From, before+1)
		if p.until != nil && *p.until > before {
			p.until = &before
		}
	}
	for i := range e.attendance {
		if a := &e.attendance[i]; a.Round == f.Round {
			a.AfterDraw = 0
		}
	}
	return nil
}

func (e *Event) turn(number int, closed bool) error {
	if !e.latest(number) {
		return fmt.Errorf("%w: round %d of %d", ErrOrder, number, len(e.rounds))
	}
	e.rounds[number-1].Closed = closed
	return nil
}

func (e *Event) record(f leaguelog.TableResult) error {
	if f.Round < 1 || f.Round > len(e.rounds) {
		return fmt.Errorf("%w: a result of round %d of %d", ErrOrder, f.Round, len(e.rounds))
	}
	tables := e.rounds[f.Round-1].Tables
	i := slices.IndexFunc(tables, func(t tournament.Table) bool { return t.Number == f.Table })
	if i < 0 {
		return fmt.Errorf("%w: a result of table %d", ErrOrder, f.Table)
	}
	tables[i].Result = &f.Result
	return nil
}

func (e *Event) attend(f leaguelog.AttendanceRecorded) error {
	if f.Tables != nil {
		if !e.latest(f.Round) {
			return fmt.Errorf("%w: round %d of %d seated anew", ErrOrder, f.Round, len(e.rounds))
		}
		e.rounds[f.Round-1].Tables = tablesOf(f.Tables)
	}
	e.attendance = append(e.attendance, f)
	return nil
}

func (e *Event) confirm(f leaguelog.SanctionConfirmed) error {
	i := slices.IndexFunc(e.sanctions, func(s league.Sanction) bool { return s.Ref == f.Sanction.String() })
	if i < 0 {
		return ErrOrder
	}
	s := &e.sanctions[i]
	s.Confirmed = true
	if at := (league.Moment{Round: f.Round, During: f.During}); at != s.At {
		s.ConfirmedAt = &at
	}
	return nil
}

// Facts returns the facts from which package tournament derives the event, as far as the log has them. Before
// the start there are no entrants.
func (e *Event) Facts() tournament.Facts {
	entrants := slices.Sorted(maps.Keys(e.drawn))
	f := tournament.Facts{
		Variant: e.start.Variant, Formula: e.start.Formula, Pairing: rules.PairingSystem(e.start.Pairing), Target: e.start.Target, Structure: e.start.Structure,
		Entrants: entrants, Lots: map[league.Entry]int{}, Places: map[league.Entry]int{}, FirstRound: slices.Clone(entrants),
		Sanctions: slices.Clone(e.sanctions), Withdrawals: slices.Clone(e.withdrawals),
	}
	slices.SortFunc(f.FirstRound, func(a, b league.Entry) int { return e.drawn[a].Position - e.drawn[b].Position })
	for _, entry := range entrants {
		d := e.drawn[entry]
		if f.Lots[entry] = d.Lot; d.Place > 0 {
			f.Places[entry] = d.Place
		}
	}
	if len(f.Places) == 0 {
		f.Places = nil
	}
	for _, r := range e.rounds {
		r.Tables = slices.Clone(r.Tables)
		for i := range r.Tables {
			r.Tables[i].Seats = slices.Clone(r.Tables[i].Seats)
		}
		f.Rounds = append(f.Rounds, r.Round)
	}
	e.whoPlays(&f)
	return f
}

// whoPlays adds the facts that decide the seating of rounds besides the first draw and the standings.
func (e *Event) whoPlays(f *tournament.Facts) {
	in := func(entry league.Entry) bool { _, plays := e.drawn[entry]; return plays }
	for _, entry := range e.start.Previous {
		if in(entry) {
			f.Previous = append(f.Previous, entry)
		}
	}
	for _, p := range e.apart {
		apart := p.apart
		if p.until != nil {
			apart.Until = *p.until
		}
		if ever := p.until == nil || apart.From <= apart.Until; ever && in(apart.Pair[0]) && in(apart.Pair[1]) {
			f.Apart = append(f.Apart, apart)
		}
	}
	for _, a := range e.attendance {
		switch {
		case a.Round > len(e.rounds)+1 || !in(a.Entry):
		case a.MinutesLate == 0:
			f.Absences = append(f.Absences, tournament.Absence{Entry: a.Entry, Round: a.Round, AfterDraw: a.AfterDraw})
		default:
			f.Arrivals = append(f.Arrivals, tournament.Arrival{Entry: a.Entry, Round: a.Round, Minutes: a.MinutesLate, AfterDraw: a.AfterDraw})
		}
	}
	if f.Pairing == rules.ByLot {
		f.Draws = e.draws()
	}
}

// draws returns the orders for the rounds after the first, the next round included: orders drawn from a hat as
// they are logged, the others computed from the seed. A replacement takes the position of the entry that they
// replaced.
func (e *Event) draws() [][]league.Entry {
	seed, err := hex.DecodeString(e.start.Seed)
	if err != nil || len(seed) != 32 {
		return nil // the event has not started
	}
	plays := map[league.Entry]league.Entry{} // by the entry that was drawn
	for entry, drawn := range e.stands {
		plays[drawn] = entry
	}
	drawn := slices.Collect(maps.Keys(plays))
	var draws [][]league.Entry
	for number := 2; number <= len(e.rounds)+1; number++ {
		if number <= len(e.rounds) && e.rounds[number-1].order != nil {
			draws = append(draws, slices.Clone(e.rounds[number-1].order))
			continue
		}
		order := seating.Shuffle([32]byte(seed), seating.PurposeRound(number), drawn)
		for i, entry := range order {
			order[i] = plays[entry]
		}
		draws = append(draws, order)
	}
	return draws
}
