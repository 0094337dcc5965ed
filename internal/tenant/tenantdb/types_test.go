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

// Lists of ids are read whole; NULL is nil, and in a list it is refused.
func TestListsOfIDs(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	id, other := uuid.New(), uuid.New()
	type lists struct {
		Plain []uuid.UUID
		Typed []playerID
		Empty []playerID
		None  []playerID
	}
	var got []lists
	b := &pgx.Batch{}
	tenantdb.Many(b, &got, `select $1::uuid[] as plain, $1::uuid[] as typed, '{}'::uuid[] as empty, null::uuid[] as none from generate_series(1, 2)`, []uuid.UUID{id, other})
	if err := send(t, db, b); err != nil {
		t.Fatal(err)
	}
	want := lists{Plain: []uuid.UUID{id, other}, Typed: []playerID{{id}, {other}}, Empty: []playerID{}}
	if diff := cmp.Diff([]lists{want, want}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, array := range map[string]string{
		"NULL among ids": `array[$1::uuid, null]`, "only NULLs": `array[null, null, null, null, null]::uuid[]`, "two dimensions": `array[array[$1::uuid]]`,
	} {
		b := &pgx.Batch{}
		b.Queue(`select `+array+` from (select $1::uuid) x`, id).QueryRow(func(row pgx.Row) error { return row.Scan(new([]playerID)) })
		if err := send(t, db, b); err == nil || !strings.Contains(err.Error(), "no list of ids") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Rows and structs have to fit together, and each row begins with nothing of the last.
func TestManyByNames(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	type row struct {
		FirstNumber int
		Note        map[string]string `db:"said"`
		Ignored     int               `db:"-"`
	}
	var got []row
	b := &pgx.Batch{}
	tenantdb.Many(b, &got, `select n as first_number, jsonb_build_object('n' || n, 'x') as said from generate_series(1, 2) n`)
	if err := send(t, db, b); err != nil {
		t.Fatal(err)
	}
	want := []row{{FirstNumber: 1, Note: map[string]string{"n1": "x"}}, {FirstNumber: 2, Note: map[string]string{"n2": "x"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for sql, complaint := range map[string]string{
		`select 1 as first_number`:                                 "no column for the field Note",
		`select 1 as first_number, '{}'::jsonb as said, 2 as more`: "for the column more",
	} {
		b := &pgx.Batch{}
		tenantdb.Many(b, &got, sql)
		if err := send(t, db, b); err == nil || !strings.Contains(err.Error(), complaint) {
			t.Errorf("%s: %v", sql, err)
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
