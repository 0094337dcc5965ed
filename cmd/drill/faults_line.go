package main

import (
	"context"
	"fmt"
	"time"
)

// lineFaults are the faults of the connections between two servers and their database.
var lineFaults = []fault{
	lineFault("line-slow", "every message to the database and back 100 ms late, give or take 80, for 10 s", "latency", attributes{"latency": 100, "jitter": 80}),
	lineFault("line-thin", "20 KB a second to the database and back, for 10 s", "bandwidth", attributes{"rate": 20}),
	lineFault("line-in-pieces", "messages in pieces of 20 bytes, for 10 s", "slicer", attributes{"average_size": 20, "size_variation": 10, "delay": 50}),
	lineFault("line-silent", "nothing comes through to the database or back for 10 s, and nobody hangs up", "timeout", attributes{"timeout": 0}),
	lineFault("line-one-way", "what is sent arrives at the database, and no answer comes back, for 10 s", "timeout", attributes{"timeout": 0}, "downstream"),
	{name: "line-reset", id: "F-06", what: "connections to the database reset in the middle of what they do", set: lines, try: again("reset_peer", attributes{"timeout": 50})},
	{name: "line-torn", id: "F-06", what: "connections torn within an answer, after 2,000 bytes of it", set: lines, try: again("limit_data", attributes{"bytes": 2000}, "downstream")},
	{name: "line-torn-up", id: "F-06", what: "connections torn within a question, after 3,000 bytes of it", set: lines, try: again("limit_data", attributes{"bytes": 3000}, "upstream")},
	{name: "line-cut", id: "F-06", what: "line to the database cut and mended", set: lines, try: lineCut},
}

// lines: two servers, and their lines to the database through toxiproxy.
var lines = setup{servers: 2, database: true}

func lineFault(name, what, toxic string, a attributes, streams ...string) fault {
	return fault{name: name, id: "F-06", what: what, set: lines, try: while(10*time.Second, func(s *scene) error {
		return s.databaseLine.spoil(s.ctx, toxic, a, streams...)
	}, func(s *scene) error { return s.databaseLine.mend(s.ctx) })}
}

// again has a fault come and go, as often as processes are killed.
func again(toxic string, a attributes, streams ...string) func(context.Context, *scene) (string, error) {
	return func(ctx context.Context, s *scene) (string, error) {
		return repeated(ctx, s, forAMoment(func() error { return s.databaseLine.spoil(ctx, toxic, a, streams...) }, func() error { return s.databaseLine.mend(ctx) }))
	}
}

func lineCut(ctx context.Context, s *scene) (string, error) {
	return repeated(ctx, s, forAMoment(func() error { return s.databaseLine.cut(ctx, true) }, func() error { return s.databaseLine.cut(ctx, false) }))
}

// forAMoment has something begin and end again.
func forAMoment(begin, end func() error) func() error {
	return func() error {
		if err := begin(); err != nil {
			return err
		}
		time.Sleep(200 * time.Millisecond)
		return end()
	}
}

// repeated has something happen again and again, and measures from the end of each to the next act.
func repeated(ctx context.Context, s *scene, happen func() error) (string, error) {
	var back time.Duration
	told, err := s.under(ctx, func(ctx context.Context) error {
		for range s.kills {
			if err := happen(); err != nil {
				return err
			}
			after, err := s.crowd.doneAfter(ctx, time.Now())
			if err != nil {
				return err
			}
			back = max(back, after)
			time.Sleep(100 * time.Millisecond)
		}
		return nil
	})
	return fmt.Sprintf("%d times: %s; first act %s after at most", s.kills, told, back.Round(10*time.Millisecond)), err
}
