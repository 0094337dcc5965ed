package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"referto/cmd/bench/internal/baselinedb"
	"referto/cmd/bench/internal/load"
	"referto/internal/league/rules"
)

const (
	// datedEvents is the number of events of forty that are posted for P24, one a day.
	datedEvents = 200
	// firstAsked is the number of days of which the first page is timed.
	firstAsked = 5
	// daysInMemory is the number of days that are asked about again and again: as many trees stand in memory beside
	// today's.
	daysInMemory = 3
)

// dayOf is the day of one of the dated events, from 0. No other goal posts so late.
func dayOf(event int) rules.Day {
	return rules.DayOf(time.Date(2010, 1, 1+event, 0, 0, 0, 0, time.UTC))
}

// datedPages is P24: pages anywhere in the ranking of the end of a day, and of today with the movement of each row
// since a day, for a signed-in reader. The base is the raw page of P2, which is of today and has no movement. The
// first page of a day is timed beside PostgreSQL, which adds up the points until that day and ranks by them alone.
func (b *bench) datedPages(ctx context.Context, r *report) error {
	ranking, reader, err := b.readRanking(ctx)
	if err != nil {
		return err
	}
	if err := b.postDays(ctx); err != nil {
		return err
	}
	var ours, bySQL, ratios []float64
	for n := range firstAsked {
		day := dayOf(datedEvents * (n + 1) / (firstAsked + 2))
		times, err := b.firstOf(ctx, ranking, reader.token, day)
		if err != nil {
			return err
		}
		ours, bySQL = append(ours, milliseconds(times[0])), append(bySQL, milliseconds(times[1]))
		ratios = append(ratios, float64(times[1])/float64(times[0]))
	}
	r.add("P24", fmt.Sprintf("first page as of a day of %d players, up to %d have played since: time of PostgreSQL / ours", len(ranking.players), datedEvents*players), ratios, target{})
	r.add("P24", "PostgreSQL, the points alone, ms", bySQL, target{})
	r.add("P24", "ours, ms", ours, target{})
	if err := b.datedAgain(ctx, r, ranking, reader.token); err != nil {
		return err
	}
	return b.firstPage(ctx, r, ranking, reader.session)
}

// firstPage measures the first page of the ranking as people see it who have signed in: with the movement of each row, the hall, the chart
// of the first players and the gains of the last event. It is made anew for each of them. Everybody else has it from memory.
func (b *bench) firstPage(ctx context.Context, r *report, ranking *benchRanking, session string) error {
	host, raw := b.stack.api.addresses["address"], b.stack.baseline.addresses["tasks"]
	page := load.Request("GET", "/t/"+federation+"/rankings/lifetime?lang=en", host, nil, "Cookie", "session="+session)
	rounds, err := b.compare(ctx,
		asking("raw page", b.stack.baseline, raw, ranking.rawPages(raw)),
		asking("first page in HTML", b.stack.api, host, [][]byte{page}),
	)
	if err == nil {
		r.addComparisonOf("P24", "first page in HTML with what stands beside it, signed in, against a raw page", rounds, 0, 1, target{})
	}
	return err
}

// datedAgain measures pages of days whose trees are in memory.
func (b *bench) datedAgain(ctx context.Context, r *report, ranking *benchRanking, token string) error {
	host, raw := b.stack.api.addresses["address"], b.stack.baseline.addresses["tasks"]
	chance := rand.New(rand.NewPCG(12, 13))
	anywhere := func(query func() string) [][]byte {
		out := make([][]byte, somePages)
		for i := range out {
			address := fmt.Sprintf("%s/standings?from=%d&%s", ranking.path, 1+chance.IntN(len(ranking.players)-50), query())
			out[i] = load.Request("GET", address, host, nil, "Authorization", "Bearer "+token)
		}
		return out
	}
	someDay := func() rules.Day { return dayOf(datedEvents - 10*(1+chance.IntN(daysInMemory))) }
	rounds, err := b.compare(ctx,
		asking("raw page", b.stack.baseline, raw, ranking.rawPages(raw)),
		asking("page as of a day", b.stack.api, host, anywhere(func() string { return "asOf=" + string(someDay()) })),
		asking("page with movement since a day", b.stack.api, host, anywhere(func() string { return "since=" + string(someDay()) })),
		asking("page with movement by the last event", b.stack.api, host, anywhere(func() string { return "sinceLast=true" })),
	)
	if err != nil {
		return err
	}
	for i, what := range []string{"page as of one of three days", "page with movement since one of three days", "page with movement by the last day of events"} {
		r.addComparisonOf("P24", what+", signed in, against a raw page", rounds, 0, i+1, target{})
	}
	return nil
}

// firstOf times the first page as of a day that was not requested before, by ours and by PostgreSQL.
func (b *bench) firstOf(ctx context.Context, ranking *benchRanking, token string, day rules.Day) (times [2]time.Duration, err error) {
	began := time.Now()
	page, err := b.ask(ctx, fmt.Sprintf("%s/standings?asOf=%s&since=%s", ranking.path, day, dayOf(0)), token)
	if err != nil {
		return times, err
	}
	times[0] = time.Since(began)
	if page.AsOf.String() != string(day) || page.Players != len(ranking.players) {
		return times, fmt.Errorf("asked about %s, answered of %s with %d players", day, page.AsOf, page.Players)
	}
	began = time.Now()
	ranked, err := baselinedb.RankedAsOf(ctx, b.stack.superuser, ranking.Ranking, string(day))
	if err == nil && ranked != page.Players {
		err = fmt.Errorf("PostgreSQL ranks %d players, of %d", ranked, page.Players)
	}
	times[1] = time.Since(began)
	return times, err
}

// postDays posts an event on each of the days, and makes sure that rows are seen to have moved.
func (b *bench) postDays(ctx context.Context) error {
	p, err := b.poster(ctx)
	if err != nil {
		return err
	}
	defer p.close(ctx)
	for n := range datedEvents {
		if err := p.postOn(ctx, dayOf(n)); err != nil {
			return err
		}
	}
	if err := baselinedb.Analyze(ctx, b.stack.superuser); err != nil {
		return err
	}
	reader, err := b.signIn(ctx, refereeMail)
	if err != nil {
		return err
	}
	page, err := b.ask(ctx, p.ranking.path+"/standings?sinceLast=true&around="+p.last[0].String(), reader.token)
	if err != nil {
		return err
	}
	for _, row := range page.Items {
		if row.Player.Id == p.last[0] && row.Movement.Gained == posted[0] {
			return nil
		}
	}
	return errors.New("whoever played last has gained nothing")
}
