package leagueapi_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// changes are consequences on one line each: "place-holder Ada Uno → Bea Due".
func (f *finals) changes(list []openapi.SeasonConsequence) []string {
	var out []string
	for _, c := range list {
		line := string(c.Kind)
		switch {
		case c.Kind == "place-holder":
			line += " " + c.Replaced.Name + " → " + c.Player.Name
		case c.Player.Name != "":
			line += " " + c.Player.Name
		case c.Replaced.Name != "":
			line += " " + c.Replaced.Name
		}
		if c.Before != c.After {
			line += " " + c.Before + ">" + c.After
		}
		out = append(out, line)
	}
	return out
}

func TestWhatIfOfASeason(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	first := f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.piemonte, "2009-03-08", "Bea Due", "Lea Seconda")
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	open := f.played(apitest.JSON{"title": "Tappa di Cogne", "startsAt": "2009-06-07T08:00:00Z"}, 12, "Nadia Nuova", "Olga Seconda")
	before, facts := f.register(), f.stored()
	ask := func(question apitest.JSON) []string {
		var answer openapi.SeasonWhatIf
		f.manager.Post(f.path+"/what-if", question).Want(200).Into(&answer)
		for _, c := range answer.Consequences {
			if c.Explanation.Text == "" {
				t.Errorf("no words: %+v", c)
			}
		}
		return f.changes(answer.Consequences)
	}
	for _, tt := range []struct {
		name     string
		question apitest.JSON
		want     []string // lines that are among the answer
	}{
		{
			"CN09 1.9 a decline lets the second step in",
			apitest.JSON{"decline": apitest.JSON{"player": f.person("Elio Aperto"), "final": national}},
			[]string{"place-holder Elio Aperto → Fanny Seconda"},
		},
		{
			"CN09 1.11 an invalid stage gives no place",
			apitest.JSON{"verdict": apitest.JSON{"event": first, "valid": false}},
			[]string{"event-standing homologated>invalidated"},
		},
		{
			"CN09 1.11 a homologation makes the place certain",
			apitest.JSON{"verdict": apitest.JSON{"event": open, "valid": true}},
			[]string{"event-standing provisional>homologated", "place-provisional Nadia Nuova true>false"},
		},
		{
			"CN09 1.11 a report after a week makes the stage invalid",
			apitest.JSON{"report": apitest.JSON{"event": open, "day": "2009-06-15"}},
			[]string{"event-standing provisional>invalidated"},
		},
		{"CN09 1.11 a report within the week does not", apitest.JSON{"report": apitest.JSON{"event": open, "day": "2009-06-14"}}, nil},
		{"CN09 1.7 a new stage with a ranking", apitest.JSON{"stage": apitest.JSON{
			"circuit": "regional", "region": f.aosta, "day": "2009-09-06", "players": 12, "ranking": []uuid.UUID{f.person("Zita Prima")},
		}}, []string{"event-new >homologated", "place-new Zita Prima >held"}},
		{"CN09 1.7 a new Grande Torneo of which only the number is known", apitest.JSON{"stage": apitest.JSON{
			"circuit": "regional", "region": f.piemonte, "day": "2009-09-06", "players": 28,
		}}, []string{"event-new >homologated", "place-new >held"}},
		{"CN09 1.7.1 a merger", apitest.JSON{"merge": apitest.JSON{"region": f.piemonte, "into": f.aosta}}, []string{"region-host"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ask(tt.question)
			if tt.want == nil {
				for _, line := range got {
					if strings.HasPrefix(line, "event-standing") || strings.HasPrefix(line, "place") {
						t.Errorf("got %q", got)
					}
				}
			}
			all := strings.Join(got, "\n")
			for _, line := range tt.want {
				if !strings.Contains(all, line) {
					t.Errorf("no %q in\n%s", line, all)
				}
			}
		})
	}
	manager := f.manager.In(t)
	t.Run("a merger that cannot be is refused as it would be", func(t *testing.T) {
		if got := manager.In(t).Post(f.path+"/what-if", apitest.JSON{"merge": apitest.JSON{"region": f.aosta, "into": f.aosta}}).Refused(422, "invalid"); paragraph(got) != "CN09 1.7.1" {
			t.Errorf("got %s", got.Body)
		}
		manager.In(t).Post(f.path+"/what-if", apitest.JSON{}).Want(422)
		manager.In(t).Post(f.path+"/what-if", apitest.JSON{"verdict": apitest.JSON{"event": uuid.NewString(), "valid": true}}).Refused(404, "not-found")
		f.server.SignUp("Zoe Estranea").In(t).Post(f.path+"/what-if", apitest.JSON{"merge": apitest.JSON{"region": f.aosta, "into": f.piemonte}}).Want(403)
	})
	if after := f.register(); len(after) != len(before) || f.stored() != facts {
		t.Error("asking has changed something")
	}
	t.Run("the act leads to what was said", func(t *testing.T) {
		said := ask(apitest.JSON{"decline": apitest.JSON{"player": f.person("Elio Aperto"), "final": national}})
		var done openapi.AnswerOutcome
		f.says("Elio Aperto", national, false).Want(201).Into(&done)
		if got := f.changes(done.Consequences); strings.Join(got, "\n") != strings.Join(said, "\n") {
			t.Errorf("said %q, came %q", said, got)
		}
	})
}

// stored counts all facts of the season.
func (f *finals) stored() int {
	f.t.Helper()
	return f.server.Database.Count(f.t, `select (select count(*) from league.events) + (select count(*) from league.verdicts) + (select count(*) from league.reports)
		+ (select count(*) from league.region_merges) + (select count(*) from league.unavailabilities) + (select count(*) from platform.tenants)
		+ (select sum(revision) from league.seasons)`)
}

// The register follows from the facts: one process that saw them come one by one, and
// another that loads them at once, have the same.
func TestRegisterIsReplayed(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.aosta, "2009-03-08", "Bea Due", "Lea Seconda")
	f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda")
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	f.nationalFinal()
	body := func() string {
		t.Helper()
		reader := f.server.Anonymous()
		return string(reader.Get(f.path+"/places?limit=100").Want(200).Body) + string(reader.Get(f.path+"/finals").Want(200).Body)
	}
	var seen []string
	for _, step := range []func(){
		func() { f.says("Lea Seconda", regional, false).Want(201) },
		func() { f.call(f.manager, "Carlo Grande", national).Want(201) },
		func() { f.reply(f.letter("Carlo Grande"), true).Want(200) },
		func() { f.call(f.manager, "Elio Aperto", national).Want(201) },
		func() { f.reply(f.letter("Elio Aperto"), false).Want(200) },
		func() { f.call(f.manager, "Fanny Seconda", national).Want(201) },
		func() { f.says("Lea Seconda", regional, true).Want(201) },
		func() {
			f.manager.Post(f.path+"/region-merges", apitest.JSON{"region": f.piemonte, "into": f.aosta}).Want(201)
		},
	} {
		step()
		seen = append(seen, body())
	}
	f.server.Restart()
	if got := body(); got != seen[len(seen)-1] {
		t.Errorf("another process has another register:\n%s\n%s", got, seen[len(seen)-1])
	}
	for i := 1; i < len(seen); i++ {
		if seen[i] == seen[i-1] && i != 5 {
			t.Errorf("step %d changed nothing", i)
		}
	}
}

// Nothing of one federation's finals is another's.
func TestFinalsAreIsolated(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	f.call(f.manager, "Elio Aperto", national).Want(201)
	token := f.letter("Elio Aperto")
	other := f.server.Federation("Altra")
	elsewhere := other.Path + "/seasons/" + f.id.String()
	for _, path := range []string{"/places", "/finals", "/convocations", "/convocation-proposals"} {
		other.Manager.Get(elsewhere+path).Refused(404, "not-found")
		if path == "/convocations" || path == "/convocation-proposals" {
			other.Manager.Get(f.path + path).Want(403)
		}
	}
	stranger := f.server.Anonymous()
	stranger.Post(other.Path+"/convocation-answers", apitest.JSON{"token": token, "coming": true}).Refused(422, "link-invalid")
	stranger.Post(other.Path+"/convocation-links", apitest.JSON{"token": token}).Refused(422, "link-invalid")
	t.Run("others than those who act for it do not read why somebody may not take part", func(t *testing.T) {
		f.alter(`insert into league.exclusions (tenant_id, id, player_id, kind, from_day, reason, recorded_by, recorded_at)
			values ($1, gen_random_uuid(), $2, 'employee-of-publisher', '2009-01-01', 'Segreto', $3, now())`, f.federation.ID, f.person("Elio Aperto"), f.manager.ID)
		f.touch()
		for _, path := range []string{"/places?limit=100", "/finals"} {
			if got := stranger.In(t).Get(f.path + path).Want(200); strings.Contains(string(got.Body), "employee") || strings.Contains(string(got.Body), "Segreto") {
				t.Errorf("the public reads %s", got.Body)
			}
		}
	})
}
