package entrydesk

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// RecordAttendance records the players who do not come to the next round or come late to it (SQ00 base 1 and 8,
// BG 1.1.5). It may also record this for the latest round as long as nothing has been played: then a table left
// too small takes a player from a larger one, if the ruleset has this rule. Before the start it applies to
// players who have entered, and makes them start without being there (SQ00 base 1). If several players are
// recorded at once, the tables change once. It returns the record of the first.
func (d Desk) RecordAttendance(tx tenantdb.Tx, act desk.Act, id league.EventID, n officiating.NewAttendance) (facts.Attendance, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return facts.Attendance{}, nil, err
	}
	added, err := s.Miss(n)
	if err != nil {
		return facts.Attendance{}, nil, err
	}
	for i := range added {
		added[i].ID, added[i].GivenAt = desk.NewID(), act.Now
	}
	s.Attendance = append(s.Attendance, added...)
	recorded := s.Attendance[len(s.Attendance)-len(added):]
	desk.Signed(tx, act, func(name string, _ bool) {
		for i := range recorded {
			recorded[i].GivenBy = name
		}
	})
	round, changed, err := s.SeatWithout(n.Round, added)
	if err != nil {
		return facts.Attendance{}, nil, err
	}
	if changed {
		seatAnew(tx, s, round)
	}
	for i, a := range added {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddAttendance(b, id, a, act.By) })
		fact := leaguelog.AttendanceRecorded{Attendance: a.ID, Entry: league.Entry(a.Entry), Round: a.Round, MinutesLate: n.MinutesLate, AfterDraw: a.AfterDraw}
		if i == len(added)-1 {
			fact.Tables = desk.LoggedTables(round.Tables)
		}
		act.Record.Log(id.UUID, fact)
		act.Record.Audit("entry "+strconv.Itoa(a.Entry), "", nil, map[string]any{"round": a.Round, "minutesLate": n.MinutesLate, "absent": n.MinutesLate == 0})
	}
	return added[0], s, s.Replay()
}

// RevokeAttendance revokes a record made by mistake, until its round is drawn.
func (d Desk) RevokeAttendance(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, reason string) (facts.Attendance, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, event)
	if err != nil {
		return facts.Attendance{}, nil, err
	}
	i := slices.IndexFunc(s.Attendance, func(a facts.Attendance) bool { return a.ID == id })
	if i < 0 {
		return facts.Attendance{}, nil, fmt.Errorf("attendance %s: %w", id, league.ErrNotFound)
	}
	a := &s.Attendance[i]
	if err := s.MayRevokeAttendance(*a); err != nil {
		return facts.Attendance{}, nil, err
	}
	a.RevokedAt, a.RevokedReason = &act.Now, reason
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeAttendance(b, id, act.By, act.Now, reason) })
	act.Record.Log(event.UUID, leaguelog.AttendanceRevoked{Attendance: id, Entry: league.Entry(a.Entry)})
	act.Record.Audit("entry "+strconv.Itoa(a.Entry), reason, map[string]any{"round": a.Round, "minutesLate": a.MinutesLate}, nil)
	revoked := *a
	return revoked, s, s.Replay()
}
