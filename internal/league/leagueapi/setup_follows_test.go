package leagueapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// The announcement of a season decides who comes to its finals, as a verdict does: entries follow, players
// whose convocations end are notified, and a preview shows it before.
func TestEntriesFollowTheSeason(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.change(t, apitest.JSON{"champion": f.person("Clara Campionessa")}).Want(200)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.aosta, "2009-03-08", "Bea Due", "Lea Seconda")
	f.stage(f.aosta, "2009-03-15", "Cleo Tre", "Mara Seconda")
	of := f.recorded(apitest.JSON{"kind": "regional-final", "title": "Finale di Aosta", "region": f.aosta, "startsAt": "2010-01-31T09:00:00Z"}, 3, "Ada Uno", "Bea Due", "Cleo Tre")
	f.decide(of, "homologated")
	final := f.nationalFinal()
	f.at(time.Date(2010, 2, 15, 9, 0, 0, 0, time.UTC))
	f.manager.Post(f.in(final)+"/entry-opening", nil).Want(200)
	for _, name := range []string{"Clara Campionessa", "Ada Uno"} {
		f.call(f.manager, name, national).Want(201)
		f.reply(f.letter(name), true).Want(200)
	}
	t.Run("CN09 1.9 another reigning champion takes the place of the first", func(t *testing.T) {
		f.follows(t, apitest.JSON{"champion": f.person("Dora Nuova")}, final, "cancelled Clara Campionessa CN09 1.9")
		if got := f.entrants(final); got != "Ada Uno" {
			t.Errorf("got %q", got)
		}
		f.turned(t, "Clara Campionessa", "CN09 1.9")
		if got := f.holders(national); !strings.Contains(got, "Dora Nuova held") {
			t.Errorf("got %s", got)
		}
	})
	t.Run("and is back in the final when that was wrong", func(t *testing.T) {
		f.follows(t, apitest.JSON{"champion": f.person("Clara Campionessa")}, final, "entered Clara Campionessa CN09 1.9")
		if mail := f.server.Mailbox.Wait(address("Clara Campionessa"), "convocation-turned"); !strings.Contains(mail.Subject, "again") {
			t.Errorf("got %s", mail.Subject)
		}
	})
	t.Run("CN09 1.4 a last day before its final takes the place of a region's champion", func(t *testing.T) {
		f.follows(t, apitest.JSON{"finalsBy": "2010-01-30", "reason": "Anticipate"}, final, "cancelled Ada Uno CN09 1.4")
		if got := f.entrants(final); got != "Clara Campionessa" {
			t.Errorf("got %q", got)
		}
		f.turned(t, "Ada Uno", "CN09 1.4")
	})
	t.Run("A002-9 by a ruleset for which the day is a breach only he comes again", func(t *testing.T) {
		body := apitest.JSON{"ruleset": "catan-nazionale-2009", "readings": apitest.JSON{"A002-9": "breach_only"}, "reason": "Chiarimento"}
		var preview, done openapi.SeasonRulesetChange
		f.manager.In(t).Post(f.path+"/ruleset-preview", body).Want(200).Into(&preview)
		if got := f.entrants(final); got != "Clara Campionessa" {
			t.Fatalf("looking has made it %q", got)
		}
		before := f.derived()
		f.manager.In(t).Post(f.path+"/rulesets", body).Want(201).Into(&done)
		for what, got := range map[string]openapi.SeasonRulesetChange{"looked at": preview, "done": done} {
			same(t, effects(got.Entries), "entered Ada Uno CN09 1.9")
			same(t, described(got.Consequences), f.difference(before, f.derived())...)
			if len(got.Consequences) == 0 {
				t.Errorf("%s: nothing follows", what)
			}
		}
		if got := f.entrants(final); got != "Clara Campionessa, Ada Uno" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("CN09 1.9 who does not come any more is told when the entries are drawn up", func(t *testing.T) {
		f.alter(`update league.seasons set champion_id = $2 where id = $1`, f.id, f.person("Dora Nuova"))
		f.touch()
		var drawn openapi.FinalEntries
		f.manager.In(t).Post(f.in(final)+"/entries-from-places", nil).Want(200).Into(&drawn)
		same(t, effects(drawn.Effects), "cancelled Clara Campionessa CN09 1.9")
		f.turned(t, "Clara Campionessa", "CN09 1.9")
	})
}

// change changes the announcement of the season.
func (f *finals) change(t *testing.T, changes apitest.JSON) *apitest.Answer {
	t.Helper()
	manager := f.manager.In(t)
	return manager.Patch(f.path, changes, apitest.Match(manager.Get(f.path).Want(200).ETag()))
}

// follows previews a change of the season and makes it: both show the same consequences, which come true, and
// the changes of entries.
func (f *finals) follows(t *testing.T, changes apitest.JSON, final uuid.UUID, wanted ...string) {
	t.Helper()
	var preview openapi.SeasonChangePreview
	var done openapi.Season
	entered, before := f.entrants(final), f.derived()
	f.manager.In(t).Post(f.path+"/change-preview", changes).Want(200).Into(&preview)
	if got := f.entrants(final); got != entered {
		t.Fatalf("looking has changed %q to %q", entered, got)
	}
	f.change(t, changes).Want(200).Into(&done)
	came := f.difference(before, f.derived())
	if len(came) == 0 {
		t.Error("nothing follows")
	}
	same(t, described(preview.Consequences), came...)
	same(t, described(done.Consequences), came...)
	same(t, effects(preview.Entries), wanted...)
	same(t, effects(done.Entries), wanted...)
}

// turned waits for the letter that a player's convocation has ended, with the reason.
func (f *finals) turned(t *testing.T, name, why string) {
	t.Helper()
	if mail := f.server.Mailbox.Wait(address(name), "convocation-turned"); !strings.Contains(mail.Text, why) {
		t.Errorf("%s: %s", name, mail.Text)
	}
}

// A region leaves with which another plays its final (CN09 1.7.1): that one is alone again.
func TestRegionWithWhichOthersPlayLeaves(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.manager.Post(f.path+"/region-merges", apitest.JSON{"region": f.aosta, "into": f.piemonte}).Want(201)
	if r := f.final(f.aosta); r.Host.Id != f.piemonte {
		t.Fatalf("it plays with %+v", r.Host)
	}
	before := f.derived()
	var done openapi.Season
	f.manager.Post(f.path+"/regions/"+f.piemonte.String()+"/departure", apitest.JSON{"reason": "Nessuna tappa"}).Want(200).Into(&done)
	same(t, described(done.Consequences), f.difference(before, f.derived())...)
	if r := f.final(f.aosta); r.Host.Id != f.aosta || len(done.Consequences) == 0 {
		t.Errorf("it plays with %+v by %+v", r.Host, done.Consequences)
	}
}

// A final goes to a day on which one of its finalists may not take part (CN09 1.5).
func TestFinalIsMoved(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	f.openEvent("2009-05-10", 16, "Gina Aperta", "Hugo Secondo")
	final := f.nationalFinal()
	f.at(time.Date(2010, 2, 15, 9, 0, 0, 0, time.UTC))
	f.manager.Post(f.in(final)+"/entry-opening", nil).Want(200)
	for _, name := range []string{"Elio Aperto", "Gina Aperta"} {
		f.call(f.manager, name, national).Want(201)
		f.says(name, national, true).Want(201)
	}
	f.manager.Post(f.federation.Path+"/exclusions", apitest.JSON{
		"player": f.person("Elio Aperto"), "kind": "employee-of-publisher", "from": "2010-03-20", "reason": "Entra in redazione",
	}, apitest.Key(uuid.NewString())).Want(201)
	if got := f.entrants(final); got != "Elio Aperto, Gina Aperta" {
		t.Fatalf("in the final are %s", got)
	}
	move := func(day string) {
		tag := f.manager.Get(f.in(final)).Want(200).ETag()
		f.manager.Patch(f.in(final), apitest.JSON{"startsAt": day + "T09:00:00Z"}, apitest.Match(tag)).Want(200)
	}
	move("2010-03-21")
	if got := f.entrants(final); got != "Gina Aperta" {
		t.Errorf("in the final are %s", got)
	}
	f.turned(t, "Elio Aperto", "CN09 1.5")
	move("2010-03-19")
	if got := sorted(f.entrants(final)); got != "Elio Aperto, Gina Aperta" {
		t.Errorf("in the final are %s", got)
	}
}
