package live_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/live"
)

func topic() live.Topic { return live.Topic{Tenant: uuid.New(), Event: uuid.New()} }

// told tells whether a subscription has news.
func told(s *live.Subscription) bool {
	select {
	case _, open := <-s.C:
		return open
	default:
		return false
	}
}

func TestSubscribersAreToldOfTheirEventOnly(t *testing.T) {
	t.Parallel()
	hub, mine, other := live.New(), topic(), topic()
	s := hub.Subscribe(mine)
	defer s.End()
	hub.Changed(other, 5)
	if told(s) {
		t.Error("told of another event")
	}
	hub.Changed(mine, 2)
	hub.Changed(mine, 3)
	if !told(s) || s.Revision() != 3 {
		t.Errorf("two changes are one piece of news, the latest: revision %d", s.Revision())
	}
	if told(s) {
		t.Error("told twice")
	}
	hub.Changed(mine, 3)
	hub.Changed(mine, 1)
	if told(s) || s.Revision() != 3 {
		t.Error("an older revision is no news")
	}
	s.End()
	s.End()
	hub.Changed(mine, 9)
	if hub.Watchers() != 0 {
		t.Errorf("%d watchers after the end", hub.Watchers())
	}
}

func TestClosingEndsSubscriptions(t *testing.T) {
	t.Parallel()
	hub := live.New()
	s := hub.Subscribe(topic())
	hub.Close()
	hub.Close()
	if _, open := <-s.C; open {
		t.Error("open after the hub has closed")
	}
	if _, open := <-hub.Subscribe(topic()).C; open {
		t.Error("a closed hub takes a subscriber")
	}
	s.End()
}

// Nobody relies on a revision that may have been passed unheard.
func TestLatestIsKnownForCertainOrNotAtAll(t *testing.T) {
	t.Parallel()
	hub, mine := live.New(), topic()
	hub.Changed(mine, 4)
	if hub.Latest(mine) != 0 {
		t.Error("certain without hearing of others' changes")
	}
	hub.Hearing()
	if hub.Latest(mine) != 0 {
		t.Error("certain of what was heard before")
	}
	since := hub.Epoch()
	if !hub.Seen(mine, 4, since) || hub.Latest(mine) != 4 {
		t.Errorf("read at revision 4, latest %d", hub.Latest(mine))
	}
	hub.Changed(mine, 5)
	if !hub.Seen(mine, 4, since) || hub.Latest(mine) != 5 {
		t.Error("an older reading took the place of a newer change")
	}
	hub.Deaf()
	if hub.Latest(mine) != 0 {
		t.Error("certain while deaf")
	}
	hub.Hearing()
	if hub.Seen(mine, 5, since) || hub.Latest(mine) != 0 {
		t.Error("a reading from before the gap counts after it")
	}
}

// The hub is used by many at once; the race detector looks on.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	hub, mine := live.New(), topic()
	hub.Hearing()
	done := make(chan bool)
	for range 8 {
		go func() {
			defer func() { done <- true }()
			s := hub.Subscribe(mine)
			defer s.End()
			for s.Revision() < 500 {
				select {
				case <-s.C:
				case <-time.After(5 * time.Second):
					t.Error("not told")
					return
				}
			}
		}()
	}
	for revision := int64(1); revision <= 500; revision++ {
		hub.Committed(mine, revision)
	}
	for range 8 {
		<-done
	}
}
