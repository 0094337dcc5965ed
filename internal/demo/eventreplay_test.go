package demo_test

import (
	"crypto/rand"
	"errors"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"referto/internal/apitest"
	"referto/internal/demo"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/replay"
	"referto/internal/league/tournament"
)

// checkEventReplays replays every event that was played here from its log: its records lead to the facts and the
// standings of the server.
func checkEventReplays(t *testing.T, server *apitest.Server, summary demo.Summary) {
	t.Helper()
	door := federationDoor(t, server, summary)
	office := desk.New(rand.Reader)
	events := map[league.EventID]*replay.Event{}
	unreplayable := map[league.EventID]bool{}
	for _, record := range log(t, signIn(t, summary, "championship manager")) {
		if record.Event == (league.EventID{}) || unreplayable[record.Event] {
			continue
		}
		if events[record.Event] == nil {
			events[record.Event] = &replay.Event{}
		}
		switch err := events[record.Event].Add(decode(t, record)); {
		case errors.Is(err, replay.ErrNotLogged):
			unreplayable[record.Event] = true
			delete(events, record.Event)
		case err != nil:
			t.Fatalf("%s of event %s: %v", record.Kind, record.Event, err)
		}
	}
	played, results := 0, 0
	for id, e := range events {
		stage, err := office.View(door, id)
		if err != nil {
			t.Fatal(err)
		}
		if stage.Event.StartedAt == nil {
			continue
		}
		played++
		for _, r := range stage.Rounds {
			for _, table := range r.Tables {
				if table.Result != nil {
					results++
				}
			}
		}
		logged, stored := e.Facts(), wordless(stage)
		if diff := gocmp.Diff(stored, logged, cmpopts.EquateEmpty(), unordered); diff != "" {
			t.Errorf("%s: what happened is not what its log tells (-server +log)\n%s", stage.Event.Slug, diff)
			continue
		}
		want, err := tournament.Replay(stage.Rules, stored)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tournament.Replay(stage.Rules, logged)
		if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateErrors()); err != nil || diff != "" {
			t.Errorf("%s replayed from its log differs: %v (-server +replayed)\n%s", stage.Event.Slug, err, diff)
		}
		if diff := gocmp.Diff(stage.State.Final, got.Final, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s ends otherwise in its log (-server +replayed)\n%s", stage.Event.Slug, diff)
		}
	}
	if played < 6 || results < 50 {
		t.Errorf("%d events were played, with %d results: that is no league", played, results)
	}
}

// unordered compares lists of facts that are sets.
var unordered = cmpopts.SortSlices(func(a, b tournament.Table) bool { return a.Number < b.Number })

// wordless returns the facts of an event without the parts that are not in the log: texts of referees, if a code
// describes the offense.
func wordless(s *officiating.Situation) tournament.Facts {
	f := tournament.FactsOf(&s.EventFacts)
	f.Sanctions, f.Withdrawals = slices.Clone(f.Sanctions), slices.Clone(f.Withdrawals)
	for i := range f.Sanctions {
		j := slices.IndexFunc(s.Sanctions, func(x facts.Sanction) bool { return x.ID.String() == f.Sanctions[i].Ref })
		f.Sanctions[i].Reason = s.Sanctions[j].Offense
	}
	for i := range f.Withdrawals {
		f.Withdrawals[i].Reason = ""
	}
	return f
}
