package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// AccountFace holds the data of an account that are compared with a record.
type AccountFace struct {
	ID    uuid.UUID
	Name  string
	Email string
}

// LoadAccountFaces queues accounts by their ids, in any order.
func LoadAccountFaces(b *pgx.Batch, out *[]AccountFace, accounts []uuid.UUID) {
	tenantdb.Many(b, out, `select id, name, email from platform.accounts where id = any($1)`, accounts)
}

// LinkRecord queues that a record, which is held ([HoldAddress]), and its aliases belong to an account. The
// constraint player_of_account refuses it if the account has another record by now.
func LinkRecord(b *pgx.Batch, player league.PlayerID, account uuid.UUID) {
	tenantdb.Exec(b, `update league.players set account_id = $2, version = version + 1 where id = $1 and account_id is null`, player.UUID, account)
	b.Queue(`update league.players set account_id = $2, version = version + 1 where kept_as = $1`, player.UUID, account)
	b.Queue(`insert into league.player_accounts (account_id, player_id) values ($1, $2)`, account, player.UUID)
}

// UnlinkRecord queues that a record and its aliases no longer belong to an account.
func UnlinkRecord(b *pgx.Batch, player league.PlayerID) {
	tenantdb.Exec(b, `update league.players set account_id = null, version = version + 1 where id = $1 and account_id is not null`, player.UUID)
	b.Queue(`update league.players set account_id = null, version = version + 1 where kept_as = $1`, player.UUID)
	b.Queue(`delete from league.player_accounts where player_id = `+anyOf(recordsOf("$1")), player.UUID)
}

// requestColumns are those of a request r, about the record that is kept for the requested one.
const requestColumns = `r.id, r.kind, coalesce((select p.kept_as from league.players p where p.tenant_id = r.tenant_id and p.id = r.player_id), r.player_id) as player_id, r.account_id, r.name, r.words, r.asked_at, coalesce(r.outcome, '') as outcome, r.reason, r.decided_by, r.decided_at`

// AddPlayerRequest queues a new request. The constraint player_request_open_once refuses a second open one of
// the kind by the account.
func AddPlayerRequest(b *pgx.Batch, r facts.PlayerRequest) {
	b.Queue(`insert into league.player_requests (id, kind, player_id, account_id, name, words, asked_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		r.ID, string(r.Kind), r.PlayerID.UUID, r.AccountID, r.Name, r.Words, r.AskedAt)
}

// LoadPlayerRequest queues a request; [tenantdb.ErrNotFound] without it.
func LoadPlayerRequest(b *pgx.Batch, out *facts.PlayerRequest, id uuid.UUID) {
	tenantdb.One(b, out, `select `+requestColumns+` from league.player_requests r where r.id = $1`, id)
}

// TakePlayerRequest is [LoadPlayerRequest] for a decision: nobody else decides the request until the
// transaction ends.
func TakePlayerRequest(b *pgx.Batch, out *facts.PlayerRequest, id uuid.UUID) {
	tenantdb.One(b, out, `select `+requestColumns+` from league.player_requests r where r.id = $1 for no key update`, id)
}

// TakeOpenClaims queues the open claims of a record and by an account, the oldest first, and keeps others from
// deciding them until the transaction ends.
func TakeOpenClaims(b *pgx.Batch, out *[]facts.PlayerRequest, player league.PlayerID, account uuid.UUID) {
	tenantdb.Many(b, out, `select `+requestColumns+` from league.player_requests r
		where r.kind = 'claim' and r.outcome is null and (r.player_id = `+anyOf(recordsOf("$1"))+` or r.account_id = $2) order by r.id for no key update`, player.UUID, account)
}

// TakeOpenRequestsOf queues the open requests by an account about a record, as [TakeOpenClaims] does.
func TakeOpenRequestsOf(b *pgx.Batch, out *[]facts.PlayerRequest, player league.PlayerID, account uuid.UUID) {
	tenantdb.Many(b, out, `select `+requestColumns+` from league.player_requests r
		where r.outcome is null and r.player_id = `+anyOf(recordsOf("$1"))+` and r.account_id = $2 order by r.id for no key update`, player.UUID, account)
}

// DecidePlayerRequest queues the outcome of a waiting request.
func DecidePlayerRequest(b *pgx.Batch, r facts.PlayerRequest) {
	tenantdb.Exec(b, `update league.player_requests set outcome = $2, reason = $3, decided_by = $4, decided_at = $5 where id = $1 and outcome is null`,
		r.ID, string(r.Outcome), r.Reason, r.DecidedBy, r.DecidedAt)
}

// LoadPlayerRequests queues the open or the decided requests, the latest first, before the one with an id
// (uuid.Nil: from the latest). Regions limits them to those about people who have entered events of some
// regions; nil means all.
func LoadPlayerRequests(b *pgx.Batch, out *[]facts.PlayerRequest, open bool, before uuid.UUID, regions []league.RegionID, limit int) {
	tenantdb.Many(b, out, `select `+requestColumns+` from league.player_requests r
		where (r.outcome is null) = $1 and ($2 = '00000000-0000-0000-0000-000000000000'::uuid or r.id < $2)
			and ($3::uuid[] is null or exists (select from `+enteredByAnyRecord+`
				where q.tenant_id = r.tenant_id and q.id = r.player_id and e.region_id = any($3)))
		order by r.id desc limit $4`, open, before, optionalUUIDs(regions), limit)
}

// LoadRegionIDs queues the regions of the tenant.
func LoadRegionIDs(b *pgx.Batch, out *[]league.RegionID) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(id), '{}') from league.regions`)
}

// OpenClaims counts the people who claim a record.
type OpenClaims struct {
	PlayerID league.PlayerID
	Claims   int
}

// CountOpenClaims queues the number of people who claim each of some records.
func CountOpenClaims(b *pgx.Batch, out *[]OpenClaims, players []league.PlayerID) {
	tenantdb.Many(b, out, `select p.id as player_id, count(*)::integer as claims from league.player_requests r`+personOf("r")+`
		where r.kind = 'claim' and r.outcome is null and r.player_id = `+anyOf(recordsOfAll("$1"))+` group by p.id`, players)
}

// OwnRequest is a request of a person, with the tenant in which it is.
type OwnRequest struct {
	facts.PlayerRequest
	TenantID   uuid.UUID
	TenantSlug string
	TenantName string
}

// Tenant returns the tenant to which the request was sent.
func (o OwnRequest) Tenant() tenant.Ref {
	return tenant.Ref{ID: o.TenantID, Slug: o.TenantSlug, Name: o.TenantName}
}

// OwnRequests lists the requests that a person has made about their records, in all tenants, the
// latest first, from before the one with the given id on. It reads through the door of that person.
func OwnRequests(self tenantdb.Door, account, before uuid.UUID, limit int) (list []OwnRequest, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select `+requestColumns+`, t.id as tenant_id, t.slug as tenant_slug, t.name as tenant_name
		from league.player_requests r join platform.tenants t on t.id = r.tenant_id
		where r.account_id = $1 and ($2 = '00000000-0000-0000-0000-000000000000'::uuid or r.id < $2) order by r.id desc limit $3`, account, before, limit)
	return list, self.Send(b)
}

const claimMailColumns = `m.id, m.player_id, m.asked_by, m.asked_at, m.expires_at, m.used_at`

// AddClaimMail queues the request for a letter.
func AddClaimMail(b *pgx.Batch, m facts.ClaimMail) {
	b.Queue(`insert into league.claim_mails (id, player_id, asked_by, asked_at, expires_at) values ($1, $2, $3, $4, $5)`,
		m.ID, m.PlayerID.UUID, m.AskedBy, m.AskedAt, m.ExpiresAt)
}

// Asked is the time of a request for a letter.
type Asked struct{ AskedAt time.Time }

// LoadMailsAsked queues the times since a moment at which letters were requested, for a record and by an
// account, the latest first.
func LoadMailsAsked(b *pgx.Batch, ofRecord, ofAccount *[]Asked, player league.PlayerID, account uuid.UUID, since time.Time) {
	tenantdb.Many(b, ofRecord, `select asked_at from league.claim_mails where player_id = `+anyOf(recordsOf("$1"))+` and asked_at > $2 order by asked_at desc limit 100`, player.UUID, since)
	tenantdb.Many(b, ofAccount, `select asked_at from league.claim_mails where asked_by = $1 and asked_at > $2 order by asked_at desc limit 100`, account, since)
}

// LoadClaimMail queues a requested letter; out stays nil if there is none.
func LoadClaimMail(b *pgx.Batch, out **facts.ClaimMail, id uuid.UUID) {
	tenantdb.Maybe(b, out, `select `+claimMailColumns+` from league.claim_mails m where m.id = $1`, id)
}

// AddClaimLink queues the secret of a letter's link and the address to which it goes.
func AddClaimLink(b *pgx.Batch, mail uuid.UUID, hash []byte, address string, at time.Time) {
	b.Queue(`insert into league.claim_links (token_hash, mail_id, address, made_at) values ($1, $2, $3, $4)`, hash, mail, address, at)
}

// LoadLinkedClaim queues the letter of a link; out stays nil for any other link.
func LoadLinkedClaim(b *pgx.Batch, out **facts.LinkedClaim, hash []byte) {
	tenantdb.Maybe(b, out, `select `+claimMailColumns+`, l.address from league.claim_links l
		join league.claim_mails m on m.tenant_id = l.tenant_id and m.id = l.mail_id where l.token_hash = $1`, hash)
}

// UseClaimMail queues that a link was used.
func UseClaimMail(b *pgx.Batch, id, by uuid.UUID, at time.Time) {
	tenantdb.Exec(b, `update league.claim_mails set used_by = $2, used_at = $3 where id = $1 and used_at is null`, id, by, at)
}

const claimCodeColumns = `id, player_id, handle, secret_hash, made_by, made_at, expires_at, tries, ended_at, used_at`

// AddClaimCode queues a code, and the end of earlier codes for the record. The constraint claim_code_by_handle
// refuses a handle that another code has.
func AddClaimCode(b *pgx.Batch, c facts.ClaimCode) {
	b.Queue(`update league.claim_codes set ended_at = $2 where player_id = `+anyOf(recordsOf("$1"))+` and ended_at is null and used_at is null`, c.PlayerID.UUID, c.MadeAt)
	b.Queue(`insert into league.claim_codes (id, player_id, handle, secret_hash, made_by, made_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		c.ID, c.PlayerID.UUID, c.Handle, c.SecretHash, c.MadeBy, c.MadeAt, c.ExpiresAt)
}

// LoadHandles queues which of some handles codes have.
func LoadHandles(b *pgx.Batch, out *[]Handle, handles []string) {
	tenantdb.Many(b, out, `select handle from league.claim_codes where handle = any($1)`, handles)
}

// Handle is the handle of a code.
type Handle struct{ Handle string }

// TryClaimCode queues one more try of a code; out stays nil if no code has the handle. The count stops at one
// more than the tries allowed.
func TryClaimCode(b *pgx.Batch, out **facts.ClaimCode, handle string, most int) {
	tenantdb.Maybe(b, out, `update league.claim_codes set tries = least(tries + 1, $2::integer + 1) where handle = $1 returning `+claimCodeColumns, handle, most)
}

// TakeClaimCode queues a code and keeps others from using it until the transaction ends; out stays nil if there
// is none.
func TakeClaimCode(b *pgx.Batch, out **facts.ClaimCode, id uuid.UUID) {
	tenantdb.Maybe(b, out, `select `+claimCodeColumns+` from league.claim_codes where id = $1 for no key update`, id)
}

// UseClaimCode queues that a code was used.
func UseClaimCode(b *pgx.Batch, id, by uuid.UUID, at time.Time) {
	tenantdb.Exec(b, `update league.claim_codes set used_by = $2, used_at = $3 where id = $1 and used_at is null`, id, by, at)
}

// RecordLetter holds the content of a letter about a record and its reader: the address is the account's, or
// the record's if the letter is for the reader of that address.
type RecordLetter struct {
	Player, Name, Email, Language, Tenant, Slug string
	// Suspended accounts get no letter.
	Suspended bool
}

// LoadRecordLetter queues a letter about a record to an account; out stays nil without either.
func LoadRecordLetter(b *pgx.Batch, out **RecordLetter, player league.PlayerID, account uuid.UUID) {
	tenantdb.Maybe(b, out, `select p.name as player, a.name, a.email, a.language, t.name as tenant, t.slug, a.suspended_at is not null as suspended
		from league.players p join platform.tenants t on t.id = p.tenant_id join platform.accounts a on a.id = $2 where p.id = `+keptOf, player.UUID, account)
}

// LoadLetterToRecord queues a letter to the address of a record, unless that is the account's
// or unconfirmed; out stays nil then.
func LoadLetterToRecord(b *pgx.Batch, out **RecordLetter, player league.PlayerID, account uuid.UUID) {
	tenantdb.Maybe(b, out, `select p.name as player, p.name, p.email, coalesce(t.languages[1], 'en') as language, t.name as tenant, t.slug, false as suspended
		from league.players p join platform.tenants t on t.id = p.tenant_id left join platform.accounts a on a.id = $2
		where p.id = $1 and p.email <> '' and p.address_before = '' and lower(p.email) is distinct from lower(a.email)`, player.UUID, account)
}
