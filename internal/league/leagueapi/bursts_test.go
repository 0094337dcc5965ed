package leagueapi_test

import (
	"bufio"
	"context"
	"flag"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

var bursts = flag.Int("bursts", 100, "how many bursts of changes are watched")

// watcher watches an event at a server as a page does: notified of a revision it reads
// the event at once.
type watcher struct {
	latest atomic.Int64 // revision it was notified of last
	reads  atomic.Int64
}

// watch begins to watch. It ends with the test.
func (s *stage) watch(at *apitest.Server, page string) *watcher {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(s.t.Context()))
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.Address+"/v1"+s.path+"/stream", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	w, ended := &watcher{}, make(chan struct{})
	go func() {
		defer close(ended)
		lines := bufio.NewScanner(response.Body)
		for lines.Scan() {
			id, is := strings.CutPrefix(lines.Text(), "id: ")
			if !is {
				continue
			}
			revision, _ := strconv.ParseInt(id, 10, 64)
			w.latest.Store(revision)
			answer, err := http.Get(at.Address + page)
			if err == nil {
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
				if answer.StatusCode == http.StatusOK {
					w.reads.Add(1)
				}
			}
		}
	}()
	s.t.Cleanup(func() {
		cancel()
		_ = response.Body.Close()
		<-ended
	})
	return w
}

// touch changes the event at a server as every use case does, as fast as the database
// lets it.
func (s *stage) touch(at *apitest.Server) {
	s.t.Helper()
	err := tenantdb.In(s.t.Context(), at.DB(), s.federation.ID, nil, func(tx tenantdb.Tx) error {
		var revision int64
		tx.Publish(s.id, &revision)
		b := &tenantdb.Batch{}
		leaguedb.NextRevision(b, &revision, league.EventID{UUID: s.id})
		return tx.Send(b)
	})
	if err != nil {
		s.t.Error(err)
	}
}

// The last change of a burst reaches every watcher, whichever of two servers makes it and whichever they are
// connected to, although all of them read as soon as they are notified: a change that one has read before the
// notification came is still news to the others.
func TestBurstsReachEveryWatcher(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	servers := []*apitest.Server{s.server, s.server.Replica()}
	page := "/t/" + s.federation.Slug + "/e/" + s.organizer.Get(s.path).Want(200).Text("slug")
	var watchers []*watcher
	for i := range 6 {
		watchers = append(watchers, s.watch(servers[i%len(servers)], page))
	}
	lost, changes := 0, 0
	for n := range *bursts {
		size := 2 + n%4
		apitest.AtOnce(size, func(i int) { s.touch(servers[(n+i)%len(servers)]) })
		changes += size
		last := int64(s.server.Database.Count(t, `select revision from league.events where id = $1`, s.id))
		if !reached(watchers, last) {
			lost++
		}
	}
	if lost > 0 {
		t.Errorf("the last change of %d of %d bursts did not reach every watcher", lost, *bursts)
	}
	for i, w := range watchers {
		if w.reads.Load() == 0 {
			t.Errorf("watcher %d has read nothing", i)
		}
	}
	t.Logf("%d bursts of %d changes, %d lost", *bursts, changes, lost)
}

// reached waits until all watchers know a revision, for some times as long as it takes servers to ask that are told nothing.
func reached(watchers []*watcher, revision int64) bool {
	for range 1500 {
		all := true
		for _, w := range watchers {
			all = all && w.latest.Load() >= revision
		}
		if all {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}
