package leaguedb

import (
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// AddSeasonClosing queues a closing.
func AddSeasonClosing(b *pgx.Batch, id league.SeasonID, c facts.SeasonClosing) {
	tenantdb.Exec(b, `insert into league.season_closings (season_id, version, document, digest, closed_by, closed_at)
		values ($1, $2, $3, $4, $5, $6)`, id.UUID, c.Version, c.Document, c.Digest, c.ClosedBy, c.ClosedAt)
}

// LoadSeasonClosing queues the last closing of a season; out stays nil if it was closed before closings were
// stored.
func LoadSeasonClosing(b *pgx.Batch, out **facts.SeasonClosing, id league.SeasonID) {
	tenantdb.Maybe(b, out, `select version, document, digest, closed_by, closed_at from league.season_closings
		where season_id = $1 order by version desc limit 1`, id.UUID)
}
