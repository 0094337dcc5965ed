package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"referto/cmd/bench/internal/load"
)

// gather is the time between the beginning of a storm and the measuring of pages in it.
const gather = 200 * time.Millisecond

// loginStorm is P12: the public page of a running stage, read in peace and while a
// crowd signs in.
func (b *bench) loginStorm(ctx context.Context, r *report) error {
	host := b.stack.api.addresses["address"]
	page := load.Request("GET", "/t/"+federation+"/e/"+stageSlug, host, nil, "Accept-Language", "it")
	pages, err := load.Open(ctx, load.Plan{Address: host, Connections: readers, Next: load.Same(page), Want: []int{http.StatusOK}})
	if err != nil {
		return err
	}
	defer pages.Close()
	sessions, err := load.Open(ctx, load.Plan{Address: host, Connections: crowd, Next: b.credentials(host), Want: []int{http.StatusCreated}})
	if err != nil {
		return err
	}
	defer sessions.Close()
	defer b.profile(ctx, "P12", 2)()
	if _, err := pages.Run(ctx, b.slice); err != nil { // does not count
		return err
	}
	calm, err := b.stack.api.process.Memory()
	if err != nil {
		return err
	}
	w := weather{pages: pages, sessions: sessions, most: calm}
	for range b.rounds {
		if err := w.round(ctx, b); err != nil {
			return err
		}
		fmt.Fprint(b.progress, ".")
	}
	quiet, stormy := func(s []sample) sample { return s[0] }, func(s []sample) sample { return s[1] }
	r.add("P12", "pages a second in a storm of sign-ins / in peace", over(w.rounds, func(s []sample) float64 { return stormy(s).Rate() / quiet(s).Rate() }), atLeast(0.5))
	r.add("P12", "p99 of pages, in a storm / in peace", over(w.rounds, func(s []sample) float64 {
		return stormy(s).Quantile(0.99).Seconds() / quiet(s).Quantile(0.99).Seconds()
	}), atMost(5))
	r.one("P12", "resident memory, most in a storm / before the first", float64(w.most)/float64(calm), atMost(2))
	r.addText("P12", "peace → storm", fmt.Sprintf("%s → %s pages /s, p99 %s → %s, %d → %d MiB, %s sign-ins /s",
		median(w.rounds, 0, rate), median(w.rounds, 1, rate), p99(w.rounds, 0), p99(w.rounds, 1), calm>>20, w.most>>20, median(w.rounds, 2, rate)))
	return nil
}

// credentials is a plan's Next that signs in, each connection with another account.
func (b *bench) credentials(host string) func(int, []byte) []byte {
	requests := make([][]byte, crowd)
	for i := range requests {
		body := fmt.Sprintf(`{"email":%q,"password":%q}`, crowdMail(i+1), password)
		requests[i] = load.Request("POST", "/v1/sessions", host, []byte(body))
	}
	return func(connection int, buffer []byte) []byte { return append(buffer, requests[connection]...) }
}

// weather holds the figures of the pages: in each round a slice in peace, one in a
// storm, and the storm itself.
type weather struct {
	pages, sessions *load.Generator
	rounds          [][]sample
	most            int64 // resident memory, bytes
}

func (w *weather) round(ctx context.Context, b *bench) error {
	quiet, err := w.pages.Run(ctx, b.slice)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type end struct {
		load.Outcome
		error
	}
	over := make(chan end, 1)
	go func() {
		storm, err := w.sessions.Run(ctx, gather+b.slice)
		over <- end{storm, err}
	}()
	watched := make(chan error, 1)
	go func() { watched <- w.watch(ctx, b) }()
	time.Sleep(gather)
	stormy, err := w.pages.Run(ctx, b.slice)
	storm := <-over
	cancel()
	w.rounds = append(w.rounds, []sample{{Outcome: quiet}, {Outcome: stormy}, {Outcome: storm.Outcome}})
	return errors.Join(err, storm.error, <-watched)
}

// watch notes the most memory the server has, until the context ends.
func (w *weather) watch(ctx context.Context, b *bench) error {
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
			now, err := b.stack.api.process.Memory()
			if err != nil {
				return err
			}
			w.most = max(w.most, now)
		}
	}
}
