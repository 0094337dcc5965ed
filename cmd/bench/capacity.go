package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"referto/cmd/bench/internal/baselinedb"
	"referto/cmd/bench/internal/load"
	"referto/internal/tenant/tenantdb"
)

// capacityStages is the number of events of each tenant, all with forty players and a drawn round.
const capacityStages = 10

// mostConnections bounds the search: with that many connections it ends even if all answers were quick.
const mostConnections = 256

// shares are the shares of the tenants that play at the time, in percent: those of a Saturday, and all tenants, so
// that hardly any answer is requested twice before it is evicted from a cache.
var shares = []int{3, 100}

// runCapacity loads ever more tenants, each number into a database of its own, and requests some or all of them over
// ever more connections, until the slowest hundredth of the answers takes longer than the limit. It reports the most
// answers a second before that.
func runCapacity(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("bench capacity", flag.ContinueOnError)
	flags.SetOutput(stderr)
	sizes := flags.String("tenants", "", "`numbers` of tenants, with commas between; default: 100,1000,10000, or 200 with -arrivals")
	slice := flags.Duration("slice", 5*time.Second, "time for which each number of connections asks")
	limit := flags.Duration("p99", 250*time.Millisecond, "what the slowest hundredth of the answers may take")
	arrivals := flags.String("arrivals", "", "instead of that, `requests` a second that arrive whether or not others are answered, with commas between")
	mix := flags.String("mix", usualMix, "of a hundred of these, `shares` of standings, reads of those signed in, results entered, and files in or out")
	during := flags.Duration("for", 3*time.Minute, "time for which each number of requests a second arrives")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := sourceTree(ctx)
	if err != nil {
		return err
	}
	if *arrivals != "" {
		return runArrivals(ctx, bench{root: root, progress: stderr}, *arrivals, *mix, cmp.Or(*sizes, strconv.Itoa(arrivingTenants)), *during, stdout)
	}
	out := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "tenants\tplayers\tevents\tdatabase MiB\tplaying\tanswers /s\tp99 ms\tconnections\tserver µs\tdatabase µs\tserver MiB\tonce through all s\t")
	for _, size := range strings.Split(cmp.Or(*sizes, "100,1000,10000"), ",") {
		tenants, err := strconv.Atoi(strings.TrimSpace(size))
		if err != nil || tenants < 1 {
			return fmt.Errorf("tenants: want numbers from 1, got %q", size)
		}
		c := &capacity{bench: bench{root: root, slice: *slice, rounds: 1, progress: stderr}, tenants: tenants, limit: *limit}
		if err := c.measure(ctx, out); err != nil {
			return fmt.Errorf("%d tenants: %w", tenants, err)
		}
	}
	return out.Flush()
}

// capacity is the measuring of one number of tenants.
type capacity struct {
	bench
	tenants int
	limit   time.Duration

	results atomic.Int64 // that were sent
}

func (c *capacity) measure(ctx context.Context, out io.Writer) (err error) {
	fmt.Fprintf(c.progress, "%d tenants: loading ", c.tenants)
	defer func() { err = errors.Join(err, c.close()) }()
	if err := c.load(ctx); err != nil {
		return err
	}
	once, err := c.onceThroughAll(ctx)
	if err != nil {
		return err
	}
	size, err := baselinedb.Size(ctx, c.stack.superuser)
	if err != nil {
		return err
	}
	referees, err := c.referees(ctx)
	if err != nil {
		return err
	}
	for _, share := range shares {
		best, connections, err := c.search(ctx, max(1, c.tenants*share/100), referees)
		if err != nil {
			return errors.Join(err, c.stack.complaints())
		}
		memory, err := c.stack.api.process.Memory()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%d\t%d\t%d\t%d\t%d %%\t%.0f\t%.0f\t%d\t%.0f\t%.0f\t%d\t%.1f\t\n", c.tenants, c.tenants*players, c.tenants*capacityStages, size>>20,
			share, best.Rate(), best.Quantile(0.99).Seconds()*1000, connections, best.serverCost(), best.databaseCost(), memory>>20, once.Seconds())
	}
	fmt.Fprintln(c.progress)
	return c.stack.complaints()
}

// search asks over ever more connections. It returns the slice with the most answers a second of those that were quick
// enough, and its connections.
func (c *capacity) search(ctx context.Context, playing int, referees []caller) (best sample, with int, err error) {
	for connections := 1; connections <= mostConnections; connections *= 2 {
		fmt.Fprintf(c.progress, "%d ", connections)
		s, err := c.ask(ctx, connections, playing, referees)
		if err != nil {
			return best, with, err
		}
		if s.Quantile(0.99) > c.limit {
			break
		}
		if with == 0 || s.Rate() > best.Rate() {
			best, with = s, connections
		}
	}
	if with == 0 {
		return best, with, fmt.Errorf("one connection alone waits for more than %s", c.limit)
	}
	return best, with, nil
}

// load fills the database.
func (c *capacity) load(ctx context.Context) (err error) {
	if c.stack, err = startStack(ctx, c.root, false, true); err != nil {
		return err
	}
	l, err := newLoader(ctx, c.stack)
	if err != nil {
		return err
	}
	c.field = &field{loader: l}
	l.draw(c.field, players)
	if l.err != nil {
		return fmt.Errorf("load a stage: %w", l.err)
	}
	if err := baselinedb.AddCrowd(ctx, c.stack.superuser, refereeMail, crowd); err != nil {
		return err
	}
	c.field.copies, err = baselinedb.Spread(ctx, c.stack.superuser, c.field.template, baselinedb.Extent{Tenants: c.tenants, Stages: capacityStages, Crowd: crowd})
	return err
}

// ask sends the mix over so many connections for a slice, after a part of one that does not count.
func (c *capacity) ask(ctx context.Context, connections, playing int, referees []caller) (s sample, err error) {
	g, err := load.Open(ctx, load.Plan{
		Address: c.stack.api.addresses["address"], Connections: connections, Next: c.next(connections, playing, referees),
		Want: []int{http.StatusOK, http.StatusCreated},
	})
	if err != nil {
		return s, err
	}
	defer g.Close()
	if _, err := g.Run(ctx, c.slice/4); err != nil {
		return s, err
	}
	return c.sliceOf(ctx, contender{server: c.stack.api.process}, g)
}

// next is a plan's Next: requests for one of the tenants that play, chosen at random. Of a hundred 60 are for the
// page of its running event, 20 for the standings in JSON, 10 for the page of the federation, 5 for the entries, by
// the first referee, and 5 record the result of a table. If all tenants play, all of their events run. No client has
// a page already, and there is no cache in between.
func (c *capacity) next(connections, playing int, referees []caller) func(int, []byte) []byte {
	chances := make([]*rand.Rand, connections)
	for i := range chances {
		chances[i] = rand.New(rand.NewPCG(uint64(i), uint64(connections)))
	}
	host := c.stack.api.addresses["address"]
	return func(connection int, buffer []byte) []byte {
		chance := chances[connection]
		place := chance.IntN(playing) // copies are sorted by event and then by tenant
		if playing == c.tenants {
			place = chance.IntN(len(c.field.copies))
		}
		stage := c.field.copies[place]
		tenant, event := fmt.Sprintf("copy-%d", place%c.tenants+1), fmt.Sprintf("%s-%d", stageSlug, place/c.tenants+1)
		api := fmt.Sprintf("/v1/tenants/%s/events/%s", stage.Tenant, stage.Event)
		get := func(path string, header ...string) []byte {
			return load.Request("GET", path, host, nil, append(header, "Accept-Encoding", "gzip")...)
		}
		switch n := chance.IntN(100); {
		case n < 60:
			return append(buffer, get("/t/"+tenant+"/e/"+event)...)
		case n < 80:
			return append(buffer, get(api+"/standings")...)
		case n < 90:
			return append(buffer, get("/t/"+tenant)...)
		case n < 95:
			return append(buffer, get(api+"/entries", "Authorization", "Bearer "+referees[stage.Referee-1].token)...)
		default:
			return append(buffer, c.result(host, referees)...)
		}
	}
}

// result is the result of a table that has none yet. Where all have one, it is one of those again, under its key.
func (c *capacity) result(host string, referees []caller) []byte {
	n := int(c.results.Add(1)-1) % (len(c.field.copies) * tables)
	stage, table := c.field.copies[n%len(c.field.copies)], n/len(c.field.copies)+1
	return load.Request("POST", fmt.Sprintf("/v1/tenants/%s/events/%s/rounds/1/tables/%d/result", stage.Tenant, stage.Event, table), host, c.field.results[table-1],
		"Authorization", "Bearer "+referees[stage.Referee-1].token, "Idempotency-Key", fmt.Sprintf("capacity-%d", n))
}

// onceThroughAll is the time in which a job that visits every tenant, as some do by the hour, is through all of them, if
// there is nothing to do anywhere.
func (c *capacity) onceThroughAll(ctx context.Context) (time.Duration, error) {
	db, err := tenantdb.Open(ctx, c.stack.application, 2)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	began := time.Now()
	err = tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		b.Queue("select from league.reminders limit 1")
		return tx.Send(b)
	})
	return time.Since(began), err
}
