package leaguedb_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/apitest"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// TestAClaimEndsWithTheStepThatSaysSo checks that a claim which its claimant continues, at the moment when it would end because nobody did,
// either goes on without the step of its end, or ends with it.
func TestAClaimEndsWithTheStepThatSaysSo(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	manager := federation.Manager
	season := manager.Post(federation.Path+"/seasons", apitest.JSON{
		"slug": "campionato-2009", "title": "VIII Campionato nazionale", "game": "I Coloni di Catan", "ruleset": "catan-nazionale-2009", "regions": []uuid.UUID{federation.Region("Piemonte")},
	}).Want(201).ID("id")
	player := manager.Post(federation.Path+"/players", apitest.JSON{"name": "Carlo Grande"}).Want(201).ID("id")
	claim, now := uuid.New(), server.Clock.Now()
	server.Database.Alter(t, `insert into league.refunds (tenant_id, id, season_id, player_id, state, created_by, created_at, changed_at)
		values ($1, $2, $3, $4, 'draft', $5, $6, $6)`, federation.ID, claim, season, player, manager.ID, now.AddDate(-2, 0, 0))
	in := func(fn func(tenantdb.Tx) error) error {
		return tenantdb.In(t.Context(), server.DB(), federation.ID, nil, fn)
	}
	idle := leaguedb.RefundKeeping{Idle: now.Add(-time.Hour)}
	continued := func() error {
		return in(func(tx tenantdb.Tx) error {
			b := &pgx.Batch{}
			b.Queue(`update league.refunds set changed_at = $2 where id in (select id from league.refunds where id = $1 for update skip locked)`, claim, now)
			return tx.Send(b)
		})
	}
	if err := in(func(tx tenantdb.Tx) error {
		b := &pgx.Batch{}
		leaguedb.EndIdleRefunds(b, idle, now)
		return (&interrupted{tx, continued}).Send(b)
	}); err != nil {
		t.Fatal(err)
	}
	steps := server.Database.Count(t, `select count(*) from league.refund_steps where kind = 'lapsed'`)
	ended := server.Database.Count(t, `select count(*) from league.refunds where state = 'withdrawn'`)
	if steps != ended {
		t.Errorf("%d steps say that a claim has ended, %d claims have", steps, ended)
	}
	if err := in(func(tx tenantdb.Tx) error {
		b := &pgx.Batch{}
		leaguedb.EndIdleRefunds(b, leaguedb.RefundKeeping{Idle: now.Add(time.Hour)}, now)
		return tx.Send(b)
	}); err != nil {
		t.Fatal(err)
	}
	if n := server.Database.Count(t, `select count(*) from league.refunds r join league.refund_steps s on s.refund_id = r.id and s.kind = 'lapsed' where r.state = 'withdrawn'`); n != 1 {
		t.Errorf("the claim that nobody continues has %d steps of its end", n)
	}
}
