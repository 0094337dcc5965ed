// Package livedb carries news of events between replicas over PostgreSQL's
// LISTEN/NOTIFY.
//
// [Relay.Tell] is called after a commit, never inside it: a notification takes a
// lock that all commits share. News that pile up while some are being sent go out
// together, the latest revision of each event only. [Relay] also listens; while
// the listening connection is down the hub knows that it may have missed
// something ([live.Hub.Deaf]), and what depends on being told falls back to
// asking.
package livedb

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/live"
	"referto/internal/tenant/tenantdb"
)

// channel is the name replicas listen on.
const channel = "referto_events"

// news is one notification: the latest revisions of some events. A notification
// holds 8000 bytes at most, so several may be needed.
type news struct {
	From   uuid.UUID `json:"from"` // the replica, which ignores its own
	Events []change  `json:"events"`
}

type change struct {
	Tenant   uuid.UUID `json:"t"`
	Event    uuid.UUID `json:"e"`
	Revision int64     `json:"r"`
}

// mostInOne is how many events one notification names at most.
const mostInOne = 50

// Relay sends and receives news. Make one with [New].
type Relay struct {
	db   *tenantdb.DB
	hub  *live.Hub
	log  *slog.Logger
	self uuid.UUID

	mu      sync.Mutex
	pending map[live.Topic]int64
	wake    chan struct{}

	stop context.CancelFunc
	done sync.WaitGroup
}

// New makes a relay for a hub. It is deaf until it is started.
func New(db *tenantdb.DB, hub *live.Hub, log *slog.Logger) *Relay {
	return &Relay{db: db, hub: hub, log: log, self: uuid.New(), pending: map[live.Topic]int64{}, wake: make(chan struct{}, 1)}
}

// Tell passes a committed change to the other replicas, soon.
func (r *Relay) Tell(topic live.Topic, revision int64) {
	r.mu.Lock()
	if revision > r.pending[topic] {
		r.pending[topic] = revision
	}
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default: // woken already: it will take this one too
	}
}

// Start begins to listen and to send, until [Relay.Stop].
func (r *Relay) Start(ctx context.Context) error {
	ctx, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	r.done.Add(2)
	go func() { defer r.done.Done(); r.listen(ctx) }()
	go func() { defer r.done.Done(); r.send(ctx) }()
	return nil
}

// Stop ends both.
func (r *Relay) Stop(context.Context) error {
	if r.stop != nil {
		r.stop()
		r.done.Wait()
	}
	return nil
}

// rest is the least time between two sendings. The first of many changes is told
// at once, the others together: a notification is a commit of its own.
const rest = 10 * time.Millisecond

// send notifies whenever there is something to tell.
func (r *Relay) send(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.wake:
		}
		for _, payload := range r.take() {
			if _, err := r.db.Pool().Exec(ctx, `select pg_notify($1, $2)`, channel, payload); err != nil && ctx.Err() == nil {
				// Other replicas learn of the change with the next, or when
				// their own knowledge runs out.
				r.log.WarnContext(ctx, "news not sent", "error", err.Error())
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(rest):
		}
	}
}

// take is everything to be told, as payloads.
func (r *Relay) take() []string {
	r.mu.Lock()
	pending := r.pending
	r.pending = map[live.Topic]int64{}
	r.mu.Unlock()
	var payloads []string
	batch := news{From: r.self}
	flush := func() {
		if len(batch.Events) > 0 {
			raw, _ := json.Marshal(batch) // ids and numbers: cannot fail
			payloads = append(payloads, string(raw))
			batch.Events = nil
		}
	}
	for topic, revision := range pending {
		batch.Events = append(batch.Events, change{topic.Tenant, topic.Event, revision})
		if len(batch.Events) == mostInOne {
			flush()
		}
	}
	flush()
	return payloads
}

// relisten is the pause before a lost listening connection is tried again.
const relisten = time.Second

func (r *Relay) listen(ctx context.Context) {
	for ctx.Err() == nil {
		err := r.hear(ctx)
		r.hub.Deaf()
		if ctx.Err() != nil {
			return
		}
		r.log.WarnContext(ctx, "news of other replicas are not heard", "error", err.Error())
		select {
		case <-ctx.Done():
		case <-time.After(relisten):
		}
	}
}

// hear listens on a connection of its own until it fails.
func (r *Relay) hear(ctx context.Context) error {
	pooled, err := r.db.Pool().Acquire(ctx)
	if err != nil {
		return err
	}
	conn := pooled.Hijack() // it listens for good, and must not return to the pool
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "listen "+pgx.Identifier{channel}.Sanitize()); err != nil {
		return err
	}
	r.hub.Hearing()
	if err := r.catchUp(ctx); err != nil {
		return err
	}
	for {
		notification, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		var heard news
		if json.Unmarshal([]byte(notification.Payload), &heard) != nil || heard.From == r.self {
			continue
		}
		for _, c := range heard.Events {
			r.hub.Changed(live.Topic{Tenant: c.Tenant, Event: c.Event}, c.Revision)
		}
	}
}
