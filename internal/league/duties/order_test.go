package duties_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
	"referto/internal/mail/matter"
)

// A task is in time until the last second before it is due, and never late without a term.
func TestOverdue(t *testing.T) {
	t.Parallel()
	due := time.Date(2009, 3, 9, 0, 0, 0, 0, time.UTC)
	task := duties.Task{Due: due}
	if task.Overdue(due.Add(-time.Nanosecond)) || !task.Overdue(due) || !task.Until().Equal(due.Add(-time.Second)) {
		t.Errorf("until %s", task.Until())
	}
	if none := (duties.Task{}); none.Overdue(due) || !none.Until().IsZero() {
		t.Error("what has no term is never late")
	}
}

// Tasks are ordered by deadline, those without one last, and always the same way if due at once.
func TestTasksInOrder(t *testing.T) {
	t.Parallel()
	at := time.Date(2009, 3, 9, 0, 0, 0, 0, time.UTC)
	first, second := duties.Task{Kind: duties.Report, Due: at}, duties.Task{Kind: duties.Announce, Due: at.Add(time.Second)}
	open, later := duties.Task{Kind: duties.Convoke}, duties.Task{Kind: duties.DecideRefund}
	level := duties.Task{Kind: duties.ReturnPrizes, Due: at}
	tasks := []duties.Task{later, open, second, level, first}
	slices.SortFunc(tasks, duties.Task.Compare)
	var got []duties.Kind
	for _, task := range tasks {
		got = append(got, task.Kind)
	}
	want := []duties.Kind{duties.Report, duties.ReturnPrizes, duties.Announce, duties.Convoke, duties.DecideRefund}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// All subjects of a task are part of its id; its deadline and its accounts are not.
func TestTaskID(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01")
	e, id := b.Event("a1"), uuid.New()
	base := duties.Task{Kind: duties.Report}
	seen := map[string]string{base.ID(): "nothing"}
	for name, change := range map[string]func(*duties.Task){
		"another kind":      func(t *duties.Task) { t.Kind = duties.Homologate },
		"a season":          func(t *duties.Task) { t.Season = b.Season() },
		"an event":          func(t *duties.Task) { t.Event = &e },
		"a region":          func(t *duties.Task) { t.Region = b.Region("aosta") },
		"a place":           func(t *duties.Task) { t.Place = "national-final/x/1" },
		"a claim":           func(t *duties.Task) { t.Refund = id },
		"an expulsion":      func(t *duties.Task) { t.Sanction = b.ID("expulsion") },
		"a leaving":         func(t *duties.Task) { t.Withdrawal = b.ID("leaving") },
		"a request to host": func(t *duties.Task) { t.Hosting = b.ID("request") },
		"a letter":          func(t *duties.Task) { t.Mail = matter.Matter{Kind: matter.Convocation, ID: b.ID("letter")} },
		"the second report": func(t *duties.Task) { t.Step = "2" },
	} {
		task := base
		change(&task)
		if other, known := seen[task.ID()]; known {
			t.Errorf("%s is the same task as %s: %s", name, other, task.ID())
		}
		seen[task.ID()] = name
		task.Due, task.For, task.Number = time.Now(), []uuid.UUID{id}, 3
		if seen[task.ID()] != name {
			t.Errorf("%s is another task once its term has moved: %s", name, task.ID())
		}
	}
}

// The task about an undelivered letter contains the reason.
func TestOfRefusedMail(t *testing.T) {
	t.Parallel()
	event := league.EventID{UUID: uuid.New()}
	player := league.PlayerID{UUID: uuid.New()}
	m := facts.RefusedMail{About: matter.Ban, AboutID: uuid.New(), Name: "Ugo", EventID: &event, PlayerID: &player, At: time.Date(2009, 5, 1, 12, 0, 0, 0, time.FixedZone("", 7200))}
	for want, change := range map[string]func(*facts.RefusedMail){
		"mail-failed (at=2009-05-01T10:00:00Z)":                     func(m *facts.RefusedMail) { m.State = matter.Failed },
		"mail-refused (at=2009-05-01T10:00:00Z, reply=550 unknown)": func(m *facts.RefusedMail) { m.State, m.Reply = matter.Refused, "550 unknown" },
		"mail-impossible (at=2009-05-01T10:00:00Z)":                 func(m *facts.RefusedMail) { m.State = matter.Refused },
	} {
		letter := m
		change(&letter)
		task := duties.OfRefusedMail(letter)
		is(t, want, task.String(), want)
		if task.Mail != (matter.Matter{Kind: matter.Ban, ID: m.AboutID}) || task.MailEvent != event || task.MailPlayer != player || task.About != "Ugo" || task.Step != "20090501T100000.000000Z" {
			t.Errorf("got %+v", task)
		}
	}
}

// In any season: every task waits for somebody, none is listed twice, each has a reason, and each
// account's list contains exactly its tasks.
func TestTasksOfAnySeason(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := registertest.Read(t, registertest.CN09, "regions aosta piemonte\nchampion rex")
		names := []string{"anna", "bea", "cleo", "dora", "elio", "fanny"}
		for n := range rapid.IntRange(0, 6).Draw(t, "events") {
			size := rapid.SampledFrom([]string{"", "12 unreported", "12 pending", "12 returned", "12", "28", "11 invalid prizes=2500"}).Draw(t, "size")
			region := rapid.SampledFrom([]string{"aosta", "piemonte"}).Draw(t, "region")
			first := rapid.Permutation(names).Draw(t, "first")
			line := "s" + string(rune('0'+n)) + " stage " + region + " 2009-03-0" + string(rune('1'+n)) + " " + size
			if size != "" {
				line += ": " + first[0] + " " + first[1]
			}
			b.Add(line)
		}
		held := rapid.SampledFrom([]string{"", staff, "organizer olga s0, " + staff, "regional-contact carla aosta"}).Draw(t, "offices")
		s := b.Season()
		now := b.At(rapid.SampledFrom([]string{"2009-03-05 12:00", "2009-12-31 23:59", "2010-01-01 00:00", "2010-03-01 12:00"}).Draw(t, "now"))
		l := duties.InSeason{Season: s, Now: now, Offices: offices(b, held)}
		seen := map[string]bool{}
		for _, task := range l.Tasks(season.Deadlines(s.Facts, s.State)) {
			switch {
			case len(task.For) == 0:
				t.Fatalf("%s waits for nobody", task.ID())
			case seen[task.ID()]:
				t.Fatalf("%s is there twice", task.ID())
			case task.Reason == "":
				t.Fatalf("%s says nothing of why", task.ID())
			}
			seen[task.ID()] = true
			for _, account := range task.For {
				if len(duties.Of([]duties.Task{task}, account)) != 1 {
					t.Fatalf("%s is not in the list of %s", task.ID(), b.Name(account))
				}
			}
		}
	})
}
