package live_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/live"
)

func topic() live.Topic { return live.Topic{Tenant: uuid.New(), Event: uuid.New()} }

// hasNews reports whether a subscription has news.
func hasNews(s *live.Subscription) bool {
	select {
	case _, open := <-s.C:
		return open
	default:
		return false
	}
}

func TestSubscribersAreNotifiedOfTheirEventOnly(t *testing.T) {
	t.Parallel()
	hub, mine, other := live.New(), topic(), topic()
	s := hub.Subscribe(mine)
	defer s.End()
	hub.Changed(other, 5)
	if hasNews(s) {
		t.Error("told of another event")
	}
	hub.Changed(mine, 2)
	hub.Changed(mine, 3)
	if !hasNews(s) || s.Revision() != 3 {
		t.Errorf("two changes are one piece of news, the latest: revision %d", s.Revision())
	}
	if hasNews(s) {
		t.Error("told twice")
	}
	hub.Changed(mine, 3)
	hub.Changed(mine, 1)
	if hasNews(s) || s.Revision() != 3 {
		t.Error("an older revision is no news")
	}
	s.End()
	s.End()
	hub.Changed(mine, 9)
	if watched := hub.Watched(); len(watched) != 0 {
		t.Errorf("after the end %v are watched", watched)
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

// A revision is not relied upon if a later one may have been missed.
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

// A reader of an event notes its revision before the news of it arrives. It is still news to those who watch, once.
func TestWhatSomebodyHasReadIsStillNews(t *testing.T) {
	t.Parallel()
	hub, mine := live.New(), topic()
	hub.Hearing()
	s := hub.Subscribe(mine)
	defer s.End()
	hub.Seen(mine, 7, hub.Epoch())
	if hasNews(s) {
		t.Error("a reading alone is no news")
	}
	hub.Changed(mine, 7)
	if !hasNews(s) || s.Revision() != 7 {
		t.Fatalf("read at 7 before the news of 7 came: told of %d", s.Revision())
	}
	hub.Changed(mine, 7)
	if hasNews(s) {
		t.Error("told twice")
	}
	// The same after a gap, in which knowledge was lost but not the record of notifications.
	hub.Deaf()
	hub.Hearing()
	hub.Changed(mine, 6)
	if hasNews(s) || s.Revision() != 7 {
		t.Errorf("told of %d after 7", s.Revision())
	}
	late := hub.Subscribe(mine)
	defer late.End()
	hub.Seen(mine, 8, hub.Epoch())
	hub.Changed(mine, 8)
	if !hasNews(s) || !hasNews(late) {
		t.Error("one of two watchers was not told of revision 8")
	}
}

// A hub that has become deaf reports since when, and the topics to read once it hears.
func TestDeafSince(t *testing.T) {
	t.Parallel()
	hub, watched, kept := live.New(), topic(), topic()
	hub.Interest(func() []live.Topic { return []live.Topic{kept, watched} })
	if _, deaf := hub.DeafSince(); deaf {
		t.Error("deaf before anybody has tried to hear")
	}
	hub.Hearing()
	hub.Deaf()
	first, deaf := hub.DeafSince()
	hub.Deaf()
	if again, _ := hub.DeafSince(); !deaf || first.IsZero() || !again.Equal(first) {
		t.Errorf("deaf since %v, then since %v", first, again)
	}
	s := hub.Subscribe(watched)
	if got := hub.Watched(); len(got) != 2 {
		t.Errorf("of interest are %v, want one that is watched and one that is kept", got)
	}
	s.End()
	hub.Hearing()
	if _, deaf := hub.DeafSince(); deaf {
		t.Error("still deaf")
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
				case <-time.After(time.Minute):
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
