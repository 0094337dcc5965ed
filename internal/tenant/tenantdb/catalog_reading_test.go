package tenantdb_test

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// catalog is the content of pg_catalog about all that is not PostgreSQL's own. The
// rules of TestCatalog judge it, rows are generated from it, and the mutation
// test reads it again after each change.
type catalog struct {
	Tables     []table
	Columns    []column
	Policies   []policy
	Indexes    []index
	References []reference
	Choices    []choice
	Functions  []function
	Sequences  []sequence
	Schemas    []schema
	Role       []role // one: the application role
	Strange    []string
	Particular []particular
}

// A table is anything one can select from. Names are qualified everywhere, as in
// league.regions.
type table struct {
	Name     string
	Schema   string
	Kind     string // of pg_class: r, p, f are tables; v and m views
	Secured  bool   // row-level security is enabled
	Forced   bool   // also for the owner
	Invoker  bool   // a view that asks with the rights of the caller
	Rewriter bool   // a table with rewrite rules
	// Rights are the privileges of the application role on the table or any of
	// its columns, however it came by them.
	Rights []string
}

type column struct {
	Table, Name string
	Type        string // the base type of a domain
	Category    string // of pg_type: S string, N numeric, ...
	Label       string // the first of an enumeration
	Required    bool   // NOT NULL
	Computed    bool   // generated, or an identity
	Default     string
	Changeable  bool // the application role may update it
}

type policy struct {
	Table, Name string
	Permissive  bool
	Command     string // of pg_policy: r, a, w, d or * for all
	Roles       []string
	Using       string
	Check       string
}

type index struct {
	Table, Name string
	Unique      bool // also primary keys and exclusions
	Partial     bool
	Columns     []string // empty for an expression
}

type reference struct {
	Table, Name   string
	Columns       []string
	Target        string
	TargetColumns []string
}

// A choice is a check constraint of one column.
type choice struct{ Table, Column, Definition string }

type function struct {
	Name    string
	Definer bool // SECURITY DEFINER
	Pinned  bool // has a search_path of its own, or a body whose names were bound at its creation
}

type sequence struct {
	Name     string
	Schema   string
	Readable bool // by the application role
}

type schema struct {
	Name      string
	Creatable bool // the application role may create in it
}

// A particular is something that not every database with PostgreSQL's language has.
type particular struct{ Kind, Name string }

type role struct {
	// Powers are attributes and memberships that the application role has and
	// should not have.
	Powers []string
	Owned  int // objects in this database
}

// ours is the condition on a schema's name that leaves out PostgreSQL's own.
const ours = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

// The queries take the application role as their only parameter.
const (
	readTables = `
		select n.nspname || '.' || c.relname as name, n.nspname::text as schema, c.relkind::text as kind,
			c.relrowsecurity as secured, c.relforcerowsecurity as forced,
			coalesce(c.reloptions && '{security_invoker=true,security_invoker=on,security_invoker=1,security_invoker=yes}', false) as invoker,
			c.relkind in ('r', 'p', 'f') and exists (select from pg_rewrite w where w.ev_class = c.oid) as rewriter,
			array(
				select p from unnest(array['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) p where has_any_column_privilege($1, c.oid, p)
				union all
				select p from unnest(array['DELETE', 'TRUNCATE', 'TRIGGER', 'SELECT WITH GRANT OPTION', 'INSERT WITH GRANT OPTION',
					'UPDATE WITH GRANT OPTION', 'DELETE WITH GRANT OPTION']
					|| case when current_setting('server_version_num')::int >= 170000 then '{MAINTAIN}'::text[] end) p
				where has_table_privilege($1, c.oid, p)) as rights
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where ` + ours + ` and c.relkind in ('r', 'p', 'f', 'v', 'm') order by 1`

	readColumns = `
		select n.nspname || '.' || c.relname as "table", a.attname::text as name, b.typname::text as type, b.typcategory::text as category,
			coalesce((select e.enumlabel::text from pg_enum e where e.enumtypid = b.oid order by e.enumsortorder limit 1), '') as label,
			a.attnotnull as required, a.attidentity <> '' or a.attgenerated <> '' as computed,
			coalesce(pg_get_expr(d.adbin, d.adrelid), '') as "default",
			has_column_privilege($1, c.oid, a.attnum, 'UPDATE') as changeable
		from pg_attribute a
		join pg_class c on c.oid = a.attrelid
		join pg_namespace n on n.oid = c.relnamespace
		join pg_type t on t.oid = a.atttypid
		join pg_type b on b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end
		left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
		where ` + ours + ` and c.relkind in ('r', 'p', 'f') and a.attnum > 0 and not a.attisdropped order by c.oid, a.attnum`

	readPolicies = `
		select n.nspname || '.' || c.relname as "table", p.polname::text as name, p.polpermissive as permissive, p.polcmd::text as command,
			array(select case r when 0 then 'public' else r::regrole::text end from unnest(p.polroles) r) as roles,
			coalesce(pg_get_expr(p.polqual, p.polrelid), '') as using, coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') as "check"
		from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
		order by 1, 2`

	readIndexes = `
		select n.nspname || '.' || c.relname as "table", x.relname::text as name,
			i.indisunique or i.indisexclusion as unique, i.indpred is not null as partial,
			array(select coalesce(a.attname::text, '') from unnest(i.indkey::int2[]) with ordinality k (number, place)
				left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
				where k.place <= i.indnkeyatts order by k.place) as columns
		from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
		join pg_namespace n on n.oid = c.relnamespace
		where ` + ours + ` order by 1, 2`

	readReferences = `
		select n.nspname || '.' || c.relname as "table", f.conname::text as name,
			array(select a.attname::text from unnest(f.conkey) with ordinality k (number, place)
				join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number order by k.place) as columns,
			m.nspname || '.' || t.relname as target,
			array(select a.attname::text from unnest(f.confkey) with ordinality k (number, place)
				join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number order by k.place) as target_columns
		from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
		join pg_class t on t.oid = f.confrelid join pg_namespace m on m.oid = t.relnamespace
		where f.contype = 'f' order by 1, 2`

	readChoices = `
		select n.nspname || '.' || c.relname as "table", a.attname::text as "column", pg_get_constraintdef(k.oid) as definition
		from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
		join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
		where k.contype = 'c' and cardinality(k.conkey) = 1 order by 1, 2, 3`

	readFunctions = `
		select n.nspname || '.' || p.proname as name, p.prosecdef as definer,
			p.prosqlbody is not null or exists (select from unnest(p.proconfig) s where s like 'search_path=%') as pinned
		from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ` + ours + ` order by 1`

	readSequences = `
		select n.nspname || '.' || c.relname as name, n.nspname::text as schema,
			has_sequence_privilege($1, c.oid, 'USAGE') or has_sequence_privilege($1, c.oid, 'SELECT') or has_sequence_privilege($1, c.oid, 'UPDATE') as readable
		from pg_class c join pg_namespace n on n.oid = c.relnamespace where ` + ours + ` and c.relkind = 'S' order by 1`

	readSchemas = `
		select n.nspname::text as name, has_schema_privilege($1, n.oid, 'CREATE') as creatable
		from pg_namespace n where ` + ours + ` order by 1`

	readRole = `
		select array_remove(array[
				case when r.rolsuper then 'SUPERUSER' end, case when r.rolbypassrls then 'BYPASSRLS' end,
				case when r.rolcreaterole then 'CREATEROLE' end, case when r.rolcreatedb then 'CREATEDB' end,
				case when r.rolreplication then 'REPLICATION' end,
				case when has_database_privilege(r.rolname, current_database(), 'CREATE') then 'CREATE on the database' end], null)
			|| array(select 'member of ' || m.roleid::regrole from pg_auth_members m where m.member = r.oid)
			|| array(select 'by default ' || s from pg_db_role_setting d, unnest(d.setconfig) s
				where d.setrole in (0, r.oid) and d.setdatabase in (0, (select oid from pg_database where datname = current_database()))) as powers,
			(select count(*)::int from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o') as owned
		from pg_roles r where r.rolname = $1`

	// Objects that grant rights unseen, later or to others than the caller.
	readStrange = `
		select 'default privileges of ' || d.defaclrole::regrole || ': ' || d.defaclacl::text from pg_default_acl d where $1 <> ''
		union all
		select 'the owner role is SUPERUSER or BYPASSRLS' from pg_roles where rolname = '` + tenantdb.OwnerRole + `' and (rolsuper or rolbypassrls)`
)

// Features that databases of several nodes lack, each database other ones; see docs/scale.md.
const readParticulars = `
	select 'generated column' as kind, n.nspname || '.' || c.relname || '.' || a.attname as name
	from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
	where ` + ours + ` and a.attgenerated <> '' and c.relkind in ('r', 'p', 'f')
	union all
	select distinct 'trigger function', n.nspname || '.' || p.proname from pg_trigger t join pg_proc p on p.oid = t.tgfoid
	join pg_namespace n on n.oid = p.pronamespace where not t.tgisinternal
	union all
	select 'index of type ' || m.amname, n.nspname || '.' || x.relname from pg_class x join pg_am m on m.oid = x.relam
	join pg_namespace n on n.oid = x.relnamespace where ` + ours + ` and x.relkind = 'i' and m.amname <> 'btree'
	union all
	select 'key in which two nulls are equal', n.nspname || '.' || x.relname from pg_index i join pg_class x on x.oid = i.indexrelid
	join pg_namespace n on n.oid = x.relnamespace where ` + ours + ` and (to_jsonb(i) ->> 'indnullsnotdistinct')::boolean
	union all
	select 'exclusion', n.nspname || '.' || k.conname from pg_constraint k join pg_namespace n on n.oid = k.connamespace where k.contype = 'x'
	union all
	select 'deferrable constraint', n.nspname || '.' || k.conname from pg_constraint k join pg_namespace n on n.oid = k.connamespace
	where k.condeferrable and ` + ours + `
	union all
	select 'inheriting table', i.inhrelid::regclass::text from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind in ('r', 'p', 'f')
	union all
	select 'unlogged table', n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where ` + ours + ` and c.relkind = 'r' and c.relpersistence = 'u'
	union all
	select 'extension', e.extname::text from pg_extension e where e.extname <> 'plpgsql'
	order by 1, 2`

// querier is a connection or a transaction.
type querier interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

func readCatalog(t testing.TB, from querier) catalog {
	t.Helper()
	var c catalog
	b := &pgx.Batch{}
	tenantdb.Many(b, &c.Tables, readTables, tenantdb.ApplicationRole)
	tenantdb.Many(b, &c.Columns, readColumns, tenantdb.ApplicationRole)
	tenantdb.Many(b, &c.Policies, readPolicies)
	tenantdb.Many(b, &c.Indexes, readIndexes)
	tenantdb.Many(b, &c.References, readReferences)
	tenantdb.Many(b, &c.Choices, readChoices)
	tenantdb.Many(b, &c.Functions, readFunctions)
	tenantdb.Many(b, &c.Sequences, readSequences, tenantdb.ApplicationRole)
	tenantdb.Many(b, &c.Schemas, readSchemas, tenantdb.ApplicationRole)
	tenantdb.Many(b, &c.Role, readRole, tenantdb.ApplicationRole)
	tenantdb.Many(b, &c.Particular, readParticulars)
	b.Queue(readStrange, tenantdb.ApplicationRole).Query(func(rows pgx.Rows) (err error) {
		c.Strange, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err := from.SendBatch(t.Context(), b).Close(); err != nil {
		t.Fatalf("read pg_catalog: %v", err)
	}
	return c
}

// tenantSchema is the schema in which every table has rows of tenants.
const tenantSchema = "league"

// tenantTables returns the tables whose rows belong to tenants.
func (c catalog) tenantTables() []table {
	return where(c.Tables, func(t table) bool { return t.Schema == tenantSchema && t.stores() })
}

// stores reports whether t is a table, not a view.
func (t table) stores() bool { return t.Kind == "r" || t.Kind == "p" || t.Kind == "f" }

// may reports whether the application role has the privilege.
func (t table) may(command string) bool { return slices.Contains(t.Rights, command) }

func (c catalog) table(name string) (table, bool) {
	i := slices.IndexFunc(c.Tables, func(t table) bool { return t.Name == name })
	if i < 0 {
		return table{}, false
	}
	return c.Tables[i], true
}

func (c catalog) columnsOf(table string) []column {
	return where(c.Columns, func(col column) bool { return col.Table == table })
}

func (c catalog) indexesOf(table string) []index {
	return where(c.Indexes, func(i index) bool { return i.Table == table })
}

func (c catalog) referencesOf(table string) []reference {
	return where(c.References, func(r reference) bool { return r.Table == table })
}

func (c catalog) policiesOf(table string) []policy {
	return where(c.Policies, func(p policy) bool { return p.Table == table })
}

func where[E any](all []E, keep func(E) bool) (kept []E) {
	for _, e := range all {
		if keep(e) {
			kept = append(kept, e)
		}
	}
	return kept
}
