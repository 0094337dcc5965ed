package letters

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/leaguedb"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// HeldJob returns the job of a letter that has waited. It names the change for which it has waited, so that it
// differs from the job that was held.
func HeldJob(held leaguedb.HeldLetter, after uuid.UUID) (outbox.Job, error) {
	switch held.Kind {
	case BanLetter{}.Kind():
		var job BanLetter
		err := json.Unmarshal(held.Job, &job)
		job.After = after
		return job, err
	case LeavingLetter{}.Kind():
		var job LeavingLetter
		err := json.Unmarshal(held.Job, &job)
		job.After = after
		return job, err
	case ConvocationTurn{}.Kind():
		var job ConvocationTurn
		err := json.Unmarshal(held.Job, &job)
		job.After = after
		return job, err
	}
	return nil, fmt.Errorf("letters of kind %q are not held", held.Kind)
}

// hold lets a letter wait until its reader has confirmed their address; a nil job need not be stored. If they
// have confirmed it by now, the job is run again at once.
func (o Office) hold(ctx context.Context, tenant uuid.UUID, player league.PlayerID, job outbox.Job) error {
	letter := leaguedb.HeldLetter{HeldAt: o.Now().UTC()}
	if job != nil {
		text, err := json.Marshal(job)
		if err != nil {
			return outbox.Giveup(fmt.Errorf("hold a letter: %w", err))
		}
		letter.Kind, letter.Job = job.Kind(), text
	}
	var waits bool
	err := tenantdb.In(ctx, o.DB, tenant, nil, func(tx tenantdb.Tx) (err error) {
		waits, err = moneydesk.At(o.Desk).Hold(tx, player, letter)
		return err
	})
	if err == nil && !waits {
		return outbox.NotBefore(time.Second)
	}
	return err
}
