package tenantdb_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// playerID is a typed id as the league has them.
type playerID struct{ uuid.UUID }

// send runs statements that touch no tenant's rows.
func send(t *testing.T, db *tenantdb.DB, b *pgx.Batch) error {
	t.Helper()
	return tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error { return tx.Send(b) })
}

// Ids travel in every form in which the program has them.
func TestIDsTravel(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	id, other := uuid.New(), uuid.New()
	type ids struct {
		Plain   uuid.UUID
		Typed   playerID
		Pointer *uuid.UUID
		None    *uuid.UUID
		List    []uuid.UUID
		Text    string
	}
	var got ids
	b := &pgx.Batch{}
	tenantdb.One(b, &got, `select $1::uuid as plain, $2::uuid as typed, $3::uuid as pointer, $4::uuid as none, $5::uuid[] as list, $6::uuid::text as text`,
		id, playerID{UUID: other}, &other, (*uuid.UUID)(nil), []uuid.UUID{id, other}, id.String())
	if err := send(t, db, b); err != nil {
		t.Fatal(err)
	}
	want := ids{Plain: id, Typed: playerID{UUID: other}, Pointer: &other, List: []uuid.UUID{id, other}, Text: id.String()}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNoIDIsNotTheZeroID(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	for name, target := range map[string]any{"plain": new(uuid.UUID), "typed": new(playerID)} {
		b := &pgx.Batch{}
		b.Queue(`select null::uuid`).QueryRow(func(row pgx.Row) error { return row.Scan(target) })
		if err := send(t, db, b); err == nil || !strings.Contains(err.Error(), "id of 0 bytes") {
			t.Errorf("%s: NULL was read as %v, %v", name, target, err)
		}
	}
}

// Instants are in UTC, so that answers do not depend on where the server runs.
func TestInstantsAreInUTC(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	var got time.Time
	var list []time.Time
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &got, `select $1::timestamptz`, noon.In(rome))
	tenantdb.Scalar(b, &list, `select array[$1::timestamptz]`, noon)
	if err := send(t, db, b); err != nil {
		t.Fatal(err)
	}
	if got != noon || len(list) != 1 || list[0] != noon {
		t.Errorf("got %v and %v, want %v", got, list, noon)
	}
}
