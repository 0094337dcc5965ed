package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"referto/openapi"
)

// The figures of a morning on which all sign in: how many people, and the time in which they do.
const (
	signingIn   = 300
	signInsOver = 10 * time.Second
)

// signIn is one person's sign-in: the last answer, how long it took from the first try on, and how often they were asked to
// come again.
type signIn struct {
	reply
	again int
}

// signIns has many accounts sign in, evenly over a time, whether or not the ones before have their answer. Hashing waits its
// turn, and correct passwords from one network are no guesses: everybody is signed in. Whoever is answered 503 with
// Retry-After comes again then, as a browser says to do.
func signIns(ctx context.Context, s *scene) (string, error) {
	// Their passwords are that of the guest, hashed by the program as at any sign-up.
	if err := s.sql(fmt.Sprintf(`insert into platform.accounts (id, email, email_key, name, password_hash, verified_at, created_at)
		select gen_random_uuid(), n || '@drill.example', n || '@drill.example', 'Player ' || n, password_hash, verified_at, created_at
		from platform.accounts, generate_series(1, %d) n where email_key = '%s'`, signingIn, guestEmail)); err != nil {
		return "", err
	}
	alone, err := signInAlone(ctx, s)
	if err != nil {
		return "", err
	}
	anyone := &crowd{scene: s, client: s.crowd.client}
	all := make([]signIn, signingIn)
	began := time.Now()
	var answered sync.WaitGroup
	for n := range all {
		time.Sleep(time.Until(began.Add(signInsOver * time.Duration(n) / signingIn)))
		answered.Go(func() { all[n] = anyone.comeIn(ctx, fmt.Sprintf("%d@drill.example", n+1)) })
	}
	sent := time.Since(began)
	answered.Wait()
	figure, err := judgeSignIns(all, s.answersWithin)
	return fmt.Sprintf("sent within %s and answered within %s: %s; one alone takes %s",
		sent.Round(10*time.Millisecond), time.Since(began).Round(10*time.Millisecond), figure, alone.Round(time.Millisecond)), err
}

// comeIn signs an account in, and comes again as it is told to.
func (c *crowd) comeIn(ctx context.Context, address string) (s signIn) {
	for began := time.Now(); ; s.again++ {
		s.reply = c.ask(ctx, 0, http.MethodPost, "/sessions", openapi.Credentials{Email: address, Password: password}, "")
		s.took = time.Since(began)
		wait, err := strconv.Atoi(s.wait)
		if s.status != http.StatusServiceUnavailable || err != nil || ctx.Err() != nil {
			return s
		}
		time.Sleep(time.Duration(wait) * time.Second)
	}
}

// signInAlone returns the time of a sign-in while nobody else signs in: the shortest of five.
func signInAlone(ctx context.Context, s *scene) (time.Duration, error) {
	var took []time.Duration
	for range 5 {
		r := (&crowd{scene: s, client: s.crowd.client}).ask(ctx, 0, http.MethodPost, "/sessions", openapi.Credentials{Email: guestEmail, Password: password}, "")
		if r.status != http.StatusCreated {
			return 0, errors.Join(fmt.Errorf("alone: %d %s", r.status, r.body), r.err)
		}
		took = append(took, r.took)
	}
	return slices.Min(took), nil
}

// judgeSignIns sums up how people came in, and reports those who did not, or not in time.
func judgeSignIns(all []signIn, within time.Duration) (figure string, err error) {
	var took []time.Duration
	var failed []error
	again := 0
	for n, s := range all {
		took = append(took, s.took)
		again += s.again
		if s.status != http.StatusCreated || s.took > within {
			failed = append(failed, errors.Join(fmt.Errorf("sign-in %d: %d after %s: %s", n+1, s.status, s.took.Round(time.Millisecond), s.body), s.err))
		}
	}
	if len(failed) > 0 {
		err = errors.Join(fmt.Errorf("%d of %d", len(failed), len(all)), failed[0])
	}
	slices.Sort(took)
	at := func(percent int) time.Duration { return took[(len(took)-1)*percent/100].Round(time.Millisecond) }
	return fmt.Sprintf("half within %s, 95 of 100 within %s, the slowest within %s; %d times one was asked to come again", at(50), at(95), at(100), again), err
}
