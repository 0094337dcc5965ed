package main

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// sink counts how often it is written to.
type sink struct {
	mu    sync.Mutex
	text  bytes.Buffer
	times int
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.times++
	return s.text.Write(p)
}

func (s *sink) got() (lines, times int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Count(s.text.String(), "\n"), s.times
}

// Lines that come together are written together, after a moment; a warning is written at once with the lines before
// it, and the rest at the end.
func TestLinesOfTheLogWaitForEachOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		out := &sink{}
		log, end := newLog(out, slog.LevelInfo)
		want := func(when string, lines, times int) {
			t.Helper()
			if gotLines, gotTimes := out.got(); gotLines != lines || gotTimes != times {
				t.Errorf("%s: %d lines written in %d times, want %d in %d", when, gotLines, gotTimes, lines, times)
			}
		}
		log.Info("one")
		log.With("request", 2).Info("two")
		want("at once", 0, 0)
		time.Sleep(2 * lineWaits)
		want("after a moment", 2, 1)
		log.Info("three")
		log.WithGroup("of").Error("four")
		want("with an error", 4, 2)
		time.Sleep(2 * lineWaits)
		want("after another moment", 4, 2)
		log.Info("five", "text", strings.Repeat("x", mostWaiting))
		want("a long one", 5, 3)
		log.Info("six")
		end()
		want("at the end", 6, 4)
		time.Sleep(2 * lineWaits)
	})
}

func TestLinesOfTheLogAtOnce(t *testing.T) {
	t.Parallel()
	out := &sink{}
	log, end := newLog(out, slog.LevelInfo)
	var all sync.WaitGroup
	for writer := range 4 {
		all.Go(func() {
			for n := range 200 {
				log.Info("line", "writer", writer, "n", n)
			}
		})
	}
	all.Wait()
	end()
	if lines, times := out.got(); lines != 800 || times > 400 {
		t.Errorf("%d lines written in %d times", lines, times)
	}
}
