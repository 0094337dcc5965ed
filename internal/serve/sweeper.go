package serve

import (
	"context"
	"log/slog"
	"time"

	"referto/internal/authz/authzdb"
	"referto/internal/league/desk"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/media/blob"
	"referto/internal/tenant/tenantdb"
)

// sweepEvery is the interval at which expired data is removed.
const sweepEvery = time.Hour

// sweeper removes data that is kept for a limited time ([sweeper.keeping]), rebuilds rankings whose careers have an
// outdated form, seals additions to audits, and shows the full names of people who have come of age.
type sweeper struct {
	db      *tenantdb.DB
	files   blob.Store
	refunds moneydesk.Keeping
	// refusals is the time for which the security log is kept; 0: for ever, where none is written.
	refusals time.Duration
	desk     *desk.Desk
	log      *slog.Logger
	now      clock
	every    time.Duration
	stop     context.CancelFunc
	done     chan struct{}
}

// Start begins to sweep, now and then.
func (s *sweeper) Start(ctx context.Context) error {
	ctx, s.stop = context.WithCancel(tenantdb.For(tenantdb.Unhurried(context.WithoutCancel(ctx)), "sweeper"))
	s.done = make(chan struct{})
	go func() {
		defer close(s.done)
		tick := time.NewTicker(s.every)
		defer tick.Stop()
		for {
			s.sweep(ctx)
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return nil
}

// Stop ends it.
func (s *sweeper) Stop(context.Context) error {
	if s.stop != nil {
		s.stop()
		<-s.done
	}
	return nil
}

func (s *sweeper) sweep(ctx context.Context) {
	for _, k := range s.keeping() {
		if k.sweep != nil {
			swept, err := k.sweep(ctx)
			s.report(ctx, k.what, swept, err)
		}
	}
	rankings, err := s.rebuild(ctx)
	s.report(ctx, "rankings made anew", rankings, err)
	sealed, err := authzdb.SealAudits(ctx, s.db, s.now())
	s.report(ctx, "rows of audits that were sealed", sealed, err)
	adults, err := s.comeOfAge(ctx)
	s.report(ctx, "names shown otherwise in public", adults, err)
}

// rebuild makes the careers of rankings anew that an earlier program has left, or none.
func (s *sweeper) rebuild(ctx context.Context) (n int64, err error) {
	err = tenantdb.Everywhere(ctx, s.db, func(tx tenantdb.Tx) error {
		some, err := s.desk.RebuildOutdated(tx)
		n += some
		return err
	})
	return n, err
}

// comeOfAge shows the full names of people who have come of age with the new year.
func (s *sweeper) comeOfAge(ctx context.Context) (n int64, err error) {
	err = tenantdb.Everywhere(ctx, s.db, func(tx tenantdb.Tx) error {
		some, err := desk.RefreshInitials(tx, s.now(), nil)
		n += int64(some)
		return err
	})
	return n, err
}

func (s *sweeper) report(ctx context.Context, what string, swept int64, err error) {
	switch {
	case err != nil && ctx.Err() == nil:
		s.log.WarnContext(ctx, "not swept", "what", what, "error", err.Error())
	case swept > 0:
		s.log.InfoContext(ctx, "swept", "what", what, "number", swept)
	}
}
