// Package live wakes the watchers of an event when something in it has changed.
//
// The truth is the event's revision, a number bumped in the transaction of every change. A [Hub] knows the latest
// revision of the events it has heard of and wakes its subscribers, who fetch the changes themselves. News of this
// process comes from [Hub.Changed] after the commit, news of other replicas by LISTEN/NOTIFY (package livedb).
// Several changes while a subscriber is busy are one: only the latest revision counts.
//
// The revisions that the hub knows and those that it has passed on may differ. A reader of an event notes its
// revision ([Hub.Seen]), often before the news of it arrives; each subscription therefore remembers the revision that
// it was given last.
//
// A hub that receives no news of other processes is deaf ([Hub.DeafSince]). It then knows no revision for certain
// ([Hub.Latest] is 0). When it hears again it knows nothing until revisions are read or heard; package livedb asks
// the database for those of all watched topics ([Hub.Interest]).
package live

import (
	"sync"
	"time"

	"github.com/google/uuid"
)

// Topic is an event of a tenant.
type Topic struct{ Tenant, Event uuid.UUID }

// Hub is one process's board of news. Make one with [New].
type Hub struct {
	mu          sync.Mutex
	revisions   map[Topic]int64
	subscribers map[Topic]map[*Subscription]struct{}
	closed      bool
	hearing     bool
	deafSince   time.Time // zero: hearing, or hearing was never started
	epoch       int       // counts the times that knowledge was lost
	interests   []func() []Topic
	publish     func(Topic, int64)
}

// New makes an empty hub.
func New() *Hub {
	return &Hub{revisions: map[Topic]int64{}, subscribers: map[Topic]map[*Subscription]struct{}{}}
}

// Subscription is one watcher of an event.
type Subscription struct {
	hub   *Hub
	topic Topic
	// C has a value when there is news; read [Subscription.Revision] then. It
	// is closed when the hub closes.
	C        chan struct{}
	revision int64 // last one notified, or known at the beginning; under the hub's lock
}

// Subscribe starts watching. The caller must end with [Subscription.End]. On a
// closed hub C is closed at once.
func (h *Hub) Subscribe(topic Topic) *Subscription {
	s := &Subscription{hub: h, topic: topic, C: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		close(s.C)
		return s
	}
	if h.subscribers[topic] == nil {
		h.subscribers[topic] = map[*Subscription]struct{}{}
	}
	h.subscribers[topic][s] = struct{}{}
	s.revision = h.revisions[topic]
	return s
}

// Revision is the latest of which the subscription was notified; before that the one
// that the hub knew when it began, 0 if that was none.
func (s *Subscription) Revision() int64 {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	return s.revision
}

// End stops watching. It may be called twice.
func (s *Subscription) End() {
	h := s.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subscribers[s.topic], s)
	if len(h.subscribers[s.topic]) == 0 {
		delete(h.subscribers, s.topic)
	}
}

// Relay sets the function that publishes changes of this process to other
// processes. It is set once, before the hub is used.
func (h *Hub) Relay(publish func(Topic, int64)) { h.publish = publish }

// Committed publishes a change made by this process: to its own watchers, and
// through the relay to other processes.
func (h *Hub) Committed(topic Topic, revision int64) {
	h.Changed(topic, revision)
	if h.publish != nil {
		h.publish(topic, revision)
	}
}

// Hearing marks that from now on the hub hears of every change, wherever it is made. Its earlier knowledge may be
// outdated, and is dropped.
func (h *Hub) Hearing() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hearing, h.deafSince = true, time.Time{}
	h.forget()
}

// forget loses all knowledge of revisions.
func (h *Hub) forget() {
	clear(h.revisions)
	h.epoch++
}

// Epoch names a time without loss of knowledge, for [Hub.Seen].
func (h *Hub) Epoch() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.epoch
}

// Deaf marks that changes made elsewhere may be missed from now on.
func (h *Hub) Deaf() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hearing || h.deafSince.IsZero() {
		h.deafSince = time.Now() //nolint:forbidigo // how long, by the machine's clock; nothing is recorded
	}
	h.hearing = false
	h.forget()
}

// DeafSince returns since when, by the machine's clock, changes made elsewhere may be missed. It returns false while
// the hub hears, and before hearing was started.
func (h *Hub) DeafSince() (since time.Time, deaf bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.deafSince, !h.deafSince.IsZero()
}

// Interest adds topics whose revisions are to be read when the hub hears again after having been deaf, besides those
// of its subscribers: the topics of cached answers. It is set before the hub is used; the function is called by any
// goroutine.
func (h *Hub) Interest(topics func() []Topic) { h.interests = append(h.interests, topics) }

// Watched returns the topics that are of interest now, each once: those of all subscriptions, and of [Hub.Interest].
func (h *Hub) Watched() []Topic {
	all := map[Topic]struct{}{}
	for _, topics := range h.interests {
		for _, topic := range topics() {
			all[topic] = struct{}{}
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for topic := range h.subscribers {
		all[topic] = struct{}{}
	}
	topics := make([]Topic, 0, len(all))
	for topic := range all {
		topics = append(topics, topic)
	}
	return topics
}

// Seen notes the revision of an event that a caller has read since an epoch began, so that a later change is
// recognized. It returns false, and notes nothing, if knowledge was lost meanwhile: a change after the reading may
// have been missed. It wakes no subscriber.
func (h *Hub) Seen(topic Topic, revision int64, since int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if since != h.epoch {
		return false
	}
	h.note(topic, revision)
	return true
}

// note remembers a revision, unless a later one is known.
func (h *Hub) note(topic Topic, revision int64) {
	known, there := h.revisions[topic]
	if revision <= known {
		return
	}
	if !there && len(h.revisions) >= mostTopics {
		h.forget()
	}
	h.revisions[topic] = revision
}

// mostTopics bounds the number of events whose revisions are remembered.
const mostTopics = 100_000

// Changed reports that an event has reached a revision. A subscription that was notified of it, or of a later one, is
// not notified again. That is independent of the hub's knowledge, because a caller may have read the event before the
// news came.
func (h *Hub) Changed(topic Topic, revision int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	h.note(topic, revision)
	for s := range h.subscribers[topic] {
		if revision <= s.revision {
			continue
		}
		s.revision = revision
		select {
		case s.C <- struct{}{}:
		default: // still busy with the last: it will read this one
		}
	}
}

// Latest is the revision an event has for certain; 0 when the hub does not know
// it, or does not hear of all changes.
func (h *Hub) Latest(topic Topic) int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.hearing {
		return 0
	}
	return h.revisions[topic]
}

// Close ends all subscriptions.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	h.closed = true
	for _, subscriptions := range h.subscribers {
		for s := range subscriptions {
			close(s.C)
		}
	}
	h.subscribers = map[Topic]map[*Subscription]struct{}{}
}
