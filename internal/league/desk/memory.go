package desk

import (
	"sync"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// A running event is looked at and written to many times between two changes of
// most of its facts, and loading them all costs more than anything else a result
// leads to. Every change gives the event its next revision, under a lock of its
// row; so a stage at the revision that the row has now is the stage as it is now,
// wherever it was changed, and only the row has to be read.
//
// What is kept was committed: what a reading door saw, and what [Desk.Keep] is
// given after a commit.

// place is where a kept stage belongs. Ids of events are unique without the
// tenant; that no tenant is ever shown another's stage must not rest on it.
type place struct {
	tenant uuid.UUID
	event  league.EventID
}

// memory holds stages in two generations: when the young one has reached half of
// the whole it becomes the old one, which is forgotten. That bounds the size, and
// a stage in use is carried over. The zero memory is empty. Kept stages are
// never changed.
type memory struct {
	mu         sync.Mutex
	young, old map[place]*officiating.Situation
	size       int // of the young ones
}

// mostKept bounds the size of the young generation, as [officiating.Situation.Size] counts: some
// 10 MB.
const mostKept = 20_000

// recall finds a stage; nil if it is not known.
func (m *memory) recall(at place) *officiating.Situation {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.young[at]; s != nil {
		return s
	}
	s := m.old[at]
	if s != nil {
		m.store(at, s)
	}
	return s
}

// keep holds on to a stage, unless a later one is known.
func (m *memory) keep(at place, s *officiating.Situation) {
	if at.tenant == uuid.Nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if known := m.young[at]; known != nil {
		if known.Event.Revision >= s.Event.Revision {
			return
		}
		m.size -= known.Size()
	}
	m.store(at, s)
}

// store adds to the young generation, which does not have the stage. The caller
// holds the lock.
func (m *memory) store(at place, s *officiating.Situation) {
	if m.young == nil || m.size+s.Size() > mostKept {
		m.old, m.young, m.size = m.young, map[place]*officiating.Situation{}, 0
	}
	m.young[at] = s
	m.size += s.Size()
}

// recall is the event as it is now if that is known, nil if it has to be loaded.
func (d *Desk) recall(door tenantdb.Door, id league.EventID) (*officiating.Situation, error) {
	known := d.memory.recall(place{door.Tenant(), id})
	if known == nil {
		return nil, nil
	}
	var now int64
	b := &tenantdb.Batch{}
	leaguedb.LoadRevision(b, &now, id)
	if err := door.Send(b); err != nil || now != known.Event.Revision {
		return nil, err
	}
	return known.Copy(), nil
}

// recallToChange is the event at its next revision if it is known as it is now.
// If an older one is known the row is held all the same, and has its next
// revision.
func (d *Desk) recallToChange(tx tenantdb.Tx, id league.EventID) (s *officiating.Situation, held bool, err error) {
	known := d.memory.recall(place{tx.Tenant(), id})
	if known == nil {
		return nil, false, nil
	}
	var next int64
	b := &tenantdb.Batch{}
	leaguedb.NextRevision(b, &next, id)
	if err := tx.Send(b); err != nil || next != known.Event.Revision+1 {
		return nil, true, err
	}
	s = known.Copy()
	s.Event.Revision = next
	return s, true, nil
}

// Keep remembers a stage as it was committed, so that the next change or reading
// finds it. The stage must not be changed any more.
func (d *Desk) Keep(tenant uuid.UUID, s *officiating.Situation) {
	d.memory.keep(place{tenant, s.Event.ID}, s)
}
