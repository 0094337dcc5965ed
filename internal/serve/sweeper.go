package serve

import (
	"context"
	"log/slog"
	"time"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/leaguedb"
	"referto/internal/league/photos"
	"referto/internal/media/blob"
	"referto/internal/tenant/tenantdb"
)

// sweepEvery is the time between two removals of what is kept for a time only.
const sweepEvery = time.Hour

// sweeper removes remembered answers whose time is over, ends photos that have not
// arrived in theirs, erases what belongs to claims of refunds after its own, and
// deletes files that a failed transaction has left.
type sweeper struct {
	db      *tenantdb.DB
	files   blob.Store
	keeping moneydesk.Keeping
	log     *slog.Logger
	now     clock
	every   time.Duration
	stop    context.CancelFunc
	done    chan struct{}
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
	answers, err := authzdb.ForgetAnswers(ctx, s.db, s.now().Add(-gate.RememberFor))
	s.report(ctx, "remembered answers", answers, err)
	photos, err := leaguedb.ExpirePhotos(ctx, s.db, s.now().Add(-photos.Time), photos.Expired())
	s.report(ctx, "photos under way", photos, err)
	refunds, err := moneydesk.EraseDueRefunds(ctx, s.db, s.files, s.keeping, s.now())
	s.report(ctx, "receipts and bank data", refunds, err)
	lost, err := photodesk.DeleteLostFiles(ctx, s.db, s.files, s.now())
	s.report(ctx, "files nobody names", lost, err)
}

func (s *sweeper) report(ctx context.Context, what string, swept int64, err error) {
	switch {
	case err != nil && ctx.Err() == nil:
		s.log.WarnContext(ctx, "not swept", "what", what, "error", err.Error())
	case swept > 0:
		s.log.InfoContext(ctx, "swept", "what", what, "number", swept)
	}
}
