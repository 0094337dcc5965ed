package leaguedb

import (
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// personSource is a kind of rows that are about one person: its name in a copy of their data, and the query for
// the rows. The person is the row me: their account, and their records in the tenant with aliases; none without
// a record.
type personSource struct{ name, rows string }

// inTenant lists the rows of a tenant that are about a person and go into a copy of their data. It leaves out
// texts that others wrote about a game of several people (reasons of corrections, questions of rulings that are
// not theirs), and the subjects of acts of their office, which are data about other people. A test compares the
// tables with those of the database.
var inTenant = []personSource{
	{"record", `select p.* from league.players p, me where p.id = any(me.players)`},
	{"grants", `select g.* from league.grants g, me where g.account_id = me.account`},
	{"contactData", `select c.* from league.contact_data c join league.grants g on g.tenant_id = c.tenant_id and g.id = c.grant_id, me where g.account_id = me.account`},
	{"invitations", `select i.id, i.email, i.role, i.scope, i.scope_id, i.created_at, i.expires_at, i.accepted_at, i.withdrawn_at
		from league.invitations i join platform.accounts a on a.email_key = i.email_key, me where a.id = me.account or i.accepted_by = me.account`},
	{"requests", `select r.* from league.player_requests r, me where r.account_id = me.account`},
	{"merges", `select m.alias_id, m.kept_id, m.reason, m.decided_at from league.player_merges m, me where m.alias_id = any(me.players) or m.kept_id = any(me.players)`},
	{"distinctions", `select d.two_people, d.reason, d.decided_at from league.distinctions d, me where d.one_id = any(me.players) or d.other_id = any(me.players)`},
	{"memberships", `select m.from_day, c.name as club, m.recorded_at from league.memberships m left join league.clubs c on c.tenant_id = m.tenant_id and c.id = m.club_id, me where m.player_id = any(me.players)`},
	{"consents", `select c.id, c.player_id, c.purpose, c.text_version, c.guardian, c.proof, c.given_on, c.recorded_at, c.withdrawn_at, c.withdrawn_reason from league.consents c, me where c.player_id = any(me.players)`},
	{"addressChanges", `select c.* from league.address_changes c, me where c.player_id = any(me.players)`},
	{"claimLetters", `select m.* from league.claim_mails m, me where m.player_id = any(me.players) or m.asked_by = me.account`},
	{"claimCodes", `select c.id, c.player_id, c.made_at, c.expires_at, c.tries, c.ended_at, c.used_at from league.claim_codes c, me where c.player_id = any(me.players)`},
	{"entries", `select n.*, e.title as event, e.starts_at from league.entries n join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id, me where n.player_id = any(me.players)`},
	{"entryChecks", `select c.id, c.event_id, c.entry, c.outcome, c.everywhere, c.reason, c.decided_at from league.entry_checks c, me where c.player_id = any(me.players)`},
	{"excuses", `select x.* from league.excuses x join league.entries n on n.tenant_id = x.tenant_id and n.event_id = x.event_id and n.number = x.entry, me where n.player_id = any(me.players)`},
	{"exemptions", `select x.* from league.exemptions x, me where x.player_id = any(me.players)`},
	{"seats", `select s.* from league.seats s join league.entries n on n.tenant_id = s.tenant_id and n.event_id = s.event_id and n.number = s.entry, me where n.player_id = any(me.players)`},
	{"results", `select r.event_id, r.round, r.table_number, r.version, r.ended, r.declared_by, r.won_at_once, r.seats, r.entered_at
		from league.results r join league.seats s on s.tenant_id = r.tenant_id and s.event_id = r.event_id and s.round = r.round and s.table_number = r.table_number
		join league.entries n on n.tenant_id = s.tenant_id and n.event_id = s.event_id and n.number = s.entry, me where n.player_id = any(me.players)`},
	{"outcomes", `select o.event_id, o.number, array_position(o.ranking, own.player) as rank, cardinality(o.ranking) as ranked, o.recorded_at,
		o.figures, o.gains[array_position(o.gained, own.player)] as gains
		from league.outcomes o, me, unnest(me.players) as own (player) where own.player = any(o.ranking) or own.player = any(o.gained)`},
	{"postings", `select p.* from league.postings p, me where p.player_id = any(me.players)`},
	{"openings", `select o.* from league.ranking_openings o, me where o.player_id = any(me.players)`},
	{"enteredGains", `select g.* from league.entered_gains g, me where g.player_id = any(me.players)`},
	{"histories", `select h.id, h.subject, h.name, h.state, h.bytes, h.reason, h.created_at, h.finished_at from league.histories h, me where h.created_by = me.account`},
	{"historyLines", `select h.history_id, h.line, h.added, h.born, h.member from league.history_people h, me where h.player_id = any(me.players)`},
	{"seriesPostings", `select p.* from league.series_postings p, me where p.player_id = any(me.players)`},
	{"seriesPenalties", `select p.id, p.series_id, p.year, p.points, p.code, p.paragraph, p.offense, p.reason, p.imposed_at, r.revoked_at, r.reason as revoked_reason
		from league.series_penalties p left join league.series_penalty_revocations r on r.tenant_id = p.tenant_id and r.penalty_id = p.id, me where p.player_id = any(me.players)`},
	{"previousStandings", `select s.* from league.previous_standings s, me where s.player_id = any(me.players)`},
	{"sanctions", `select s.* from league.sanctions s join league.entries n on n.tenant_id = s.tenant_id and n.event_id = s.event_id and n.number = s.entry, me where n.player_id = any(me.players)`},
	{"withdrawals", `select w.* from league.withdrawals w join league.entries n on n.tenant_id = w.tenant_id and n.event_id = w.event_id and n.number = w.entry, me where n.player_id = any(me.players)`},
	{"attendance", `select a.* from league.attendance a join league.entries n on n.tenant_id = a.tenant_id and n.event_id = a.event_id and n.number = a.entry, me where n.player_id = any(me.players)`},
	{"keptApart", `select k.* from league.kept_apart k join league.entries n on n.tenant_id = k.tenant_id and n.event_id = k.event_id and n.number in (k.entry, k.other), me where n.player_id = any(me.players)`},
	{"rulings", `select r.* from league.rulings r left join league.entries n on n.tenant_id = r.tenant_id and n.event_id = r.event_id and n.number = r.appeal_entry, me where n.player_id = any(me.players)`},
	{"bans", `select b.* from league.bans b, me where b.player_id = any(me.players)`},
	{"banDecisions", `select d.* from league.ban_decisions d join league.bans b on b.tenant_id = d.tenant_id and b.id = d.ban_id, me where b.player_id = any(me.players)`},
	{"banAppeals", `select o.* from league.ban_appeals o join league.bans b on b.tenant_id = o.tenant_id and b.id = o.ban_id, me where b.player_id = any(me.players)`},
	{"exclusions", `select x.* from league.exclusions x, me where x.player_id = any(me.players)`},
	{"convocations", `select c.* from league.convocations c, me where c.player_id = any(me.players)`},
	{"unavailabilities", `select u.* from league.unavailabilities u, me where u.player_id = any(me.players)`},
	{"callUps", `select d.season_id, d.ordinal, d.region_id, d.kind, array_position(d.called_up, own.player) as call, d.decided_at, d.revoked_at from league.final_decisions d, me, unnest(me.players) as own (player)
		where own.player = any(d.called_up)`},
	{"championships", `select s.id, s.title from league.seasons s, me where s.champion_id = any(me.players)`},
	{"refunds", `select r.* from league.refunds r, me where r.player_id = any(me.players)`},
	{"refundSteps", `select s.* from league.refund_steps s join league.refunds r on r.tenant_id = s.tenant_id and r.id = s.refund_id, me where r.player_id = any(me.players)`},
	{"refundExpenses", `select x.* from league.refund_expenses x join league.refunds r on r.tenant_id = x.tenant_id and r.id = x.refund_id, me where r.player_id = any(me.players)`},
	{"refundReceipts", `select c.* from league.refund_receipts c join league.refunds r on r.tenant_id = c.tenant_id and r.id = c.refund_id, me where r.player_id = any(me.players)`},
	{"bankAccounts", `select a.refund_id, a.shown, a.set_at from league.refund_accounts a join league.refunds r on r.tenant_id = a.tenant_id and r.id = a.refund_id, me where r.player_id = any(me.players)`},
	{"payments", `select y.refund_id, y.cents, y.end_to_end, y.text, y.outcome, y.settled_on, y.reference from league.payments y
		join league.refunds r on r.tenant_id = y.tenant_id and r.id = y.refund_id, me where r.player_id = any(me.players)`},
	{"staff", `select s.id, s.event_id, e.title as event, s.role, s.name, s.created_at, s.removed_at from league.event_staff s
		join league.events e on e.tenant_id = s.tenant_id and e.id = s.event_id, me where s.player_id = any(me.players) or s.account_id = me.account`},
	{"photosOn", `select n.photo_id, n.player_id, e.title as event, f.kind, f.alt, n.named_at, n.unnamed_at, n.asked_off_at, f.withheld from league.photo_people n
		join league.photos f on f.tenant_id = n.tenant_id and f.id = n.photo_id join league.events e on e.tenant_id = f.tenant_id and e.id = f.event_id, me where n.player_id = any(me.players)`},
	{"photos", `select f.* from league.photos f, me where f.created_by = me.account`},
	{"imports", `select i.id, i.state, i.form, i.bytes, i.title, i.created_at, i.finished_at from league.imports i, me where i.created_by = me.account`},
	{"hostingRequests", `select h.* from league.hosting_requests h, me where h.requested_by = me.account`},
	{"reminders", `select r.* from league.reminders r, me where r.account_id = me.account`},
	{"calendarLinks", `select c.made_at, c.ended_at from league.calendar_links c, me where c.account_id = me.account`},
	{"heldLetters", `select h.id, h.kind, h.held_at from league.held_letters h, me where h.player_id = any(me.players)`},
	{"letters", `select m.about, m.about_id, m.state, m.at, m.reply from league.mails m, me where m.about_id = any(me.players)
		or m.about_id in (select c.id from league.convocations c where c.tenant_id = m.tenant_id and c.player_id = any(me.players))`},
	{"erasure", `select x.* from league.erasures x, me where x.player_id = any(me.players)`},
	{"dataAccesses", `select a.at, a.operation, a.what from league.data_accesses a, me where a.players && me.players`},
	{"acts", `select a.at, a.operation, a.event_id, a.request_id, a.refused from league.audit a, me where a.account_id = me.account`},
}

// outsideTenants are the rows of no tenant that are about a person, as [inTenant].
var outsideTenants = []personSource{
	{"account", `select to_jsonb(a) - 'password_hash' as account from platform.accounts a, me where a.id = me.account`},
	{"sessions", `select s.* from platform.sessions s, me where s.account_id = me.account`},
	{"links", `select m.purpose, m.created_at, m.expires_at, m.used_at from platform.mail_tokens m, me where m.account_id = me.account`},
	{"letters", `select m.* from platform.account_mails m, me where m.account_id = me.account`},
	{"affiliations", `select f.* from platform.affiliations f, me where f.requested_by = me.account or f.decided_by = me.account`},
	{"refusals", `select r.first_at, r.last_at, r.status, r.reason, r.operation, r.address, r.tenant, r.times from platform.refusals r, me where r.account = me.account`},
	{"copies", `select x.* from platform.data_exports x, me where x.account_id = me.account`},
}

// PersonRows are rows about a person, by their kinds; each kind an array in JSON.
type PersonRows map[string]json.RawMessage

// SourcesInTenant counts the kinds of rows that a tenant may have about a person.
func SourcesInTenant() int { return len(inTenant) }

// LoadPersonRows queues everything that a tenant has about a person; player is nil without a
// record there.
func LoadPersonRows(b *pgx.Batch, out PersonRows, account uuid.UUID, player *league.PlayerID) {
	queuePersonRows(b, out, inTenant, account, player)
}

// LoadAccountRows queues everything that is about a person outside of tenants.
func LoadAccountRows(b *pgx.Batch, out PersonRows, account uuid.UUID) {
	queuePersonRows(b, out, outsideTenants, account, nil)
}

func queuePersonRows(b *pgx.Batch, out PersonRows, sources []personSource, account uuid.UUID, player *league.PlayerID) {
	var record *uuid.UUID
	if player != nil {
		record = &player.UUID
	}
	for _, s := range sources {
		b.Queue(`with me as (select $1::uuid as account, array(select p.id from league.players p where p.id = $2 or p.kept_as = $2) as players)
			select coalesce(jsonb_agg(to_jsonb(found) - 'tenant_id'), '[]') from (`+s.rows+`) found`, account, record).QueryRow(func(row pgx.Row) error {
			var rows []byte
			if err := row.Scan(&rows); err != nil {
				return err
			}
			out[s.name] = rows
			return nil
		})
	}
}

// TenantsAbout are the tenants that have something about a person: a role, now or before, a
// record, a request or an invitation to their address; through the door of that person.
func TenantsAbout(self tenantdb.Door, account uuid.UUID) (list []tenant.Ref, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select t.id, t.slug, t.name from platform.tenants t where t.id in (
			select tenant_id from league.grants where account_id = $1
			union select tenant_id from league.player_accounts where account_id = $1
			union select tenant_id from league.player_requests where account_id = $1
			union select i.tenant_id from league.invitations i join platform.accounts a on a.email_key = i.email_key where a.id = $1)
		order by t.name, t.id`, account)
	return list, self.Send(b)
}

// PersonFile is a file of a person's in the store: a picture of a photo that they have sent, or
// a receipt of theirs.
type PersonFile struct {
	ID        uuid.UUID
	Owner     uuid.UUID // of a receipt: the claim
	Digest    string
	MediaType string
}

// LoadPersonFiles queues the files of a person in a tenant, pictures and receipts.
func LoadPersonFiles(b *pgx.Batch, pictures, receipts *[]PersonFile, account uuid.UUID, player *league.PlayerID) {
	var record *uuid.UUID
	if player != nil {
		record = &player.UUID
	}
	tenantdb.Many(b, pictures, `select id, id as owner, page_digest as digest, 'image/jpeg' as media_type from league.photos
		where created_by = $1 and state = 'ready' and removed_at is null and page_digest <> '' order by id`, account)
	tenantdb.Many(b, receipts, `select c.id, c.refund_id as owner, c.digest, c.media_type from league.refund_receipts c
		join league.refunds r on r.tenant_id = c.tenant_id and r.id = c.refund_id where r.player_id in (select id from league.players where id = $1 or kept_as = $1) and c.erased_at is null order by c.id`, record)
}
