package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// parcel is a job of another kind.
type parcel struct {
	Number int `json:"number"`
}

func (parcel) Kind() string { return "parcel" }

// Every end of a try is reported with its outcome; a job that came too early was not tried.
func TestEndsAreTold(t *testing.T) {
	t.Parallel()
	base, db := tenantdbtest.Borrow(t)
	d := newDesk()
	d.work = func(_ context.Context, text string) error {
		switch text {
		case "fine":
			return nil
		case "early":
			return outbox.NotBefore(time.Hour)
		case "refused":
			return outbox.Giveup(errors.New("nobody of that name"))
		case "breaks":
			panic("a bug")
		}
		return errors.New("the world is away")
	}
	box := open(t, db, d)
	var mu sync.Mutex
	told := map[string]int{}
	box.OnEnd(func(kind string, how outbox.Outcome) {
		mu.Lock()
		defer mu.Unlock()
		told[kind+" "+string(how)]++
	})
	put(t, db, box, nil, "fine", "early", "refused", "breaks", "fails", "fails for the last time")
	base.Alter(t, `update jobs.river_job set attempt = max_attempts - 1 where args->>'text' = 'fails for the last time'`)
	start(t, box)
	want := map[string]int{"notice done": 1, "notice given-up": 1, "notice failed": 2, "notice dead": 1}
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		mu.Lock()
		all := 0
		for _, n := range told {
			all += n
		}
		mu.Unlock()
		if all == 5 && base.Count(t, `select count(*) from jobs.river_job where args->>'text' = 'early' and state = 'scheduled'`) == 1 {
			break
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}

// The backlog of a kind counts the jobs that are due (since their first try if they have failed) and the jobs that
// will not be tried again. Later and done jobs are not counted.
func TestBacklog(t *testing.T) {
	t.Parallel()
	base, db := tenantdbtest.Borrow(t)
	handlers := outbox.NewHandlers()
	outbox.Handle(handlers, newDesk().do)
	outbox.Handle(handlers, func(context.Context, string, parcel) error { return nil })
	box := openWith(t, db, handlers)
	if got := box.Kinds(); !slices.Equal(got, []string{"notice", "parcel"}) {
		t.Errorf("kinds %v", got)
	}
	look := func() map[string]string {
		t.Helper()
		found, err := box.Backlog(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, of := range found {
			out[of.Kind] = fmt.Sprintf("%d due for %d min, %d dead", of.Due, int(of.Oldest.Minutes()), of.Dead)
		}
		return out
	}
	if got := look(); len(got) != 0 {
		t.Errorf("with nothing to do: %v", got)
	}
	put(t, db, box, nil, "waits", "failed long ago", "for later", "done", "dead", "dead, too")
	base.Alter(t, `update jobs.river_job set scheduled_at = now() - interval '7 minutes' where args->>'text' = 'waits'`)
	base.Alter(t, `update jobs.river_job set state = 'retryable', attempt = 3, scheduled_at = now() + interval '1 hour',
		errors = array[jsonb_build_object('at', now() - interval '90 minutes'), jsonb_build_object('at', now())] where args->>'text' = 'failed long ago'`)
	base.Alter(t, `update jobs.river_job set state = 'scheduled', scheduled_at = now() + interval '1 day' where args->>'text' = 'for later'`)
	base.Alter(t, `update jobs.river_job set state = 'completed', finalized_at = now() where args->>'text' = 'done'`)
	base.Alter(t, `update jobs.river_job set state = 'discarded', finalized_at = now() where args->>'text' like 'dead%'`)
	if diff := cmp.Diff(map[string]string{"notice": "2 due for 90 min, 2 dead"}, look()); diff != "" {
		t.Error(diff)
	}
}

// The runbook's way to have a dead job tried again is one.
func TestDeadJobsAreTriedAgainByTheRunbook(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operate/alerts.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("`(update jobs.river_job set [^`]* where id = )…`").FindStringSubmatch(string(page))
	if found == nil {
		t.Fatal("the runbook has no statement")
	}
	base, db := tenantdbtest.Borrow(t)
	d := newDesk()
	box := open(t, db, d)
	put(t, db, box, nil, "dead")
	base.Alter(t, `update jobs.river_job set state = 'discarded', attempt = max_attempts, finalized_at = now()`)
	start(t, box)
	base.Alter(t, found[1]+"(select id from jobs.river_job)")
	if done := d.wait(t, 1); !slices.Equal(done, []string{"dead"}) {
		t.Errorf("done: %q", done)
	}
}
