package leaguedb_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// TestWhatATransactionLoadsIsOfOneMoment checks that an act that is committed between two statements of a transaction is seen by all of
// them or by none: each statement sees what is committed when it begins, and seats of a round that the statement before has not seen were a
// panic in a letter.
func TestWhatATransactionLoadsIsOfOneMoment(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	manager := federation.Manager
	season := league.SeasonID{UUID: manager.Post(federation.Path+"/seasons", apitest.JSON{
		"slug": "campionato-2009", "title": "VIII Campionato nazionale", "game": "I Coloni di Catan", "ruleset": "catan-nazionale-2009", "regions": []uuid.UUID{federation.Region("Piemonte")},
	}).Want(201).ID("id")}
	event := league.EventID{UUID: manager.Post(federation.Path+"/events", apitest.JSON{
		"kind": "open", "title": "Torneo", "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Circolo", "city": "Roma"}, "ruleset": "catan-nazionale-2009",
	}).Want(201).ID("id")}
	tests := []struct {
		name string
		next func(b *pgx.Batch, out *int64)
		load func(door tenantdb.Door) (revision int64, err error)
	}{
		{"an event", func(b *pgx.Batch, out *int64) { leaguedb.NextRevision(b, out, event) }, func(door tenantdb.Door) (int64, error) {
			got, err := leaguedb.LoadEventFacts(door, event)
			return got.Event.Revision, err
		}},
		{"a season", func(b *pgx.Batch, out *int64) { leaguedb.NextSeasonRevision(b, out, season) }, func(door tenantdb.Door) (int64, error) {
			got, err := leaguedb.LoadSeasonFacts(door, season)
			return got.Season.Revision, err
		}},
	}
	in := func(fn func(tenantdb.Tx) error) error {
		return tenantdb.In(t.Context(), server.DB(), federation.ID, nil, fn)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var next, got int64
			act := func() error {
				return in(func(tx tenantdb.Tx) error {
					b := &pgx.Batch{}
					test.next(b, &next)
					return tx.Send(b)
				})
			}
			if err := in(func(tx tenantdb.Tx) (err error) {
				got, err = test.load(&interrupted{tx, act})
				return err
			}); err != nil || next == 0 || got != next {
				t.Errorf("loaded at revision %d, %v; some of its rows are of revision %d", got, err, next)
			}
			err := in(func(tx tenantdb.Tx) error {
				_, err := test.load(&restless{tx, act})
				return err
			})
			if !errors.Is(err, tenantdb.ErrBusy) {
				t.Errorf("what changes all the time is loaded with %v", err)
			}
		})
	}
}

// interrupted is the door of a transaction during whose first batch something is committed by others, after the first statement.
type interrupted struct {
	tenantdb.Tx
	once func() error
}

func (d *interrupted) Send(b *pgx.Batch) error {
	act := d.once
	if d.once = nil; act == nil {
		return d.Tx.Send(b)
	}
	return sendAround(d.Tx, b, act)
}

// restless is the door of a transaction during whose every batch something is committed by others.
type restless struct {
	tenantdb.Tx
	always func() error
}

func (d *restless) Send(b *pgx.Batch) error { return sendAround(d.Tx, b, d.always) }

func sendAround(tx tenantdb.Tx, b *pgx.Batch, act func() error) error {
	first, rest := &pgx.Batch{QueuedQueries: b.QueuedQueries[:1]}, &pgx.Batch{QueuedQueries: b.QueuedQueries[1:]}
	if err := tx.Send(first); err != nil {
		return err
	}
	if err := act(); err != nil {
		return err
	}
	return tx.Send(rest)
}
