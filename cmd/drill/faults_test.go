package main

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

// The replies to a crowd are judged: promised ones pass, all others do not.
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

// The resources of a server after a long time are compared with those before: growth is found, even of a single
// resource.
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

// A loud neighbor gets its share and refusals, and a quiet one waits hardly longer than alone.
func TestALoudNeighborIsJudged(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for what, tt := range map[string]struct {
		heard             loudness
		alone, ten, never time.Duration // never: beside a neighbor who never pauses
		found             string
	}{
		"as promised":                      {loudness{Served: 1500, Refused: 9000}, 12 * ms, 24 * ms, 90 * ms, ""},
		"longer, and nobody notices":       {loudness{Served: 1500, Refused: 9000}, 2 * ms, 10 * ms, 90 * ms, ""},
		"more than twice as long":          {loudness{Served: 1500, Refused: 9000}, 12 * ms, 25 * ms, 90 * ms, "waits 25ms, and 12ms alone"},
		"long beside one who never pauses": {loudness{Served: 1500, Refused: 9000}, 12 * ms, 24 * ms, 101 * ms, "without pause"},
		"more than their share":            {loudness{Served: 1560, Refused: 9000}, ms, ms, ms, "1520 at most are theirs"},
		"never refused":                    {loudness{Served: 1500}, ms, ms, ms, "at most are theirs"},
		"answered by a fault":              {loudness{Served: 1500, Refused: 9000, Other: 1}, ms, ms, ms, "otherwise than by 200"},
	} {
		err := tt.heard.judge(tt.alone, [2]time.Duration{tt.ten, tt.never}, 15*time.Second)
		if tt.found == "" && err != nil || tt.found != "" && (err == nil || !strings.Contains(err.Error(), tt.found)) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Everybody who signs in has a session in the end, in time.
func TestSignInsAreJudged(t *testing.T) {
	t.Parallel()
	in := signIn{reply{status: http.StatusCreated, took: time.Second}, 0}
	late := signIn{reply{status: http.StatusCreated, took: 31 * time.Second}, 3}
	refused := signIn{reply{status: http.StatusTooManyRequests, took: time.Second}, 0}
	if figure, err := judgeSignIns([]signIn{in, in, {in.reply, 2}}, 30*time.Second); err != nil || !strings.Contains(figure, "2 times one was asked to come again") {
		t.Errorf("%s, %v", figure, err)
	}
	for _, one := range []signIn{late, refused, {}} {
		if _, err := judgeSignIns([]signIn{in, one}, 30*time.Second); err == nil || !strings.HasPrefix(err.Error(), "1 of 2\n") {
			t.Errorf("%+v: %v", one, err)
		}
	}
}
