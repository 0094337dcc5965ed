package live_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/internal/live"
)

// lines is a form in which each piece of news is a line with the revision.
var lines = live.Form{News: func(revision int64) []byte { return fmt.Appendln(nil, revision) }, Alive: []byte("alive\n")}

// connected are the two ends of a connection, both closed with the test.
func connected(t *testing.T) (near, far net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if far, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if near, err = listener.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = near.Close(), far.Close() })
	return near, far
}

// spectator reads the messages of the audience.
type spectator struct {
	t     *testing.T
	conn  net.Conn
	lines *bufio.Reader
	left  chan struct{}
}

// seated is a spectator with a place in the audience who knows a revision.
func seated(t *testing.T, place *live.Place, revision int64) spectator {
	t.Helper()
	s, near := coming(t)
	place.Take(near, revision, func() { close(s.left) })
	return s
}

// coming is a spectator without a place yet, with the connection for it.
func coming(t *testing.T) (s spectator, near net.Conn) {
	t.Helper()
	near, far := connected(t)
	return spectator{t, far, bufio.NewReader(far), make(chan struct{})}, near
}

// hears reads one line.
func (s spectator) hears(want string) {
	s.t.Helper()
	_ = s.conn.SetReadDeadline(time.Now().Add(time.Minute))
	if got, err := s.lines.ReadString('\n'); err != nil || strings.TrimSpace(got) != want {
		s.t.Fatalf("heard %q (%v), want %q", got, err, want)
	}
}

// gone waits until the place was given back.
func (s spectator) gone() {
	s.t.Helper()
	select {
	case <-s.left:
	case <-time.After(time.Minute):
		s.t.Fatal("the place is still taken")
	}
}

func TestEverybodyIsToldOnceOfWhatTheyDoNotKnow(t *testing.T) {
	t.Parallel()
	hub, mine, other := live.New(), topic(), topic()
	defer hub.Close()
	audience := live.NewAudience(hub, lines, time.Hour)
	old, recent, elsewhere := seated(t, audience.Reserve(mine), 3), seated(t, audience.Reserve(mine), 5), seated(t, audience.Reserve(other), 1)
	hub.Changed(mine, 5)
	old.hears("5")
	hub.Changed(mine, 6)
	hub.Changed(mine, 6)
	old.hears("6")
	recent.hears("6")
	hub.Changed(mine, 8)
	hub.Changed(other, 2)
	old.hears("8")
	recent.hears("8")
	elsewhere.hears("2")
	if n := audience.Size(); n != 3 {
		t.Errorf("%d places", n)
	}
}

func TestNothingIsMissedBetweenReservingAndTaking(t *testing.T) {
	t.Parallel()
	hub, mine := live.New(), topic()
	defer hub.Close()
	audience := live.NewAudience(hub, lines, time.Hour)
	place := audience.Reserve(mine)
	sooner := seated(t, audience.Reserve(mine), 6)
	hub.Changed(mine, 7)
	sooner.hears("7")
	later := seated(t, place, 6)
	later.hears("7")
	hub.Changed(mine, 8)
	later.hears("8")
}

func TestPlacesAreGivenBack(t *testing.T) {
	t.Parallel()
	hub, mine := live.New(), topic()
	defer hub.Close()
	audience := live.NewAudience(hub, lines, time.Hour)
	place := audience.Reserve(mine)
	closes, speaks := seated(t, audience.Reserve(mine), 1), seated(t, audience.Reserve(mine), 1)
	_ = closes.conn.Close()
	closes.gone()
	if _, err := io.WriteString(speaks.conn, "GET / HTTP/1.1\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	speaks.gone()
	if n := audience.Size(); n != 1 {
		t.Errorf("%d places, want the one that was reserved", n)
	}
	place.Leave()
	place.Leave()
	if n := audience.Size(); n != 0 {
		t.Errorf("%d places, want none", n)
	}
	for until := time.Now().Add(time.Minute); len(hub.Watched()) > 0; time.Sleep(time.Millisecond) { // the room ends by itself
		if time.Now().After(until) {
			t.Fatalf("watched are %v", hub.Watched())
		}
	}
	again := seated(t, audience.Reserve(mine), 1)
	hub.Changed(mine, 2)
	again.hears("2")
}

// A spectator who stops reading loses their place, and the others still get the news.
func TestWhoDoesNotReadIsLeft(t *testing.T) {
	t.Parallel()
	hub, mine := live.New(), topic()
	defer hub.Close()
	audience := live.NewAudience(hub, lines, time.Hour)
	reads := seated(t, audience.Reserve(mine), 1)
	stuck, _ := net.Pipe() // takes nothing that is not read
	left := make(chan struct{})
	audience.Reserve(mine).Take(stuck, 1, func() { close(left) })
	for revision := int64(2); revision < 5; revision++ {
		hub.Changed(mine, revision)
		reads.hears(strconv.FormatInt(revision, 10))
	}
	<-left
	if n := audience.Size(); n != 1 {
		t.Errorf("%d places", n)
	}
}

func TestSilentConnectionsAreTried(t *testing.T) {
	t.Parallel()
	hub := live.New()
	defer hub.Close()
	s := seated(t, live.NewAudience(hub, lines, time.Millisecond).Reserve(topic()), 1)
	s.hears("alive")
	s.hears("alive")
}

func TestTheAudienceLeavesWhenTheHubCloses(t *testing.T) {
	t.Parallel()
	hub, mine := live.New(), topic()
	audience := live.NewAudience(hub, lines, time.Hour)
	s, late := seated(t, audience.Reserve(mine), 1), audience.Reserve(mine)
	hub.Close()
	s.gone()
	if rest, err := io.ReadAll(s.lines); err != nil || len(rest) > 0 {
		t.Errorf("%q, %v: want the end and nothing else", rest, err)
	}
	seated(t, late, 1).gone()
	seated(t, audience.Reserve(mine), 1).gone()
}

// Many come, hear and go while the topic changes: those who stay hear each time of a later revision, and in the end
// of the last.
func TestSpectatorsComeAndGoAtOnce(t *testing.T) {
	t.Parallel()
	const people, last = 60, 300
	hub, mine := live.New(), topic()
	defer hub.Close()
	audience := live.NewAudience(hub, lines, time.Millisecond)
	var crowd sync.WaitGroup
	for i := range people {
		s, near := coming(t)
		crowd.Go(func() {
			audience.Reserve(mine).Take(near, 0, func() { close(s.left) })
			before := int64(0)
			for before < last {
				_ = s.conn.SetReadDeadline(time.Now().Add(time.Minute))
				line, err := s.lines.ReadString('\n')
				if err != nil {
					t.Errorf("after %d: %v", before, err)
					return
				}
				if line == "alive\n" {
					continue
				}
				revision, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
				if err != nil || revision <= before {
					t.Errorf("%q after %d", line, before)
					return
				}
				if before = revision; i%3 == 0 && revision > last/2 {
					_ = s.conn.Close() // they have seen enough
					return
				}
			}
		})
	}
	for revision := int64(1); revision <= last; revision++ {
		hub.Changed(mine, revision)
		time.Sleep(100 * time.Microsecond)
	}
	crowd.Wait()
}
