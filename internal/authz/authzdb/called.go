package authzdb

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/authz"
	"referto/internal/tenant/tenantdb"
)

// Called retrieves the names of regions and the titles of events of the door's tenant, by their ids: the scopes of
// roles. Holders of such a role, and those who are offered it, may know them; drafts are included.
func Called(door tenantdb.Door, scopes map[uuid.UUID]authz.Scope) (map[uuid.UUID]string, error) {
	var regions, events []uuid.UUID
	for id, scope := range scopes {
		switch scope {
		case authz.ScopeRegion:
			regions = append(regions, id)
		case authz.ScopeStage:
			events = append(events, id)
		}
	}
	var rows []struct {
		ID   uuid.UUID
		Name string
	}
	b := &pgx.Batch{}
	tenantdb.Many(b, &rows, `select id, name from league.regions where id = any($1) union all select id, title from league.events where id = any($2)`, regions, events)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	out := make(map[uuid.UUID]string, len(rows))
	for _, row := range rows {
		out[row.ID] = row.Name
	}
	return out, nil
}
