package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant/tenantdb"
)

// Kinds of private data of a person that may be read by an office.
const (
	ContactRead  = "contact"  // the mail address and the year of birth of the record
	BankRead     = "bank"     // the bank account of a claim
	ReceiptRead  = "receipt"  // a receipt of a claim
	ConsentsRead = "consents" // the person's consents, with the names of guardians
	BanRead      = "ban"      // reasons of bans, of exclusions, and of reports that may lead to a ban
	LapsesRead   = "lapses"   // the entries that the person has not kept
)

// DataAccess records that private data of people were shown to a person by their office.
type DataAccess struct {
	ID        uuid.UUID
	At        time.Time
	AccountID uuid.UUID // of the reader
	Operation string
	What      string
}

// AddDataAccess queues that private data of people were shown: one row for all of them.
func AddDataAccess(b *pgx.Batch, a DataAccess, players []league.PlayerID) {
	b.Queue(`insert into league.data_accesses (id, at, account_id, operation, what, players) values ($1, $2, $3, $4, $5, $6)`, a.ID, a.At, a.AccountID, a.Operation, a.What, uuids(players))
}

// accessed begins the statement of an access; the rest of it says of which records k.
const accessed = `insert into league.data_accesses (id, at, account_id, operation, what, players)
	select $2, $3, $4::uuid, $5, $6, array_agg(distinct k.id) from `

// AddOthersAccess is [AddDataAccess] for people among whom the reader may be: their own record is left out, and
// an alias stands for the record that is kept. It queues no row if nobody remains.
func AddOthersAccess(b *pgx.Batch, a DataAccess, players []league.PlayerID) {
	b.Queue(accessed+playersAsked+` join lateral (select id, account_id from league.players where id = coalesce(p.kept_as, p.id) offset 0) k on true
		where k.account_id is distinct from $4::uuid having count(*) > 0`, uuids(players), a.ID, a.At, a.AccountID, a.Operation, a.What)
}

// AddAccountAccess queues the record that the addresses of accounts were shown, for those that have a record in
// the tenant and are not the reader's own.
func AddAccountAccess(b *pgx.Batch, a DataAccess, accounts []uuid.UUID) {
	b.Queue(accessed+`(select distinct i.id as asked from unnest($1::uuid[]) as i (id)) q
			join lateral (select id from league.players where account_id = q.asked and kept_as is null offset 0) k on true
		where q.asked <> $4::uuid having count(*) > 0`, accounts, a.ID, a.At, a.AccountID, a.Operation, a.What)
}

// AddAddressAccess queues the record that mail addresses were shown, by their keys, for the people of the
// register who have one of them in their record or account, except the reader.
func AddAddressAccess(b *pgx.Batch, a DataAccess, keys []string) {
	b.Queue(accessed+`(select distinct i.key as asked from unnest($1::text[]) as i (key)) q
			join lateral (select id, account_id from league.players where email_key = q.asked and email_key <> '' and kept_as is null
				union all select p.id, p.account_id from platform.accounts a join league.players p on p.account_id = a.id and p.kept_as is null where a.email_key = q.asked) k on true
		where k.account_id is distinct from $4::uuid having count(*) > 0`, keys, a.ID, a.At, a.AccountID, a.Operation, a.What)
}

// AddClaimAccess queues the record that private data of claims were shown, except those of the reader's own.
func AddClaimAccess(b *pgx.Batch, a DataAccess, refunds []uuid.UUID) {
	b.Queue(`insert into league.data_accesses (id, at, account_id, operation, what, players)
		select $1, $2, $3::uuid, $4, $5, array_agg(distinct p.id) from league.refunds r join league.players p on p.tenant_id = r.tenant_id and p.id = r.player_id
		where r.id = any($6) and p.account_id is distinct from $3::uuid having count(*) > 0`, a.ID, a.At, a.AccountID, a.Operation, a.What, refunds)
}

// AddListAccess is [AddClaimAccess] for all claims on a list of payments.
func AddListAccess(b *pgx.Batch, a DataAccess, list uuid.UUID) {
	b.Queue(`insert into league.data_accesses (id, at, account_id, operation, what, players)
		select $1, $2, $3::uuid, $4, $5, array_agg(distinct p.id) from league.payments y join league.refunds r on r.tenant_id = y.tenant_id and r.id = y.refund_id
			join league.players p on p.tenant_id = r.tenant_id and p.id = r.player_id
		where y.list_id = $6 and p.account_id is distinct from $3::uuid having count(*) > 0`, a.ID, a.At, a.AccountID, a.Operation, a.What, list)
}

// AccessToMe is an access to one's own data, with the reader and their roles in the tenant.
type AccessToMe struct {
	DataAccess
	Reader string
	Roles  []string
}

// LoadAccessesTo queues the accesses to the data of an account's record, the latest first, before the one with
// an id (uuid.Nil: from the latest).
func LoadAccessesTo(b *pgx.Batch, out *[]AccessToMe, account, before uuid.UUID, limit int) {
	tenantdb.Many(b, out, `select x.id, x.at, x.account_id, x.operation, x.what, a.name as reader,
			coalesce((select array_agg(distinct g.role order by g.role) from league.grants g where g.tenant_id = x.tenant_id and g.account_id = x.account_id), '{}') as roles
		from league.data_accesses x join platform.accounts a on a.id = x.account_id
		where x.players @> (select array_agg(id) from league.players where account_id = $1)
			and ($2 = '00000000-0000-0000-0000-000000000000'::uuid or x.id < $2) order by x.id desc limit $3`, account, before, limit)
}
