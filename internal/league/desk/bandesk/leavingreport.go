package bandesk

import (
	"errors"
	"fmt"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"

	"github.com/google/uuid"
)

// DecideLeaving decides about somebody who left without good reason and was reported (BG
// 1.1.7): nothing, or a ban. Who reported it does not decide about it, and nobody about
// himself.
func (d Desk) DecideLeaving(tx tenantdb.Tx, act desk.Act, event league.EventID, withdrawal uuid.UUID, n NewDecision) (Decided, error) {
	var found facts.Leaving
	b := &tenantdb.Batch{}
	leaguedb.LoadLeaving(b, &found, event, withdrawal)
	if err := tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return Decided{}, fmt.Errorf("leaving %s: %w", withdrawal, league.ErrNotFound)
	} else if err != nil {
		return Decided{}, err
	}
	report, err := reportdesk.At(d.Desk).LeavingReport(tx, found)
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
