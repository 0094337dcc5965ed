package duties_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
)

// kinds are some kinds with reminders in the rulesets, and some without.
var kinds = []duties.Kind{
	duties.Announce, duties.Report, duties.AnswerQuestion, duties.ReturnPrizes, duties.Homologate, duties.AnnounceFinal, duties.Convoke,
	duties.NameRegion, duties.ClaimRefund, duties.Answer, duties.PayRefunds,
}

// anyTask returns a random task that is due at the end of a day somewhere, or has no deadline.
func anyTask(t *rapid.T) duties.Task {
	rulesets := []string{registertest.CN09, "three-tiers", "straight-on", "border-league"}
	task := duties.Task{
		Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Step: rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "step"),
		Season: &register.Season{Rules: registertest.Ruleset(t, rapid.SampledFrom(rulesets).Draw(t, "ruleset"))}, Refund: uuid.UUID{15: byte(rapid.IntRange(0, 2).Draw(t, "refund"))},
	}
	if rapid.IntRange(0, 4).Draw(t, "has a day") > 0 {
		zone, err := time.LoadLocation(rapid.SampledFrom([]string{"Europe/Rome", "America/Sao_Paulo", "Asia/Tokyo"}).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		task.Due = time.Date(2009, time.Month(rapid.IntRange(3, 11).Draw(t, "month")), rapid.IntRange(1, 30).Draw(t, "day"), 0, 0, 0, 0, zone)
	}
	return task
}

// A task never goes back to an earlier warning as time passes: new, soon, late; each is sent in the
// morning, and once.
func TestTurnsOfATask(t *testing.T) {
	t.Parallel()
	order := []duties.Warning{"", duties.WarnNew, duties.WarnSoon, duties.WarnLate}
	rapid.Check(t, func(t *rapid.T) {
		task := anyTask(t)
		at := time.Date(2009, 2, 1, 0, 0, 0, 0, time.UTC)
		if !task.Due.IsZero() {
			at = task.Due.AddDate(0, 0, -30)
		}
		last, causes := 0, map[string]bool{}
		for range 60 * 4 {
			at = at.Add(6 * time.Hour)
			turn, is := task.Warns(at)
			if !is {
				turn = ""
			}
			now := slices.Index(order, turn)
			reminded := turn == duties.WarnSoon || turn == duties.WarnLate
			if now < last && (last != 2 || !task.Overdue(at)) {
				t.Fatalf("%q after %q", turn, order[last])
			}
			if reminded && (turn == duties.WarnLate) != task.Overdue(at) {
				t.Fatalf("%q of what is overdue: %t", turn, task.Overdue(at))
			}
			if reminded && now != last {
				if hour := at.In(task.Due.Location()).Hour(); hour < 8 {
					t.Fatalf("%q at %d o'clock", turn, hour)
				}
			}
			if is {
				causes[task.Cause(turn)] = true
			}
			last = now
		}
		if len(causes) > 3 {
			t.Fatalf("%d letters: %v", len(causes), causes)
		}
	})
}

// The order of tasks is total: only identical tasks are level.
func TestOrderOfTasks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyTask(t), anyTask(t), anyTask(t)
		switch {
		case a.Compare(b) != -b.Compare(a):
			t.Fatalf("%d there, %d back", a.Compare(b), b.Compare(a))
		case a.Compare(b) <= 0 && b.Compare(c) <= 0 && a.Compare(c) > 0:
			t.Fatal("first, second, third, and the third before the first")
		case a.Compare(b) == 0 && (a.ID() != b.ID() || !a.Due.Equal(b.Due)):
			t.Fatalf("%s and %s are level", a.ID(), b.ID())
		case a.Due.IsZero() && !b.Due.IsZero() && a.Compare(b) <= 0:
			t.Fatal("what has no time comes first")
		}
	})
}

// An account without an office has only tasks as a player, and a further office takes no task from
// its holder.
func TestOfficesAndTasks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := registertest.Read(t, registertest.CN09, "regions aosta piemonte\na1 stage aosta 2009-03-01 "+
			rapid.SampledFrom([]string{"12 unreported", "12 pending", "12", "11 invalid prizes=100"}).Draw(t, "first")+": anna bea\ng1 open 2009-05-03 "+
			rapid.SampledFrom([]string{"16", "16 pending", "16 returned"}).Draw(t, "second")+": elio fanny")
		s := b.Season()
		tasks := func(held string) []duties.Task {
			l := duties.InSeason{Season: s, Now: b.At(rapid.SampledFrom([]string{"2009-06-01 12:00", "2010-01-10 12:00"}).Draw(t, "now")), Offices: offices(b, held)}
			return l.Tasks(season.Deadlines(s.Facts, s.State))
		}
		if got := tasks(""); len(got) != 0 {
			t.Fatalf("for nobody: %v", got)
		}
		for _, task := range tasks(staff) {
			for _, account := range task.For {
				if account == b.ID("tito") {
					t.Fatalf("%s is for the treasurer", task.ID())
				}
			}
			if len(duties.Of([]duties.Task{task}, b.ID("nobody"))) != 0 {
				t.Fatalf("%s is for nobody", task.ID())
			}
		}
		held := offices(b, staff)
		more := append(slices.Clone(held), facts.Office{Role: "championship-manager", AccountID: b.ID("marta"), Scope: "tenant"})
		if before, after := duties.Managers(held), duties.Managers(more); !slices.Equal(append(before, b.ID("marta")), after) {
			t.Fatalf("managers %v, then %v", before, after)
		}
	})
}
