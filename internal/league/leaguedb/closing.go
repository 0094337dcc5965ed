package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant/tenantdb"
)

// SeasonClosing is a season as it was when it was closed.
type SeasonClosing struct {
	Version  int // of the season that was closed
	Glossary string
	Regions  string
	Digest   []byte
	ClosedBy uuid.UUID
	ClosedAt time.Time
	Results  []SeasonResult  `db:"-"`
	Register []RegisterEntry `db:"-"`
}

// SeasonResult is how far an event of a closed season counted.
type SeasonResult struct {
	EventID  league.EventID
	Tier     string
	Standing string
	Document string
}

// RegisterEntry is a place in the register of a closed season.
type RegisterEntry struct {
	Place    string
	HolderID *uuid.UUID
	State    string
	Refund   bool
	Document string
}

// AddSeasonClosing queues a closing: three statements, whatever the number of events
// and places.
func AddSeasonClosing(b *pgx.Batch, id league.SeasonID, c SeasonClosing) {
	tenantdb.Exec(b, `insert into league.season_closings (season_id, version, glossary, regions, digest, closed_by, closed_at)
		values ($1, $2, $3, $4, $5, $6, $7)`, id.UUID, c.Version, c.Glossary, c.Regions, c.Digest, c.ClosedBy, c.ClosedAt)
	events, tiers, standings, documents := make([]uuid.UUID, len(c.Results)), make([]string, len(c.Results)), make([]string, len(c.Results)), make([]string, len(c.Results))
	for i, r := range c.Results {
		events[i], tiers[i], standings[i], documents[i] = r.EventID.UUID, r.Tier, r.Standing, r.Document
	}
	b.Queue(`insert into league.season_results (season_id, version, position, event_id, tier, standing, document)
		select $1, $2, r.position, r.event_id, r.tier, r.standing, r.document
		from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) with ordinality as r (event_id, tier, standing, document, position)`,
		id.UUID, c.Version, events, tiers, standings, documents)
	n := len(c.Register)
	places, holders, states, refunds, entries := make([]string, n), make([]*uuid.UUID, n), make([]string, n), make([]bool, n), make([]string, n)
	for i, e := range c.Register {
		places[i], holders[i], states[i], refunds[i], entries[i] = e.Place, e.HolderID, e.State, e.Refund, e.Document
	}
	b.Queue(`insert into league.season_register (season_id, version, position, place, holder_id, state, refund, document)
		select $1, $2, r.position, r.place, r.holder_id, r.state, r.refund, r.document
		from unnest($3::text[], $4::uuid[], $5::text[], $6::boolean[], $7::text[]) with ordinality as r (place, holder_id, state, refund, document, position)`,
		id.UUID, c.Version, places, holders, states, refunds, entries)
}

// LoadSeasonClosing queues the last closing of a season; out stays nil where it was
// closed before closings were kept.
func LoadSeasonClosing(b *pgx.Batch, out **SeasonClosing, results *[]SeasonResult, register *[]RegisterEntry, id league.SeasonID) {
	const last = ` where season_id = $1 and version = (select max(version) from league.season_closings where season_id = $1)`
	tenantdb.Maybe(b, out, `select version, glossary, regions, digest, closed_by, closed_at from league.season_closings`+last, id.UUID)
	tenantdb.Many(b, results, `select event_id, tier, standing, document from league.season_results`+last+` order by position`, id.UUID)
	tenantdb.Many(b, register, `select place, holder_id, state, refund, document from league.season_register`+last+` order by position`, id.UUID)
}
