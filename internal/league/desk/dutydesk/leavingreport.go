package dutydesk

import (
	"github.com/google/uuid"

	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// leavingTasks are the leavings about which the managers have to decide.
func (d Desk) leavingTasks(door tenantdb.Door, offices []facts.Office) ([]duties.Task, error) {
	managers := duties.Managers(offices)
	if len(managers) == 0 {
		return nil, nil
	}
	open := false
	var out []duties.Task
	for before := uuid.Nil; ; {
		reports, err := reportdesk.At(d.Desk).LeavingReports(door, before, &open, expulsionsAtOnce)
		if err != nil {
			return nil, err
		}
		for _, r := range reports {
			out = append(out, duties.OfLeaving(r.Situation.Event, r.Withdrawal.ID, r.Entry.PlayerName, r.Report.Grounds, managers))
			before = r.Withdrawal.ID
		}
		if len(reports) < expulsionsAtOnce {
			return out, nil
		}
	}
}
