package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"
)

// mishaps befall the node that leads, in turns. Each returns a function that mends it.
var mishaps = []struct {
	what string
	make func(context.Context, *cluster, *node) (mend func() error, err error)
}{
	{"killed", killed},
	{"cut off from the others and from etcd, though not from servers", cutOff},
	{"paused, and woken up when another leads", paused},
}

// readyWithin is the time within which a node leads again and servers have found it.
const readyWithin = 15 * time.Second

// haCommand has something happen to whichever node of the database leads, again and again, while people act.
func haCommand(ctx context.Context, args []string, stdout io.Writer) (err error) {
	flags := flag.NewFlagSet("ha", flag.ContinueOnError)
	var o rehearsal
	o.flags(flags)
	times := flags.Int("times", 20, "`times` that something happens to the node that leads")
	if err := flags.Parse(args); err != nil {
		return err
	}
	// A request that has begun when a node is paused is answered once its statement was waited for.
	o.patience = 2 * readyWithin
	if err := o.begin(ctx, flags.Name()); err != nil {
		return err
	}
	defer o.lines.end()
	s := &scene{rehearsal: o, setup: setup{servers: 2, cluster: true}}
	defer func() { err = errors.Join(err, s.end()) }()
	if err := s.begin(ctx); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	fmt.Fprintf(stdout, "three nodes and two servers are there, %d people write\n", writers)
	var late []string
	var longest time.Duration
	figure, err := s.under(ctx, func(ctx context.Context) error {
		for n := range *times {
			took, what, err := s.mishap(ctx, n)
			if err != nil {
				return fmt.Errorf("%d: %s: %w", n+1, what, err)
			}
			fmt.Fprintf(stdout, "%2d  %s: acts are done again after %.1f s\n", n+1, what, took.Seconds())
			if longest = max(longest, took); took > readyWithin {
				late = append(late, fmt.Sprint(n+1))
			}
		}
		return nil
	})
	fmt.Fprintf(stdout, "%s; never longer than %.1f s without\n", figure, longest.Seconds())
	if err == nil && len(late) > 0 {
		err = fmt.Errorf("nobody led for more than %s: %s", readyWithin, strings.Join(late, ", "))
	}
	return err
}

// mishap has something happen to the node that leads, and waits until acts are done again and the cluster is whole. It returns how
// long no act was done.
func (s *scene) mishap(ctx context.Context, n int) (took time.Duration, what string, err error) {
	m := mishaps[n%len(mishaps)]
	leader, err := s.nodes.whole(ctx, time.Minute)
	if err != nil {
		return 0, "before", err
	}
	what = fmt.Sprintf("%s is %s", leader.name, m.what)
	began := time.Now()
	mend, err := m.make(ctx, s.nodes, leader)
	if err != nil {
		return 0, what, err
	}
	// Acts under way may still be done; only acts at another node count.
	next, err := s.nodes.ledByAnother(ctx, leader)
	if err != nil {
		return 0, what, errors.Join(err, mend())
	}
	led := time.Since(began)
	more, err := s.crowd.doneAfter(ctx, began.Add(led))
	if err != nil {
		return 0, what, errors.Join(err, mend())
	}
	if err := mend(); err != nil {
		return 0, what, err
	}
	_, err = s.nodes.whole(ctx, 2*time.Minute)
	return led + more, fmt.Sprintf("%s, %s leads after %.1f s", what, next.name, led.Seconds()), err
}

// ledByAnother waits until another node leads and takes writes.
func (c *cluster) ledByAnother(ctx context.Context, than *node) (*node, error) {
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(50 * time.Millisecond) {
		for _, n := range c.nodes {
			if n == than {
				continue
			}
			if _, err := get(ctx, "http://"+n.rest+"/primary"); err == nil {
				return n, nil
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return nil, errors.New("no other node leads within a minute")
}

// killed ends all processes of a node at once. Its supervisor starts it again.
func killed(_ context.Context, c *cluster, n *node) (mend func() error, err error) {
	n.signal(syscall.SIGKILL)
	_ = n.process.Wait()
	return func() error { return c.start(n) }, nil
}

// cutOff has nothing pass between a node and the others and etcd.
func cutOff(ctx context.Context, _ *cluster, n *node) (mend func() error, err error) {
	return func() error { return n.silence(context.WithoutCancel(ctx), false) }, n.silence(ctx, true)
}

// paused stops all processes of a node, as when a machine is moved or swaps.
func paused(_ context.Context, _ *cluster, n *node) (mend func() error, err error) {
	stopped := n.processes()
	for _, pid := range stopped {
		_ = syscall.Kill(pid, syscall.SIGSTOP)
	}
	return func() error {
		for _, pid := range stopped {
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}
		return nil
	}, nil
}
