package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"
)

// programFaults are those of the program's processes.
var programFaults = []fault{
	{
		name: "program-killed", id: "F-03", what: "one of two servers killed at random 20 to 170 ms after it was ready",
		set: setup{servers: 2}, try: programKilled,
	},
	{
		name: "program-frozen", id: "F-06", what: "the only server stopped for 8 s, five times, as a machine does that is moved",
		set: setup{answersWithin: 25 * time.Second}, try: programFrozen,
	},
}

func programKilled(ctx context.Context, s *scene) (string, error) {
	var slowest time.Duration
	random := rand.New(rand.NewPCG(3, 3))
	told, err := s.under(ctx, func(ctx context.Context) error {
		for n := range s.kills {
			time.Sleep(time.Duration(20+random.IntN(150)) * time.Millisecond)
			s.servers[n%2].kill()
			began := time.Now()
			if err := s.start(n % 2); err != nil {
				return err
			}
			slowest = max(slowest, time.Since(began))
		}
		return nil
	})
	return fmt.Sprintf("%d times: %s; ready again after %s at most", s.kills, told, slowest.Round(10*time.Millisecond)), err
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
