package leagueapi_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	accounts "referto/internal/authz/letters"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/letters"
	"referto/internal/outbox"
	"referto/internal/quota"
)

// replica is a further process on the database of a server: it has a desk and an outbox
// of its own, and sends into the same mailbox.
type replica struct {
	office letters.Office
	queue  *outbox.Outbox
}

func newReplica(t *testing.T, server *apitest.Server) replica {
	t.Helper()
	handlers := outbox.NewHandlers()
	queue, err := outbox.New(server.DB(), slog.New(slog.DiscardHandler), handlers, 0)
	if err != nil {
		t.Fatal(err)
	}
	office := letters.Office{
		DB: server.DB(), Desk: desk.New(eventdesk.Random), Mail: server.Mailbox, Now: server.Clock.Now, Later: queue, Postage: func(uuid.UUID) quota.Bucket { return quota.Bucket{} }, PublicURL: apitest.PublicURL,
	}
	letters.Register(handlers, office)
	accounts.Register(handlers, accounts.Office{DB: server.DB(), Mail: server.Mailbox, Now: server.Clock.Now, PublicURL: apitest.PublicURL})
	return replica{office, queue}
}

// works has the replica work jobs until the end of the test.
func (r replica) works(t *testing.T) {
	t.Helper()
	if err := r.queue.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.queue.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
}

func (r replica) looks(t *testing.T, federation *apitest.Tenant) {
	t.Helper()
	if err := r.office.NoteDue(t.Context(), federation.ID); err != nil {
		t.Error(err)
	}
}

// done waits until no letter is left to be written.
func (c *championship) done() {
	c.t.Helper()
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		if c.count(`select count(*) from jobs.river_job where kind = 'notice.remind' and finalized_at is null`) == 0 {
			return
		}
	}
	c.t.Fatal("letters are left")
}

func (c *championship) count(sql string) int {
	c.t.Helper()
	return c.server.Database.Count(c.t, sql)
}

// remindersOf returns the subjects of the reminders to a person.
func remindersOf(c *apitest.Client) (out []string) {
	for _, m := range c.Server.Mailbox.All() {
		if m.Kind == "reminder" && m.To.Mail == c.Email {
			out = append(out, m.Subject)
		}
	}
	return out
}

func TestEachIsRemindedOnce(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.played()
	one, other := newReplica(t, x.server), newReplica(t, x.server)
	one.works(t)
	other.works(t)
	look := func(when string, want int) {
		t.Helper()
		x.server.Clock.Set(inRome(t, when))
		apitest.AtOnce(8, func(i int) { []replica{one, other}[i%2].looks(t, x.federation) })
		x.championship.done()
		if got := remindersOf(x.organizer); len(got) != want {
			t.Errorf("%s: %d letters, want %d: %q", when, len(got), want, got)
		}
	}
	look("2009-03-07 07:59", 0)
	look("2009-03-07 08:00", 1) // the sixth day
	look("2009-03-08 23:59", 1)
	look("2009-03-09 00:30", 1) // no reminder is sent at night
	look("2009-03-09 08:00", 2)
	x.server.Restart()
	look("2009-03-10 08:00", 2)
	look("2009-03-07 12:00", 2) // a clock that was put back
	for _, somebody := range []*apitest.Client{x.contact, x.federation.Manager} {
		if got := remindersOf(somebody); len(got) > 0 {
			t.Errorf("%s is reminded of what waits for others: %q", somebody.Email, got)
		}
	}
	letters := remindersOf(x.organizer)
	if !strings.Contains(letters[0], "this waits for you") || !strings.Contains(letters[1], "overdue") {
		t.Errorf("got %q", letters)
	}
}

func TestNobodyIsRemindedOfWhatIsDone(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.played()
	r := newReplica(t, x.server)
	x.server.Stop() // no worker runs the remaining jobs
	x.server.Clock.Set(inRome(t, "2009-03-07 09:00"))
	r.looks(t, x.federation)
	if n := x.championship.count(`select count(*) from jobs.river_job where kind = 'notice.remind'`); n != 1 {
		t.Fatalf("%d letters are left, want 1", n)
	}
	x.server.Database.Alter(t, `insert into league.reports (tenant_id, event_id, number, received_at, sent_by, sent_at, notes, digest, document)
		values ($1, $2, 1, now(), $3, now(), '', repeat('0', 64), '{}')`, x.federation.ID, x.id, x.organizer.ID)
	x.server.Database.Alter(t, `update league.seasons set revision = revision + 1`)
	x.server.Restart()
	x.championship.done()
	if got := remindersOf(x.organizer); len(got) > 0 {
		t.Errorf("the report is there, and yet: %q", got)
	}
}

func TestRemindersAreWhole(t *testing.T) {
	t.Parallel()
	server, line := apitest.StartBehind(t)
	server.ErrorsDue()
	c := newChampionshipOn(t, server)
	for range 3 {
		c.draft(nil).Want(201)
	}
	server.Clock.Set(inRome(t, "2009-03-20 09:00"))
	r := newReplica(t, server)
	server.Stop()
	cuts := 0
	for n := 1; ; n++ {
		line.CutAfter(n)
		err := r.office.NoteDue(t.Context(), c.federation.ID)
		cut := line.Mend()
		noted, left := c.count(`select count(*) from league.reminders`), c.count(`select count(*) from jobs.river_job where kind = 'notice.remind'`)
		if noted != left {
			t.Errorf("cut after statement %d: %d noted, %d letters left", n, noted, left)
		}
		if !cut && err == nil {
			break
		}
		cuts++
	}
	r.looks(t, c.federation)
	if left := c.count(`select count(*) from jobs.river_job where kind = 'notice.remind'`); left != 3 || cuts < 3 {
		t.Errorf("%d letters are left after %d cuts, want 3", left, cuts)
	}
}
