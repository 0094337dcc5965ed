package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"referto/openapi"
)

// upgradeCommand upgrades an installation under load and prints the results.
func upgradeCommand(ctx context.Context, args []string, stdout io.Writer) (err error) {
	flags := flag.NewFlagSet("upgrade", flag.ContinueOnError)
	old := flags.String("old", "", "`file` of the program that is replaced")
	next := flags.String("new", "", "`file` of the program that comes")
	requests := flags.Int64("requests", 100_000, "`requests` at least")
	rendering := flags.String("rendering", "deploy/helm/rendered/two-servers.install.yaml", "`file` of the rendered chart")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *old == "" || *next == "" {
		return errors.New("upgrade: want -old and -new")
	}
	c, err := readChart(*rendering)
	if err != nil {
		return err
	}
	in, err := install(ctx, *old, c)
	defer func() { err = errors.Join(err, in.end()) }()
	if err != nil {
		return err
	}
	u := &upgrade{installation: in, out: stdout, began: time.Now()}
	return u.run(ctx, *old, *next, *requests)
}

// upgrade is one rehearsal.
type upgrade struct {
	*installation
	out   io.Writer
	began time.Time
}

// say prints an event with its time.
func (u *upgrade) say(format string, args ...any) {
	fmt.Fprintf(u.out, "%6.1f s  %s\n", time.Since(u.began).Seconds(), fmt.Sprintf(format, args...))
}

func (u *upgrade) run(ctx context.Context, old, next string, requests int64) error {
	ran, err := u.call(ctx, old, "migrate")
	if err != nil {
		return err
	}
	u.say("the old program has migrated: %s", ran)
	servers := make([]*server, u.chart.replicas)
	for i := range servers {
		if servers[i], err = u.start(ctx, old, fmt.Sprint("old-", i+1)); err != nil {
			return err
		}
	}
	defer func() {
		for _, s := range servers {
			if s != nil {
				_ = s.process.Process.Kill()
			}
		}
	}()
	crowd, err := found(ctx, u.balancer.address, u.at("mail"))
	if err != nil {
		return err
	}
	loading, calm := context.WithCancel(ctx)
	defer calm()
	wait := crowd.begin(loading)
	u.say("%d servers of the old program; %d people read, %d watch, one writes", len(servers), readers, watching)
	time.Sleep(3 * time.Second)
	if ran, err = u.call(ctx, next, "migrate"); err != nil {
		return err
	}
	newSchema, before := time.Now(), u.balancer.requests.Load()
	u.say("the new program has migrated: %s; the old one serves on it", ran)
	// Once is an upgrade; further rounds restart the new servers as one does after a secret was
	// changed, so that all requests fall into times in which servers come and go.
	for round := 1; round == 1 || u.balancer.requests.Load() < requests; round++ {
		for i := range servers {
			started, err := u.start(ctx, next, fmt.Sprintf("new-%d.%d", round, i+1))
			if err != nil {
				return err
			}
			if round == 1 && i == 0 {
				u.say("the first new server gets requests; the old program has answered %d on the new schema in %s", u.balancer.requests.Load()-before, time.Since(newSchema).Round(100*time.Millisecond))
			}
			went := servers[i]
			servers[i] = started
			took, inTurn, err := u.stop(went)
			if err != nil {
				return err
			}
			u.say("%s has ended %.1f s after it was told to, and got requests for %.1f s of them", went.name, took.Seconds(), inTurn.Seconds())
		}
		u.say("all servers were replaced %d times; %d requests, %d failed", round, u.balancer.requests.Load(), max(u.balancer.failed.Load(), crowd.failed.Load()))
	}
	if err := u.judge(ctx, crowd, calm, wait); err != nil {
		return err
	}
	if err := u.away(ctx, crowd); err != nil {
		return err
	}
	for i, s := range servers {
		if _, _, err := u.stop(s); err != nil {
			return err
		}
		servers[i] = nil
	}
	return ctx.Err()
}

// judge compares the replies with the stored data, and prints the figures.
func (u *upgrade) judge(ctx context.Context, crowd *people, calm context.CancelFunc, wait func()) error {
	if err := crowd.enter(ctx); err != nil {
		return err
	}
	var event openapi.Event
	if err := crowd.client.Get(ctx, crowd.event, &event); err != nil {
		return err
	}
	heard := 0
	for deadline := time.Now().Add(10 * time.Second); heard < watching && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		heard = 0
		for _, w := range crowd.watchers {
			if w.revision.Load() >= event.Revision {
				heard++
			}
		}
	}
	lasted := time.Since(u.began)
	calm()
	wait()
	found, err := crowd.entered(ctx)
	if err != nil {
		return err
	}
	reopened, longest := int64(0), time.Duration(0)
	for _, w := range crowd.watchers {
		reopened += w.opened.Load() - 1
		longest = max(longest, time.Duration(w.longest.Load()))
	}
	requests, failed := u.balancer.requests.Load(), u.balancer.failed.Load()
	u.say("%d requests in %s, %d failed at the balancer, %d at people's end", requests, lasted.Round(time.Second), failed, crowd.failed.Load())
	u.say("half answered within %s, 99 of 100 within %s, all within %s", crowd.quantile(.5).Round(100*time.Microsecond), crowd.quantile(.99).Round(time.Millisecond), crowd.quantile(1).Round(time.Millisecond))
	u.say("%d acts were acknowledged, %d entries are there", crowd.acts.Load(), found)
	u.say("%d of %d who watch have heard of the last act; streams were opened again %d times, the longest gap was %s", heard, watching, reopened, longest.Round(100*time.Millisecond))
	var faults []error
	if failed+crowd.failed.Load() > 0 {
		for _, why := range u.balancer.reasons() {
			faults = append(faults, errors.New(why))
		}
		if first := crowd.first.Load(); first != nil {
			faults = append(faults, fmt.Errorf("people's first: %s", *first))
		}
		faults = append(faults, errors.New("requests have failed"))
	}
	if int64(found) != crowd.acts.Load() {
		faults = append(faults, errors.New("acts were lost or done twice"))
	}
	if heard != watching {
		faults = append(faults, errors.New("some who watch hear nothing any more"))
	}
	if reopened < watching {
		faults = append(faults, errors.New("streams did not move to the new servers: the drill shows nothing"))
	}
	return errors.Join(faults...)
}
