package officiating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// NewAttendance states that entries do not come to a round, or come late.
type NewAttendance struct {
	Entries []league.Entry // at least one
	Round   int
	// MinutesLate is the lateness in whole minutes; 0 means that they do not come.
	MinutesLate int
}

// Miss returns the records that entries do not come to a round or come late to it, one
// for each of them in their order, without id and instant; or why that cannot be
// recorded (SQ00 base 1, BG 1.1.5).
func (s *Situation) Miss(n NewAttendance) ([]facts.Attendance, error) {
	first, known := len(s.Attendance), 0
	if n.Round <= len(s.Rounds) {
		known = first + 1
	}
	var records []facts.Attendance
	for _, entry := range n.Entries {
		if err := s.mayMiss(n, entry, records); err != nil {
			return nil, err
		}
		record := facts.Attendance{Ordinal: first + len(records) + 1, Entry: int(entry), Round: n.Round, AfterDraw: known}
		if n.MinutesLate != 0 {
			record.MinutesLate = &n.MinutesLate
		}
		records = append(records, record)
	}
	return records, nil
}

// mayMiss refuses an impossible record of an entry; with are the records made together with it.
func (s *Situation) mayMiss(n NewAttendance, entry league.Entry, with []facts.Attendance) error {
	if err := s.mayCome(entry); err != nil {
		return err
	}
	if err := tournament.AttendanceRule(s.Rules, n.MinutesLate); err != nil {
		return err
	}
	drawable := s.Gathering() || tournament.ForEverybody(s.State.Next.Kind, s.State.Next.Number)
	switch {
	case n.Round != len(s.Rounds) && (n.Round != len(s.Rounds)+1 || !drawable):
		return league.Faults{{Field: "/round", Grounds: league.Grounds{Reason: "unknown-round", Params: map[string]string{"round": strconv.Itoa(n.Round)}}}}
	case attends(s.Attendance, int(entry), n.Round) || attends(with, int(entry), n.Round):
		return league.NotNow("attendance-recorded", "entry", itoa(entry), "round", strconv.Itoa(n.Round))
	}
	return nil
}

// mayCome refuses an entry that is not in the event, or no longer.
func (s *Situation) mayCome(entry league.Entry) error {
	if !s.Gathering() {
		_, err := s.Moment(entry, false)
		return err
	}
	e := s.Entry(entry)
	if e == nil {
		return league.Faults{{Field: "/entry", Grounds: s.Rules.Grounds("", "unknown-entry", "entry", itoa(entry))}}
	}
	if e.State != facts.Entered && e.State != facts.CheckedIn {
		return league.NotNow("entry-state", "state", string(e.State))
	}
	return nil
}

// attends reports whether there is a record of an entry for a round that is not revoked.
func attends(records []facts.Attendance, entry, round int) bool {
	return slices.ContainsFunc(records, func(a facts.Attendance) bool {
		return a.RevokedAt == nil && a.Entry == entry && a.Round == round
	})
}

// Lateness returns the consequences of a record of attendance; ok is false for an absence.
func (s *Situation) Lateness(a facts.Attendance) (lateness tournament.Lateness, ok bool) {
	if a.MinutesLate == nil {
		return tournament.Lateness{}, false
	}
	return tournament.LatenessOf(s.Rules, league.Entry(a.Entry), *a.MinutesLate), true
}

// SeatWithout returns the latest round seated without the entries that do not play it, for records
// about that round; changed is false if its tables stay the same. A table that is too small takes a
// player from a larger one (SQ00 base 8, BG 1.1.5).
func (s *Situation) SeatWithout(number int, records []facts.Attendance) (without facts.Round, changed bool, err error) {
	if number > len(s.Rounds) {
		return facts.Round{}, false, nil
	}
	round := *s.Latest()
	absent, err := s.leaveGap(round, records)
	switch {
	case err != nil || len(absent) == 0:
		return facts.Round{}, false, err
	case hasResult(round):
		return facts.Round{}, false, league.NotNow("first-game-played")
	}
	drawn := seating.Plan{Tables: make([]seating.Table, 0, len(round.Tables))}
	for _, t := range round.Tables {
		drawn.Tables = append(drawn.Tables, seating.Table{Number: t.Number, Seats: t.Seats})
	}
	plan, err := seating.WithoutAbsent(s.Rules, drawn, absent)
	if err != nil {
		return facts.Round{}, false, err
	}
	round.Tables, round.Reasons = TablesOf(plan), slices.Clone(round.Reasons)
	for _, entry := range absent {
		round.Reasons = append(round.Reasons, s.Rules.Grounds(s.Rules.Tables.MoveToShort, "absent-from-round", "entry", itoa(entry)))
	}
	round.Reasons = append(round.Reasons, plan.Why()...)
	return round, true, nil
}

// leaveGap returns those entries of the records who sit at a table of a round and do not play it.
// It refuses if the round is closed, or if its draw contradicts the records.
func (s *Situation) leaveGap(round facts.Round, records []facts.Attendance) (absent []league.Entry, err error) {
	params := []string{"round", strconv.Itoa(round.Number)}
	if round.State == "closed" {
		return nil, league.NotNow("round-closed", params...)
	}
	for _, a := range records {
		entry := league.Entry(a.Entry)
		lateness, _ := s.Lateness(a)
		seated := seatedIn(round, entry)
		switch {
		case seated == lateness.Plays:
		case !seated || s.Rules.Tables.MoveToShort == "":
			return nil, league.NotNow("round-drawn-otherwise", params...)
		default:
			absent = append(absent, entry)
		}
	}
	return absent, nil
}

// MayRevokeAttendance refuses to revoke a record once its round is drawn without the entry. A late
// player who still plays keeps the seat.
func (s *Situation) MayRevokeAttendance(a facts.Attendance) error {
	lateness, _ := s.Lateness(a)
	switch err := s.RequireRunning(); {
	case err != nil && !s.Gathering():
		return err
	case a.RevokedAt != nil:
		return league.NotNow("attendance-revoked")
	case a.Round < len(s.Rounds) || a.Round == len(s.Rounds) && !lateness.Plays:
		return league.NotNow("round-drawn-since", "round", strconv.Itoa(len(s.Rounds)))
	}
	return nil
}
