package duties_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
	"referto/internal/mail/matter"
)

// CN09 5.5: expulsions and leavings that were reported wait for the managers.
func TestReportedPlayers(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 running: anna")
	managers := duties.Managers(offices(b, "championship-manager mina, championship-manager marta, organizer olga a1, regional-contact carla aosta"))
	why := b.Rules.Grounds("5.5", "expelled")
	for kind, task := range map[string]duties.Task{
		"expulsion": duties.OfExpulsion(b.Event("a1"), b.ID("sanction"), "anna", why, managers),
		"leaving":   duties.OfLeaving(b.Event("a1"), b.ID("withdrawal"), "anna", why, managers),
	} {
		is(t, kind, describe(b, task, "2009-03-01 12:00"), kind+" a1 anna → mina marta (CN09 5.5)")
	}
	if a, o := duties.OfExpulsion(b.Event("a1"), b.ID("one"), "", why, nil), duties.OfExpulsion(b.Event("a1"), b.ID("other"), "", why, nil); a.ID() == o.ID() {
		t.Error("CN09 5.5 two expulsions are one task")
	}
	if a, o := duties.OfLeaving(b.Event("a1"), b.ID("one"), "", why, nil), duties.OfLeaving(b.Event("a1"), b.ID("other"), "", why, nil); a.ID() == o.ID() {
		t.Error("two leavings are one task")
	}
}

// CN09 1.5: an entrant who resembles somebody who may not take part is checked before the start, by
// accounts that are not involved.
func TestEntrantToCheck(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 open at=09:30")
	const held = "organizer olga a1, first-referee rita a1, first-referee zeno a2, regional-contact carla aosta, championship-manager mina, championship-manager olga"
	for _, tt := range []struct{ name, part, want string }{
		{"CN09 1.5/organizer, first referee and manager, each once", "", "olga rita mina"},
		{"CN09 1.5/not the entrant", "rita", "olga mina"},
		{"CN09 1.5/nor whom he resembles", "olga", "rita mina"},
	} {
		checkers := duties.Checkers(offices(b, held), b.Event("a1"), func(account uuid.UUID) bool { return account == b.ID(tt.part) })
		task := duties.OfCheck(b.Rules, b.Event("a1"), facts.Entry{Number: 7, PlayerName: "Uno Ada"}, "1.5", checkers)
		is(t, tt.name, describe(b, task, "2009-03-01 09:29"), "check-entry a1 Uno Ada → "+tt.want+" until 2009-03-01 09:29:59 (CN09 1.5)")
		is(t, tt.name, task.String(), "CN09 1.5: resembles-another (entry=7)")
	}
}

// An undelivered letter is a task of its sender, while they hold an office.
func TestLetterThatDidNotArrive(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta")
	held := offices(b, "regional-contact carla aosta, championship-manager mina")
	carla, olga := b.ID("carla"), b.ID("olga")
	for _, tt := range []struct {
		name string
		by   *uuid.UUID
		want string
	}{
		{"a contact's", &carla, "carla"}, {"somebody's who has no office any more", &olga, "mina"}, {"one that nobody had sent", nil, "mina"},
	} {
		task := duties.OfLetter(facts.RefusedMail{About: matter.Invitation, AboutID: uuid.New(), Name: "Ugo", By: tt.by, State: matter.Failed}, held)
		is(t, tt.name, describe(b, task, "2009-03-01 12:00"), "mail-refused Ugo → "+tt.want+" ()")
	}
	if task := duties.OfLetter(facts.RefusedMail{By: &olga}, nil); len(task.For) != 0 {
		t.Errorf("where nobody holds an office it waits for nobody: %v", task.For)
	}
}

// The players needed for the tasks of a season are returned once each, without the zero id.
func TestPeople(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, `
		regions aosta
		champion rex
		a1 stage aosta 2009-03-01 12: anna
		a2 stage aosta 2009-03-08 12: bea
		a3 stage aosta 2009-03-15 12: cleo
		g1 open 2009-05-03 16: elio fanny
		f regional aosta 2010-01-10 4: anna bea cleo zita
		no elio national
		no fanny national
		call rex national`)
	s := b.Season()
	var names []string
	for _, id := range duties.People(s, season.Deadlines(s.Facts, s.State)) {
		names = append(names, b.Name(id.UUID))
	}
	is(t, "who answers, who has a place, who played without one", strings.Join(names, " "), "rex anna bea cleo zita")
	if got := duties.People(registertest.Read(t, registertest.CN09, "regions aosta").Season(), []season.Deadline{{Player: league.PlayerID{}}}); len(got) != 0 {
		t.Errorf("of nobody: %v", got)
	}
}
