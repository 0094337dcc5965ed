package desk

import (
	"fmt"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// requireRunning refuses what only a running event allows.
func (s *Stage) requireRunning() error {
	if s.Event.State != facts.Running {
		return notNow("event-not-running", "state", string(s.Event.State))
	}
	return nil
}

// latest is the latest drawn round; nil before the first.
func (s *Stage) latest() *facts.Round {
	if len(s.Rounds) == 0 {
		return nil
	}
	return &s.Rounds[len(s.Rounds)-1]
}

// Next is the step that comes now, or the error why it cannot be taken: what
// [Desk.DrawRound] does and a preview shows.
func (s *Stage) Next() (tournament.Step, error) {
	if err := s.requireRunning(); err != nil {
		return tournament.Step{}, err
	}
	next := s.State.Next
	switch {
	case next.Err != nil:
		return next, next.Err
	case next.Kind == "" && next.Provisional:
		return next, &StateError{Grounds: s.Rules.Grounds(s.Rules.Format.Paragraph, "last-round-drawn")}
	case next.Kind == "":
		return next, &StateError{Grounds: s.Rules.Grounds(s.Rules.Format.Paragraph, "event-has-no-further-round")}
	case len(next.Missing) > 0:
		return next, notNow("results-missing", "tables", numbers(next.Missing))
	case next.Provisional:
		return next, notNow("round-not-closed", "round", strconv.Itoa(len(s.Rounds)))
	}
	return next, nil
}

// ByHand is a seating made by hand: tables, or lots out of a hat for a round that
// is drawn by lot.
type ByHand struct {
	Tables []seating.Table
	Lots   map[league.Entry]int
	Reason string
	// By is the name of who made it, AcceptedBy that of a second person who has
	// accepted it.
	By, AcceptedBy string
	// OthersAccepted: the tables may be of other sizes than the ruleset divides
	// into, and in a semifinal or final others may sit than those who qualified.
	// The first referee decides so, finally (CN09 2.5): what was
	// played under a mistake cannot be unplayed.
	OthersAccepted bool
}

// DrawRound draws the next round, semifinal or final: as the ruleset has it, or,
// where byHand is not nil, as somebody has it for a reason.
func (d *Desk) DrawRound(tx tenantdb.Tx, act Act, id league.EventID, byHand *ByHand) (*Stage, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return nil, err
	}
	next, err := s.Next()
	if err != nil {
		return nil, err
	}
	round := facts.Round{
		Number: next.Number, Kind: next.Kind, State: "open", DrawnAt: act.Now,
		Method: s.method(next),
		Clock:  facts.Clock{LimitSeconds: s.Event.TimeLimitMinutes * 60},
	}
	switch {
	case byHand == nil:
		round.Tables, round.Reasons = tablesOf(*next.Plan), next.Plan.Why()
	case byHand.Tables != nil:
		err = s.seatByHand(&round, next, *byHand)
	default:
		err = s.drawByHand(&round, next, *byHand)
	}
	if err != nil {
		return nil, err
	}
	s.Rounds = append(s.Rounds, round)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRound(b, id, round, act.By) })
	act.Record.Log(id.UUID, leaguelog.RoundDrawn{
		Round: round.Number, RoundKind: round.Kind, Method: round.Method, Tables: loggedTables(round.Tables), Order: round.DrawnOrder,
	})
	act.Record.Audit("round "+strconv.Itoa(round.Number), round.HandReason, nil, map[string]any{"kind": round.Kind, "method": round.Method, "tables": round.Tables, "acceptedBy": round.AcceptedBy})
	return s, s.replay()
}

func tablesOf(p seating.Plan) []facts.Table {
	tables := make([]facts.Table, 0, len(p.Tables))
	for _, t := range p.Tables {
		tables = append(tables, facts.Table{Number: t.Number, Seats: t.Seats})
	}
	return tables
}

// method says how a round of the ruleset's making is seated.
func (s *Stage) method(next tournament.Step) string {
	pairing, _ := s.Rules.Pairing(rules.PairingSystem(s.Event.Pairing))
	switch {
	case !tournament.ForEverybody(next.Kind, next.Number):
		return "seeded"
	case next.Kind == league.Semifinal:
		return "lot"
	case pairing.BySchedule(next.Number):
		return "fixed"
	case pairing.System == rules.ByPreviousStandings:
		return "standings"
	case next.Number == 1 || pairing.System == rules.ByLot:
		return "lot"
	}
	return "standings"
}

// numbers writes whole numbers for a message: "1, 4, 5".
func numbers(ns []int) string {
	out := ""
	for i, n := range ns {
		if i > 0 {
			out += ", "
		}
		out += strconv.Itoa(n)
	}
	return out
}

// openLatest opens a running event to change a round, which must be the latest.
func (d *Desk) openLatest(tx tenantdb.Tx, id league.EventID, number int) (*Stage, *facts.Round, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return nil, nil, err
	}
	if number < 1 || number > len(s.Rounds) {
		return nil, nil, fmt.Errorf("round %d: %w", number, league.ErrNotFound)
	}
	if err := s.requireRunning(); err != nil {
		return nil, nil, err
	}
	if number != len(s.Rounds) {
		return nil, nil, notNow("round-not-latest", "round", strconv.Itoa(number), "latest", strconv.Itoa(len(s.Rounds)))
	}
	return s, s.latest(), nil
}

// DiscardRound takes back the latest draw, while it has no result.
func (d *Desk) DiscardRound(tx tenantdb.Tx, act Act, id league.EventID, number int, reason string) (*Stage, error) {
	s, round, err := d.openLatest(tx, id, number)
	if err != nil {
		return nil, err
	}
	for _, t := range round.Tables {
		if t.Result != nil {
			return nil, notNow("round-has-results", "round", strconv.Itoa(number), "table", strconv.Itoa(t.Number))
		}
	}
	for _, sanction := range s.Sanctions {
		if sanction.Round == number && sanction.RevokedAt == nil {
			return nil, notNow("round-has-sanctions", "round", strconv.Itoa(number))
		}
	}
	taken := round.Tables
	s.undraw(number)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RemoveRound(b, id, number) })
	act.Record.Log(id.UUID, leaguelog.RoundDiscarded{Round: number})
	act.Record.Audit("round "+strconv.Itoa(number), reason, map[string]any{"method": round.Method, "tables": taken}, nil)
	return s, s.replay()
}

// undraw takes the latest round away; what was recorded since it was drawn is known
// when it is drawn again.
func (s *Stage) undraw(number int) {
	before := number - 1
	s.Rounds = s.Rounds[:before]
	for i := range s.Apart {
		pair := &s.Apart[i]
		pair.AfterRound = min(pair.AfterRound, before)
		if pair.UntilRound != nil && *pair.UntilRound > before {
			pair.UntilRound = &before
		}
	}
	for i := range s.Attendance {
		if a := &s.Attendance[i]; a.Round == number {
			a.AfterDraw = 0
		}
	}
}

// CloseRound closes the latest round: its results stand.
func (d *Desk) CloseRound(tx tenantdb.Tx, act Act, id league.EventID, number int) (*Stage, error) {
	s, round, err := d.openLatest(tx, id, number)
	if err != nil {
		return nil, err
	}
	if round.State == "closed" {
		return nil, notNow("round-closed", "round", strconv.Itoa(number))
	}
	if missing := s.State.Next.Missing; len(missing) > 0 {
		return nil, notNow("results-missing", "tables", numbers(missing))
	}
	round.State, round.ClosedAt = "closed", &act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.CloseRound(b, id, number, act.By, act.Now) })
	act.Record.Log(id.UUID, leaguelog.RoundClosed{Round: number})
	act.Record.Audit("round "+strconv.Itoa(number), "", map[string]any{"state": "open"}, map[string]any{"state": "closed"})
	return s, s.replay()
}

// ReopenRound opens the latest round again to correct it.
func (d *Desk) ReopenRound(tx tenantdb.Tx, act Act, id league.EventID, number int, reason string) (*Stage, error) {
	s, round, err := d.openLatest(tx, id, number)
	if err != nil {
		return nil, err
	}
	if round.State != "closed" {
		return nil, notNow("round-open", "round", strconv.Itoa(number))
	}
	round.State, round.ClosedAt = "open", nil
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ReopenRound(b, id, number) })
	act.Record.Log(id.UUID, leaguelog.RoundReopened{Round: number})
	act.Record.Audit("round "+strconv.Itoa(number), reason, map[string]any{"state": "closed"}, map[string]any{"state": "open"})
	return s, s.replay()
}
