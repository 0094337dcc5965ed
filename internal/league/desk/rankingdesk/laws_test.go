package rankingdesk_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/historydesk"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/facts"
	"referto/internal/league/history"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/likeness"
	"referto/internal/logfact"
	"referto/internal/sampling"
	"referto/internal/tenant/tenantdb"
)

func TestMain(m *testing.M) { os.Exit(apitest.Run(m)) }

// world is a federation with players and events to which rankings are kept, and two
// replicas that read them.
type world struct {
	db      *tenantdb.DB
	tenant  uuid.UUID
	by      uuid.UUID
	players []league.PlayerID
	events  []league.EventID
	version uuid.UUID // of the ruleset
	best    uuid.UUID // of a ruleset without a cap by which the best two events count
	desks   []rankingdesk.Desk
}

func newWorld(t *testing.T, players int) *world {
	t.Helper()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	w := &world{db: server.DB()}
	made := federation.Manager.Post(federation.Path+"/rankings", apitest.JSON{
		"slug": "ranglista", "title": "Ранглиста", "ruleset": "catan-ranglista-bg", "counted": []string{"ranking"},
	}).Want(201).ID("id")
	for n := range 5 {
		w.events = append(w.events, league.EventID{UUID: federation.Manager.Post(federation.Path+"/events", apitest.JSON{
			"kind": "ranking", "title": fmt.Sprintf("Турнир %d", n+1), "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Sofia",
			"venue": apitest.JSON{"name": "Клуб", "city": "София"}, "ruleset": "catan-ranglista-bg",
		}).Want(201).ID("id")})
	}
	for n := range players {
		w.players = append(w.players, league.PlayerID{UUID: federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": nameOf(n)}).Want(201).ID("id")})
	}
	row := func(sql string) uuid.UUID {
		return uuid.MustParse(server.Database.Text(t, sql, made))
	}
	w.tenant = row(`select tenant_id::text from league.rankings where id = $1`)
	w.by = row(`select created_by::text from league.rankings where id = $1`)
	w.version = row(`select ruleset_version_id::text from league.rankings where id = $1`)
	made = federation.Manager.Post(federation.Path+"/rankings", apitest.JSON{
		"slug": "the-year", "title": "The year", "ruleset": federation.YearlyRuleset(2), "counted": []string{"ranking"},
	}).Want(201).ID("id")
	w.best = row(`select ruleset_version_id::text from league.rankings where id = $1`)
	for range 2 {
		w.desks = append(w.desks, rankingdesk.At(desk.New(rand.Reader)))
	}
	return w
}

func (w *world) door(t testing.TB) *tenantdb.Reader {
	t.Helper()
	door, err := tenantdb.Read(context.WithoutCancel(t.Context()), w.db, w.tenant, nil)
	if err != nil {
		t.Fatal(err)
	}
	return door
}

func (w *world) in(t testing.TB, do func(tenantdb.Tx) error) {
	t.Helper()
	if err := tenantdb.In(context.WithoutCancel(t.Context()), w.db, w.tenant, nil, do); err != nil {
		t.Fatal(err)
	}
}

// ranking begins to keep a ranking.
func (w *world) ranking(t testing.TB, slug string) league.RankingID {
	t.Helper()
	return w.rankingBy(t, slug, w.version, "", "")
}

func (w *world) rankingBy(t testing.TB, slug string, version uuid.UUID, from, until rules.Day) league.RankingID {
	t.Helper()
	r := facts.Ranking{
		FromDay: from, UntilDay: until,
		ID: desk.MakeID[league.RankingID](), Slug: slug, Title: slug, RulesetVersionID: version, Readings: map[string]string{}, Counted: []string{"ranking"}, Revision: 1,
		CreatedBy: w.by, CreatedAt: time.Now(),
	}
	w.in(t, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.AddRanking(b, r)
		if err := tx.Send(b); err != nil {
			return err
		}
		_, err := w.desks[0].RebuildOutdated(tx)
		return err
	})
	return r.ID
}

// post posts an event with its points, or takes it out.
func (w *world) post(t testing.TB, id league.RankingID, header facts.EventPosting, before []facts.Posting, postings []facts.Posting) {
	t.Helper()
	if err := w.tryPost(t, id, header, before, postings); err != nil {
		t.Fatal(err)
	}
}

func (w *world) tryPost(t testing.TB, id league.RankingID, header facts.EventPosting, before []facts.Posting, postings []facts.Posting) error {
	return tenantdb.In(context.WithoutCancel(t.Context()), w.db, w.tenant, nil, func(tx tenantdb.Tx) error {
		found, err := w.desks[0].Find(tx, id)
		if err != nil {
			return err
		}
		var held []facts.Ranking
		b := &tenantdb.Batch{}
		leaguedb.HoldRankings(b, &held, []league.RankingID{id})
		leaguedb.PostEvent(b, header, postings, w.by)
		if err := tx.Send(b); err != nil {
			return err
		}
		var players []league.PlayerID
		for _, p := range slices.Concat(before, postings) {
			if !slices.Contains(players, p.PlayerID) {
				players = append(players, p.PlayerID)
			}
		}
		return w.desks[0].Reproject(tx, held[0], found.Keeper, players, header.Day)
	})
}

func someFigures(t *rapid.T, most int) []string {
	list := make([]string, 7)
	for i := range list {
		list[i] = fmt.Sprint(rapid.IntRange(0, 1).Draw(t, "figure"))
	}
	list[0] = fmt.Sprintf("%d/2", rapid.IntRange(0, 2*most).Draw(t, "halves"))
	list[2] = fmt.Sprintf("%d/3", rapid.IntRange(0, 3).Draw(t, "thirds"))
	return list
}

// somePenalties are none, one or two.
func somePenalties(t *rapid.T) (list []facts.PostedPenalty) {
	for n := range max(0, rapid.IntRange(-2, 2).Draw(t, "penalties")) {
		list = append(list, facts.PostedPenalty{Round: n + 1, Points: fmt.Sprintf("-%d/2", rapid.IntRange(1, 9).Draw(t, "points")), Code: "BG", Paragraph: "FP 18"})
	}
	return list
}

// merge makes a record an alias of another, or parts one that is, where that can be; it adds up
// the careers of both in a ranking, which comes first.
func (w *world) merge(t testing.TB, id league.RankingID, alias, kept league.PlayerID) {
	t.Helper()
	w.in(t, func(tx tenantdb.Tx) error {
		found, err := w.desks[0].Find(tx, id)
		if err != nil {
			return err
		}
		var aliases facts.Aliases
		var last *facts.Merge
		var held []facts.Ranking
		b := &tenantdb.Batch{}
		leaguedb.LoadAliases(b, &aliases)
		leaguedb.LoadLastMerge(b, &last, alias)
		leaguedb.HoldRankings(b, &held, []league.RankingID{id})
		if err := tx.Send(b); err != nil {
			return err
		}
		m := facts.Merge{AliasID: alias, Number: 1, KeptID: &kept, Reason: "law", DecidedBy: w.by, DecidedAt: time.Now()}
		if last != nil {
			m.Number = last.Number + 1
		}
		if into, is := aliases[alias]; is {
			kept, m.KeptID = into, nil
		} else if aliases.Of(kept) != kept || alias == kept || slices.Contains(slices.Collect(maps.Values(aliases)), alias) {
			return nil
		}
		b = &tenantdb.Batch{}
		leaguedb.AddMerge(b, m, kept)
		if err := tx.Send(b); err != nil {
			return err
		}
		return w.desks[0].Reproject(tx, held[0], found.Keeper, []league.PlayerID{alias, kept}, "")
	})
}

// part parts all merged players.
func (w *world) part(t testing.TB, id league.RankingID) {
	t.Helper()
	var aliases facts.Aliases
	w.in(t, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.LoadAliases(b, &aliases)
		return tx.Send(b)
	})
	for alias, kept := range aliases {
		w.merge(t, id, alias, kept)
	}
}

// nobody is a recorder that records nothing.
type nobody struct{}

func (nobody) Log(uuid.UUID, logfact.Fact) {}
func (nobody) Audit(_, _ string, _, _ any) {}

// bring imports a table of the past, and returns it as it was stored. If the table cannot be stored because of
// existing facts, the returned table is faulty.
func (w *world) bring(t testing.TB, id league.RankingID, subject history.Subject, table string) facts.History {
	t.Helper()
	mapping := history.Mapping{history.Name: "name", history.FigureColumn("points"): "points", history.FigureColumn("vp"): "vp"}
	if subject == history.Results {
		mapping[history.Event], mapping[history.Day] = "event", "day"
	}
	settings, err := json.Marshal(historydesk.Settings{Ranking: id, Kind: "ranking", TimeZone: "Europe/Sofia", Decisions: history.Decisions{Rest: history.TakeOne}, Mapping: mapping})
	if err != nil {
		t.Fatal(err)
	}
	h := facts.History{
		ID: desk.NewID(), Subject: string(subject), Name: "law", State: facts.HistoryClean, Digest: fmt.Sprint(subject, table, rand.Text()), File: []byte(table), RankingID: &id, Headings: []string{},
		Sample: json.RawMessage("[]"), Settings: settings, Counts: json.RawMessage("{}"), Faults: json.RawMessage("[]"), Questions: json.RawMessage("[]"), Differences: json.RawMessage("[]"),
		CreatedBy: w.by, Session: desk.NewID(), Language: "bg", CreatedAt: time.Now(),
	}
	room, act := historydesk.At(w.desks[0].Desk), desk.Act{By: w.by, Now: time.Now(), Record: nobody{}}
	w.in(t, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.AddHistory(b, h)
		if err := tx.Send(b); err != nil {
			return err
		}
		if err := room.Begin(tx, act, &h, likeness.Fold); err != nil || h.State != facts.HistoryStoring {
			return err
		}
		p, err := room.Resume(tx, h, likeness.Fold)
		for err == nil && h.State == facts.HistoryStoring {
			err = room.Step(tx, act, &h, p, historydesk.Words{Opening: "law", Venue: "София"})
		}
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeHistory(b, h) })
		return err
	})
	return h
}

// takeBack undoes a table of the past, unless something rests on it, and reports whether it did.
func (w *world) takeBack(t testing.TB, h facts.History) bool {
	t.Helper()
	room, act := historydesk.At(w.desks[0].Desk), desk.Act{By: w.by, Now: time.Now(), Record: nobody{}}
	w.in(t, func(tx tenantdb.Tx) error {
		err := room.BeginUndo(tx, act, &h, "law")
		if refused := (*league.StateError)(nil); errors.As(err, &refused) {
			return nil
		}
		for err == nil && h.State == facts.HistoryUndoing {
			err = room.UndoStep(tx, act, &h)
		}
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeHistory(b, h) })
		return err
	})
	return h.State == facts.HistoryUndone
}

// someTable draws a table of openings or of the results of two events in a year.
func (w *world) someTable(t *rapid.T, check, step, year int) (history.Subject, string) {
	subject := rapid.SampledFrom([]history.Subject{history.Openings, history.Results}).Draw(t, "subject")
	var b strings.Builder
	b.WriteString("name,points,vp,event,day\n")
	for n := range w.players {
		for event := range 2 {
			if rapid.Bool().Draw(t, "told") && (subject == history.Results || event == 0) {
				fmt.Fprintf(&b, "%s,%d,%d,Past %d %d %d,%d-02-%02d\n", nameOf(n), rapid.IntRange(0, 200).Draw(t, "points"), rapid.IntRange(0, 2).Draw(t, "vp"), check, step, event, year, 1+event)
			}
		}
	}
	return subject, b.String()
}

// nameOf is the name of a player by number.
func nameOf(n int) string { return fmt.Sprintf("Player %c%c", 'A'+rune(n/26), 'A'+rune(n%26)) }

// P6: memory, database and derivation put every player where PostgreSQL ranks them, now and as of any day, in a
// replica that follows every change and in one that looks only now and then. This holds whatever is posted,
// posted again, taken out, recorded as an opening or revoked, one by one or by a table of the past, in any
// order, by any ruleset, rebuilt or not, and whichever players are merged or parted.
func TestWaysAgree(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 8)
	checks, stored, undone := 0, 0, 0
	agree := func(rt *rapid.T) {
		checks++
		year := 1901 + checks%100 // of the tables that only this ranking takes
		id := w.rankingBy(t, fmt.Sprintf("law-%d", checks), rapid.SampledFrom([]uuid.UUID{w.version, w.version, w.best}).Draw(rt, "ruleset"),
			rules.Day(fmt.Sprintf("%d-01-01", year)), rules.Day(fmt.Sprintf("%d-12-31", year)))
		w.part(t, id)
		last := map[int]facts.EventPosting{}
		given := map[int][]facts.Posting{}
		var brought []facts.History
		for step := range rapid.IntRange(1, 8).Draw(rt, "steps") {
			switch what := rapid.IntRange(0, 16).Draw(rt, "what"); {
			case what < 6:
				n := rapid.IntRange(0, len(w.events)-1).Draw(rt, "event")
				header := facts.EventPosting{
					RankingID: id, EventID: w.events[n], Number: last[n].Number + 1, Counts: rapid.IntRange(0, 3).Draw(rt, "stands") > 0,
					National: n == 4, Day: rules.Day(fmt.Sprintf("2009-03-%02d", 1+n/2*2)), StartsAt: time.Date(2009, 3, 1+n/2*2, 9+n%2, 0, 0, 0, time.UTC), PostedAt: time.Now(),
				}
				var postings []facts.Posting
				for i := 0; i < len(w.players) && header.Counts; i++ {
					if rapid.Bool().Draw(rt, "plays") {
						postings = append(postings, facts.Posting{PlayerID: w.players[i], Figures: someFigures(rt, 200), Penalties: somePenalties(rt)})
					}
				}
				w.post(t, id, header, given[n], postings)
				last[n], given[n] = header, postings
			case what < 9:
				player := w.players[rapid.IntRange(0, len(w.players)-1).Draw(rt, "player")]
				o := facts.RankingOpening{PlayerID: player, National: "0", Reason: "law"}
				if rapid.IntRange(0, 3).Draw(rt, "brings") > 0 {
					o.Figures = someFigures(rt, 310)
				}
				w.in(t, func(tx tenantdb.Tx) error {
					found, err := w.desks[0].Find(tx, id)
					if err != nil {
						return err
					}
					var held []facts.Ranking
					var before []facts.RankingOpening
					b := &tenantdb.Batch{}
					leaguedb.HoldRankings(b, &held, []league.RankingID{id})
					leaguedb.LoadOpeningsOf(b, &before, id, []league.PlayerID{player})
					if err := tx.Send(b); err != nil {
						return err
					}
					o.Number = 1
					for _, last := range before {
						o.Number = last.Number + 1
					}
					b = &tenantdb.Batch{}
					leaguedb.AddOpening(b, id, o, w.by, time.Now())
					if err := tx.Send(b); err != nil {
						return err
					}
					return w.desks[0].Reproject(tx, held[0], found.Keeper, []league.PlayerID{player}, "")
				})
			case what < 12:
				w.merge(t, id, rapid.SampledFrom(w.players).Draw(rt, "alias"), rapid.SampledFrom(w.players).Draw(rt, "kept"))
			case what < 15:
				if subject, table := w.someTable(rt, checks, step, year); strings.Count(table, "\n") > 1 {
					if h := w.bring(t, id, subject, table); h.State == facts.HistoryStored {
						brought = append(brought, h)
						stored++
					}
				}
			case what < 16:
				if n := len(brought); n > 0 {
					if w.takeBack(t, brought[n-1]) {
						undone++
					}
					brought = brought[:n-1]
				}
			default:
				w.in(t, func(tx tenantdb.Tx) error {
					var held []facts.Ranking
					b := &tenantdb.Batch{}
					leaguedb.HoldRankings(b, &held, []league.RankingID{id})
					if err := tx.Send(b); err != nil {
						return err
					}
					found, err := w.desks[0].Find(tx, id)
					if err != nil {
						return err
					}
					return w.desks[0].Rebuild(tx, held[0], found.Keeper)
				})
			}
			replica := w.desks[0]
			if rapid.IntRange(0, 3).Draw(rt, "replica") == 0 {
				replica = w.desks[1]
			}
			day := rules.Day(rapid.SampledFrom([]string{"", "", "2009-02-01", "2009-03-01", "2009-03-04"}).Draw(rt, "day"))
			w.agree(t, rt, replica, id, day)
		}
		w.agree(t, rt, w.desks[1], id, "")
		w.agree(t, rt, w.desks[0], id, "2009-03-03")
		w.part(t, id)
		w.agree(t, rt, w.desks[1], id, "")
		w.agree(t, rt, w.desks[0], id, "2009-03-03")
	}
	sampling.Until(func() bool { return t.Failed() || stored > 0 && undone > 0 }, func() { rapid.Check(t, agree) })
	if !t.Failed() && (stored == 0 || undone == 0) {
		t.Errorf("%d tables of the past were stored and %d undone", stored, undone)
	}
}

func (w *world) agree(t *testing.T, rt *rapid.T, d rankingdesk.Desk, id league.RankingID, day rules.Day) {
	door := w.door(t)
	want, err := d.Listed(door, id, day, rankingdesk.Derived)
	if err != nil {
		rt.Fatal(err)
	}
	ways := []string{rankingdesk.InMemory}
	if day == "" {
		ways = append(ways, rankingdesk.InDatabase)
	}
	for _, way := range ways {
		got, err := d.Listed(door, id, day, way)
		if err != nil || got != want {
			rt.Fatalf("as of %q %s: %v\n%s\nderived:\n%s", day, way, err, got, want)
		}
	}
	if day != "" {
		return
	}
	bySQL, err := rankingdesk.RankedBySQL(door, id)
	if err != nil {
		rt.Fatal(err)
	}
	if got, err := d.RankedInMemory(door, id); err != nil || got != bySQL {
		rt.Fatalf("PostgreSQL ranks %s\nmemory %s (%v)", bySQL, got, err)
	}
	w.written(t, rt, d, id)
}

// written compares pages whose rows may be kept with pages that are written anew: whole, in part and
// around each player.
func (w *world) written(t *testing.T, rt *rapid.T, d rankingdesk.Desk, id league.RankingID) {
	asks := []rankingdesk.Ask{{Limit: 100}, {Limit: 2, From: 2}}
	for i := range w.players {
		asks = append(asks, rankingdesk.Ask{Limit: 3, Around: &w.players[i]})
	}
	write := func(_ rankingdesk.Ranking, rows []rankingdesk.Row) (out [][]byte, err error) {
		for _, r := range rows {
			out = append(out, fmt.Appendf(nil, "%d %t %s %v %v %v %d", r.Rank, r.Shared, r.Name, r.Figures, r.National, r.Penalty, r.Decided))
		}
		return out, nil
	}
	for _, ask := range asks {
		page, failed := d.Page(w.door(t), id, ask)
		want, _ := write(page.Ranking, page.Rows)
		for range 2 {
			got, rows, err := d.Written(w.door(t), id, ask, rankingdesk.Writer{Form: func() string { return "law" }, Rows: write})
			if !errors.Is(err, failed) || got.Revision != page.Revision || got.Players != page.Players || string(bytes.Join(rows, []byte("\n"))) != string(bytes.Join(want, []byte("\n"))) {
				rt.Fatalf("%+v: %d of %d at %d: %v\n%s\nanew: %d of %d at %d: %v\n%s", ask, len(rows), got.Players, got.Revision, err, bytes.Join(rows, []byte("\n")),
					len(page.Rows), page.Players, page.Revision, failed, bytes.Join(want, []byte("\n")))
			}
		}
	}
}

// BG 1: two events posted at once, of which each alone leaves a player below the cap and both
// together do not, put the player into the hall, with the later event; the order in which
// they are posted does not matter.
func TestCapCrossedAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	gain := func(player league.PlayerID, points string) facts.Posting {
		return facts.Posting{PlayerID: player, Figures: []string{points, "1", "1", "1", "0", "0", "1"}}
	}
	for n := range 10 {
		id := w.ranking(t, fmt.Sprintf("cap-%d", n))
		failed := make(chan error, 2)
		for i := range 2 {
			go func() {
				header := facts.EventPosting{
					RankingID: id, EventID: w.events[i], Number: 1, Counts: true, Day: rules.Day(fmt.Sprintf("2009-03-%02d", 1+i)),
					StartsAt: time.Date(2009, 3, 1+i, 9, 0, 0, 0, time.UTC), PostedAt: time.Now(),
				}
				failed <- w.tryPost(t, id, header, nil, []facts.Posting{gain(w.players[0], "160"), gain(w.players[1], "100")})
			}()
		}
		for range 2 {
			if err := <-failed; err != nil {
				t.Fatal(err)
			}
		}
		hall, err := w.desks[n%2].Page(w.door(t), id, rankingdesk.Ask{Hall: true, Limit: 10})
		if err != nil || len(hall.Rows) != 1 || hall.Rows[0].Player != w.players[0] || hall.Rows[0].Since == nil || hall.Rows[0].Since.ID != w.events[1] {
			t.Fatalf("the hall is %+v (%v)", hall.Rows, err)
		}
		ranked, err := w.desks[n%2].Page(w.door(t), id, rankingdesk.Ask{Limit: 10, Since: "2009-03-01"})
		if err != nil || len(ranked.Rows) != 1 || ranked.Rows[0].Player != w.players[1] || ranked.Rows[0].Moved.Rank != 2 || ranked.Rows[0].Rank != 1 {
			t.Fatalf("the ranking is %+v (%v)", ranked.Rows, err)
		}
	}
}
