package livedb

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"referto/internal/live"
	"referto/internal/tenant/tenantdb"
)

// catchUp tells the watchers of this process of what has changed while nothing was heard:
// the revisions of all that is watched are read and compared with those they know. It
// begins when the connection listens already, so that nothing falls between.
func (r *Relay) catchUp(ctx context.Context) error {
	watched := map[uuid.UUID][]uuid.UUID{}
	for _, topic := range r.hub.Watched() {
		watched[topic.Tenant] = append(watched[topic.Tenant], topic.Event)
	}
	for tenant, ids := range watched {
		var latest []struct {
			Event    uuid.UUID
			Revision int64
		}
		door, err := tenantdb.Read(ctx, r.db, tenant, nil)
		if err != nil {
			return fmt.Errorf("livedb: catch up: %w", err)
		}
		b := &tenantdb.Batch{}
		tenantdb.Many(b, &latest, `select id as event, revision from league.events where id = any($1)
			union all select id, revision from league.seasons where id = any($1)`, ids)
		if err := door.Send(b); err != nil {
			return fmt.Errorf("livedb: catch up: %w", err)
		}
		for _, one := range latest {
			r.hub.Changed(live.Topic{Tenant: tenant, Event: one.Event}, one.Revision)
		}
	}
	return nil
}
