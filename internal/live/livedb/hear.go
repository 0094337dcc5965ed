package livedb

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/live"
	"referto/internal/tenant/tenantdb"
)

// Times of the listening connection.
const (
	// relisten is the pause before a lost listening connection is tried again.
	relisten = time.Second
	// silence is the time without news after which the relay sends itself something, and
	// echoWithin the time in which that has to come back.
	silence    = 2 * time.Second
	echoWithin = 2 * time.Second
	// askEvery is the time between two questions for revisions while nothing is heard.
	askEvery = 2 * time.Second
)

// listen hears news until it is stopped. It logs the beginning and the end of each time
// in which it hears none.
func (r *Relay) listen(ctx context.Context) {
	deaf := false
	for ctx.Err() == nil {
		err := r.hear(ctx, func() {
			if deaf {
				r.log.InfoContext(ctx, "news of other replicas are heard again")
			}
			deaf = false
		})
		r.hub.Deaf()
		if ctx.Err() != nil {
			return
		}
		if !deaf {
			r.log.WarnContext(ctx, "news of other replicas are not heard", "error", err.Error())
		}
		deaf = true
		wait(ctx, relisten)
	}
}

// echo is the channel on which a relay hears only itself.
func (r *Relay) echo() string { return channel + "_" + strings.ReplaceAll(r.self.String(), "-", "") }

// hear listens on a connection of its own until it fails.
func (r *Relay) hear(ctx context.Context, hearing func()) error {
	conn, err := r.db.Connect(ctx)
	if err != nil {
		return err
	}
	defer tenantdb.Hangup(conn)
	for _, name := range []string{channel, r.echo()} {
		if err := within(ctx, echoWithin, func(ctx context.Context) error {
			_, err := conn.Exec(ctx, "listen "+pgx.Identifier{name}.Sanitize())
			return err
		}); err != nil {
			return err
		}
	}
	r.hub.Hearing()
	hearing()
	r.done.Go(func() { r.catchUpSurely(ctx) })
	for {
		if err := r.next(ctx, conn); err != nil {
			return err
		}
	}
}

// within runs something for a time at most.
func within(ctx context.Context, limit time.Duration, fn func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return fn(ctx)
}

// errNoEcho: the connection exists but notifications do not arrive, as behind a pooler that shares connections.
var errNoEcho = errors.New("livedb: what the replica told itself was not heard")

// next hears one notification. Where none comes for some time the relay sends itself
// something, and fails if that does not come back.
func (r *Relay) next(ctx context.Context, conn *pgx.Conn) error {
	notification, err := await(ctx, conn, silence)
	if err != nil && pgconn.Timeout(err) && ctx.Err() == nil {
		err = within(ctx, echoWithin, func(ctx context.Context) error {
			_, err := conn.Exec(ctx, `select pg_notify($1, '')`, r.echo())
			return err
		})
		if err != nil {
			return err
		}
		if notification, err = await(ctx, conn, echoWithin); err != nil && pgconn.Timeout(err) {
			return errNoEcho
		}
	}
	if err != nil {
		return err
	}
	r.heard(notification)
	return nil
}

func await(ctx context.Context, conn *pgx.Conn, limit time.Duration) (n *pgconn.Notification, err error) {
	err = within(ctx, limit, func(ctx context.Context) (err error) {
		n, err = conn.WaitForNotification(ctx)
		return err
	})
	return n, err
}

// heard passes a notification on to the hub.
func (r *Relay) heard(notification *pgconn.Notification) {
	var heard news
	if notification.Channel != channel || json.Unmarshal([]byte(notification.Payload), &heard) != nil || heard.From == r.self {
		return
	}
	if len(heard.Shared) > 0 && r.hearShared != nil {
		r.hearShared(heard.Shared)
	}
	for _, c := range heard.Events {
		r.hub.Changed(live.Topic{Tenant: c.Tenant, Event: c.Event}, c.Revision)
	}
}

// catchUp passes to the hub the current revisions of all watched topics from the database.
func (r *Relay) catchUp(ctx context.Context) error {
	if r.ask == nil {
		return nil
	}
	of := map[uuid.UUID][]uuid.UUID{}
	for _, topic := range r.hub.Watched() {
		of[topic.Tenant] = append(of[topic.Tenant], topic.Event)
	}
	for tenant, ids := range of {
		revisions, err := r.ask(ctx, tenant, ids)
		if err != nil {
			return err
		}
		for id, revision := range revisions {
			r.hub.Changed(live.Topic{Tenant: tenant, Event: id}, revision)
		}
	}
	return nil
}

// catchUpSurely catches up as often as it takes.
func (r *Relay) catchUpSurely(ctx context.Context) {
	for r.catchUp(ctx) != nil && ctx.Err() == nil {
		wait(ctx, relisten)
	}
}

// askWhileDeaf asks now and then as long as nothing is heard. Where it fails the database
// is away, of which others complain.
func (r *Relay) askWhileDeaf(ctx context.Context) {
	for ctx.Err() == nil {
		wait(ctx, askEvery)
		if _, deaf := r.hub.DeafSince(); deaf {
			_ = r.catchUp(ctx)
		}
	}
}
