package leaguedb

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// Sealed counts the data that are encrypted under one key.
type Sealed struct {
	Texts int64 // bank data in the database
	Files int64 // receipts, and copies of a person's data, in the store of files
}

// CountSealed counts the encrypted data of all tenants, by the names of the keys. Under "" are files whose key
// no release has noted, and texts that name none.
func CountSealed(ctx context.Context, db *tenantdb.DB) (map[string]Sealed, error) {
	counts := map[string]Sealed{}
	type row struct {
		Under        string
		Texts, Files int64
	}
	add := func(found []row) {
		for _, r := range found {
			c := counts[r.Under]
			counts[r.Under] = Sealed{Texts: c.Texts + r.Texts, Files: c.Files + r.Files}
		}
	}
	err := tenantdb.Each(ctx, db, func(tenant uuid.UUID) error {
		door, err := tenantdb.Read(ctx, db, tenant, nil)
		if err != nil {
			return err
		}
		var found []row
		b := &pgx.Batch{}
		tenantdb.Many(b, &found, `select under, count(*) filter (where not file) as texts, count(*) filter (where file) as files from (
			select case when length(sealed) > 2 and get_byte(sealed, 0) = 1 then encode(substring(sealed from 3 for get_byte(sealed, 1)), 'escape') else '' end as under, false as file from (
				select sealed from league.refund_accounts union all select sealed from league.payment_lists union all select sealed from league.payments
			) texts where sealed is not null
			union all select coalesce(sealed_under, ''), true from league.refund_receipts where erased_at is null
			union all select unnest(sealed_under), true from league.tenant_archives where state = 'ready'
		) all_of_them group by under`)
		if err := door.Send(b); err != nil {
			return err
		}
		add(found)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var copies []row
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &pgx.Batch{}
		tenantdb.Many(b, &copies, `select coalesce(sealed_under, '') as under, 0::bigint as texts, count(*) as files from platform.data_exports where state = 'ready' group by 1`)
		return tx.Send(b)
	})
	add(copies)
	return counts, err
}

// SealedPlace is a kind of place in the database that holds encrypted bank data.
type SealedPlace struct {
	Payers bool // their owners are lists of payments; else claims
	from   string
	set    string
}

// SealedPlaces are all of them.
var SealedPlaces = []SealedPlace{
	sealedPlace("league.refund_accounts", "refund_id", "0", "refund_id"),
	sealedPlace("league.payments", "list_id", "position", "refund_id"),
	sealedPlace("league.payment_lists", "id", "0", "id"),
}

func sealedPlace(table, id, position, owner string) SealedPlace {
	return SealedPlace{
		Payers: owner == "id",
		from: fmt.Sprintf(`select %[2]s as id, %[3]s as position, %[4]s as owner, sealed from %[1]s where sealed is not null
			and substring(sealed from 1 for length($1::bytea)) <> $1 and (%[2]s, %[3]s) > ($2, $3) order by 1, 2 limit $4 for update`, table, id, position, owner),
		set: fmt.Sprintf(`update %s set sealed = $3 where %s = $1 and %s = $2`, table, id, position),
	}
}

// SealedRow is an encrypted text with its row.
type SealedRow struct {
	ID       uuid.UUID
	Position int
	Owner    uuid.UUID
	Sealed   []byte
}

// TakeOtherwiseSealed queues the next texts after a row that do not begin like those of a key, and holds them
// until the transaction ends.
func TakeOtherwiseSealed(b *pgx.Batch, out *[]SealedRow, at SealedPlace, head []byte, after SealedRow, limit int) {
	tenantdb.Many(b, out, at.from, head, after.ID, after.Position, limit)
}

// SetSealed queues that a text is encrypted anew.
func SetSealed(b *pgx.Batch, at SealedPlace, r SealedRow) {
	tenantdb.Exec(b, at.set, r.ID, r.Position, r.Sealed)
}

// LoadReceiptsSealed queues the next receipts after an id whose files are not noted under a key;
// with every all of them.
func LoadReceiptsSealed(b *pgx.Batch, out *[]facts.RefundReceipt, under string, every bool, after uuid.UUID, limit int) {
	tenantdb.Many(b, out, `select `+receiptColumns+` from league.refund_receipts where erased_at is null and ($2 or sealed_under is distinct from $1) and id > $3 order by id limit $4`,
		under, every, after, limit)
}

// HoldReceipt queues a hold on a receipt until the transaction ends, so that it is not erased
// meanwhile; kept stays false if it is erased already.
func HoldReceipt(b *pgx.Batch, kept *bool, id uuid.UUID) {
	tenantdb.Scalar(b, kept, `with held as (select erased_at from league.refund_receipts where id = $1 for update)
		select exists (select from held where erased_at is null)`, id)
}

// NoteReceiptSealed queues the key under which the file of a receipt is encrypted.
func NoteReceiptSealed(b *pgx.Batch, id uuid.UUID, under string) {
	tenantdb.Exec(b, `update league.refund_receipts set sealed_under = $2 where id = $1`, id, under)
}

// LoadExportsSealed queues the next copies of people's data after an id whose files are not noted
// under a key; with every all of them.
func LoadExportsSealed(b *pgx.Batch, out *[]DataExport, under string, every bool, after uuid.UUID, limit int) {
	tenantdb.Many(b, out, `select `+exportColumns+` from platform.data_exports where state = 'ready' and ($2 or sealed_under is distinct from $1) and id > $3 order by id limit $4`,
		under, every, after, limit)
}

// HoldExport queues a hold on a copy until the transaction ends, so that it does not expire
// meanwhile; kept stays false if it has already.
func HoldExport(b *pgx.Batch, kept *bool, id uuid.UUID) {
	tenantdb.Scalar(b, kept, `with held as (select state from platform.data_exports where id = $1 for update)
		select exists (select from held where state = 'ready')`, id)
}

// NoteExportSealed queues under which key the file of a copy is encrypted.
func NoteExportSealed(b *pgx.Batch, id uuid.UUID, under string) {
	tenantdb.Exec(b, `update platform.data_exports set sealed_under = $2 where id = $1`, id, under)
}
