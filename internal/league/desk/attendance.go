package desk

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// NewAttendance says that entries do not come to a round, or come late.
type NewAttendance struct {
	Entries []league.Entry // one at least
	Round   int
	// MinutesLate are whole minutes after the time; 0: they do not come.
	MinutesLate int
}

// RecordAttendance records who does not come to the next round or comes late to
// it (SQ00 base 1 and 8, BG 1.1.5), or to the latest as long as nothing has been
// played: then a table left too small takes a player from a larger one, where the
// ruleset says so. Before the start it is said of who has entered, and makes him one
// of those who start without being there (SQ00 base 1). What is recorded of several at once changes the tables once.
// It returns the record of the first.
func (d *Desk) RecordAttendance(tx tenantdb.Tx, act Act, id league.EventID, n NewAttendance) (facts.Attendance, *Stage, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return facts.Attendance{}, nil, err
	}
	first, known := len(s.Attendance), 0
	if n.Round <= len(s.Rounds) {
		known = first + 1
	}
	for _, entry := range n.Entries {
		if err := s.mayAttend(n, entry); err != nil {
			return facts.Attendance{}, nil, err
		}
		s.Attendance = append(s.Attendance, facts.Attendance{
			ID: newID(), Ordinal: len(s.Attendance) + 1, Entry: int(entry), Round: n.Round, MinutesLate: positive(n.MinutesLate),
			AfterDraw: known, GivenAt: act.Now,
		})
	}
	added := s.Attendance[first:]
	seated, err := s.seatWithout(tx, n.Round, added)
	if err != nil {
		return facts.Attendance{}, nil, err
	}
	for i, a := range added {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddAttendance(b, id, a, act.By) })
		told := leaguelog.AttendanceRecorded{Attendance: a.ID, Entry: league.Entry(a.Entry), Round: a.Round, MinutesLate: n.MinutesLate, AfterDraw: a.AfterDraw}
		if i == len(added)-1 {
			told.Tables = loggedTables(seated)
		}
		act.Record.Log(id.UUID, told)
		act.Record.Audit("entry "+strconv.Itoa(a.Entry), "", nil, map[string]any{"round": a.Round, "minutesLate": n.MinutesLate, "absent": n.MinutesLate == 0})
	}
	return added[0], s, s.replay()
}

func (s *Stage) mayAttend(n NewAttendance, entry league.Entry) error {
	if err := s.mayCome(entry); err != nil {
		return err
	}
	if err := tournament.AttendanceRule(s.Rules, n.MinutesLate); err != nil {
		return err
	}
	drawable := s.gathering() || tournament.ForEverybody(s.State.Next.Kind, s.State.Next.Number)
	switch {
	case n.Round != len(s.Rounds) && (n.Round != len(s.Rounds)+1 || !drawable):
		return league.Faults{{Pointer: "/round", Grounds: league.Grounds{Reason: "unknown-round", Params: map[string]string{"round": strconv.Itoa(n.Round)}}}}
	case s.attends(int(entry), n.Round):
		return notNow("attendance-recorded", "entry", strconv.Itoa(int(entry)), "round", strconv.Itoa(n.Round))
	}
	return nil
}

// mayCome refuses who is not in the event, or no longer.
func (s *Stage) mayCome(entry league.Entry) error {
	if !s.gathering() {
		_, err := s.moment(entry, false)
		return err
	}
	e := s.Entry(entry)
	if e == nil {
		return league.Faults{{Pointer: "/entry", Grounds: s.Rules.Grounds("", "unknown-entry", "entry", strconv.Itoa(int(entry)))}}
	}
	if e.State != facts.Entered && e.State != facts.CheckedIn {
		return notNow("entry-state", "state", string(e.State))
	}
	return nil
}

// attends tells whether a record of attendance of an entry stands for a round.
func (s *Stage) attends(entry, round int) bool {
	return slices.ContainsFunc(s.Attendance, func(a facts.Attendance) bool {
		return a.RevokedAt == nil && a.Entry == entry && a.Round == round
	})
}

// Lateness is what follows from a record of attendance; ok is false for an
// absence.
func (s *Stage) Lateness(a facts.Attendance) (lateness tournament.Lateness, ok bool) {
	if a.MinutesLate == nil {
		return tournament.Lateness{}, false
	}
	return tournament.LatenessOf(s.Rules, league.Entry(a.Entry), *a.MinutesLate), true
}

// seatWithout seats the latest round without those who do not play it, if the
// records are about that round. It returns the tables where they are others than before.
func (s *Stage) seatWithout(tx tenantdb.Tx, number int, records []facts.Attendance) ([]facts.Table, error) {
	if number > len(s.Rounds) {
		return nil, nil
	}
	round, params := s.latest(), []string{"round", strconv.Itoa(number)}
	if round.State == "closed" {
		return nil, notNow("round-closed", params...)
	}
	var absent []league.Entry
	for _, a := range records {
		entry := league.Entry(a.Entry)
		lateness, _ := s.Lateness(a)
		seated := slices.ContainsFunc(round.Tables, func(t facts.Table) bool { return slices.Contains(t.Seats, entry) })
		switch {
		case seated == lateness.Plays:
		case !seated || s.Rules.Tables.MoveToShort == "":
			return nil, notNow("round-drawn-otherwise", params...)
		default:
			absent = append(absent, entry)
		}
	}
	switch {
	case len(absent) == 0:
		return nil, nil
	case slices.ContainsFunc(round.Tables, func(t facts.Table) bool { return t.Result != nil }):
		return nil, notNow("first-game-played")
	}
	drawn := seating.Plan{Tables: make([]seating.Table, 0, len(round.Tables))}
	for _, t := range round.Tables {
		drawn.Tables = append(drawn.Tables, seating.Table{Number: t.Number, Seats: t.Seats})
	}
	plan, err := seating.WithoutAbsent(s.Rules, drawn, absent)
	if err != nil {
		return nil, err
	}
	round.Tables, round.Reasons = tablesOf(plan), slices.Clone(round.Reasons)
	for _, entry := range absent {
		round.Reasons = append(round.Reasons, s.Rules.Grounds(s.Rules.Tables.MoveToShort, "absent-from-round", "entry", strconv.Itoa(int(entry))))
	}
	round.Reasons = append(round.Reasons, plan.Why()...)
	s.seatAnew(tx, *round)
	return round.Tables, nil
}

// RevokeAttendance takes back a record made by mistake, until its round is drawn.
func (d *Desk) RevokeAttendance(tx tenantdb.Tx, act Act, event league.EventID, id uuid.UUID, reason string) (facts.Attendance, *Stage, error) {
	s, err := d.open(tx, event)
	if err != nil {
		return facts.Attendance{}, nil, err
	}
	i := slices.IndexFunc(s.Attendance, func(a facts.Attendance) bool { return a.ID == id })
	if i < 0 {
		return facts.Attendance{}, nil, fmt.Errorf("attendance %s: %w", id, league.ErrNotFound)
	}
	a := &s.Attendance[i]
	lateness, _ := s.Lateness(*a)
	switch err := s.requireRunning(); {
	case err != nil && !s.gathering():
		return facts.Attendance{}, nil, err
	case a.RevokedAt != nil:
		return facts.Attendance{}, nil, notNow("attendance-revoked")
	case a.Round < len(s.Rounds) || a.Round == len(s.Rounds) && !lateness.Plays: // who comes late and plays keeps his seat
		return facts.Attendance{}, nil, notNow("round-drawn-since", "round", strconv.Itoa(len(s.Rounds)))
	}
	a.RevokedAt, a.RevokedReason = &act.Now, reason
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeAttendance(b, id, act.By, act.Now, reason) })
	act.Record.Log(event.UUID, leaguelog.AttendanceRevoked{Attendance: id, Entry: league.Entry(a.Entry)})
	act.Record.Audit("entry "+strconv.Itoa(a.Entry), reason, map[string]any{"round": a.Round, "minutesLate": a.MinutesLate}, nil)
	revoked := *a
	return revoked, s, s.replay()
}
