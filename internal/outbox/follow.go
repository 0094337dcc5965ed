package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"referto/internal/tenant/tenantdb"
)

// following marks a job that was left while the same one was under way. The queue counts a running job as the same one, too, and
// would not take another: the follower has no key of its own.
const following = "following"

// afterwards is the time after which a follower looks again whether the job before it has ended.
const afterwards = time.Second

// same are the unfinished jobs of one kind and content.
type same struct {
	// Running are those under way, Waiting those that will be, by id.
	Running, Waiting []int64
}

func (s *same) load(b *tenantdb.Batch, kind string, args []byte) {
	list := func(states string) string {
		return `(select array_agg(id order by id) from ` + tenantdb.JobSchema + `.river_job where kind = $1 and args = $2::jsonb and state in (` + states + `))`
	}
	tenantdb.One(b, s, `select `+list(`'running'`)+` as running, `+list(`'available', 'pending', 'retryable', 'scheduled'`)+` as waiting`, kind, string(args))
}

// follow leaves a job that is done after the same one, which is under way. If one is waiting, it is enough.
func follow(tx tenantdb.Writer, job Job, insert func(*river.InsertOpts) (*rivertype.JobInsertResult, error), opts river.InsertOpts) error {
	args, err := json.Marshal(job)
	if err != nil {
		return err
	}
	var others same
	b := &tenantdb.Batch{}
	others.load(b, job.Kind(), args)
	if err := tx.Send(b); err != nil || len(others.Waiting) > 0 {
		return err
	}
	opts.UniqueOpts, opts.Tags = river.UniqueOpts{}, []string{following}
	_, err = insert(&opts)
	return err
}

// turn decides whether a follower is done now. It is a [NotBefore] while an older job of its kind and content is under way, and its
// end if another one is waiting, which will see the same.
func (h *Handlers) turn(ctx context.Context, job *rivertype.JobRow) (done bool, err error) {
	if !slices.Contains(job.Tags, following) {
		return false, nil
	}
	var others same
	err = tenantdb.Global(ctx, h.db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		others.load(b, job.Kind, job.EncodedArgs)
		return tx.Send(b)
	})
	switch {
	case err != nil:
		return false, fmt.Errorf("outbox: the same job: %w", err)
	case len(others.Waiting) > 0:
		return true, nil
	case others.Running[0] < job.ID:
		return false, NotBefore(afterwards)
	}
	return false, nil
}
