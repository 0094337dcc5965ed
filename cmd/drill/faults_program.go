package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"
)

// programFaults are the faults of the program's processes.
var programFaults = []fault{
	{
		name: "program-killed", id: "F-03", what: "one of two servers killed at random 20 to 170 ms after it was ready",
		set: setup{servers: 2}, try: programKilled,
	},
	{
		name: "two-of-three-killed", id: "F-03", what: "two of three servers killed at the same moment, 20 to 170 ms after all were ready",
		set: setup{servers: 3}, try: twoOfThreeKilled,
	},
	{
		name: "program-frozen", id: "F-06", what: "the only server stopped for 8 s, five times, as a machine does that is moved",
		set: setup{answersWithin: 25 * time.Second}, try: programFrozen,
	},
}

func programKilled(ctx context.Context, s *scene) (string, error) {
	// Once while nobody asks: how long a start takes that has the machine for itself.
	s.servers[0].kill()
	began := time.Now()
	if err := s.start(0); err != nil {
		return "", err
	}
	alone := time.Since(began)
	var slowest, sum time.Duration
	random := rand.New(rand.NewPCG(3, 3))
	told, err := s.under(ctx, func(ctx context.Context) error {
		for n := range s.kills {
			time.Sleep(time.Duration(20+random.IntN(150)) * time.Millisecond)
			s.servers[n%2].kill()
			began := time.Now()
			if err := s.start(n % 2); err != nil {
				return err
			}
			took := time.Since(began)
			slowest, sum = max(slowest, took), sum+took
		}
		return nil
	})
	return fmt.Sprintf("%d times: %s; ready again after %s on average, %s at most, %s while nobody asks", s.kills, told,
		(sum / time.Duration(max(1, s.kills))).Round(10*time.Millisecond), slowest.Round(10*time.Millisecond), alone.Round(10*time.Millisecond)), err
}

// twoOfThreeKilled kills two servers at once, each pair in turn, waits for an act at the one that is left, and starts
// the two again.
func twoOfThreeKilled(ctx context.Context, s *scene) (string, error) {
	var alone, slowest time.Duration
	random := rand.New(rand.NewPCG(3, 7))
	told, err := s.under(ctx, func(ctx context.Context) error {
		for n := range s.kills {
			time.Sleep(time.Duration(20+random.IntN(150)) * time.Millisecond)
			gone := [2]int{(n + 1) % 3, (n + 2) % 3}
			for _, i := range gone {
				if err := s.servers[i].process.Process.Signal(syscall.SIGKILL); err != nil {
					return err
				}
			}
			for _, i := range gone {
				<-s.servers[i].ended
			}
			began := time.Now()
			after, err := s.crowd.doneAfter(ctx, began)
			if err != nil {
				return err
			}
			alone = max(alone, after)
			began = time.Now()
			for _, i := range gone {
				if err := s.start(i); err != nil {
					return err
				}
			}
			slowest = max(slowest, time.Since(began))
		}
		return nil
	})
	return fmt.Sprintf("%d times: %s; first act at the third after %s at most; both ready again after %s at most, one after the other",
		s.kills, told, alone.Round(10*time.Millisecond), slowest.Round(10*time.Millisecond)), err
}

func programFrozen(ctx context.Context, s *scene) (string, error) {
	var back time.Duration
	told, err := s.under(ctx, func(ctx context.Context) error {
		for range 5 {
			server := s.servers[0].process.Process
			if err := server.Signal(syscall.SIGSTOP); err != nil {
				return err
			}
			time.Sleep(8 * time.Second)
			if err := server.Signal(syscall.SIGCONT); err != nil {
				return err
			}
			after, err := s.crowd.doneAfter(ctx, time.Now())
			if err != nil {
				return err
			}
			back = max(back, after)
			time.Sleep(200 * time.Millisecond)
		}
		return nil
	})
	return fmt.Sprintf("%s; first act %s after it goes on at most", told, back.Round(10*time.Millisecond)), err
}
