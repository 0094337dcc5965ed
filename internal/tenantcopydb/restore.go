package tenantcopydb

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/media/blob"
	"referto/internal/sealed"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// Why an archive is not restored.
var (
	// ErrTaken: there is a tenant of this id or slug already.
	ErrTaken = errors.New("there is a tenant of this id or slug already")
	// ErrReserved: the slug that was asked for was a deleted tenant's less than [tenant.SlugKept] ago.
	ErrReserved = errors.New("this slug was that of a tenant that has been deleted less than a year ago")
	// ErrSlug: the slug that was asked for is none.
	ErrSlug = errors.New("a slug is 3 to 40 lower-case letters and digits, with single hyphens between, and begins with a letter")
	// ErrOtherSchema: the database has run other migrations than the archive's.
	ErrOtherSchema = errors.New("the database has another schema than the archive: restore it with the release that wrote it, and migrate then")
	// ErrNoKey: something is encrypted under a key that is not at hand.
	ErrNoKey = errors.New("something in the archive is encrypted under a key that SEALING_KEYS lacks")
)

// ErrForeign means that an archive holds data that is not the tenant's, or lacks a table of theirs. A manifest lists the
// contents, but does not prove the author, so nothing is restored that a tenant cannot have.
var ErrForeign = errors.New("the archive is not that of one tenant")

// Restored counts the accounts and affiliations that the restoring of an archive has found and made.
type Restored struct {
	Manifest Manifest
	Slug     string   // that the tenant has here
	Known    int      // accounts that were there: by id, or by an address that both sides have confirmed
	Made     int      // accounts that were made, without a password
	Apart    []string // of these the ids of those whose address another account here has: they have no address
	Left     int      // affiliations with tenants that are not here
}

// slugForm is the form of slugs, by the constraint tenant_slug_form, which also wants 3 to 40 bytes.
var slugForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// mostAtOnce bounds the bytes of rows that are written by one statement.
const mostAtOnce = 8 << 20

// Restore puts an archive into another installation, or again into its own after the tenant was deleted: whole or not
// at all. Ids stay the same, since the keys of all rows begin with the tenant's id.
func Restore(ctx context.Context, db *tenantdb.DB, keys sealed.Keys, files blob.Store, archive io.ReaderAt, size int64) (r Restored, err error) {
	return RestoreAs(ctx, db, keys, files, archive, size, Renaming{})
}

// Renaming is a slug that a tenant gets instead of its own, "" to keep that, and the present moment.
type Renaming struct {
	Slug string
	Now  time.Time
}

// RestoreAs is [Restore] under another slug than the tenant had, where that is another tenant's. The slug is in the row
// of the tenant alone: everything else names the tenant by its id, and looks the slug up.
func RestoreAs(ctx context.Context, db *tenantdb.DB, keys sealed.Keys, files blob.Store, archive io.ReaderAt, size int64, as Renaming) (r Restored, err error) {
	if as.Slug != "" && (!slugForm.MatchString(as.Slug) || len(as.Slug) < 3 || len(as.Slug) > 40) {
		return r, fmt.Errorf("%w: %q", ErrSlug, as.Slug)
	}
	if r.Manifest, err = Check(archive, size); err != nil {
		return r, err
	}
	r.Slug = cmp.Or(as.Slug, r.Manifest.Tenant.Slug)
	for _, name := range r.Manifest.SealingKeys {
		if !keys.Has(name) {
			return r, fmt.Errorf("%w: %q", ErrNoKey, name)
		}
	}
	parts, err := zip.NewReader(archive, size)
	if err != nil {
		return r, err
	}
	kept := []string{}
	err = tenantdb.In(tenantdb.Unhurried(ctx), db, r.Manifest.Tenant.ID, nil, func(tx tenantdb.Tx) error {
		in := restoring{tx: tx, parts: parts, report: &r, now: as.Now}
		if err := in.rows(); err != nil {
			return err
		}
		for _, part := range r.Manifest.Files {
			key := r.Manifest.Tenant.ID.String() + "/" + strings.TrimPrefix(part.Name, fileFolder)
			data, err := in.read(part.Name)
			if err != nil {
				return err
			}
			kept = append(kept, key)
			if err := files.Put(ctx, key, data); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, ErrTaken) { // of a tenant that was not here, no file was
		for _, key := range kept {
			err = errors.Join(err, files.Delete(context.WithoutCancel(ctx), key))
		}
	}
	return r, err
}

// restoring is one try to restore an archive.
type restoring struct {
	tx     tenantdb.Tx
	parts  *zip.Reader
	report *Restored
	now    time.Time
	moved  []string // ids of accounts, each with the one of this installation behind it
}

func (in *restoring) read(name string) ([]byte, error) {
	f, err := in.parts.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// rows writes everything but files.
func (in *restoring) rows() error {
	in.report.Known, in.report.Made, in.report.Apart, in.report.Left, in.moved = 0, 0, nil, 0, nil // it may be another try
	m := in.report.Manifest
	var schema int64
	var taken, reserved bool
	var tables []table
	b := &tenantdb.Batch{}
	tenantdb.Many(b, &tables, tablesOfTenants)
	tenantdb.Scalar(b, &schema, `select max(version_id) from public.schema_migrations where is_applied`)
	tenantdb.Scalar(b, &taken, `select exists (select from platform.tenants where id = $1 or slug = $2)`, m.Tenant.ID, in.report.Slug)
	tenantdb.Scalar(b, &reserved, `select exists (select from platform.tenant_deletions where slug = $2 and tenant <> $1 and done_at > $3)`, m.Tenant.ID, in.report.Slug, in.now.Add(-tenant.SlugKept))
	if err := in.tx.Send(b); err != nil {
		return err
	}
	switch {
	case taken:
		return fmt.Errorf("%w: %s", ErrTaken, in.report.Slug)
	case reserved && in.report.Slug != m.Tenant.Slug:
		return fmt.Errorf("%w: %s", ErrReserved, in.report.Slug)
	case schema != m.Schema:
		return fmt.Errorf("%w (%d here, %d there)", ErrOtherSchema, schema, m.Schema)
	}
	if err := in.vet(carried(tables)); err != nil {
		return err
	}
	if err := in.accounts(); err != nil {
		return err
	}
	if err := in.table("platform.tenants", true); err != nil {
		return err
	}
	if err := in.affiliations(); err != nil {
		return err
	}
	order, whole, err := in.order()
	if err != nil {
		return err
	}
	for _, name := range order {
		if err := in.table(name, whole[name]); err != nil {
			return err
		}
	}
	return nil
}

// vet refuses an archive with other tables than those of tenants, or with more than one tenant.
func (in *restoring) vet(tables []table) error {
	want := []string{"platform.accounts", "platform.affiliations", "platform.tenants"}
	for _, t := range tables {
		want = append(want, t.Name)
	}
	var got []string
	for _, part := range in.report.Manifest.Tables {
		got = append(got, tableOf(part))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Errorf("%w: it has the tables %q instead of %q", ErrForeign, got, want)
	}
	text, err := in.read(tableFolder + "platform.tenants" + tableEnd)
	if err != nil {
		return err
	}
	all := slices.Collect(bytes.Lines(text))
	if len(all) != 1 {
		return fmt.Errorf("%w: it has %d", ErrForeign, len(all))
	}
	one := in.report.Manifest.Tenant
	if err := json.Unmarshal(all[0], &one); err != nil {
		return fmt.Errorf("%w: platform.tenants: %w", ErrDamaged, err)
	}
	if one != in.report.Manifest.Tenant {
		return fmt.Errorf("%w: it is that of %s, and says that of %s", ErrForeign, one.Slug, in.report.Manifest.Tenant.Slug)
	}
	return nil
}

// tableOf names the table that a part of an archive has.
func tableOf(p Part) string {
	return strings.TrimSuffix(strings.TrimPrefix(p.Name, tableFolder), tableEnd)
}

// account is an account as archives have it.
type account struct {
	ID         uuid.UUID `json:"id"`
	Email      string    `json:"email"`
	EmailKey   string    `json:"email_key"`
	VerifiedAt *string   `json:"verified_at"`
}

// accounts finds those that are here and makes the others.
func (in *restoring) accounts() error {
	text, err := in.read(tableFolder + "platform.accounts" + tableEnd)
	if err != nil {
		return err
	}
	lines := slices.Collect(bytes.Lines(text))
	var all []account
	var ids []uuid.UUID
	var addresses []string
	for _, line := range lines {
		var a account
		if err := json.Unmarshal(line, &a); err != nil {
			return fmt.Errorf("%w: accounts: %w", ErrDamaged, err)
		}
		all, ids, addresses = append(all, a), append(ids, a.ID), append(addresses, a.EmailKey)
	}
	var here []struct {
		ID       uuid.UUID
		EmailKey string
		Verified bool
	}
	b := &tenantdb.Batch{}
	tenantdb.Many(b, &here, `select id, email_key, verified_at is not null as verified from platform.accounts where id = any($1) or email_key = any($2)`, ids, addresses)
	if err := in.tx.Send(b); err != nil {
		return err
	}
	b = &tenantdb.Batch{}
	for i, a := range all {
		var known, apart bool
		var same uuid.UUID // the account with this address, if both sides have confirmed it
		for _, h := range here {
			switch {
			case h.ID == a.ID:
				known = true
			case h.EmailKey == a.EmailKey && h.Verified && a.VerifiedAt != nil:
				same = h.ID
			case h.EmailKey == a.EmailKey:
				apart = true
			}
		}
		switch {
		case known:
			in.report.Known++
			continue
		case same != uuid.Nil:
			in.report.Known++
			in.moved = append(in.moved, a.ID.String(), same.String())
			continue
		}
		in.report.Made++
		if apart {
			in.report.Apart = append(in.report.Apart, a.ID.String())
		}
		b.Queue(`insert into platform.accounts (id, email, email_key, name, language, password_hash, verified_at, suspended_at, created_at, deleted_at)
			select id, case when $2 then '' else email end, case when $2 then 'apart ' || id else email_key end, name, language, '', case when $2 then null else verified_at end, suspended_at, created_at, deleted_at
			from json_populate_record(null::platform.accounts, $1::json)`, string(lines[i]), apart)
	}
	return in.tx.Send(b)
}

// affiliations restores those with tenants that are here.
func (in *restoring) affiliations() error {
	text, err := in.lines("platform.affiliations")
	if err != nil {
		return err
	}
	for line := range bytes.Lines(text) {
		var sides struct {
			Federation uuid.UUID `json:"federation_id"`
			Club       uuid.UUID `json:"club_id"`
		}
		if err := json.Unmarshal(line, &sides); err != nil {
			return fmt.Errorf("%w: platform.affiliations: %w", ErrDamaged, err)
		}
		if one := in.report.Manifest.Tenant.ID; sides.Federation != one && sides.Club != one {
			return fmt.Errorf("%w: an affiliation between two others", ErrForeign)
		}
		var restored bool
		b := &tenantdb.Batch{}
		tenantdb.Scalar(b, &restored, `with one as (select * from json_populate_record(null::platform.affiliations, $1::json)),
			restored as (insert into platform.affiliations select one.* from one
				where exists (select from platform.tenants where id = one.federation_id) and exists (select from platform.tenants where id = one.club_id) returning 1)
			select exists (select from restored)`, string(line))
		if err := in.tx.Send(b); err != nil {
			return err
		}
		if !restored {
			in.report.Left++
		}
	}
	return nil
}

// lines are the rows of a table, with the ids of accounts and the tenant's slug as they are here.
func (in *restoring) lines(name string) ([]byte, error) {
	text, err := in.read(tableFolder + name + tableEnd)
	if err == nil && name == "platform.tenants" && in.report.Slug != in.report.Manifest.Tenant.Slug {
		text, err = withSlug(text, in.report.Slug)
	}
	for i := 0; i+1 < len(in.moved) && err == nil; i += 2 {
		text = bytes.ReplaceAll(text, []byte(in.moved[i]), []byte(in.moved[i+1]))
	}
	return text, err
}

// withSlug is the row of a tenant with another slug.
func withSlug(line []byte, slug string) ([]byte, error) {
	var row map[string]json.RawMessage
	if err := json.Unmarshal(line, &row); err != nil {
		return nil, fmt.Errorf("%w: platform.tenants: %w", ErrDamaged, err)
	}
	row["slug"] = strconv.AppendQuote(nil, slug)
	return json.Marshal(row)
}

// order returns the tables of the archive, each behind those that it refers to, and those that refer to themselves,
// whose rows are written at once.
func (in *restoring) order() (order []string, whole map[string]bool, err error) {
	var names []string
	for _, part := range in.report.Manifest.Tables {
		if name := tableOf(part); !strings.HasPrefix(name, "platform.") {
			names = append(names, name)
		}
	}
	return inOrder(in.tx, names)
}

// inOrder are tables, each behind those that it refers to, and those that refer to themselves.
func inOrder(tx tenantdb.Tx, names []string) (order []string, whole map[string]bool, err error) {
	var references []struct{ Child, Parent string }
	b := &tenantdb.Batch{}
	tenantdb.Many(b, &references, `select distinct n.nspname || '.' || c.relname as child, m.nspname || '.' || t.relname as parent
		from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
		join pg_class t on t.oid = f.confrelid join pg_namespace m on m.oid = t.relnamespace where f.contype = 'f' order by 1, 2`)
	if err := tx.Send(b); err != nil {
		return nil, nil, err
	}
	waiting := map[string]bool{}
	for _, name := range names {
		waiting[name] = true
	}
	whole = map[string]bool{}
	for len(waiting) > 0 {
		var next []string
		for name := range waiting {
			ready := true
			for _, r := range references {
				if r.Child == name && r.Parent == name {
					whole[name] = true
				} else if r.Child == name && waiting[r.Parent] {
					ready = false
				}
			}
			if ready {
				next = append(next, name)
			}
		}
		if len(next) == 0 {
			return nil, nil, fmt.Errorf("tables refer to each other in a circle: %v", waiting)
		}
		slices.Sort(next)
		for _, name := range next {
			delete(waiting, name)
		}
		order = append(order, next...)
	}
	return order, whole, nil
}

// table writes the rows of a table, some at once, or all.
func (in *restoring) table(name string, atOnce bool) error {
	text, err := in.lines(name)
	if err != nil || len(text) == 0 {
		return err
	}
	var columns []string
	b := &tenantdb.Batch{}
	tenantdb.Scalar(b, &columns, `select array_agg(quote_ident(attname) order by attnum) from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`, name)
	if err := in.tx.Send(b); err != nil {
		return err
	}
	list, quoted := strings.Join(columns, ", "), pgx.Identifier(strings.SplitN(name, ".", 2)).Sanitize()
	write := func(rows []byte) error {
		b := &tenantdb.Batch{}
		b.Queue("insert into "+quoted+" ("+list+") select "+list+" from json_populate_recordset(null::"+quoted+", $1::json)", "["+string(rows)+"]")
		if err := in.tx.Send(b); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	var rows []byte
	for line := range bytes.Lines(text) {
		if len(rows) > 0 && !atOnce && len(rows)+len(line) > mostAtOnce {
			if err := write(rows); err != nil {
				return err
			}
			rows = nil
		}
		if len(rows) > 0 {
			rows = append(rows, ',')
		}
		rows = append(rows, line...)
	}
	return write(rows)
}
