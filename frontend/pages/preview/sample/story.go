package sample

import (
	"encoding/hex"
	"fmt"
	"time"

	"referto/internal/league"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// story is an event written down from its announcement on. Only the acts of people are written; seats, orders and
// reasons follow as at a desk. The first error stays in err, and stops everything after it.
type story struct {
	situation *officiating.Situation
	now       time.Time
	err       error
}

// referee signs whatever is written down.
const referee = "Renato Ghisolfi"

// begin begins a story: an event by a ruleset, open for entries, with the given people entered.
func begin(ruleset string, e facts.Event, people []string) *story {
	r, err := rulesetdesk.Preset(ruleset)
	if err != nil {
		return &story{err: fmt.Errorf("sample: %w", err)}
	}
	secret, err := hex.DecodeString(secret)
	if err != nil {
		return &story{err: fmt.Errorf("sample: %w", err)}
	}
	e.ID, e.State, e.Variant, e.DrawMethod = eventID(e.Slug), facts.Open, "base", facts.Sealed
	e.Kind, e.Version, e.Revision, e.DrawSecret, e.DrawCommitment = "club", 1, 4711, secret, commitment()
	if e.Pairing == "" {
		e.Pairing = string(r.Seating.Pairings[0].System)
	}
	if e.Formula == "" {
		e.Formula = r.Format.Formulas[0].ID
	}
	s := &story{now: e.StartsAt.Add(-20 * time.Minute), situation: &officiating.Situation{Rules: r, EventFacts: facts.EventFacts{
		Event: e, Ruleset: facts.RulesetVersion{Key: r.ID, Code: r.Code, Name: r.Name, Version: 1},
	}}}
	for i, name := range people {
		s.situation.Entries = append(s.situation.Entries, facts.Entry{
			Number: i + 1, State: facts.Entered, EnteredAt: e.StartsAt.AddDate(0, 0, -9).Add(time.Duration(i) * time.Hour),
			PlayerID: playerID(name), PlayerName: name,
		})
	}
	return s
}

// enter adds an entrant at a time.
func (s *story) enter(name string, at time.Time) {
	if s.err == nil {
		s.situation.Entries = append(s.situation.Entries, facts.Entry{
			Number: len(s.situation.Entries) + 1, State: facts.Entered, EnteredAt: at, PlayerID: playerID(name), PlayerName: name,
		})
	}
}

// start fixes the field of the entrants who have a seat, and draws lots from the secret.
func (s *story) start() {
	if s.err != nil {
		return
	}
	admitted := s.situation.Admission()
	if admitted.Err != nil {
		s.err = fmt.Errorf("sample: %s: %w", s.situation.Event.Slug, admitted.Err)
		return
	}
	var ids []string
	for _, entry := range admitted.Entrants {
		ids = append(ids, s.situation.Entry(entry).PlayerID.String())
	}
	seed := seating.Seed(s.situation.Event.DrawSecret, ids)
	lots := seating.DrawLots(seed, admitted.Entrants)
	for i, entry := range seating.Shuffle(seed, seating.PurposeFirstRound, admitted.Entrants) {
		lot, position, e := lots[entry], i+1, s.situation.Entry(entry)
		e.State, e.Lot, e.DrawPosition = facts.Playing, &lot, &position
	}
	for i := range s.situation.Entries {
		if e := &s.situation.Entries[i]; e.State == facts.Entered {
			e.State = facts.Waiting
		}
	}
	s.now = s.situation.Event.StartsAt
	at := s.now
	s.situation.Event.State, s.situation.Event.StartedAt = facts.Running, &at
	s.situation.Event.DrawMethod, s.situation.Event.DrawSeed = facts.Drawn, hex.EncodeToString(seed[:])
	s.replay()
}

// replay derives the state from the facts.
func (s *story) replay() {
	if s.err == nil {
		if s.situation.State, s.err = s.situation.Replayed(); s.err != nil {
			s.err = fmt.Errorf("sample: %s: %w", s.situation.Event.Slug, s.err)
		}
	}
}

// draw draws the next round; its clock runs from a few minutes later.
func (s *story) draw() *facts.Round {
	if s.err != nil {
		return &facts.Round{}
	}
	next, err := s.situation.Next()
	if err != nil {
		s.err = fmt.Errorf("sample: %s: %w", s.situation.Event.Slug, err)
		return &facts.Round{}
	}
	begin := s.now.Add(6 * time.Minute)
	round := facts.Round{
		Number: next.Number, Kind: next.Kind, State: "open", Method: method(s.situation, next), DrawnBy: referee, DrawnAt: s.now, Reasons: next.Plan.Why(),
		Clock: facts.Clock{Phase: officiating.ClockRunning, LimitSeconds: s.situation.Event.TimeLimitMinutes * 60, StartedAt: &begin, Version: 1},
	}
	if round.Clock.LimitSeconds > 0 {
		end := begin.Add(time.Duration(s.situation.Event.TimeLimitMinutes) * time.Minute)
		round.Clock.EndsAt = &end
	}
	for _, t := range next.Plan.Tables {
		round.Tables = append(round.Tables, facts.Table{Number: t.Number, Seats: t.Seats})
	}
	s.situation.Rounds = append(s.situation.Rounds, round)
	s.now = begin
	s.replay()
	return s.round()
}

// method names how a round of the ruleset's making is seated.
func method(s *officiating.Situation, next tournament.Step) string {
	switch {
	case next.Kind != league.Preliminary:
		return "seeded"
	case s.Event.Pairing == string(rules.ByPreviousStandings):
		return "standings"
	case next.Number == 1 || s.Event.Pairing == string(rules.ByLot):
		return "lot"
	default:
		return "standings"
	}
}

// round is the latest round.
func (s *story) round() *facts.Round {
	if len(s.situation.Rounds) == 0 {
		return &facts.Round{}
	}
	return &s.situation.Rounds[len(s.situation.Rounds)-1]
}

// play records the result of a table of the latest round: its ending, and the results of the seats, in the order of
// play. The first seat to reach the target has declared, if the ending needs a declaration.
func (s *story) play(table int, ended league.Ending, seats ...league.SeatResult) {
	s.record(table, ended, nil, seats)
}

// void records that the game of a table is void for everybody.
func (s *story) void(table int, seats ...league.SeatResult) {
	if s.err == nil {
		s.record(table, league.Completed, &league.Void{For: s.round().Tables[table-1].Seats}, seats)
	}
}

func (s *story) record(table int, ended league.Ending, void *league.Void, seats []league.SeatResult) {
	if s.err != nil {
		return
	}
	round := s.round()
	t := &round.Tables[table-1]
	if len(seats) != len(t.Seats) {
		s.err = fmt.Errorf("sample: %s: %d results for the %d seats of table %d of round %d", s.situation.Event.Slug, len(seats), len(t.Seats), table, round.Number)
		return
	}
	variant, _ := s.situation.Rules.Variant("")
	result := facts.Result{
		Result: league.Result{Ended: ended, Void: void},
		Round:  round.Number, TableNumber: table, Version: 1, EnteredBy: referee,
		EnteredAt: s.now.Add(time.Duration(50+3*table) * time.Minute),
	}
	for i, seat := range seats {
		seat.Entry = t.Seats[i]
		result.Seats = append(result.Seats, seat)
		if ended == league.Declared && result.DeclaredBy == 0 && seat.VP >= variant.Target {
			result.DeclaredBy = seat.Entry
		}
	}
	t.Result = &result
	s.replay()
}

// close closes the latest round, an hour and a half after it began.
func (s *story) close() {
	if s.err != nil {
		return
	}
	s.now = s.now.Add(92 * time.Minute)
	round, at := s.round(), s.now
	round.State, round.ClosedAt = "closed", &at
	round.Clock.Phase, round.Clock.EndsAt = officiating.ClockEnded, nil
	s.replay()
}

// finish completes the event.
func (s *story) finish() {
	if s.err != nil {
		return
	}
	at := s.now
	s.situation.Event.State, s.situation.Event.FinishedAt = facts.Finished, &at
}

// penalize takes points away.
func (s *story) penalize(entry league.Entry, offense, points string) {
	s.situation.Sanctions = append(s.situation.Sanctions, facts.Sanction{
		ID: id(offense), Ordinal: len(s.situation.Sanctions) + 1, Entry: int(entry), Kind: league.Points, Round: len(s.situation.Rounds), During: true,
		Offense: offense, Points: &points, GivenBy: referee, GivenAt: s.now,
	})
	s.replay()
}

// leave makes an entrant leave the event during the latest round.
func (s *story) leave(entry league.Entry) {
	s.situation.Withdrawals = append(s.situation.Withdrawals, facts.Withdrawal{
		ID: id("leaving"), Entry: int(entry), Round: len(s.situation.Rounds), During: true, Reason: "treno", GivenBy: referee, GivenAt: s.now,
	})
	s.replay()
}

// vp are seats with victory points and nothing else.
func vp(points ...int) []league.SeatResult {
	seats := make([]league.SeatResult, len(points))
	for i, p := range points {
		seats[i] = league.SeatResult{VP: p}
	}
	return seats
}

// with adds a figure to each seat.
func with(seats []league.SeatResult, figure string, values ...int) []league.SeatResult {
	for i, v := range values {
		if seats[i].Figures == nil {
			seats[i].Figures = map[string]int{}
		}
		seats[i].Figures[figure] = v
	}
	return seats
}
