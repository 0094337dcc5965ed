package main

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

// What a crowd is told is judged: what was promised passes, everything else does not.
func TestAnswersAreJudged(t *testing.T) {
	t.Parallel()
	for what, tt := range map[string]struct {
		reply  reply
		faulty bool
	}{
		"done":                             {reply{status: http.StatusCreated}, false},
		"to come again":                    {reply{status: http.StatusServiceUnavailable, wait: "2"}, false},
		"cut off":                          {reply{err: errors.New("reset")}, false},
		"to come again, nobody knows when": {reply{status: http.StatusServiceUnavailable}, true},
		"a fault of the program's":         {reply{status: http.StatusInternalServerError}, true},
		"refused":                          {reply{status: http.StatusConflict}, true},
		"done, but late":                   {reply{status: http.StatusCreated, took: 16 * time.Second}, true},
		"cut off, and late":                {reply{err: errors.New("reset"), took: 16 * time.Second}, true},
	} {
		c := &crowd{scene: &scene{rehearsal: rehearsal{patience: 15 * time.Second}}, answers: map[string]int{}}
		c.note(http.MethodPost, "/players", tt.reply)
		if got := c.judge() != nil; got != tt.faulty {
			t.Errorf("%s: faulty %v, want %v", what, got, tt.faulty)
		}
	}
	slow := &crowd{scene: &scene{setup: setup{answersWithin: 25 * time.Second}, rehearsal: rehearsal{patience: 15 * time.Second}}, answers: map[string]int{}}
	slow.note(http.MethodPost, "/players", reply{status: http.StatusCreated, took: 16 * time.Second})
	if err := slow.judge(); err != nil {
		t.Errorf("where the server itself stood still: %v", err)
	}
}

// Races are won by as many as they are meant to be.
func TestRepliesOfARace(t *testing.T) {
	t.Parallel()
	replies := both(func(server int) reply { return reply{status: []int{http.StatusConflict, http.StatusCreated}[server]} })
	if err := wants(replies, http.StatusCreated, http.StatusConflict); err != nil {
		t.Error(err)
	}
	replies[0].status = http.StatusCreated
	if wants(replies, http.StatusCreated, http.StatusConflict) == nil {
		t.Error("both have won")
	}
}

// Each fault has a name of its own, by which it is chosen.
func TestFaultsAreChosenByName(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, f := range faults {
		if seen[f.name] || f.try == nil || f.what == "" || !strings.HasPrefix(f.id, "F-") {
			t.Errorf("%+v", f)
		}
		seen[f.name] = true
	}
	chosen, err := choose("line-cut,disk-full")
	if err != nil || len(chosen) != 2 || chosen[0].name != "line-cut" || chosen[1].name != "disk-full" {
		t.Errorf("%v %v", chosen, err)
	}
	if _, err := choose("line-cur"); err == nil || !strings.Contains(err.Error(), "line-cut") {
		t.Errorf("a name that is none: %v", err)
	}
	if all, err := choose(""); err != nil || len(all) != len(faults) {
		t.Errorf("%d of %d: %v", len(all), len(faults), err)
	}
}

// What a server takes after long is compared with what it took before: growth is found, also that of one thing alone.
func TestWhatALongLoadLeavesIsJudged(t *testing.T) {
	t.Parallel()
	same := look{memory: 200 << 10, goroutines: 80, files: 60, connections: 20}
	for what, tt := range map[string]struct {
		lasts  time.Duration
		change func(*look)
		found  string
	}{
		"nothing grows":                         {time.Hour, func(*look) {}, ""},
		"memory, a little":                      {time.Hour, func(k *look) { k.memory += 15 << 10 }, ""},
		"memory":                                {time.Hour, func(k *look) { k.memory += 25 << 10 }, "memory"},
		"memory, too short to tell":             {time.Minute, func(k *look) { k.memory += 25 << 10 }, ""},
		"goroutines":                            {time.Minute, func(k *look) { k.goroutines += 25 }, "goroutines"},
		"files":                                 {time.Minute, func(k *look) { k.files += 25 }, "files"},
		"more connections than were promised":   {time.Minute, func(k *look) { k.connections = mostConnections + 1 }, "connections"},
		"a transaction that nobody brings home": {time.Minute, func(k *look) { k.idle = 1 }, "transactions"},
	} {
		later := same
		tt.change(&later)
		l := &long{lasts: tt.lasts, looks: [5][]look{1: {same}, 4: {later}}, reads: [5][]time.Duration{1: {time.Millisecond}, 4: {time.Millisecond}}}
		_, err := l.judge()
		if tt.found == "" && err != nil || tt.found != "" && (err == nil || !strings.Contains(err.Error(), tt.found)) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := (&long{}).judge(); err == nil {
		t.Error("nothing was looked at, and nothing is wrong")
	}
}
