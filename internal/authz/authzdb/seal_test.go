package authzdb_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/auditchain"
	"referto/internal/authz/authzdb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// audited is a database with two tenants, whose audits have rows.
type audited struct {
	base    tenantdbtest.Database
	db      *tenantdb.DB
	tenants [2]uuid.UUID
}

func newAudited(t *testing.T) *audited {
	t.Helper()
	base := tenantdbtest.Create(t)
	a := &audited{base: base, db: tenantdbtest.Open(t, base)}
	for i := range a.tenants {
		a.tenants[i] = uuid.Must(uuid.NewV7())
		base.Alter(t, `insert into platform.tenants (id, slug, name, kind, languages, created_at) values ($1, $2, 'Federazione', 'federation', '{it}', now())`, a.tenants[i], fmt.Sprintf("tenant-%d", i))
		a.add(t, a.tenants[i], "one", "two", "three")
	}
	return a
}

// add leaves rows in the audit, each with a reason.
func (a *audited) add(t *testing.T, tenant uuid.UUID, reasons ...string) {
	t.Helper()
	err := tenantdb.In(t.Context(), a.db, tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		for _, reason := range reasons {
			authzdb.AddAudit(b, authzdb.Audit{At: time.Now(), Operation: "RecordResult", Subject: "table 4", Reason: reason, After: []byte(`{"name": "Anna Rossi"}`), RequestID: "r"})
		}
		return tx.Send(b)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (a *audited) seal(t *testing.T) int64 {
	t.Helper()
	n, err := authzdb.SealAudits(t.Context(), a.db, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (a *audited) check(t *testing.T, kept ...auditchain.Head) authzdb.AuditState {
	t.Helper()
	door, err := tenantdb.Read(t.Context(), a.db, a.tenants[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := authzdb.CheckAudit(door, a.tenants[0], kept)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// overwrite changes rows like an attacker who has the database, past all triggers.
func (a *audited) overwrite(t *testing.T, statement string) {
	t.Helper()
	a.base.WithSuperuser(t, func(conn *pgx.Conn) error {
		return pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error {
			for _, silence := range []string{"disable", "enable"} {
				if silence == "enable" {
					if _, err := tx.Exec(t.Context(), statement, a.tenants[0]); err != nil {
						return err
					}
				}
				if _, err := tx.Exec(t.Context(), `alter table league.audit `+silence+` trigger user`); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// Rows are sealed once, each tenant's for itself, and those that are added later are under the next seal.
func TestAuditsAreSealed(t *testing.T) {
	t.Parallel()
	a := newAudited(t)
	if s := a.check(t); s.Head != nil || s.Sealed != 0 || s.Later != 3 || len(s.Faults) != 0 {
		t.Errorf("before the first seal: %+v", s)
	}
	if n := a.seal(t); n != 6 {
		t.Errorf("sealed %d rows", n)
	}
	if n := a.seal(t); n != 0 {
		t.Errorf("sealed %d rows again", n)
	}
	first := a.check(t)
	if first.Head == nil || first.Head.Number != 1 || first.Sealed != 3 || first.Later != 0 || len(first.Faults) != 0 {
		t.Errorf("the first seal: %+v", first)
	}
	a.add(t, a.tenants[0], "four")
	if s := a.check(t, *first.Head); s.Later != 1 || len(s.Faults) != 0 {
		t.Errorf("a row that waits: %+v", s)
	}
	a.seal(t)
	second := a.check(t, *first.Head)
	if second.Head.Number != 2 || second.Sealed != 4 || len(second.Faults) != 0 || second.Head.Digest == first.Head.Digest {
		t.Errorf("the second seal: %+v", second)
	}
}

// Whatever is done to rows that are sealed is found; the head of before finds that everything was sealed anew.
func TestWhatIsDoneToSealedRowsIsFound(t *testing.T) {
	t.Parallel()
	const earliest = `(select id from league.audit where tenant_id = $1 order by id limit 1)`
	for name, tt := range map[string]struct{ statement, fault string }{
		"nothing":                            {`select $1::uuid`, ""},
		"other words":                        {`update league.audit set reason = 'another' where tenant_id = $1 and id = ` + earliest, "its words are not those that were sealed"},
		"another name in details":            {`update league.audit set after = '{"name": "Bruno Verdi"}' where tenant_id = $1 and id = ` + earliest, "its words are not those that were sealed"},
		"words taken out, and the salt left": {`update league.audit set reason = '' where tenant_id = $1 and id = ` + earliest, "its words are not those that were sealed"},
		"another moment":                     {`update league.audit set at = at - interval '1 day' where tenant_id = $1 and id = ` + earliest, "seal 1: its 3 rows are not the 3"},
		"another act":                        {`update league.audit set operation = 'VoidResult' where tenant_id = $1 and id = ` + earliest, "seal 1: its 3 rows are not the 3"},
		"done and not refused":               {`update league.audit set refused = 'role-missing' where tenant_id = $1 and id = ` + earliest, "seal 1: its 3 rows are not the 3"},
		"a row taken away":                   {`delete from league.audit where tenant_id = $1 and id = ` + earliest, "seal 1: its 2 rows are not the 3"},
		"with its digest":                    {`with gone as (delete from league.audit where tenant_id = $1 and id = ` + earliest + ` returning id) delete from league.audit_digests where tenant_id = $1 and id in (select id from gone)`, "seal 1: its 2 rows are not the 3"},
		"a row put before others":            {`insert into league.audit (tenant_id, id, at, operation, request_id) values ($1, '01000000-0000-7000-8000-000000000001', now(), 'RecordResult', 'r')`, "it was added after the seal"},
		"under a seal":                       {`with added as (insert into league.audit (tenant_id, id, at, operation, request_id) values ($1, '01000000-0000-7000-8000-000000000001', now(), 'RecordResult', 'r') returning id) insert into league.audit_digests (tenant_id, id, seal, salt, words) select $1, id, 1, '', '' from added`, "seal 1: its 4 rows are not the 3"},
		"a seal taken away":                  {`delete from league.audit_seals where tenant_id = $1 and number = 1`, "there is no seal 1"},
		"another digest":                     {`update league.audit_seals set digest = sha256(digest) where tenant_id = $1 and number = 1`, "seal 1: its 3 rows are not the 3"},
		"the last seal taken away":           {`with gone as (delete from league.audit_seals where tenant_id = $1 and number = 2) delete from league.audit_digests where tenant_id = $1 and seal = 2`, "seal 2 is not the one that was kept"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAudited(t)
			a.seal(t)
			a.add(t, a.tenants[0], "four")
			a.seal(t)
			head := a.check(t).Head
			a.overwrite(t, tt.statement)
			s := a.check(t, *head)
			if text := strings.Join(s.Faults, "; "); tt.fault == "" && text != "" || !strings.Contains(text, tt.fault) {
				t.Errorf("found %q, want %q", text, tt.fault)
			}
		})
	}
	t.Run("everything sealed anew", func(t *testing.T) {
		t.Parallel()
		a := newAudited(t)
		a.seal(t)
		head := a.check(t).Head
		a.overwrite(t, `with gone as (delete from league.audit_seals where tenant_id = $1), too as (delete from league.audit_digests where tenant_id = $1) update league.audit set reason = 'another' where tenant_id = $1`)
		a.seal(t)
		if s := a.check(t); len(s.Faults) != 0 {
			t.Errorf("without a head: %v", s.Faults)
		}
		if s := a.check(t, *head); len(s.Faults) != 1 || s.Faults[0] != "seal 1 is not the one that was kept" {
			t.Errorf("with the head: %v", s.Faults)
		}
	})
}

// Text is erased by the application as usual: the salt goes with it, the seals stay valid, and the rest of these rows
// is still checked.
func TestErasureLeavesTheSealsRight(t *testing.T) {
	t.Parallel()
	a := newAudited(t)
	a.seal(t)
	head := a.check(t).Head
	err := tenantdb.In(t.Context(), a.db, a.tenants[0], nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		tenantdb.Exec(b, `update league.audit set reason = '[…]', after = null where reason = 'two'`)
		return tx.Send(b)
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := a.base.Count(t, `select count(*) from league.audit_digests where salt = ''`); n != 1 {
		t.Errorf("%d rows without a salt", n)
	}
	a.add(t, a.tenants[0], "four")
	a.seal(t)
	if s := a.check(t, *head); s.Erased != 1 || s.Sealed != 4 || len(s.Faults) != 0 {
		t.Errorf("after an erasure: %+v", s)
	}
	a.overwrite(t, `update league.audit set operation = 'VoidResult' where tenant_id = $1 and reason = '[…]'`)
	if s := a.check(t, *head); len(s.Faults) != 1 || !strings.Contains(s.Faults[0], "seal 1") {
		t.Errorf("another act in an erased row: %v", s.Faults)
	}
}

// Servers that seal at once, while others add and erase, leave one chain, which is right in the end.
func TestSealingAtOnce(t *testing.T) {
	t.Parallel()
	a := newAudited(t)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			for i := range 8 {
				a.add(t, a.tenants[0], fmt.Sprintf("reason %d of %d", i, n))
				if _, err := authzdb.SealAudits(t.Context(), a.db, time.Now()); err != nil {
					t.Error(err)
				}
				err := tenantdb.In(t.Context(), a.db, a.tenants[0], nil, func(tx tenantdb.Tx) error {
					b := &tenantdb.Batch{}
					b.Queue(`update league.audit set reason = '[…]' where reason = $1`, fmt.Sprintf("reason %d of %d", i, n))
					return tx.Send(b)
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	a.seal(t)
	if s := a.check(t); s.Sealed != 35 || s.Later != 0 || len(s.Faults) != 0 {
		t.Errorf("in the end: %+v", s)
	}
}

// More rows than one seal is of are sealed by several.
func TestManyRowsAreSealedBySeveral(t *testing.T) {
	t.Parallel()
	a := newAudited(t)
	a.add(t, a.tenants[0], make([]string, 4100)...)
	if n := a.seal(t); n != 4106 {
		t.Errorf("sealed %d rows", n)
	}
	if s := a.check(t); s.Sealed != 4103 || s.Head.Number != 3 || len(s.Faults) != 0 {
		t.Errorf("found %+v", s)
	}
}

// BenchmarkSealAudits seals a thousand rows of a tenant.
func BenchmarkSealAudits(b *testing.B) {
	base := tenantdbtest.Create(b)
	db := tenantdbtest.Open(b, base)
	tenant := uuid.Must(uuid.NewV7())
	base.Alter(b, `insert into platform.tenants (id, slug, name, kind, languages, created_at) values ($1, 'tenant', 'Federazione', 'federation', '{it}', now())`, tenant)
	for b.Loop() {
		b.StopTimer()
		err := tenantdb.In(b.Context(), db, tenant, nil, func(tx tenantdb.Tx) error {
			batch := &tenantdb.Batch{}
			for range 1000 {
				authzdb.AddAudit(batch, authzdb.Audit{At: time.Now(), Operation: "RecordResult", Reason: "one", After: []byte(`{"name": "Anna Rossi"}`), RequestID: "r"})
			}
			return tx.Send(batch)
		})
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if _, err := authzdb.SealAudits(b.Context(), db, time.Now()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheckAudit checks a hundred thousand rows of a tenant: the memory in use at once does not grow with them.
func BenchmarkCheckAudit(b *testing.B) {
	base := tenantdbtest.Create(b)
	db := tenantdbtest.Open(b, base)
	tenant := uuid.Must(uuid.NewV7())
	base.Alter(b, `insert into platform.tenants (id, slug, name, kind, languages, created_at) values ($1, 'tenant', 'Federazione', 'federation', '{it}', now())`, tenant)
	base.Alter(b, `insert into league.audit (tenant_id, id, at, operation, reason, after, request_id)
		select $1, ('01000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 'RecordResult', 'one', jsonb_build_object('name', repeat('Anna Rossi ', 100)), 'r' from generate_series(1, 100000) n`, tenant)
	if _, err := authzdb.SealAudits(b.Context(), db, time.Now()); err != nil {
		b.Fatal(err)
	}
	door, err := tenantdb.Read(tenantdb.Unhurried(b.Context()), db, tenant, nil) // as the command that checks
	if err != nil {
		b.Fatal(err)
	}
	runtime.GC()
	var before, during runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		state, err := authzdb.CheckAudit(door, tenant, nil)
		if err != nil || state.Sealed != 100_000 || len(state.Faults) != 0 {
			b.Fatalf("%+v %v", state, err)
		}
	}
	runtime.ReadMemStats(&during)
	b.ReportMetric(float64(int64(during.HeapSys)-int64(before.HeapSys))/(1<<20), "MB-more")
}
