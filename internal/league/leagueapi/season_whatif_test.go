package leagueapi_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
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

// derived is the season as a desk has it that has seen nothing of it before.
func (f *finals) derived() *register.Season {
	f.t.Helper()
	door, err := tenantdb.Read(f.t.Context(), f.server.DB(), f.federation.ID, nil)
	if err != nil {
		f.t.Fatal(err)
	}
	s, err := desk.New(eventdesk.Random).ViewSeason(door, league.SeasonID{UUID: f.id})
	if err != nil {
		f.t.Fatal(err)
	}
	return s
}

// difference lists the changes between two states of the season, in the form of [described].
func (f *finals) difference(before, after *register.Season) []string {
	names := map[league.PlayerID]string{}
	for name, id := range f.people {
		names[league.PlayerID{UUID: id}] = name
	}
	var out []string
	for _, c := range season.Difference(before.State, after.State) {
		out = append(out, line(string(c.Kind), names[c.Replaced], names[c.Player], string(c.Demand), c.Before, c.After, c.Cite()+" "+c.Reason))
	}
	return out
}

// described writes consequences of the API in one line each, with the reason.
func described(list []openapi.SeasonConsequence) []string {
	var out []string
	for _, c := range list {
		out = append(out, line(string(c.Kind), c.Replaced.Name, c.Player.Name, c.Demand, c.Before, c.After, strings.TrimSpace(cites(c.Explanation))+" "+c.Explanation.Reason))
	}
	return out
}

func line(parts ...string) string { return strings.Join(parts, "|") }

// whatIf asks for the consequences of a supposed act.
func (f *finals) whatIf(t *testing.T, question apitest.JSON) *apitest.Answer {
	t.Helper()
	return f.manager.In(t).Post(f.path+"/what-if", question)
}

// comes asks for the consequences of an act, does it, and compares: the answer has to agree with the actual
// consequences, one by one with the reasons, and contain the wanted ones.
func (f *finals) comes(t *testing.T, question apitest.JSON, act func(), wanted ...string) {
	t.Helper()
	var said openapi.SeasonWhatIf
	f.whatIf(t, question).Want(200).Into(&said)
	before := f.derived()
	act()
	same(t, described(said.Consequences), f.difference(before, f.derived())...)
	all := strings.Join(f.changes(said.Consequences), "\n")
	for _, part := range wanted {
		if !strings.Contains(all, part) {
			t.Errorf("no %q in\n%s", part, all)
		}
	}
}

// refusedAlike asks for the consequences of an act that cannot be done, and does it: both are refused for the
// same reasons, by the same paragraphs.
func refusedAlike(t *testing.T, asked, done *apitest.Answer, want string) {
	t.Helper()
	why := func(a *apitest.Answer) string {
		out := fmt.Sprint(a.Status)
		if a.Status == 422 && a.Value("errors.0") != nil {
			for i := range a.Len("errors") {
				at := fmt.Sprintf("errors.%d.", i)
				out += " " + a.Text(at+"rule.paragraph") + " " + a.Text(at+"reason")
			}
			return out
		}
		return out + " " + paragraph(a) + " " + a.Text("type")[strings.LastIndex(a.Text("type"), "/")+1:]
	}
	if why(asked) != want || why(done) != want {
		t.Errorf("asked: %s, done: %s, want %s", why(asked), why(done), want)
	}
}

// posted sends the report of a stage that came by mail on a day.
func (f *finals) posted(event uuid.UUID, day string) {
	f.t.Helper()
	f.manager.Post(f.in(event)+"/report", apitest.JSON{"notes": "Per posta", "late": true, "receivedAt": day + "T10:00:00Z"}).Want(201)
}

// withPhotos lets a stage have all the photos that are demanded (CN09 1.6.a).
func (f *finals) withPhotos(event uuid.UUID) {
	f.t.Helper()
	f.alter(`insert into league.photos (tenant_id, id, event_id, kind, round, alt, people_agree, minors, guardians_agree, state, bytes, received, received_at, page_digest, thumbnail_digest,
			created_by, created_at)
		select $1, gen_random_uuid(), $2, kind, 1, 'Una foto', true, false, true, 'ready', 1, 1, now(), '00', '00', $3, now() from unnest(array['winner', 'panorama', 'final-table']) as kind`,
		f.federation.ID, event, f.manager.ID)
	f.touch()
}

// judged decides about an event.
func (f *finals) judged(event uuid.UUID, decision apitest.JSON) *apitest.Answer {
	f.t.Helper()
	return f.judge().Post(f.in(event)+"/homologation", decision)
}

// recorded is [finals.played] of an event that was played without the program.
func (f *finals) recorded(changes apitest.JSON, players int, first ...string) uuid.UUID {
	f.t.Helper()
	id := f.played(changes, players, first...)
	f.alter(`update league.events set elsewhere = true, revision = revision + 1 where id = $1`, id)
	f.touch()
	return id
}

// Each question is asked and done once here: the predicted consequences come true. The consequences of each,
// and the reasons of refusals, are tested by TestPreviewVerdict, TestPreviewReversal, TestPreviewReport and
// TestPreviewEvent of package register, which also compare predictions with acts.
func TestWhatIfOfASeason(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.piemonte, "2009-03-08", "Bea Due", "Lea Seconda")
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Seconda")
	cogne := f.recorded(apitest.JSON{"title": "Tappa di Cogne", "startsAt": "2009-06-07T08:00:00Z"}, 12, "Nadia Nuova", "Olga Seconda")
	late := f.recorded(apitest.JSON{"title": "Tappa di Gignod", "startsAt": "2009-06-14T08:00:00Z"}, 12, "Pia Prima", "Rita Seconda")
	verdict := func(event uuid.UUID, valid bool) apitest.JSON {
		return apitest.JSON{"verdict": apitest.JSON{"event": event, "valid": valid}}
	}
	report := func(event uuid.UUID, day string) apitest.JSON {
		return apitest.JSON{"report": apitest.JSON{"event": event, "day": day}}
	}
	homologate := apitest.JSON{"decision": "homologate"}
	before, facts := f.register(), f.stored()
	t.Run("CN09 1.11 nothing is decided before the report", func(t *testing.T) {
		refusedAlike(t, f.whatIf(t, verdict(cogne, true)), f.judged(cogne, homologate), "409 CN09 1.11 report-missing")
	})
	t.Run("a merger that cannot be is refused as it would be", func(t *testing.T) {
		merge := apitest.JSON{"region": f.aosta, "into": f.aosta}
		refusedAlike(t, f.whatIf(t, apitest.JSON{"merge": merge}), f.manager.In(t).Post(f.path+"/region-merges", merge), "422 1.7.1 region-merges-into-itself")
		f.whatIf(t, apitest.JSON{}).Want(422)
		f.whatIf(t, verdict(uuid.New(), true)).Refused(404, "not-found")
		f.server.SignUp("Zoe Estranea").In(t).Post(f.path+"/what-if", apitest.JSON{"merge": apitest.JSON{"region": f.aosta, "into": f.piemonte}}).Want(403)
	})
	f.whatIf(t, report(late, "2009-06-22")).Want(200)
	if after := f.register(); len(after) != len(before) || f.stored() != facts {
		t.Error("asking has changed something")
	}
	t.Run("CN09 1.9 a decline lets the second step in", func(t *testing.T) {
		f.comes(t, apitest.JSON{"decline": apitest.JSON{"player": f.person("Elio Aperto"), "final": national}},
			func() { f.says("Elio Aperto", national, false).Want(201) }, "place-holder Elio Aperto → Fanny Seconda")
	})
	t.Run("CN09 1.7.1 a merger", func(t *testing.T) {
		merge := apitest.JSON{"region": f.piemonte, "into": f.aosta}
		f.comes(t, apitest.JSON{"merge": merge}, func() { f.manager.Post(f.path+"/region-merges", merge).Want(201) }, "region-host")
	})
	f.withPhotos(cogne)
	t.Run("CN09 1.11 a report within the week", func(t *testing.T) {
		f.comes(t, report(cogne, "2009-06-14"), func() { f.posted(cogne, "2009-06-14") }, "event-demand open>met")
	})
	t.Run("CN09 1.11 a homologation makes the place certain", func(t *testing.T) {
		f.comes(t, verdict(cogne, true), func() { f.judged(cogne, homologate).Want(200) }, "event-standing provisional>homologated", "place-provisional Nadia Nuova true>false")
	})
	t.Run("CN09 1.11 taken back it is provisional again", func(t *testing.T) {
		f.comes(t, apitest.JSON{"reversal": apitest.JSON{"event": cogne}}, func() { f.reversal(cogne).Want(200) }, "event-standing homologated>provisional")
	})
	t.Run("CN09 1.11 a report after a week has the stage declared invalid", func(t *testing.T) {
		f.comes(t, report(late, "2009-06-22"), func() {
			f.posted(late, "2009-06-22")
			f.judged(late, apitest.JSON{"decision": "invalidate", "demands": []string{"results-late"}, "reason": "Tardi"}).Want(200)
		}, "event-standing provisional>invalidated", "place-holder Pia Prima")
	})
	f.newStage(t)
	f.begin(f.nationalFinal())
	f.alter(`update league.seasons set state = 'closed' where id = $1`, f.id)
	f.touch()
	t.Run("a closed season takes no facts any more", func(t *testing.T) {
		asked := f.whatIf(t, apitest.JSON{"decline": apitest.JSON{"player": f.person("Fanny Seconda"), "final": national}})
		refusedAlike(t, asked, f.says("Fanny Seconda", national, false), "409   season-closed")
	})
}

// newStage asks for the consequences of a stage that does not exist, and then plays it.
func (f *finals) newStage(t *testing.T) {
	t.Helper()
	ask := func(day string, changes apitest.JSON, first ...string) apitest.JSON {
		ranking := make([]uuid.UUID, len(first))
		for i, name := range first {
			ranking[i] = f.person(name)
		}
		stage := apitest.JSON{"circuit": "regional", "region": f.aosta, "day": day, "players": 12, "ranking": ranking}
		maps.Copy(stage, changes)
		return apitest.JSON{"stage": stage}
	}
	t.Run("CN09 1.7 a new stage of twelve players", func(t *testing.T) {
		f.comes(t, ask("2009-09-06", nil, "Zita Prima", "Yuri Secondo"), func() {
			id := f.recorded(apitest.JSON{"title": "Tappa nuova", "startsAt": "2009-09-06T08:00:00Z"}, 12, "Zita Prima", "Yuri Secondo")
			f.alter(`update league.events set announced_at = $2 where id = $1`, id, f.server.Clock.Now())
			f.withPhotos(id)
			f.posted(id, "2009-09-06")
			f.judged(id, apitest.JSON{"decision": "homologate"}).Want(200)
		}, "event-new >homologated", "event-breach >announced-late", "place-new Zita Prima >held")
	})
	t.Run("CN09 1.1 a new stage in a region that takes no part", func(t *testing.T) {
		asked := f.whatIf(t, ask("2009-10-04", apitest.JSON{"region": f.toscana}))
		refusedAlike(t, asked, f.draft(apitest.JSON{"region": f.toscana}), "422 1.1 region-not-in-season")
		same(t, faults(asked), "/stage/region region-not-in-season")
	})
}

// reversal reverses the verdict on an event.
func (f *finals) reversal(event uuid.UUID) *apitest.Answer {
	f.t.Helper()
	return f.judge().Post(f.in(event)+"/homologation/reversal", apitest.JSON{"reason": "Da rivedere"})
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
