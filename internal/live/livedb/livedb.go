// Package livedb carries news of events between replicas over PostgreSQL's
// LISTEN/NOTIFY.
//
// [Relay.Publish] is called after a commit, never inside it: a notification takes a lock that all commits share. News
// that pile up while some are being sent go out together, the latest revision of each event only, and unsent ones are
// sent again. [Relay] also listens, on a connection of its own, and sends itself a message at intervals: a connection
// that swallows everything is noticed within seconds.
//
// While nothing is heard the hub knows that it may have missed something ([live.Hub.Deaf]), and the relay polls
// instead: it reads the revisions of all watched topics ([Relay.Ask]) every two seconds, and once more when it hears
// again. The changes missed meanwhile are passed on then.
package livedb

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

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
	Shared []byte    `json:"shared,omitempty"` // see [Relay.Share]
}

type change struct {
	Tenant   uuid.UUID `json:"t"`
	Event    uuid.UUID `json:"e"`
	Revision int64     `json:"r"`
}

// mostInOne bounds the events that one notification names.
const mostInOne = 50

// Relay sends and receives news. Make one with [New].
type Relay struct {
	db   *tenantdb.DB
	hub  *live.Hub
	log  *slog.Logger
	self uuid.UUID
	ask  Revisions
	// shareEvery, say and hear are the arguments of Share; nil if nothing is shared.
	shareEvery time.Duration
	say        func() [][]byte
	hearShared func([]byte)

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

// Revisions reads the revisions of things of a tenant, by their ids. Missing things are left out.
type Revisions func(ctx context.Context, tenant uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]int64, error)

// Ask sets the function that reads revisions when news may have been missed. It is set before the start; without it a
// missed change is published with the next one.
func (r *Relay) Ask(revisions Revisions) { r.ask = revisions }

// Share sends the messages that say returns, of at most 5,000 bytes, to the other replicas at intervals, and passes
// theirs to hear. A message that is not heard is lost. It is set before the start.
func (r *Relay) Share(every time.Duration, say func() [][]byte, hear func(message []byte)) {
	r.shareEvery, r.say, r.hearShared = every, say, hear
}

// share sends the messages of say. An error means that the database is away, which others report.
func (r *Relay) share(ctx context.Context) {
	for ctx.Err() == nil {
		wait(ctx, r.shareEvery)
		for _, message := range r.say() {
			if r.notify(ctx, news{From: r.self, Shared: message}) != nil {
				break
			}
		}
	}
}

// Publish has a committed change sent to the other replicas soon.
func (r *Relay) Publish(topic live.Topic, revision int64) {
	r.leave(topic, revision)
	r.rouse()
}

// leave notes a revision to be sent, unless a later one is noted already.
func (r *Relay) leave(topic live.Topic, revision int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if revision > r.pending[topic] {
		r.pending[topic] = revision
	}
}

func (r *Relay) rouse() {
	select {
	case r.wake <- struct{}{}:
	default: // woken already: it will take this one too
	}
}

// Start begins to listen and to send, until [Relay.Stop].
func (r *Relay) Start(ctx context.Context) error {
	ctx, r.stop = context.WithCancel(tenantdb.For(context.WithoutCancel(ctx), "news"))
	r.hub.Deaf()
	r.done.Go(func() { r.listen(ctx) })
	r.done.Go(func() { r.send(ctx) })
	r.done.Go(func() { r.askWhileDeaf(ctx) })
	if r.say != nil {
		r.done.Go(func() { r.share(ctx) })
	}
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

// rest is the least time between two sendings. The first of many changes is sent at
// once, the others together: a notification is a commit of its own. After one that
// failed the pause is longer.
const (
	rest       = 10 * time.Millisecond
	longRest   = time.Second
	sendWithin = 3 * time.Second
)

// send notifies whenever there is something to send.
func (r *Relay) send(ctx context.Context) {
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.wake:
		}
		err := r.sendPending(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			r.log.WarnContext(ctx, "news not sent to other replicas, trying again", "error", err.Error())
		}
		failing = err != nil
		pause := rest
		if failing {
			pause = longRest
			r.rouse()
		}
		wait(ctx, pause)
	}
}

// sendPending sends all waiting news. Unsent ones go on waiting.
func (r *Relay) sendPending(ctx context.Context) error {
	batches := r.take()
	for i, batch := range batches {
		if err := r.notify(ctx, batch); err != nil {
			for _, unsent := range batches[i:] {
				for _, c := range unsent.Events {
					r.leave(live.Topic{Tenant: c.Tenant, Event: c.Event}, c.Revision)
				}
			}
			return err
		}
	}
	return nil
}

func (r *Relay) notify(ctx context.Context, batch news) error {
	payload, err := json.Marshal(batch)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	_, err = r.db.Pool().Exec(ctx, `select pg_notify($1, $2)`, channel, string(payload))
	return err
}

// wait waits, unless the context ends.
func wait(ctx context.Context, pause time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(pause):
	}
}

// take returns all waiting news, in as many notifications as needed.
func (r *Relay) take() (batches []news) {
	r.mu.Lock()
	pending := r.pending
	r.pending = map[live.Topic]int64{}
	r.mu.Unlock()
	var events []change
	for topic, revision := range pending {
		events = append(events, change{topic.Tenant, topic.Event, revision})
	}
	for some := range slices.Chunk(events, mostInOne) {
		batches = append(batches, news{From: r.self, Events: some})
	}
	return batches
}
