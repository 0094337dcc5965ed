package registrydb

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// ErrRegionExists means that the tenant has a region of that name.
var ErrRegionExists = errors.New("registrydb: region exists")

// Regions are the tenant's regions by name.
func Regions(door tenantdb.Door) (list []tenant.Region, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select id, name from league.regions order by name, id`)
	return list, door.Send(b)
}

// AddRegion stores a region. The error is [ErrRegionExists] if there is one of its
// name.
func AddRegion(tx tenantdb.Tx, id uuid.UUID, name string, now time.Time) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `insert into league.regions (id, name, created_at) values ($1, $2, $3)`, id, name, now)
	err := tx.Send(b)
	if tenantdb.Violates(err, "region_name_unique") {
		return ErrRegionExists
	}
	return err
}
