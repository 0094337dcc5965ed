package registrydb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// Club is a club that is affiliated with a federation.
type Club struct {
	ID    uuid.UUID
	Slug  string
	Name  string
	Since time.Time // when it was accepted
}

// Clubs retrieves at most limit clubs that are affiliated with the federation of the door and whose names contain all
// the words, sorted by name. The page starts after the club with the given name and id; the zero values start at the
// first.
func Clubs(federation tenantdb.Door, words []string, afterName string, afterID uuid.UUID, limit int) (list []Club, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select c.id, c.slug, c.name, a.decided_at as since from platform.affiliations a join platform.tenants c on c.id = a.club_id
		where a.federation_id = platform.current_tenant() and a.state = 'accepted' and (c.name, c.id) > ($1, $2) and `+tenantdb.HasWords(`c.name`, `$3`)+`
		order by c.name, c.id limit $4`, afterName, afterID, words, limit)
	return list, federation.Send(b)
}

// IsAffiliated reports whether a club is affiliated with the federation of the door now.
func IsAffiliated(federation tenantdb.Door, club uuid.UUID) (is bool, err error) {
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &is, `select exists (select from platform.affiliations where federation_id = platform.current_tenant() and club_id = $1 and state = 'accepted')`, club)
	return is, federation.Send(b)
}
