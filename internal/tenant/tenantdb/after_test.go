package tenantdb_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A function left for after the commit is called once, when others see the committed changes; not if the transaction
// fails, and not about a thing for which more than one was left.
func TestAfterTheCommit(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, theirs := tenants(t, db)
	one, two, visited := uuid.New(), uuid.New(), uuid.New()
	refused := errors.New("refused")
	for _, tt := range []struct {
		name  string
		about []uuid.UUID
		err   error
		want  []uuid.UUID
	}{
		{"two things", []uuid.UUID{one, two}, nil, []uuid.UUID{one, two, visited}},
		{"one of them twice", []uuid.UUID{one, two, one}, nil, []uuid.UUID{two, visited}},
		{"a transaction that fails", []uuid.UUID{one}, refused, nil},
	} {
		var done []uuid.UUID
		before := len(regions(t, db, ours))
		err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error {
			tx.Defer(func(b *pgx.Batch) {
				b.Queue(`insert into league.regions (id, name, created_at) values (gen_random_uuid(), gen_random_uuid()::text, now())`)
			})
			for _, thing := range tt.about {
				tx.AfterCommit(thing, func() {
					if got := len(regions(t, db, ours)); got != before+1 {
						t.Errorf("%s: %d regions, want %d", tt.name, got, before+1)
					}
					done = append(done, thing)
				})
			}
			err := tx.Visit(theirs, func(there tenantdb.Tx) error {
				there.AfterCommit(visited, func() { done = append(done, visited) })
				return nil
			})
			return errors.Join(err, tt.err)
		})
		if !slices.Equal(done, tt.want) || !errors.Is(err, tt.err) {
			t.Errorf("%s: done %v, want %v, error %v", tt.name, done, tt.want, err)
		}
	}
}

// Leading statements travel before all statements that are sent or left for the end, whenever they were queued.
func TestLead(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, _ := tenants(t, db)
	for _, sent := range []bool{true, false} {
		var order []string
		say := func(word string) func(*pgx.Batch) {
			return func(b *pgx.Batch) {
				b.Queue(`select $1::text`, word).QueryRow(func(row pgx.Row) error {
					var said string
					err := row.Scan(&said)
					order = append(order, said)
					return err
				})
			}
		}
		want := []string{"lead", "left"}
		err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error {
			tx.Defer(say("left"))
			tx.Lead(say("lead"))
			if !sent {
				return nil
			}
			want = []string{"lead", "sent", "left"}
			b := &pgx.Batch{}
			say("sent")(b)
			return tx.Send(b)
		})
		if err != nil || !slices.Equal(order, want) {
			t.Errorf("in the order %v, want %v, error %v", order, want, err)
		}
	}
}
