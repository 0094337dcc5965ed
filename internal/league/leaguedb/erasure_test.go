package leaguedb_test

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// spared are the columns of text that an erasure does not search for words which name the person,
// by why.
var spared = map[string]string{
	"another statement of the erasure has them": `audit.after audit.before audit.reason audit.subject consents.guardian consents.proof consents.withdrawn_reason
		held_letters.job held_letters.kind histories.differences histories.faults histories.file histories.questions histories.sample history_people.member
		idempotency.body idempotency.header imports.decided imports.faults imports.file imports.people imports.title mails.address photo_parts.data player_words.word
		players.address_before players.city players.club players.email players.email_key players.name players.name_key players.profile
		refund_accounts.sealed refund_accounts.shown reports.document`,
	"a form that has ended holds nothing, and ends within a day":          `form_entries.city form_entries.club form_entries.email form_entries.email_key form_entries.name form_entries.name_key`,
	"an account has them, and they go with it":                            `contact_data.city contact_data.mail contact_data.telephone invitations.email invitations.email_key`,
	"the salt goes with the words, and a digest without it tells nothing": `audit_digests.salt audit_digests.words audit_seals.digest`,
	"money keeps them for as long as the law says":                        `payment_lists.payer payment_lists.sealed payment_lists.shown payments.sealed refund_receipts.digest refund_receipts.media_type`,
	"names of tournaments, places and things": `calendar_editions.lines categories.title clubs.city clubs.name clubs.name_key clubs.short_name events.title events.venue_address events.venue_city
		events.venue_name hosting_requests.title hosting_requests.venue_address hosting_requests.venue_city hosting_requests.venue_name prizes.name rankings.games rankings.title regions.name
		season_announcements.params seasons.game seasons.title series.title series_postings.club`,
	"words of regulations": `ban_decisions.kinds events.formula events.pairing events.readings events.variant exclusions.kind hosting_requests.formula rankings.counted rankings.national rankings.readings
		ruleset_versions.code ruleset_versions.document ruleset_versions.key ruleset_versions.leaving_ban ruleset_versions.leaving_reading ruleset_versions.leaving_until ruleset_versions.name
		ruleset_versions.notes ruleset_versions.ruleset rulesets.draft rulesets.key imports.ruleset rulings.paragraph sanctions.offense sanctions.paragraph sanctions.points season_rulesets.readings
		series.circuit series.readings series_penalties.code series_penalties.offense series_penalties.paragraph series_penalties.points refund_steps.paragraph verdicts.waived`,
	"the server writes them, of figures, numbers and ids": `audit.operation audit.refused audit.request_id careers.arrival careers.figures careers.key careers.national careers.penalty categories.key convocations.place data_accesses.operation
		declarations.result entered_gains.figures entered_points.columns entries.barred entries.yields events.fee_currency events.slug events.time_zone grants.role histories.counts histories.digest
		histories.headings histories.language histories.settings hosting_requests.fee_currency hosting_requests.time_zone idempotency.fingerprint idempotency.key idempotency.operation
		idempotency.principal imports.derived imports.language invitations.role form_entries.language log.data log.kind outcomes.entrants outcomes.figures outcomes.gains payment_lists.csv_digest payment_lists.xml_digest
		payments.end_to_end payments.text photos.digest photos.kind photos.page_digest photos.refusal photos.thumbnail_digest postings.figures postings.penalties privacy.country
		ranking_openings.figures ranking_openings.national rankings.slug refund_receipts.sealed_under refund_steps.kind reminders.cause reports.digest results.ended results.seats results.void results.won_at_once rounds.clock rounds.method
		rounds.reasons ruleset_versions.digest season_closings.digest season_closings.document seasons.slug seasons.time_zone series.slug series_event_postings.refused series_postings.points tenant_archives.sealed_under`,
	"secrets": `address_links.token_hash answer_links.token_hash calendar_links.token_hash claim_codes.handle claim_codes.secret_hash claim_links.token_hash events.draw_commitment events.draw_secret
		events.draw_seed form_links.token_hash`,
}

// TestErasureKnowsEveryText compares the columns that an erasure searches with those of the database: a new
// column for text that people write must be listed here as searched or spared.
func TestErasureKnowsEveryText(t *testing.T) {
	t.Parallel()
	known := make(map[string]string)
	for why, columns := range spared {
		for _, column := range strings.Fields(columns) {
			known[column] = why
		}
	}
	for _, column := range leaguedb.WordColumns() {
		if why, both := known[column]; both {
			t.Errorf("%s is searched, and spared as %q", column, why)
		}
		known[column] = "searched"
	}
	// Columns in which a constraint allows only certain words hold no names.
	found := strings.Fields(tenantdbtest.Create(t).Text(t, `select string_agg(c.relname || '.' || a.attname, ' ')
		from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
		where n.nspname = 'league' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
			and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'bytea'::regtype)
			and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
				and pg_get_constraintdef(k.oid) ~ '= ANY')`))
	for _, column := range found {
		if known[column] == "" {
			t.Errorf("%s is new: an erasure searches it (written in erasure.go), or it is spared for a reason", column)
		}
	}
	for column, why := range known {
		if !slices.Contains(found, column) {
			t.Errorf("there is no text %s (%s)", column, why)
		}
	}
}
