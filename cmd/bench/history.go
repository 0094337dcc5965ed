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

// unwritten is the record of what is measured.
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
	var made openapi.Ranking
	b.field.loader.post(b.field.loader.manager, "/tenants/"+federation+"/rankings", openapi.NewRanking{
		Slug: "past", Title: "Past", Ruleset: "catan-ranglista-bg", Counted: []openapi.EventKind{openapi.EventKindRanking},
	}, &made)
	if b.field.loader.err != nil {
		return b.field.loader.err
	}
	id, tenant := made.Id, b.field.template.Tenant
	db, err := tenantdb.Open(ctx, b.stack.application, 4)
	if err != nil {
		return err
	}
	defer db.Close()
	by, err := baselinedb.Keeper(ctx, b.stack.superuser, baselinedb.Ranking{Tenant: tenant, Ranking: id.UUID})
	if err != nil {
		return err
	}
	room, act := historydesk.At(desk.New(rand.Reader)), desk.Act{By: by, Now: time.Now(), Record: unwritten{}}
	h, err := newTable(tableOfThePast(), id, by, act.Now)
	if err != nil {
		return err
	}
	in := func(do func(tenantdb.Tx) error) (time.Duration, error) {
		began := time.Now()
		err := tenantdb.In(tenantdb.Unhurried(ctx), db, tenant, nil, do)
		return time.Since(began), err
	}
	if _, err := in(func(tx tenantdb.Tx) error {
		batch := &tenantdb.Batch{}
		leaguedb.AddHistory(batch, h)
		return tx.Send(batch)
	}); err != nil {
		return err
	}
	checked, err := in(func(tx tenantdb.Tx) error { return room.Check(tx, act.Now, &h, words.Fold) })
	if err != nil || h.State != facts.HistoryClean {
		return fmt.Errorf("the table is %s: %s (%w)", h.State, h.Faults, err)
	}
	fmt.Fprint(b.progress, "checked ")
	stored, err := in(func(tx tenantdb.Tx) error { return room.Begin(tx, act, &h, words.Fold) })
	if err != nil {
		return err
	}
	var plan *historydesk.Plan
	var longest time.Duration
	for h.State == facts.HistoryStoring {
		took, err := in(func(tx tenantdb.Tx) (err error) {
			if plan == nil {
				if plan, err = room.Resume(tx, h, words.Fold); err != nil {
					return err
				}
			}
			if err = room.Step(tx, act, &h, plan, historydesk.Words{Opening: "bench", Venue: "Bologna"}); err != nil {
				return err
			}
			tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeHistory(b, h) })
			return nil
		})
		if err != nil {
			return err
		}
		stored, longest = stored+took, max(longest, took)
		fmt.Fprint(b.progress, ".")
	}
	rows, copied, err := baselinedb.CopyAgain(ctx, b.stack.superuser, tenant, h.ID, id.UUID)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.progress, " stored in %s, COPY of %d rows in %s ", stored.Round(time.Millisecond), rows, copied.Round(time.Millisecond))
	undone, err := in(func(tx tenantdb.Tx) error { return room.BeginUndo(tx, act, &h, "bench") })
	for err == nil && h.State == facts.HistoryUndoing {
		var took time.Duration
		took, err = in(func(tx tenantdb.Tx) error { return room.UndoStep(tx, act, &h) })
		undone += took
	}
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

// newTable is a table of results as it was sent and told how to be read.
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
