package main

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/cmd/bench/internal/baselinedb"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// settled counts the events that are posted before those that are measured.
const settled = 300

// poster posts events to the large ranking, as another replica of the server would, and
// the least that keeps the same.
type poster struct {
	b       *bench
	ranking *benchRanking
	db      *tenantdb.DB
	desk    rankingdesk.Desk
	raw     baselinedb.Appender
	events  []uuid.UUID // without postings
	by      uuid.UUID
	chance  *mathrand.Rand
	last    []league.PlayerID // of the event that was posted last
}

func (b *bench) poster(ctx context.Context) (*poster, error) {
	ranking, err := b.largeRanking(ctx)
	if err != nil {
		return nil, err
	}
	p := &poster{b: b, ranking: ranking, chance: mathrand.New(mathrand.NewPCG(8, 9)), desk: rankingdesk.At(desk.New(rand.Reader))}
	if p.db, err = tenantdb.Open(ctx, b.stack.application, 4); err != nil {
		return nil, err
	}
	if p.raw, err = baselinedb.OpenAppender(ctx, b.stack.application); err != nil {
		return nil, err
	}
	if p.events, err = baselinedb.SomeEvents(ctx, b.stack.superuser, b.field.template, settled+1000); err != nil {
		return nil, err
	}
	p.by, err = baselinedb.Keeper(ctx, b.stack.superuser, ranking.Ranking)
	return p, err
}

// event returns an event without postings.
func (p *poster) event() league.EventID {
	id := p.events[0]
	p.events = p.events[1:]
	return league.EventID{UUID: id}
}

func (p *poster) close(ctx context.Context) {
	p.db.Close()
	_ = p.raw.Close(ctx)
}

// forty are players of one event, somewhere in the ranking.
func (p *poster) forty() []league.PlayerID {
	out := make([]league.PlayerID, players)
	begin := p.chance.IntN(len(p.ranking.players) - players*97)
	for i := range out {
		out[i].UUID = p.ranking.players[begin+i*97].ID
	}
	return out
}

// figures of an event for one player.
var posted = []string{"3", "25", "70.5", "1", "1", "0", "1"}

// post posts a tournament of forty, as the server does.
func (p *poster) post(ctx context.Context) error { return p.postOn(ctx, "2009-02-08") }

// postOn posts one that was held on a day.
func (p *poster) postOn(ctx context.Context, day rules.Day) error {
	forty, event := p.forty(), p.event()
	p.last = forty
	id := league.RankingID{UUID: p.ranking.Ranking.Ranking}
	return tenantdb.In(ctx, p.db, p.ranking.Tenant, nil, func(tx tenantdb.Tx) error {
		var held []facts.Ranking
		b := &tenantdb.Batch{}
		leaguedb.HoldRankings(b, &held, []league.RankingID{id})
		if err := tx.Send(b); err != nil {
			return err
		}
		keepers, err := p.desk.KeepersOf(tx, held...)
		if err != nil {
			return err
		}
		header := facts.EventPosting{RankingID: id, EventID: event, Number: 1, Counts: true, Day: day, StartsAt: time.Now(), PostedAt: time.Now()}
		postings := make([]facts.Posting, len(forty))
		for i, player := range forty {
			postings[i] = facts.Posting{PlayerID: player, Place: i + 1, Figures: posted}
		}
		b = &tenantdb.Batch{}
		leaguedb.PostEvent(b, header, postings, p.by)
		return p.desk.ReprojectAfter(tx, b, held[0], keepers[0].Keeper, forty, header.Day)
	})
}

// settle posts some seasons' events before any is measured, and lets PostgreSQL count its rows, as
// it does by itself where it runs for longer than a bench. Connections that have planned for empty tables
// are given up.
func (p *poster) settle(ctx context.Context) error {
	for range settled {
		if err := p.bare(ctx); err != nil {
			return err
		}
	}
	if err := baselinedb.Analyze(ctx, p.b.stack.superuser); err != nil {
		return err
	}
	p.db.Close()
	var err error
	p.db, err = tenantdb.Open(ctx, p.b.stack.application, 4)
	return err
}

// bare posts the same with nothing that follows from it.
func (p *poster) bare(ctx context.Context) error {
	ids := make([]uuid.UUID, 0, players)
	for _, player := range p.forty() {
		ids = append(ids, player.UUID)
	}
	return p.raw.BarePosting(ctx, p.ranking.Ranking, p.event().UUID, 1, ids, strings.Join(posted, " "))
}

// postingAnEvent is P8: a tournament of forty posted, by turns with the least that keeps its
// rows, and how soon another replica has it.
func (b *bench) postingAnEvent(ctx context.Context, r *report) error {
	p, err := b.poster(ctx)
	if err != nil {
		return err
	}
	defer p.close(ctx)
	reader, err := b.signIn(ctx, refereeMail)
	if err != nil {
		return err
	}
	if err := p.settle(ctx); err != nil {
		return err
	}
	path := p.ranking.path + "/standings?limit=1"
	var ratios, bare, whole, seen, calm []float64
	for range b.rounds {
		var times [2]time.Duration
		for range 20 {
			for i, do := range []func() error{func() error { return p.bare(ctx) }, func() error { return p.post(ctx) }} {
				began := time.Now()
				if err := do(); err != nil {
					return err
				}
				times[i] += time.Since(began)
			}
			for _, into := range []*[]float64{&seen, &calm} {
				began := time.Now()
				page, err := b.ask(ctx, path, reader.token)
				if err != nil {
					return err
				}
				*into = append(*into, milliseconds(time.Since(began)))
				_ = page
			}
		}
		ratios = append(ratios, float64(times[1])/float64(times[0]))
		bare, whole = append(bare, milliseconds(times[0])/20), append(whole, milliseconds(times[1])/20)
		fmt.Fprint(b.progress, ".")
	}
	r.add("P8", "time of posting 40 players with what follows / of appending their rows", ratios, atMost(1.5))
	r.add("P8", "appending, ms", bare, target{})
	r.add("P8", "posting, ms", whole, target{})
	r.add("P8", "until another replica has answered with it, ms after the commit", seen, atMost(5))
	r.add("P8", "the same answer where nothing was posted, ms", calm, target{})
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// bulkLoad is P14: postings of many events brought in under row-level security, against COPY by
// the superuser. The server's role may make no temporary tables, which would outlive a
// request on a pooled connection, so that it sends arrays.
func (b *bench) bulkLoad(ctx context.Context, r *report) error {
	p, err := b.poster(ctx)
	if err != nil {
		return err
	}
	defer p.close(ctx)
	const atOnce = 10_000
	n := min(100_000, len(p.ranking.players))
	ids := make([]uuid.UUID, n)
	postings := make([]facts.Posting, n)
	for i := range ids {
		ids[i] = p.ranking.players[i].ID
		postings[i] = facts.Posting{PlayerID: league.PlayerID{UUID: ids[i]}, Figures: posted}
	}
	id := league.RankingID{UUID: p.ranking.Ranking.Ranking}
	var ratios, floor, loaded []float64
	for range min(b.rounds, 5) {
		base, err := baselinedb.CopyPostings(ctx, b.stack.superuser, p.ranking.Ranking, p.event().UUID, 1, ids, posted)
		if err != nil {
			return err
		}
		began := time.Now()
		err = tenantdb.In(tenantdb.Unhurried(ctx), p.db, p.ranking.Tenant, nil, func(tx tenantdb.Tx) error {
			for begin := 0; begin < n; begin += atOnce {
				batch := &tenantdb.Batch{}
				leaguedb.PostEvent(batch, facts.EventPosting{
					RankingID: id, EventID: p.event(), Number: 1, Day: "2009-02-08", StartsAt: began, PostedAt: began,
				}, postings[begin:min(begin+atOnce, n)], p.by)
				if err := tx.Send(batch); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		took := time.Since(began)
		ratios = append(ratios, base.Seconds()/took.Seconds())
		floor, loaded = append(floor, float64(n)/base.Seconds()), append(loaded, float64(n)/took.Seconds())
		fmt.Fprint(b.progress, ".")
	}
	r.add("P14", fmt.Sprintf("%d postings under row-level security: time of COPY / ours", n), ratios, atLeast(0.9))
	r.add("P14", "rows a second by COPY", floor, target{})
	r.add("P14", "rows a second, ours", loaded, target{})
	return nil
}
