package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant/tenantdb"
)

// What private data of a person may be read by an office.
const (
	ContactRead  = "contact"  // the mail address and the year of birth of the record
	BankRead     = "bank"     // the bank account of a claim
	ReceiptRead  = "receipt"  // a receipt of a claim
	ConsentsRead = "consents" // the person's consents, with the names of guardians
)

// DataAccess is private data of people, shown to somebody by an office.
type DataAccess struct {
	ID        uuid.UUID
	At        time.Time
	AccountID uuid.UUID // who read it
	Operation string
	What      string
}

// AddDataAccess queues that private data of people were shown: one row for all of them.
func AddDataAccess(b *pgx.Batch, a DataAccess, players []league.PlayerID) {
	ids := make([]uuid.UUID, len(players))
	for i, p := range players {
		ids[i] = p.UUID
	}
	b.Queue(`insert into league.data_accesses (id, at, account_id, operation, what, players) values ($1, $2, $3, $4, $5, $6)`, a.ID, a.At, a.AccountID, a.Operation, a.What, ids)
}

// AddClaimAccess queues that private data of claims were shown, but for those of who reads them.
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

// AccessToMe is an access to one's own data, with who it was and in which roles of the tenant.
type AccessToMe struct {
	DataAccess
	Reader string
	Roles  []string
}

// LoadAccessesTo queues who has read the data of an account's record, the latest first, before
// one with an id (uuid.Nil: from the latest).
func LoadAccessesTo(b *pgx.Batch, out *[]AccessToMe, account, before uuid.UUID, limit int) {
	tenantdb.Many(b, out, `select x.id, x.at, x.account_id, x.operation, x.what, a.name as reader,
			coalesce((select array_agg(distinct g.role order by g.role) from league.grants g where g.tenant_id = x.tenant_id and g.account_id = x.account_id), '{}') as roles
		from league.data_accesses x join platform.accounts a on a.id = x.account_id
		where x.players @> (select array_agg(id) from league.players where account_id = $1)
			and ($2 = '00000000-0000-0000-0000-000000000000'::uuid or x.id < $2) order by x.id desc limit $3`, account, before, limit)
}
