package leagueapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// The same yes and no at the same moment: both are taken, one after the other, and the
// place stands as the last of them left it.
func TestRaceOfTwoAnswers(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	f.call(f.manager, "Elio Aperto", national).Want(201)
	token := f.letter("Elio Aperto")
	for n := range *trials {
		answers := race(
			func() *apitest.Answer { return f.reply(token, true) },
			func() *apitest.Answer { return f.reply(token, false) },
		)
		if got := statuses(answers); !slices.Equal(got, []int{200, 200}) {
			t.Fatalf("trial %d: %v", n, got)
		}
		standing := f.server.Database.Count(t, `select count(*) from league.unavailabilities where revoked_at is null`)
		accepted := f.server.Database.Count(t, `select count(*) from league.convocations where accepted_at is not null`)
		if standing+accepted != 1 {
			t.Fatalf("trial %d: %d times no and %d times yes", n, standing, accepted)
		}
		if got := f.holders(national); got != map[int]string{0: "Elio Aperto accepted", 1: "Fanny Seconda held"}[standing] {
			t.Fatalf("trial %d: %s", n, got)
		}
	}
}

// The holder takes their no back while the manager convokes the second: one of them comes
// first and the other is refused.
func TestRaceOfAnswerAndReplacement(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	f.call(f.manager, "Elio Aperto", national).Want(201)
	token := f.letter("Elio Aperto")
	for n := range *trials {
		f.reply(token, false).Want(200)
		place := f.holding("Fanny Seconda", national)
		answers := race(
			func() *apitest.Answer { return f.reply(token, true) },
			func() *apitest.Answer {
				return f.manager.Post(f.path+"/convocations", apitest.JSON{"places": []apitest.JSON{{"place": place.Id, "player": place.Holder.Id}}})
			},
		)
		if taken, called := answers[0].Status == 200, answers[1].Status == 201; taken == called {
			t.Fatalf("trial %d: back %d, convoked %d", n, answers[0].Status, answers[1].Status)
		}
		if answers[1].Status == 201 {
			f.manager.Post(f.path+"/convocations/"+answers[1].Text("items.0.id")+"/withdrawal", apitest.JSON{"reason": "Prossima prova"}).Want(204)
		}
		if n%50 == 49 {
			f.manager.Renew()
		}
	}
}

// The holder declines while they are being convoked: they are not convoked for a place that they have given up,
// and never hold one after it.
func TestRaceOfDeclineAndConvocation(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	for n := range *trials {
		answers := race(
			func() *apitest.Answer { return f.says("Elio Aperto", national, false) },
			func() *apitest.Answer {
				place := "national-final." + f.register()[0].Origin.Event.Id.String() + ".1"
				return f.manager.Post(f.path+"/convocations", apitest.JSON{"places": []apitest.JSON{{"place": place, "player": f.person("Elio Aperto")}}})
			},
		)
		answers[0].Want(201)
		if got := f.holders(national); got != "Fanny Seconda held" {
			t.Fatalf("trial %d: %s", n, got)
		}
		convoked := f.server.Database.Count(t, `select count(*) from league.convocations where withdrawn_at is null`)
		if want := map[int]int{201: 1, 409: 0}[answers[1].Status]; convoked != want || answers[1].Status != 201 && answers[1].Status != 409 {
			t.Fatalf("trial %d: %d, %d convocations", n, answers[1].Status, convoked)
		}
		f.says("Elio Aperto", national, true).Want(201)
		if convoked == 1 {
			f.alter(`update league.convocations set withdrawn_at = now() where withdrawn_at is null`)
			f.touch()
		}
		if n%50 == 49 {
			f.manager.Renew()
		}
	}
}

// An exclusion is revoked while another finalist comes after all: with both there are five finalists again, and
// the player called up for five comes (CN09 1.7.4). Each by itself makes four, for whom nobody is called up.
// And the other way round.
func TestRaceOfExclusionAndAnswer(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.aosta, "2009-03-08", "Bea Due", "Lea Seconda")
	f.stage(f.aosta, "2009-03-15", "Cleo Tre", "Mara Seconda")
	f.stage(f.aosta, "2009-03-22", "Dina Quattro", "Nora Seconda")
	f.sized(f.aosta, "2009-03-29", 20, "Elsa Cinque", "Olga Seconda")
	final := f.regionalFinal(f.aosta)
	f.manager.Post(f.in(final)+"/entry-opening", nil).Want(200)
	for _, name := range []string{"Ada Uno", "Bea Due", "Cleo Tre", "Dina Quattro", "Elsa Cinque", "Olga Seconda"} {
		f.call(f.manager, name, regional).Want(201)
		f.says(name, regional, true).Want(201)
	}
	for _, second := range []string{"Lea Seconda", "Mara Seconda"} { // nobody steps in
		f.says(second, regional, false).Want(201)
	}
	all := f.entrants(final)
	exclude := func() *apitest.Answer {
		return f.manager.Post(f.federation.Path+"/exclusions", apitest.JSON{
			"player": f.person("Bea Due"), "kind": "employee-of-publisher", "from": "2010-01-01", "reason": "Lavora in redazione",
		}, apitest.Key(uuid.NewString()))
	}
	for n := range *trials / 4 {
		gone := race(exclude, func() *apitest.Answer { return f.says("Cleo Tre", regional, false) })
		if got := statuses(gone); !slices.Equal(got, []int{201, 201}) {
			t.Fatalf("trial %d: %v", n, got)
		}
		if got := f.entrants(final); sorted(got) != "Ada Uno, Dina Quattro, Elsa Cinque" {
			t.Fatalf("trial %d: in the final are %s", n, got)
		}
		back := race(
			func() *apitest.Answer {
				return f.manager.Post(f.federation.Path+"/exclusions/"+gone[0].Text("id")+"/revocation", apitest.JSON{"reason": "Un'altra persona"})
			},
			func() *apitest.Answer { return f.says("Cleo Tre", regional, true) },
		)
		if got := statuses(back); !slices.Equal(got, []int{200, 201}) {
			t.Fatalf("trial %d: %v", n, got)
		}
		if got := f.entrants(final); sorted(got) != sorted(all) {
			t.Fatalf("trial %d: in the final are %s, not %s", n, got, all)
		}
	}
}

// sorted are names in the order of the alphabet.
func sorted(names string) string {
	list := strings.Split(names, ", ")
	slices.Sort(list)
	return strings.Join(list, ", ")
}
