package leaguedb

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const rulesetColumns = `key, draft, draft_version, published, created_by, created_at, changed_at, archived_at`

// LoadRuleset queues a tenant's own ruleset; [tenantdb.ErrNotFound] without it.
func LoadRuleset(b *pgx.Batch, out *facts.Ruleset, key string) {
	tenantdb.One(b, out, `select `+rulesetColumns+` from league.rulesets where key = $1`, key)
}

// TakeRuleset is [LoadRuleset] for a change: the row is held, so that two writers
// act one after the other.
func TakeRuleset(b *pgx.Batch, out *facts.Ruleset, key string) {
	tenantdb.One(b, out, `select `+rulesetColumns+` from league.rulesets where key = $1 for update`, key)
}

// CountDrafts queues the number of the tenant's own rulesets that were never published, nor archived.
func CountDrafts(b *pgx.Batch, out *int) {
	tenantdb.Scalar(b, out, `select count(*)::int from league.rulesets where published = 0 and archived_at is null`)
}

// AddRuleset queues a new ruleset with its first draft.
func AddRuleset(b *pgx.Batch, r facts.Ruleset) {
	b.Queue(`insert into league.rulesets (key, draft, created_by, created_at, changed_at) values ($1, $2, $3, $4, $4)`,
		r.Key, r.Draft, r.CreatedBy, r.CreatedAt)
}

// ChangeRuleset queues the new values of a ruleset whose row is held.
func ChangeRuleset(b *pgx.Batch, r facts.Ruleset) {
	tenantdb.Exec(b, `update league.rulesets set draft = $2, draft_version = $3, published = $4, changed_at = $5, archived_at = $6 where key = $1`,
		r.Key, r.Draft, r.DraftVersion, r.Published, r.ChangedAt, r.ArchivedAt)
}

// RulesetSummary is a line of a list of rulesets: the version published last, or the draft if there is none.
type RulesetSummary struct {
	Key          string
	Code         string
	Name         string
	Language     string
	Published    int
	DraftVersion int
	Formulas     []string
	Variants     []string
	Pairings     []string
	ArchivedAt   *time.Time
}

// LoadRulesetSummaries queues the tenant's own rulesets by key; those without a published version only if
// drafts is true.
func LoadRulesetSummaries(b *pgx.Batch, out *[]RulesetSummary, drafts bool) {
	tenantdb.Many(b, out, `select r.key, d.document->>'code' as code, d.document->>'name' as name, d.document->>'language' as language,
			r.published, r.draft_version, r.archived_at,
			array(select jsonb_path_query(d.document, '$.format.formulas[*].id')#>>'{}') as formulas,
			array(select jsonb_path_query(d.document, '$.game.variants[*].id')#>>'{}') as variants,
			array(select jsonb_path_query(d.document, '$.seating.pairings[*].system')#>>'{}') as pairings
		from league.rulesets r
			left join league.ruleset_versions v on v.tenant_id = r.tenant_id and v.ruleset = r.key and v.version = r.published
			cross join lateral (select coalesce(v.document, r.draft) as document) d
		where $1 or r.published > 0 order by r.key`, drafts)
}

// LoadGames queues the games, each once for every variant, of all versions of rulesets that the
// tenant has published or used.
func LoadGames(b *pgx.Batch, out *[]facts.PlayedGame) {
	tenantdb.Many(b, out, `select distinct v.document->'game'->>'name' as game, played->>'id' as variant, played->>'name' as title
		from league.ruleset_versions v cross join lateral jsonb_array_elements(v.document->'game'->'variants') as played order by 1, 2, 3`)
}

const versionColumns = `id, key, code, name, version, digest`

// LoadRulesetNames queues the rulesets of several events, without their
// documents.
func LoadRulesetNames(b *pgx.Batch, out *[]facts.RulesetVersion, ids []uuid.UUID) {
	tenantdb.Many(b, out, `select `+versionColumns+`, 'null'::jsonb as document from league.ruleset_versions where id = any($1)`, ids)
}

// LoadRulesetDocument queues the document of a ruleset.
func LoadRulesetDocument(b *pgx.Batch, out *json.RawMessage, id uuid.UUID) {
	tenantdb.Scalar(b, out, `select document from league.ruleset_versions where id = $1`, id)
}

// LoadOwnVersion queues a published version of a tenant's own ruleset, without
// its document; 0 is the one published last. [tenantdb.ErrNotFound] without it.
func LoadOwnVersion(b *pgx.Batch, out *facts.RulesetVersion, key string, version int) {
	tenantdb.One(b, out, `select `+versionColumns+`, 'null'::jsonb as document from league.ruleset_versions
		where ruleset = $1 and version = coalesce(nullif($2, 0), (select published from league.rulesets where key = $1))`, key, version)
}

// PublishedVersion is a line in the history of a ruleset.
type PublishedVersion struct {
	Version   int
	Notes     string
	Digest    string
	CreatedAt time.Time
}

// LoadOwnVersions queues the published versions of a ruleset, the latest first.
func LoadOwnVersions(b *pgx.Batch, out *[]PublishedVersion, key string) {
	tenantdb.Many(b, out, `select version, notes, digest, created_at from league.ruleset_versions where ruleset = $1 order by version desc`, key)
}

// AddOwnVersion queues a published version of a tenant's own ruleset.
func AddOwnVersion(b *pgx.Batch, v facts.RulesetVersion, notes string, now time.Time) {
	b.Queue(`insert into league.ruleset_versions (id, key, code, name, version, digest, document, created_at, ruleset, notes)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $2, $9)`, v.ID, v.Key, v.Code, v.Name, v.Version, v.Digest, v.Document, now, notes)
}

// EnsureRulesetVersion queues the row of a preset unless the tenant has one with the same document, and reads
// the id of the stored row.
func EnsureRulesetVersion(b *pgx.Batch, v facts.RulesetVersion, now time.Time, id *uuid.UUID) {
	b.Queue(`insert into league.ruleset_versions (id, key, code, name, version, digest, document, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
		on conflict (tenant_id, digest) where ruleset is null do nothing`, v.ID, v.Key, v.Code, v.Name, v.Version, v.Digest, v.Document, now)
	tenantdb.Scalar(b, id, `select id from league.ruleset_versions where digest = $1 and ruleset is null`, v.Digest)
}
