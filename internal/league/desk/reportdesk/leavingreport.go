package reportdesk

import (
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// LeavingReport is a leaving without good reason that the ruleset has reported to the
// championship manager (BG 1.1.7). It follows from the withdrawals of the event and is
// never written down.
type LeavingReport struct {
	Situation  *officiating.Situation
	Entry      facts.Entry
	Withdrawal facts.Withdrawal
	Report     tournament.Barred
	// BarredUntilDecided: until it is decided they may enter no event.
	BarredUntilDecided bool
	// Ban is the case in which it was decided about; nil while it waits.
	Ban *league.BanID
}

// LeavingReports lists the reported leavings, the latest first, after the one with an id (uuid.Nil: from the
// latest). With decided nil it lists all of them, else only the decided or only the undecided ones.
func (d Desk) LeavingReports(door tenantdb.Door, before uuid.UUID, decided *bool, most int) ([]LeavingReport, error) {
	out := []LeavingReport{}
	for {
		var found []facts.Leaving
		missing := most - len(out)
		b := &tenantdb.Batch{}
		leaguedb.LoadLeavings(b, &found, before, decided, missing)
		if err := door.Send(b); err != nil {
			return nil, err
		}
		for _, l := range found {
			report, err := d.LeavingReport(door, l)
			if err == nil {
				out = append(out, report)
			} else if !errors.Is(err, league.ErrNotFound) { // otherwise it was revoked meanwhile
				return nil, err
			}
			before = l.WithdrawalID
		}
		if len(found) < missing || len(out) == most {
			return out, nil
		}
	}
}

// LeavingReport makes the report of a leaving, with its event and entry. It returns [league.ErrNotFound] if the event, which is loaded
// after the leaving, reports it no more.
func (d Desk) LeavingReport(door tenantdb.Door, l facts.Leaving) (LeavingReport, error) {
	s, err := d.View(door, l.EventID)
	if err != nil {
		return LeavingReport{}, err
	}
	r := LeavingReport{Situation: s, BarredUntilDecided: l.Barred, Ban: l.BanID}
	i := slices.IndexFunc(s.Withdrawals, func(w facts.Withdrawal) bool { return w.ID == l.WithdrawalID })
	if i < 0 {
		return r, fmt.Errorf("event %s: withdrawal %s: %w", l.EventID, l.WithdrawalID, league.ErrNotFound)
	}
	r.Withdrawal = s.Withdrawals[i]
	r.Entry = *s.Entry(league.Entry(r.Withdrawal.Entry))
	grounds, barred := s.Bars(league.Entry(r.Withdrawal.Entry))
	if !barred {
		return r, fmt.Errorf("event %s: withdrawal %s bars from nothing: %w", l.EventID, l.WithdrawalID, league.ErrNotFound)
	}
	r.Report = tournament.Barred{Entry: league.Entry(r.Entry.Number), From: string(s.Rules.Leaving.Ban), Grounds: grounds}
	return r, nil
}
