package leagueapi_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/attack/worlddbtest"
)

// A contact who homologates and the manager who invalidates at the same moment: one of them has decided.
func TestRaceOfTwoVerdicts(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.reported()
	for n := range min(*trials, 20) {
		answers := race(
			func() *apitest.Answer { return x.decide(x.contact, "homologate", nil) },
			func() *apitest.Answer {
				return x.decide(x.federation.Manager, "invalidate", apitest.JSON{"unsound": true, "reason": "Punteggi impossibili"})
			},
		)
		if got := statuses(answers); !slices.Equal(got, []int{200, 409}) {
			t.Fatalf("got %v", got)
		}
		h := x.homologation()
		if len(h.Decisions) != 2*n+1 {
			t.Fatalf("%d decisions, want %d", len(h.Decisions), 2*n+1)
		}
		standing := h.Checklist.InSeason.Standing
		if (answers[0].Status == 200) != (standing == "homologated") || (answers[1].Status == 200) != (standing == "invalidated") {
			t.Fatalf("%v, and the stage is %s", statuses(answers), standing)
		}
		x.contact.Post(x.path+"/homologation/reversal", apitest.JSON{"reason": "Ancora una volta"}).Want(200)
	}
}

// A report sent twice at the same moment is sent once.
func TestRaceOfTwoReports(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.played()
	x.photographs()
	for range min(*trials, 10) {
		send := func() *apitest.Answer { return x.report(nil) }
		if got := statuses(race(send, send, send)); !slices.Equal(got, []int{201, 409, 409}) {
			t.Fatalf("got %v", got)
		}
		x.decide(x.contact, "return", apitest.JSON{"reason": "Ancora una volta"}).Want(200)
	}
}

// An outcome recorded while the stage is started here: one of the two has happened.
func TestRaceOfOutcomeAndStart(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.now("2009-03-01 10:00")
	x.referee = x.appoint("Fabio Primo Arbitro", "first-referee")
	x.organizer.Post(x.path+"/entry-opening", nil).Want(200)
	for i, player := range x.players {
		x.organizer.Post(x.path+"/entries", apitest.JSON{"player": player}).Want(201)
		x.organizer.Post(x.entry(i+1)+"/check-in", nil).Want(200)
	}
	answers := race(
		func() *apitest.Answer { return x.organizer.Post(x.path+"/outcome", x.outcome(nil)) },
		func() *apitest.Answer { return x.referee.Post(x.path+"/start", apitest.JSON{}) },
	)
	if got := statuses(answers); !slices.Equal(got, []int{200, 409}) {
		t.Fatalf("got %v: %s %s", got, answers[0].Body, answers[1].Body)
	}
	want := map[bool]string{true: "finished", false: "running"}[answers[0].Status == 200]
	if got := x.organizer.Get(x.path).Want(200); got.Text("state") != want {
		t.Errorf("got %s", got.Body)
	}
}

// TestPowerCutOfHomologation: of an outcome, a report and a decision all is stored or
// nothing.
func TestPowerCutOfHomologation(t *testing.T) {
	t.Parallel()
	play := func(server *apitest.Server, line *apitest.PowerLine) *cutting {
		x := newTappaOn(t, server, 12, nil)
		x.now("2009-03-01 20:00")
		b := &cutting{tb: t, server: server, line: line, rows: worlddbtest.Watch(t, server.Database), probe: func() (*apitest.Answer, error) { return x.organizer.Try("GET", x.path+"/entries", nil) }}
		b.act("outcome", x.organizer, "POST", x.path+"/outcome", x.outcome(nil))
		swapped := []uuid.UUID{x.players[1], x.players[0], x.players[2]}
		b.act("correction", x.organizer, "POST", x.path+"/outcome", x.outcome(apitest.JSON{"ranking": swapped, "reason": "Scambiati"}))
		b.act("report", x.organizer, "POST", x.path+"/report", apitest.JSON{})
		b.act("return", x.contact, "POST", x.path+"/homologation", apitest.JSON{"decision": "return", "reason": "E le foto?"})
		b.act("second report", x.organizer, "POST", x.path+"/report", apitest.JSON{})
		b.act("decision", x.contact, "POST", x.path+"/homologation", apitest.JSON{"decision": "invalidate", "reason": "Senza foto"})
		b.act("reversal", x.contact, "POST", x.path+"/homologation/reversal", apitest.JSON{"reason": "Sono arrivate"})
		b.act("withdrawal", x.organizer, "POST", x.path+"/outcome/withdrawal", apitest.JSON{"reason": "Era un altro torneo"})
		b.checkLog(x.federation.Manager, x.federation.Path)
		return b
	}
	calm := play(apitest.Start(t), nil)
	server, line := apitest.StartBehind(t)
	server.ErrorsDue()
	play(server, line).leavesAs(calm)
}
