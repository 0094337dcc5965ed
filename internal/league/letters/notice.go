package letters

import (
	"context"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// decision is a job about something of which people are notified.
type decision interface {
	outbox.Job
	tenant() uuid.UUID
}

// notice is a letter about a decision to several readers.
type notice struct {
	readers func(*tenantdb.Batch, *[]leaguedb.Reader)
	content func(*words.Words) mail.Content
}

// publisherOf is the tenant that a door leads to, as letters name it.
func publisherOf(door tenantdb.Door) (leaguedb.Publisher, error) {
	var publisher leaguedb.Publisher
	b := &tenantdb.Batch{}
	leaguedb.LoadPublisher(b, &publisher)
	return publisher, door.Send(b)
}

// same is content that is put into words by its letter alone.
func same(content mail.Content) func(*words.Words) mail.Content {
	return func(*words.Words) mail.Content { return content }
}

// letterTo notifies one reader of a decision. A letter that cannot be sent now is tried again by itself,
// independently of the letters to other readers.
type letterTo[D decision] struct {
	Decision D         `json:"decision"`
	Reader   uuid.UUID `json:"reader"`
}

// Kind names the job. It differs from the decision's kind, so that a process of an older release leaves the job
// alone instead of writing to all.
func (l letterTo[D]) Kind() string { return l.Decision.Kind() + ".letter" }

// announce registers the workers that write letters about decisions of a type. Compose makes the notice; nil if
// there is nothing to write any more.
func announce[D decision](h *outbox.Handlers, o Office, compose func(tenantdb.Door, D) (*notice, error)) {
	outbox.HandleOnce(h, func(ctx context.Context, job D, done func(tenantdb.Writer) error) error {
		return tenantdb.In(ctx, o.DB, job.tenant(), nil, func(tx tenantdb.Tx) error {
			if err := leaveLetters(tx, o.Later, job, compose); err != nil {
				return err
			}
			return done(tx)
		})
	})
	outbox.Handle(h, func(ctx context.Context, id string, job letterTo[D]) error {
		door, err := tenantdb.Read(ctx, o.DB, job.Decision.tenant(), nil)
		if err != nil {
			return err
		}
		n, err := compose(door, job.Decision)
		if err != nil || n == nil {
			return err
		}
		var to *leaguedb.Reader
		b := &tenantdb.Batch{}
		leaguedb.LoadReader(b, &to, job.Reader)
		if err := door.Send(b); err != nil || to == nil {
			return err
		}
		return o.send(ctx, id, job.Decision.tenant(), *to, n.content(words.For(to.Language)))
	})
}

// leaveLetters leaves a letter for each reader of a decision.
func leaveLetters[D decision](tx tenantdb.Tx, later *outbox.Outbox, job D, compose func(tenantdb.Door, D) (*notice, error)) error {
	n, err := compose(tx, job)
	if err != nil || n == nil {
		return err
	}
	var readers []leaguedb.Reader
	b := &tenantdb.Batch{}
	n.readers(b, &readers)
	if err := tx.Send(b); err != nil {
		return err
	}
	for _, to := range readers {
		if err := later.Insert(tx, letterTo[D]{Decision: job, Reader: to.ID}); err != nil {
			return err
		}
	}
	return nil
}
