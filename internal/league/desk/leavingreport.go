package desk

import (
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// ErrOwnReport says that who reported that somebody has left does not decide what follows from it.
var ErrOwnReport = errors.New("desk: own report")

// LeavingReport is a leaving without good reason that the ruleset has reported to the
// championship manager (BG 1.1.7). It follows from the withdrawals of the event and is
// never written down.
type LeavingReport struct {
	Stage      *Stage
	Entry      facts.Entry
	Withdrawal facts.Withdrawal
	Report     tournament.Barred
	// BarredUntilDecided: until it is decided he may enter no event.
	BarredUntilDecided bool
	// Ban is the case in which it was decided about; nil while it waits.
	Ban *league.BanID
}

// LeavingReports lists the leavings reported, the latest first, after one with an id
// (uuid.Nil: from the latest). With decided nil it is all of them, else those about which
// was decided, or not.
func (d *Desk) LeavingReports(door tenantdb.Door, before uuid.UUID, decided *bool, most int) ([]LeavingReport, error) {
	var found []facts.Leaving
	b := &tenantdb.Batch{}
	leaguedb.LoadLeavings(b, &found, before, decided, most)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	out := make([]LeavingReport, len(found))
	for i, l := range found {
		var err error
		if out[i], err = d.leavingReport(door, l); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (d *Desk) leavingReport(door tenantdb.Door, l facts.Leaving) (LeavingReport, error) {
	s, err := d.View(door, l.EventID)
	if err != nil {
		return LeavingReport{}, err
	}
	r := LeavingReport{Stage: s, BarredUntilDecided: l.Barred, Ban: l.BanID}
	i := slices.IndexFunc(s.Withdrawals, func(w facts.Withdrawal) bool { return w.ID == l.WithdrawalID })
	if i < 0 {
		return r, fmt.Errorf("event %s: report of withdrawal %s, which it does not have", l.EventID, l.WithdrawalID)
	}
	r.Withdrawal = s.Withdrawals[i]
	r.Entry = *s.Entry(league.Entry(r.Withdrawal.Entry))
	grounds, barred := s.Bars(league.Entry(r.Withdrawal.Entry))
	if !barred {
		return r, fmt.Errorf("event %s: withdrawal %s bars from nothing", l.EventID, l.WithdrawalID)
	}
	r.Report = tournament.Barred{Entry: league.Entry(r.Entry.Number), From: string(s.Rules.Leaving.Ban), Grounds: grounds}
	return r, nil
}

// DecideLeaving decides about somebody who left without good reason and was reported (BG
// 1.1.7): nothing, or a ban. Who reported it does not decide about it, and nobody about
// himself.
func (d *Desk) DecideLeaving(tx tenantdb.Tx, act Act, event league.EventID, withdrawal uuid.UUID, n NewDecision) (Decided, error) {
	var found facts.Leaving
	b := &tenantdb.Batch{}
	leaguedb.LoadLeaving(b, &found, event, withdrawal)
	if err := tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return Decided{}, fmt.Errorf("leaving %s: %w", withdrawal, league.ErrNotFound)
	} else if err != nil {
		return Decided{}, err
	}
	report, err := d.leavingReport(tx, found)
	if err != nil {
		return Decided{}, err
	}
	if report.Ban != nil {
		return Decided{}, league.NotNow("leaving-decided")
	}
	return d.decideAnew(tx, act, facts.Ban{
		PlayerID: report.Entry.PlayerID, EventID: &event.UUID, EventTitle: report.Stage.Event.Title, WithdrawalID: &withdrawal,
	}, n)
}

// leavingTasks are the leavings about which the managers have to decide.
func (d *Desk) leavingTasks(door tenantdb.Door, offices []facts.Office) ([]duties.Task, error) {
	managers := duties.Holders(offices, duties.Manager, league.EventID{}, league.RegionID{})
	if len(managers) == 0 {
		return nil, nil
	}
	open := false
	var out []duties.Task
	for before := uuid.Nil; ; {
		reports, err := d.LeavingReports(door, before, &open, expulsionsAtOnce)
		if err != nil {
			return nil, err
		}
		for _, r := range reports {
			event := r.Stage.Event
			out = append(out, duties.Task{Kind: duties.TaskLeaving, Event: &event, Withdrawal: r.Withdrawal.ID, About: r.Entry.PlayerName, For: managers, Grounds: r.Report.Grounds})
			before = r.Withdrawal.ID
		}
		if len(reports) < expulsionsAtOnce {
			return out, nil
		}
	}
}
