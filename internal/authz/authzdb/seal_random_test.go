package authzdb_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/sampling"
)

// sealedRow is a row of the first tenant's audit, and the seal that it is under.
type sealedRow struct {
	ID   uuid.UUID
	Seal int64
}

// tampering is one way to change what is sealed. Its statement takes the tenant ($1), a row ($2), the row's seal ($3) and a
// text that was never there ($4). The fault that it leaves names the row or the seal.
type tampering struct {
	statement string
	fault     func(sealedRow) string
}

func namesRow(r sealedRow) string {
	return fmt.Sprintf("row %s: its words are not those that were sealed", r.ID)
}
func namesSeal(r sealedRow) string { return fmt.Sprintf("seal %d: ", r.Seal) }

// tamperings change each column of each table of the audit, add rows and take them away.
var tamperings = []tampering{
	{`update league.audit set reason = $4::text where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesRow},
	{`update league.audit set subject = $4::text where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesRow},
	{`update league.audit set before = jsonb_build_object('name', $4::text) where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesRow},
	{`update league.audit set after = jsonb_build_object('name', $4::text) where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesRow},
	{`update league.audit_digests set salt = $4::text where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesRow},
	{`update league.audit_digests set words = sha256($4::text::bytea) where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesSeal},
	{`update league.audit set at = at + length($4::text) * interval '1 second' where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesSeal},
	{`update league.audit set operation = $4::text where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesSeal},
	{`update league.audit set refused = $4::text where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesSeal},
	{`update league.audit set request_id = $4::text where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesSeal},
	{`update league.audit set account_id = md5($4::text)::uuid where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesSeal},
	{`update league.audit set event_id = md5($4::text)::uuid where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesSeal},
	{`delete from league.audit where tenant_id = $1 and id = $2 and $3::bigint > 0 and $4::text <> ''`, namesSeal},
	{`with gone as (delete from league.audit where tenant_id = $1 and id = $2) delete from league.audit_digests where tenant_id = $1 and id = $2 and $3::bigint > 0 and $4::text <> ''`, namesSeal},
	{`with moved as (update league.audit set id = md5($4::text)::uuid where tenant_id = $1 and id = $2) update league.audit_digests set id = md5($4::text)::uuid where tenant_id = $1 and id = $2 and $3::bigint > 0`, namesSeal},
	{`update league.audit_digests set seal = 1 + seal % 5 where tenant_id = $1 and id = $2 and $3::bigint > 0 and $4::text <> ''`, namesSeal},
	{`with added as (insert into league.audit (tenant_id, id, at, operation, request_id) values ($1, md5($4::text)::uuid, now(), 'RecordResult', 'r'))
		insert into league.audit_digests (tenant_id, id, seal, salt, words) select $1, md5($4::text)::uuid, $3, 'salt', sha256('') where $2::uuid is not null`, namesSeal},
	{
		`insert into league.audit (tenant_id, id, at, operation, request_id) select $1, ('01000000-0000-7000-8000-' || left(md5($4::text), 12))::uuid, now(), 'RecordResult', 'r' where $2::uuid is not null and $3::bigint > 0`,
		func(sealedRow) string { return "row 01000000-0000-7000-8000-" },
	},
	{`update league.audit_seals set digest = sha256($4::text::bytea) where tenant_id = $1 and number = $3 and $2::uuid is not null`, namesSeal},
	{
		`delete from league.audit_seals where tenant_id = $1 and number = $3 and $2::uuid is not null and $4::text <> ''`,
		func(r sealedRow) string { return fmt.Sprintf("seal %d", r.Seal) },
	},
}

// A thousand random changes of sealed rows, of their digests and of seals, by somebody who has the database, past all triggers:
// each is found, and the fault names the row whose words were changed, or the seal of the rows that are not as they were.
func TestAThousandRandomChangesAreFound(t *testing.T) {
	t.Parallel()
	a := newAudited(t)
	a.seal(t)
	for n := range 4 {
		for i := range 20 {
			a.add(t, a.tenants[0], fmt.Sprintf("reason %d of %d", i, n))
		}
		a.seal(t)
	}
	untouched := a.check(t)
	if untouched.Sealed != 83 || untouched.Head.Number != 5 || len(untouched.Faults) != 0 {
		t.Fatalf("before any change: %+v", untouched)
	}
	var rows []sealedRow
	a.base.WithSuperuser(t, func(conn *pgx.Conn) (err error) {
		found, _ := conn.Query(t.Context(), `select id, seal from league.audit_digests where tenant_id = $1 order by id`, a.tenants[0])
		rows, err = pgx.CollectRows(found, pgx.RowToStructByPos[sealedRow])
		return err
	})
	free := a.pastTriggers(t)
	random := rand.New(rand.NewPCG(16, 1000))
	for n := range sampling.Times(1000) {
		one, row := tamperings[n%len(tamperings)], rows[random.IntN(len(rows))]
		restore := tamper(t, free, one.statement, a.tenants[0], row.ID, row.Seal, fmt.Sprintf("%016x", random.Uint64()))
		found := a.check(t, *untouched.Head)
		restore()
		if want := one.fault(row); !strings.Contains(strings.Join(found.Faults, "; "), want) {
			t.Errorf("change %d, %s of row %s under seal %d: found %q, want %q", n, one.statement, row.ID, row.Seal, found.Faults, want)
		}
	}
	if after := a.check(t, *untouched.Head); len(after.Faults) != 0 || after.Sealed != untouched.Sealed {
		t.Errorf("when every change is taken back: %+v", after)
	}
}

// pastTriggers connects as somebody who has the database, for whom no trigger and no reference holds.
func (a *audited) pastTriggers(t *testing.T) *pgx.Conn {
	t.Helper()
	config, err := pgx.ParseConfig(a.base.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	config.RuntimeParams["session_replication_role"] = "replica"
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) }) // the server ends with the test
	return conn
}

// tamper executes a statement. The function that it returns takes everything back.
func tamper(t *testing.T, conn *pgx.Conn, statement string, args ...any) (restore func()) {
	t.Helper()
	tables := []string{"audit", "audit_digests", "audit_seals"}
	free := func(statements func(pgx.Tx) error) {
		if err := pgx.BeginFunc(t.Context(), conn, statements); err != nil {
			t.Fatal(err)
		}
	}
	free(func(tx pgx.Tx) error {
		for _, table := range tables {
			if _, err := tx.Exec(t.Context(), `create table if not exists public.kept_`+table+` as select * from league.`+table); err != nil {
				return err
			}
		}
		done, err := tx.Exec(t.Context(), statement, args...)
		if err == nil && done.RowsAffected() == 0 {
			t.Errorf("%s changes nothing", statement)
		}
		return err
	})
	return func() {
		free(func(tx pgx.Tx) error {
			for _, table := range tables {
				for _, statement := range []string{`delete from league.` + table, `insert into league.` + table + ` select * from public.kept_` + table} {
					if _, err := tx.Exec(t.Context(), statement); err != nil {
						return fmt.Errorf("%s: %w", statement, err)
					}
				}
			}
			return nil
		})
	}
}
