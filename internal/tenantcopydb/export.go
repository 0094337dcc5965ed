package tenantcopydb

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/backupdb"
	"referto/internal/media/blob"
	"referto/internal/release"
	"referto/internal/sealed"
	"referto/internal/tenant/tenantdb"
)

// ErrNoTenant means that there is no tenant of this name.
var ErrNoTenant = errors.New("there is no such tenant")

// exporting is one export.
type exporting struct {
	tx       pgx.Tx
	zip      *zip.Writer
	manifest *Manifest
	accounts map[string]bool // that rows name
	keys     map[string]bool // under which something is encrypted
	step     func(done, total int)
}

// Export writes the archive of the tenant that a slug names. The database is named by an address of
// the backup role; another role is refused ([backupdb.ErrNotAll]).
func Export(ctx context.Context, dsn, slug string, files blob.Store, out io.Writer, now time.Time) (m Manifest, err error) {
	look := func(read func(pgx.Tx) error) error { return backupdb.Look(ctx, dsn, read) }
	return write(ctx, look, "slug", slug, files, out, now, func(int, int) {})
}

// ExportOwn writes the same archive as the application, through the door of the tenant. Step is called with the
// number of steps done, and the total.
func ExportOwn(ctx context.Context, db *tenantdb.DB, of uuid.UUID, files blob.Store, out io.Writer, now time.Time, step func(done, total int)) (m Manifest, err error) {
	look := func(read func(pgx.Tx) error) error {
		written := false
		return tenantdb.In(tenantdb.OfOneMoment(ctx), db, of, nil, func(tx tenantdb.Tx) error {
			if written { // written bytes cannot be taken back
				return errWrittenOnce
			}
			written = true
			pg, err := tx.Pgx()
			if err != nil {
				return err
			}
			return read(pg)
		})
	}
	return write(ctx, look, "id", of.String(), files, out, now, step)
}

// errWrittenOnce ends the export if its transaction was begun a second time.
var errWrittenOnce = errors.New("the rows of the archive were read in part, and are not read again")

// write writes the archive of the tenant that has a value in a column.
func write(ctx context.Context, look func(func(pgx.Tx) error) error, column, value string, files blob.Store, out io.Writer, now time.Time, step func(done, total int)) (m Manifest, err error) {
	m = Manifest{Format: Format, Release: release.Current().Version, TakenAt: now, LeftOut: LeftOut, Tables: []Part{}, Files: []Part{}, SealingKeys: []string{}}
	e := exporting{zip: zip.NewWriter(out), manifest: &m, accounts: map[string]bool{}, keys: map[string]bool{}, step: step}
	err = look(func(tx pgx.Tx) error {
		e.tx = tx
		return e.rows(ctx, column, value)
	})
	if err != nil {
		return m, fmt.Errorf("export: %w", err)
	}
	if err := e.files(ctx, files); err != nil {
		return m, fmt.Errorf("export: %w", err)
	}
	m.SealingKeys = append(m.SealingKeys, slices.Sorted(maps.Keys(e.keys))...)
	text, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return m, err
	}
	entry, err := e.zip.Create(manifestName)
	if err == nil {
		_, err = entry.Write(append(text, '\n'))
	}
	return m, errors.Join(err, e.zip.Close())
}

// table is a table whose rows are included, with its columns that name accounts or are encrypted.
type table struct {
	Name     string
	Keys     []string // columns of its primary key
	Accounts []string // columns that refer to accounts
	Sealed   bool     // it has a column of that name
}

// tablesOfTenants finds every table whose rows belong to tenants in the catalog.
const tablesOfTenants = `select n.nspname || '.' || c.relname as name,
		array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k (number, place) join pg_attribute a on a.attnum = k.number
			where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid order by k.place) as keys,
		array(select distinct a.attname::text from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
			where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'platform.accounts'::regclass order by 1) as accounts,
		exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'sealed' and a.atttypid = 'bytea'::regtype) as sealed
	from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and exists (
		select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) order by 1`

// namedWithoutKey are columns that name accounts and have no foreign key, since they are lists: those accounts are in the archive, too.
var namedWithoutKey = map[string]string{"league.hosting_requests": "organizers"}

// NamedInside are the places in texts and documents of rows where the program names accounts, by table: facts of the log and what the audit is
// about. Those accounts are in the archive, too, as the people they are: somebody whose role or record is gone may
// stand nowhere else. Ids that people have typed are not looked up: an archive would tell them whose they are.
var NamedInside = map[string][]string{
	"league.log":   {"data.account"},
	"league.audit": {"subject", "before.account", "after.account", "before.organizers", "after.organizers"},
}

// beforeAccount holds the words before the account in subjects that the program writes. Other subjects of the same kind
// end with a name that a person has typed.
var beforeAccount = map[string]string{"subject": "calendar of "}

// insideOf returns the SQL of the accounts that a text column, or a member of a document, names: as the member itself, or as
// an element of its list.
func insideOf(place string) string {
	const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
	list := "regexp_matches(" + place + ", '^" + beforeAccount[place] + "(" + id + ")$') m, unnest(m)"
	if document, key, field := strings.Cut(place, "."); field {
		value := document + "->'" + key + "'"
		list = "jsonb_array_elements_text(case jsonb_typeof(" + value + ") when 'array' then " + value + " when 'string' then jsonb_build_array(" + value + ") else '[]' end)"
	}
	return "unnest(array(select a.id from " + list + " named join platform.accounts a on a.id = substring(named from '^" + id + "$')::uuid))"
}

// carried returns the tables that archives include.
func carried(all []table) []table {
	return slices.DeleteFunc(all, func(t table) bool { return LeftOut[t.Name] != "" })
}

// rows writes all tables.
func (e exporting) rows(ctx context.Context, column, value string) error {
	t := &e.manifest.Tenant
	err := e.tx.QueryRow(ctx, `select id, slug, name, (select max(version_id) from public.schema_migrations where is_applied) from platform.tenants where `+column+`::text = $1`, value).
		Scan(&t.ID, &t.Slug, &t.Name, &e.manifest.Schema)
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("%w: %q", ErrNoTenant, value)
	}
	if err != nil {
		return err
	}
	found, err := e.tx.Query(ctx, tablesOfTenants)
	if err != nil {
		return err
	}
	tables, err := pgx.CollectRows(found, pgx.RowToStructByName[table])
	if err != nil {
		return err
	}
	for _, t := range carried(tables) {
		if err := e.note(ctx, t); err != nil {
			return err
		}
		if err := e.table(ctx, t.Name, "select row_to_json(t)::text from "+t.Name+" t where tenant_id = $1 order by "+strings.Join(t.Keys, ", "), e.manifest.Tenant.ID); err != nil {
			return err
		}
	}
	return errors.Join(
		e.table(ctx, "platform.tenants", `select row_to_json(t)::text from platform.tenants t where id = $1`, e.manifest.Tenant.ID),
		e.table(ctx, "platform.affiliations", `select row_to_json(t)::text from platform.affiliations t where federation_id = $1 or club_id = $1 order by id`, e.manifest.Tenant.ID),
		// Accounts that made a request to another tenant, or decided there, are named by the affiliation alone: their
		// address is not included.
		e.table(ctx, "platform.accounts", `select row_to_json(t)::text from (select id, case when ours then email else '' end as email, case when ours then email_key else 'apart ' || id end as email_key,
				name, language, case when ours then verified_at end as verified_at, suspended_at, created_at, deleted_at
			from platform.accounts, lateral (select id::text = any($1) as ours) o
			where ours or id in (select unnest(array[requested_by, decided_by]) from platform.affiliations where federation_id = $2 or club_id = $2) order by id) t`,
			slices.Sorted(maps.Keys(e.accounts)), e.manifest.Tenant.ID),
	)
}

// note notes which accounts the tenant's rows of a table name, and under which keys they are encrypted.
func (e exporting) note(ctx context.Context, t table) error {
	columns := t.Accounts
	if list := namedWithoutKey[t.Name]; list != "" {
		columns = append(columns, "unnest("+list+")")
	}
	for _, place := range NamedInside[t.Name] {
		columns = append(columns, insideOf(place))
	}
	for _, column := range columns {
		var ids []string
		err := e.tx.QueryRow(ctx, "select coalesce(array_agg(distinct n.account::text), '{}') from (select "+column+" as account from "+t.Name+" where tenant_id = $1) n where n.account is not null", e.manifest.Tenant.ID).Scan(&ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			e.accounts[id] = true
		}
	}
	if !t.Sealed {
		return nil
	}
	rows, err := e.tx.Query(ctx, "select sealed from "+t.Name+" where tenant_id = $1 and sealed is not null", e.manifest.Tenant.ID)
	if err != nil {
		return err
	}
	var text []byte
	_, err = pgx.ForEachRow(rows, []any{&text}, func() error {
		e.sealed(text)
		return nil
	})
	return err
}

// sealed notes under which key a text is encrypted.
func (e exporting) sealed(text []byte) {
	if name := sealed.KeyOf(text); name != "" {
		e.keys[name] = true
	}
}

// table writes the rows that a query answers, a line each. They are fetched some at a time: no statement takes as long
// as the writing does.
func (e exporting) table(ctx context.Context, name, query string, args ...any) error {
	entry, err := e.begin(tableFolder+name+tableEnd, true)
	if err != nil {
		return err
	}
	if _, err := e.tx.Exec(ctx, "declare exported no scroll cursor for "+query, args...); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for {
		found, err := e.tx.Query(ctx, "fetch 500 from exported")
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		lines, err := pgx.CollectRows(found, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, line := range lines {
			if _, err := io.WriteString(entry, line+"\n"); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if len(lines) == 0 {
			break
		}
	}
	if _, err := e.tx.Exec(ctx, "close exported"); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	e.manifest.Tables = append(e.manifest.Tables, entry.end())
	return nil
}

// receipts is the folder of the tenant's files that are encrypted.
const receipts = "refunds/"

// files writes the files of the tenant. Files deleted meanwhile are left out.
func (e exporting) files(ctx context.Context, files blob.Store) error {
	var keys []string
	for f, err := range files.Below(ctx, e.manifest.Tenant.ID.String()) {
		if err != nil {
			return err
		}
		keys = append(keys, f.Key)
	}
	slices.Sort(keys)
	for i, key := range keys {
		e.step(i+1, len(keys)+1)
		data, err := files.Get(ctx, key)
		if errors.Is(err, blob.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		_, below, _ := strings.Cut(key, "/")
		entry, err := e.begin(fileFolder+below, false)
		if err == nil {
			_, err = entry.Write(data)
		}
		if err != nil {
			return err
		}
		e.manifest.Files = append(e.manifest.Files, entry.end())
		if strings.HasPrefix(below, receipts) {
			e.sealed(data)
		}
	}
	return nil
}

// entry is a part of the archive that is being written.
type entry struct {
	part Part
	sum  hash.Hash
	out  io.Writer
	// countRows counts each line as a row.
	countRows bool
}

func (e exporting) begin(name string, rows bool) (*entry, error) {
	out, err := e.zip.Create(name)
	return &entry{part: Part{Name: name}, sum: sha256.New(), out: out, countRows: rows}, err
}

func (e *entry) Write(data []byte) (int, error) {
	e.sum.Write(data)
	e.part.Bytes += int64(len(data))
	if e.countRows {
		e.part.Rows += int64(bytes.Count(data, []byte("\n")))
	}
	return e.out.Write(data)
}

func (e *entry) end() Part {
	e.part.SHA256 = hex.EncodeToString(e.sum.Sum(nil))
	return e.part
}
