package desk

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// A running event is read and written many times between two changes of most of its facts, and loading all of
// them costs more than any other step of recording a result. Every change gives the event its next revision,
// under a lock of its row. A remembered event at the revision that the row has now is therefore current,
// whichever process changed it last, and only the row has to be read.
//
// Only committed events are remembered: those that a reading door loaded, and those that an act has changed,
// once the act is committed.

// eventPlace names a remembered event. Ids of events are unique without the tenant, but keeping tenants apart
// must not depend on that.
type eventPlace struct {
	tenant uuid.UUID
	event  league.EventID
}

// mostRows bounds the events that are kept, as [officiating.Situation.Size] counts: two hundred of a hundred players each
// in four rounds, some 180 MB. Kept events are never changed.
const mostRows = 120_000

// recall returns the current event if it is remembered, and nil if it has to be loaded.
func (d *Desk) recall(door tenantdb.Door, id league.EventID) (*officiating.Situation, error) {
	known, ok := d.events.Get(eventPlace{door.Tenant(), id})
	if !ok {
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

// recallToChange returns the event at its next revision if it is remembered at the current one. If only an
// older revision is remembered, the row is held all the same and has its next revision.
func (d *Desk) recallToChange(tx tenantdb.Tx, id league.EventID) (s *officiating.Situation, held bool, err error) {
	known, ok := d.events.Get(eventPlace{tx.Tenant(), id})
	if !ok {
		return nil, false, nil
	}
	if tx.Presumes() { // the next statements, or the commit, check that it has not changed
		s, next := known.Copy(), known.Event.Revision+1
		s.Event.Revision = next
		tx.Lead(func(b *tenantdb.Batch) { leaguedb.InsistRevision(b, next, id) })
		return s, true, nil
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

// keepCommitted remembers an event once the transaction has committed, so that the next change or reader finds
// it. An event that the transaction opens twice is not remembered, because neither copy has the changes of the
// other.
func (d *Desk) keepCommitted(tx tenantdb.Tx, s *officiating.Situation) {
	tenant := tx.Tenant()
	tx.AfterCommit(s.Event.ID.UUID, func() {
		d.keep(tenant, s)
		if d.Kept != nil {
			d.Kept(tenant, s)
		}
	})
}

// keep remembers an event as it was committed, unless a later one is known. The event must
// not be changed any more.
func (d *Desk) keep(tenant uuid.UUID, s *officiating.Situation) {
	if tenant == uuid.Nil {
		return
	}
	d.events.PutUnless(eventPlace{tenant, s.Event.ID}, s, func(known *officiating.Situation) bool { return known.Event.Revision >= s.Event.Revision })
}
