package tenantdb_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// addAccount stores an account, for rows that name one.
func addAccount(t testing.TB, db *tenantdb.DB, email string) uuid.UUID {
	t.Helper()
	id := uuid.New()
	err := tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error {
		b := &pgx.Batch{}
		tenantdb.Exec(b, `insert into platform.accounts (id, email, email_key, name, password_hash, created_at) values ($1, $2, $2, 'Anna', '', $3)`, id, email, noon)
		return tx.Send(b)
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func addGrant(t testing.TB, db *tenantdb.DB, tenant, account uuid.UUID) {
	t.Helper()
	err := tenantdb.In(t.Context(), db, tenant, nil, func(tx tenantdb.Tx) error {
		b := &pgx.Batch{}
		tenantdb.Exec(b, `insert into league.grants (id, account_id, role, scope, valid_from, created_at) values ($1, $2, 'championship-manager', 'tenant', $3, $3)`, uuid.New(), account, noon)
		return tx.Send(b)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func countGrants(t testing.TB, door tenantdb.Door) (n int) {
	t.Helper()
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &n, `select count(*) from league.grants`)
	if err := door.Send(b); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestGlobalTransactionEntersATenant(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, theirs := tenants(t, db)
	anna, bruno := addAccount(t, db, "anna@example.org"), addAccount(t, db, "bruno@example.org")
	addGrant(t, db, ours, anna)
	addGrant(t, db, theirs, anna)
	addGrant(t, db, theirs, bruno)

	t.Run("a person sees his own in all tenants, then the tenant its own only", func(t *testing.T) {
		err := tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error {
			if got := countGrants(t, tx); got != 0 {
				t.Errorf("outside of tenants %d grants are seen, want none", got)
			}
			self, err := tx.Self(anna, "")
			if err != nil {
				return err
			}
			if got := countGrants(t, self); got != 2 {
				t.Errorf("Anna sees %d grants, want her 2", got)
			}
			in, err := tx.As(ours)
			if err != nil {
				return err
			}
			if got := countGrants(t, in); got != 1 {
				t.Errorf("the tenant sees %d grants, want its 1", got)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	t.Run("both halves are undone together", func(t *testing.T) {
		refusal := errors.New("decided against it")
		founded := uuid.New()
		err := tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error {
			b := &pgx.Batch{}
			tenantdb.Exec(b, `insert into platform.tenants (id, slug, name, kind, created_at) values ($1, 'founded', 'Founded', 'club', $2)`, founded, noon)
			if err := tx.Send(b); err != nil {
				return err
			}
			in, err := tx.As(founded)
			if err != nil {
				return err
			}
			b = &pgx.Batch{}
			tenantdb.Exec(b, `insert into league.regions (id, name, created_at) values ($1, 'Emilia', $2)`, uuid.New(), noon)
			if err := in.Send(b); err != nil {
				return err
			}
			return refusal
		})
		if !errors.Is(err, refusal) {
			t.Fatal(err)
		}
		if got := regions(t, db, founded); len(got) != 0 {
			t.Errorf("left %q", got)
		}
	})
	t.Run("nobody is no tenant and no person", func(t *testing.T) {
		err := tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error {
			if _, err := tx.As(uuid.Nil); !errors.Is(err, tenantdb.ErrNoTenant) {
				t.Errorf("As: %v", err)
			}
			if _, err := tx.Self(uuid.Nil, "a@example.org"); !errors.Is(err, tenantdb.ErrNoTenant) {
				t.Errorf("Self: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// A transaction that has sent nothing holds no connection: otherwise use cases
// that hash a password first would starve everybody else of the pool.
func TestTransactionConnectsWithItsFirstStatement(t *testing.T) {
	t.Parallel()
	base := tenantdbtest.Create(t)
	db, err := tenantdb.Open(t.Context(), base.Application, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	ours, _ := tenants(t, db)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err = tenantdb.Global(ctx, db, nil, func(outer tenantdb.GlobalTx) error {
		if !outer.Asked() {
			t.Error("there is no prelude to be asked")
		}
		err := tenantdb.In(ctx, db, ours, nil, func(inner tenantdb.Tx) error { return inner.Send(&pgx.Batch{}) })
		if err != nil {
			return err
		}
		return outer.Send(&pgx.Batch{})
	})
	if err != nil {
		t.Errorf("the only connection was taken before it was needed: %v", err)
	}
}
