package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/cmd/bench/internal/baselinedb"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/historydesk"
	"referto/internal/league/facts"
	"referto/internal/league/history"
	"referto/internal/league/leaguedb"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// The past that is brought in: so many results of so many people at events of twenty.
const (
	pastResults = 200_000
	pastPeople  = 20_000
	pastAtEvent = 20
)

// unwritten is a record that stores nothing, for measurements.
type unwritten struct{}

func (unwritten) Log(uuid.UUID, logfact.Fact) {}
func (unwritten) Audit(_, _ string, _, _ any) {}

// tableOfThePast is a table of results, of people with numbers of the federation in a hundred clubs.
func tableOfThePast() string {
	var b strings.Builder
	b.WriteString("event,day,place,name,member,club,points,vp\n")
	for line := range pastResults {
		event, place := line/pastAtEvent, line%pastAtEvent+1
		who := (event*pastAtEvent*7 + place*997) % pastPeople
		fmt.Fprintf(&b, "Evening %d,%d-%02d-%02d,%d,Guest number %d,%d,Club %d,%d,%d\n",
			event, 1980+event/336, 1+event/28%12, 1+event%28, place, who, who+1, who%100, (pastAtEvent-place)%3, pastAtEvent-place)
	}
	return b.String()
}

// broughtIn is P22: the past of a federation checked, stored step by step and taken back, against COPY of the
// rows that it makes by the superuser, into tables with the same keys and indexes.
func (b *bench) broughtIn(ctx context.Context, r *report) error {
	db, err := tenantdb.Open(ctx, b.stack.application, 4)
	if err != nil {
		return err
	}
	defer db.Close()
	p, err := b.pastOf(ctx, db)
	if err != nil {
		return err
	}
	checked, err := p.check(ctx)
	if err != nil {
		return err
	}
	fmt.Fprint(b.progress, "checked ")
	stored, longest, err := p.store(ctx, func() { fmt.Fprint(b.progress, ".") })
	if err != nil {
		return err
	}
	rows, copied, err := baselinedb.CopyAgain(ctx, b.stack.superuser, p.tenant, p.table.ID, p.table.RankingID.UUID)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.progress, " stored in %s, COPY of %d rows in %s ", stored.Round(time.Millisecond), rows, copied.Round(time.Millisecond))
	undone, err := p.undo(ctx)
	if err != nil {
		return err
	}
	r.one("P22", fmt.Sprintf("%d results of %d people: time of storing / of COPY of the %d rows that it makes", pastResults, pastPeople, rows), stored.Seconds()/copied.Seconds(), target{})
	r.one("P22", "check without storing, s", checked.Seconds(), target{})
	r.one("P22", "storing, s", stored.Seconds(), target{})
	r.one("P22", "results a second", pastResults/stored.Seconds(), target{})
	r.one("P22", "the longest step, s", longest.Seconds(), atMost(30))
	r.one("P22", "COPY, s", copied.Seconds(), target{})
	r.one("P22", "undoing, s", undone.Seconds(), target{})
	return nil
}

// past is a table of the past on its way into a federation.
type past struct {
	db     *tenantdb.DB
	tenant uuid.UUID
	room   historydesk.Desk
	act    desk.Act
	table  facts.History
}

// pastOf makes a ranking for the past of the federation, and leaves the table there as one that was sent.
func (b *bench) pastOf(ctx context.Context, db *tenantdb.DB) (*past, error) {
	var made openapi.Ranking
	b.field.loader.post(b.field.loader.manager, "/tenants/"+federation+"/rankings", openapi.NewRanking{
		Slug: "past", Title: "Past", Ruleset: "catan-ranglista-bg", Counted: []openapi.EventKind{openapi.EventKindRanking},
	}, &made)
	if b.field.loader.err != nil {
		return nil, b.field.loader.err
	}
	tenant := b.field.template.Tenant
	by, err := baselinedb.Keeper(ctx, b.stack.superuser, baselinedb.Ranking{Tenant: tenant, Ranking: made.Id.UUID})
	if err != nil {
		return nil, err
	}
	p := &past{db: db, tenant: tenant, room: historydesk.At(desk.New(rand.Reader)), act: desk.Act{By: by, Now: time.Now(), Record: unwritten{}}}
	if p.table, err = newTable(tableOfThePast(), made.Id, by, p.act.Now); err != nil {
		return nil, err
	}
	_, err = p.in(ctx, func(tx tenantdb.Tx) error {
		batch := &tenantdb.Batch{}
		leaguedb.AddHistory(batch, p.table)
		return tx.Send(batch)
	})
	return p, err
}

// in does something in a transaction of the federation, and returns how long it took.
func (p *past) in(ctx context.Context, do func(tenantdb.Tx) error) (time.Duration, error) {
	began := time.Now()
	err := tenantdb.In(tenantdb.Unhurried(ctx), p.db, p.tenant, nil, do)
	return time.Since(began), err
}

// check computes the consequences of the table, and stores nothing.
func (p *past) check(ctx context.Context) (time.Duration, error) {
	took, err := p.in(ctx, func(tx tenantdb.Tx) error { return p.room.Check(tx, p.act.Now, &p.table, words.Fold) })
	if err != nil || p.table.State != facts.HistoryClean {
		return took, fmt.Errorf("the table is %s: %s (%w)", p.table.State, p.table.Faults, err)
	}
	return took, nil
}

// store stores the table step by step, and calls stepped after each. It returns the time of all and of the longest.
func (p *past) store(ctx context.Context, stepped func()) (all, longest time.Duration, err error) {
	if all, err = p.in(ctx, func(tx tenantdb.Tx) error { return p.room.Begin(tx, p.act, &p.table, words.Fold) }); err != nil {
		return all, 0, err
	}
	var plan *historydesk.Plan
	for p.table.State == facts.HistoryStoring {
		took, err := p.in(ctx, func(tx tenantdb.Tx) (err error) {
			if plan == nil {
				if plan, err = p.room.Resume(tx, p.table, words.Fold); err != nil {
					return err
				}
			}
			if err = p.room.Step(tx, p.act, &p.table, plan, historydesk.Words{Opening: "bench", Venue: "Bologna"}); err != nil {
				return err
			}
			tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeHistory(b, p.table) })
			return nil
		})
		if err != nil {
			return all, longest, err
		}
		all, longest = all+took, max(longest, took)
		stepped()
	}
	return all, longest, nil
}

// undo removes the stored results of the table.
func (p *past) undo(ctx context.Context) (all time.Duration, err error) {
	all, err = p.in(ctx, func(tx tenantdb.Tx) error { return p.room.BeginUndo(tx, p.act, &p.table, "bench") })
	for err == nil && p.table.State == facts.HistoryUndoing {
		var took time.Duration
		took, err = p.in(ctx, func(tx tenantdb.Tx) error { return p.room.UndoStep(tx, p.act, &p.table) })
		all += took
	}
	return all, err
}

// newTable is a table of results with the settings for reading it.
func newTable(table string, ranking league.RankingID, by uuid.UUID, now time.Time) (facts.History, error) {
	settings, err := json.Marshal(historydesk.Settings{
		Ranking: ranking, Kind: "ranking", TimeZone: "Europe/Sofia",
		Mapping: history.Mapping{
			history.Event: "event", history.Day: "day", history.Place: "place", history.Name: "name", history.Member: "member", history.Club: "club",
			history.FigureColumn("points"): "points", history.FigureColumn("vp"): "vp",
		},
	})
	empty := json.RawMessage("[]")
	return facts.History{
		ID: desk.NewID(), Subject: string(history.Results), Name: "bench", State: facts.HistoryChecking, Digest: "bench", Bytes: len(table), File: []byte(table), RankingID: &ranking,
		Headings: []string{}, Sample: empty, Settings: settings, Counts: json.RawMessage("{}"), Faults: empty, Questions: empty, Differences: empty,
		CreatedBy: by, Session: desk.NewID(), Language: "en", CreatedAt: now,
	}, err
}
