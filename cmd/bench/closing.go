package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"referto/cmd/bench/internal/baselinedb"
	"referto/cmd/bench/internal/usage"
	"referto/openapi"
)

// The season that is closed: 200,000 entries, some 10,000 places and 5,000 journeys
// paid.
var largeSeason = baselinedb.SeasonExtent{Stages: 5000, Regions: 20}

// stagesAtOnce is the number of stages closed by one request to the baseline that takes
// them one by one, which is slower than a request may be.
const stagesAtOnce = 250

// leastPlaces is the number of places that a closing has to leave. The baselines make two of every stage; by the
// rules some stages are a tier smaller, because players who may not take part do not count.
const leastPlaces = 9_500

// closer is one way to close the season.
type closer struct {
	name   string
	server usage.Process
	close  func(context.Context) error
	// before is done first and does not count; nil for nothing.
	before func(context.Context) error
	// places counts the places that the closing has left, undo takes it back.
	places func(context.Context) (int, error)
	undo   func(context.Context) error
}

// seasonClose is P15: a season's end by the rule engine (all facts read at once, everything derived, all results
// written at once), by two statements that know two numbers of one regulation, and by a transaction for each stage.
func (b *bench) seasonClose(ctx context.Context, r *report) error {
	s, err := b.largeSeason(ctx)
	if err != nil {
		return err
	}
	base := "http://" + b.stack.baseline.addresses["tasks"] + "/closing/" + s.Tenant.String() + "/" + s.Season.Season.String()
	looked := b.closerByAPI(s)
	looked.before = func(ctx context.Context) error {
		_, err := entityTag(ctx, "http://"+b.stack.api.addresses["address"]+s.board)
		return err
	}
	ways := []closer{
		b.closerByBaseline("set", func(ctx context.Context) error { return post(ctx, base) }), b.closerByAPI(s), looked,
		b.closerByBaseline("stages", func(ctx context.Context) error {
			for from := 0; from < largeSeason.Stages; from += stagesAtOnce {
				if err := post(ctx, fmt.Sprintf("%s/%d/%d", base, from, stagesAtOnce)); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	defer b.profile(ctx, "P15", b.rounds)()
	rounds := make([][]closed, b.rounds+1)
	for n := range rounds {
		for _, way := range ways {
			one, err := b.closeOnce(ctx, way, n == 0)
			if err != nil {
				return fmt.Errorf("%s: %w", way.name, err)
			}
			rounds[n] = append(rounds[n], one)
		}
		fmt.Fprint(b.progress, ".")
	}
	r.addClosings(rounds[1:])
	return nil
}

// closerByAPI closes the season through the API.
func (b *bench) closerByAPI(s benchSeason) closer {
	l := b.field.loader
	return closer{
		name: "api", server: b.stack.api.process,
		close: func(context.Context) error {
			l.post(l.manager, s.path+"/closing", nil, nil)
			return l.err
		},
		places: func(ctx context.Context) (int, error) {
			text, err := call(ctx, http.MethodGet, "http://"+b.stack.api.addresses["address"]+s.register+"?format=csv", http.StatusOK)
			return bytes.Count(text, []byte("\n")) - 1, err
		},
		undo: func(context.Context) error {
			l.post(l.manager, s.path+"/reopening", openapi.ReasonGiven{Reason: "once more"}, nil)
			return l.err
		},
	}
}

// closerByBaseline closes the season in the tables of the baselines.
func (b *bench) closerByBaseline(name string, closing func(context.Context) error) closer {
	return closer{
		name: name, server: b.stack.baseline.process, close: closing,
		places: func(ctx context.Context) (int, error) { return baselinedb.CountQualifications(ctx, b.stack.superuser) },
		undo:   func(ctx context.Context) error { return baselinedb.ForgetQualifications(ctx, b.stack.superuser) },
	}
}

// closed is one closing: processor time of its server and of the database, and how
// long it took.
type closed struct{ server, database, wall time.Duration }

func (c closed) cost() float64 { return (c.server + c.database).Seconds() }

// closeOnce closes the season and takes it back, which does not count.
func (b *bench) closeOnce(ctx context.Context, way closer, warm bool) (c closed, err error) {
	if way.before != nil {
		if err := way.before(ctx); err != nil {
			return c, err
		}
	}
	server, err := begin(way.server)
	if err != nil {
		return c, err
	}
	database, err := begin(b.stack.database)
	if err != nil {
		return c, err
	}
	from := time.Now()
	if err := way.close(ctx); err != nil {
		return c, err
	}
	c.wall = time.Since(from)
	if c.server, err = server(); err != nil {
		return c, err
	}
	if c.database, err = database(); err != nil {
		return c, err
	}
	if warm {
		n, err := way.places(ctx)
		if err == nil && n < leastPlaces {
			err = fmt.Errorf("%d places are left, not %d", n, leastPlaces)
		}
		if err != nil {
			return c, err
		}
	}
	return c, way.undo(ctx)
}

// largeSeason is a season with everything decided.
func (b *bench) largeSeason(ctx context.Context) (benchSeason, error) {
	return b.filledSeason(ctx, "season", largeSeason)
}

// post asks a baseline to do something.
func post(ctx context.Context, address string) error {
	_, err := call(ctx, http.MethodPost, address, http.StatusCreated)
	return err
}

// call is the text of an answer of the wanted status.
func call(ctx context.Context, method, address string, status int) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != status {
		err = fmt.Errorf("status %d: %s", response.StatusCode, text)
	}
	return text, err
}

// addClosings adds the figures of closing the season in each way.
func (r *report) addClosings(rounds [][]closed) {
	const set, ours, seen, stages = 0, 1, 2, 3
	figures := func(figure func(round []closed) float64) []float64 {
		out := make([]float64, len(rounds))
		for i, round := range rounds {
			out[i] = figure(round)
		}
		return out
	}
	r.add("P15", "closing a season of 5,000 stages: processor time of ours / two statements", figures(func(c []closed) float64 { return c[ours].cost() / c[set].cost() }), atMost(5))
	r.add("P15", "processor time of a transaction a stage / ours", figures(func(c []closed) float64 { return c[stages].cost() / c[ours].cost() }), atLeast(30))
	r.add("P15", "the same of a season that somebody has looked at: ours / two statements", figures(func(c []closed) float64 { return c[seen].cost() / c[set].cost() }), target{})
	r.add("P15", "a transaction a stage / ours", figures(func(c []closed) float64 { return c[stages].cost() / c[seen].cost() }), target{})
	r.add("P15", "time of ours / two statements", figures(func(c []closed) float64 { return c[ours].wall.Seconds() / c[set].wall.Seconds() }), target{})
	r.add("P15", "time of a transaction a stage / ours", figures(func(c []closed) float64 { return c[stages].wall.Seconds() / c[ours].wall.Seconds() }), target{})
	costs := ""
	for way, name := range []string{"two statements", "ours", "ours, looked at", "a transaction a stage"} {
		median := func(figure func(closed) time.Duration) string {
			return number(spreadOf(figures(func(c []closed) float64 { return figure(c[way]).Seconds() * 1000 })).median)
		}
		costs += fmt.Sprintf("; %s %s + %s ms", name, median(func(c closed) time.Duration { return c.server }), median(func(c closed) time.Duration { return c.database }))
	}
	r.addText("P15", "processor time of the server + of the database", costs[2:])
}
