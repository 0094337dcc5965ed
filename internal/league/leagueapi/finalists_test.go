package leagueapi_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// entrants returns the names of the players who have entered an event and not left again.
func (f *finals) entrants(event uuid.UUID) string {
	f.t.Helper()
	var page openapi.EntryPage
	f.manager.Get(f.in(event) + "/entries?limit=100").Want(200).Into(&page)
	var names []string
	for _, e := range page.Items {
		if e.State == "entered" {
			names = append(names, e.Player.Name)
		}
	}
	return strings.Join(names, ", ")
}

func TestFieldOfARegionalFinal(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.aosta, "2009-03-08", "Bea Due", "Lea Seconda")
	last := f.played(apitest.JSON{"title": "Tappa di Cogne", "startsAt": "2009-03-15T08:00:00Z"}, 12, "Cleo Tre", "Mara Seconda")
	final := f.regionalFinal(f.aosta)
	manager := f.manager.In(t)
	t.Run("CN09 1.7 a regional final is not opened before its stages are homologated", func(t *testing.T) {
		got := manager.In(t).Post(f.in(final)+"/entry-opening", nil).Refused(409, "stages-undecided")
		if paragraph(got) != "CN09 1.7" || !strings.Contains(got.Text("detail"), "Tappa di Cogne") {
			t.Errorf("got %s", got.Body)
		}
		if r := f.final(f.aosta); len(r.Undecided) != 1 || r.Undecided[0].Title != "Tappa di Cogne" || r.Event.Title != "Finale di Aosta" {
			t.Errorf("got %+v", r)
		}
	})
	f.decide(last, "homologated")
	manager.Post(f.in(final)+"/entry-opening", nil).Want(200)
	enter := func(name string) *apitest.Answer {
		return manager.Post(f.in(final)+"/entries", apitest.JSON{"player": f.person(name)})
	}
	t.Run("CN09 1.7 to a regional final comes only who has accepted a place", func(t *testing.T) {
		for _, name := range []string{"Ada Uno", "Ida Seconda", "Zita Nessuna"} {
			if got := enter(name).Refused(422, "invalid"); got.Text("errors.0.reason") != "not-a-finalist" || paragraph(got) != "CN09 1.7" {
				t.Errorf("%s: %s", name, got.Body)
			}
		}
	})
	for _, name := range []string{"Ada Uno", "Bea Due"} {
		f.call(f.manager, name, regional).Want(201)
	}
	f.reply(f.letter("Ada Uno"), true).Want(200)
	t.Run("who comes is an entrant from then on, and leaves when he does not", func(t *testing.T) {
		if got := f.entrants(final); got != "Ada Uno" {
			t.Errorf("got %q", got)
		}
		bea := f.letter("Bea Due")
		f.reply(bea, true).Want(200)
		if got := f.entrants(final); got != "Ada Uno, Bea Due" {
			t.Errorf("got %q", got)
		}
		f.reply(bea, false).Want(200)
		if got := f.entrants(final); got != "Ada Uno" {
			t.Errorf("got %q", got)
		}
	})
	if got := manager.Post(f.in(final)+"/entries-from-places", nil).Want(200); got.Len("items") < 1 {
		t.Errorf("got %s", got.Body)
	}
	t.Run("who has lost his place does not start", func(t *testing.T) {
		f.alter(`update league.entries set state = 'checked-in', checked_in_at = now() where event_id = $1 and state = 'entered'`, final)
		f.alter(`update league.events set revision = revision + 1 where id = $1`, final)
		f.alter(`update league.convocations set accepted_at = null where player_id = $1`, f.person("Ada Uno"))
		f.touch()
		referee := f.server.SignUp("Fabio Arbitro")
		f.federation.Appoint(referee, "first-referee", apitest.Stage(final))
		if got := referee.Post(f.in(final)+"/start", apitest.JSON{}).Refused(422, "invalid"); got.Text("errors.0.reason") != "not-a-finalist" ||
			got.Len("errors") != 1 || got.Text("errors.0.pointer") != "/entries/1" || paragraph(got) != "CN09 1.7" {
			t.Errorf("got %s", got.Body)
		}
		if state := referee.Get(f.in(final)).Want(200).Text("state"); state != "open" {
			t.Errorf("it is %s", state)
		}
	})
	stage := f.announced(nil)
	f.manager.Post(f.in(stage)+"/entries-from-places", nil).Refused(409, "no-final-of-season")
}

// CN09 1.5: a qualified player enters no event of the season from the day after.
func TestQualifiedPlayerMayNotEnter(t *testing.T) {
	t.Parallel()
	f := newFinalsAt(t, apitest.Began)
	f.alter(`update league.seasons set champion_id = $2 where id = $1`, f.id, f.person("Clara Campionessa"))
	won := f.played(apitest.JSON{"title": "Tappa di Aosta", "startsAt": "2009-03-01T08:00:00Z"}, 12, "Ada Uno", "Bea Due")
	manager := f.manager.In(t)
	opened := func(changes apitest.JSON) uuid.UUID {
		id := f.announced(changes)
		manager.Post(f.in(id)+"/entry-opening", nil).Want(200)
		return id
	}
	sameDay := opened(apitest.JSON{"title": "Tappa serale", "startsAt": "2009-03-01T20:00:00Z"})
	later := opened(apitest.JSON{"title": "Tappa di Torino", "region": f.piemonte, "startsAt": "2009-03-02T08:00:00Z"})
	online := opened(apitest.JSON{"kind": "online", "title": "Torneo in rete", "region": nil, "startsAt": "2009-05-02T08:00:00Z"})
	enter := func(event uuid.UUID, name string, more apitest.JSON) *apitest.Answer {
		body := apitest.JSON{"player": f.person(name)}
		for k, v := range more {
			body[k] = v
		}
		return f.manager.Post(f.in(event)+"/entries", body)
	}
	t.Run("CN09 1.5 not on the day itself (reading D002-13)", func(t *testing.T) { enter(sameDay, "Ada Uno", nil).Want(201) })
	t.Run("CN09 1.5 J06 the refusal names the stage and the day, also before it is homologated", func(t *testing.T) {
		for _, event := range []uuid.UUID{later, online} {
			got := enter(event, "Ada Uno", nil).Refused(422, "invalid")
			if got.Text("errors.0.reason") != "qualified-at" || paragraph(got) != "CN09 1.5" ||
				!strings.Contains(got.Text("errors.0.text"), "Tappa di Aosta") || !strings.Contains(got.Text("errors.0.text"), "1 March 2009") {
				t.Errorf("got %s", got.Body)
			}
		}
		check := f.manager.In(t).Post(f.in(later)+"/eligibility", apitest.JSON{"player": f.person("Ada Uno")}).Want(200)
		if check.Value("eligible") != false {
			t.Errorf("got %s", check.Body)
		}
	})
	t.Run("CN09 1.5 the second is free, the reigning champion is not", func(t *testing.T) {
		enter(later, "Bea Due", nil).Want(201)
		enter(later, "Clara Campionessa", nil).Refused(422, "invalid")
	})
	t.Run("CN09 1.5 nor does a namesake of the qualified pass unchecked", func(t *testing.T) {
		namesake := f.manager.Post(f.federation.Path+"/players", apitest.JSON{"name": "Uno Adа"}).Want(201).ID("id") // with a Cyrillic а
		got := f.manager.Post(f.in(later)+"/entries", apitest.JSON{"player": namesake}).Want(201)
		if got.Text("check.state") != "open" || got.ID("check.resembles.0.player") != f.person("Ada Uno") || got.Text("check.resembles.0.explanations.0.reason") != "qualified-at" {
			t.Errorf("got %s", got.Body)
		}
		other := f.manager.Post(f.federation.Path+"/players", apitest.JSON{"name": "Due Bea"}).Want(201).ID("id") // the second is free
		if got := f.manager.Post(f.in(later)+"/entries", apitest.JSON{"player": other}).Want(201); got.Value("check") != nil {
			t.Errorf("got %s", got.Body)
		}
	})
	t.Run("J06 the manager lets somebody in with a reason, which the audit keeps", func(t *testing.T) {
		organizer := f.server.SignUp("Olga Organizzatrice")
		f.federation.Appoint(organizer, "organizer", apitest.Stage(later))
		organizer.In(t).Post(f.in(later)+"/entries", apitest.JSON{"player": f.person("Ada Uno"), "despite": "Fa numero"}).Want(403)
		enter(later, "Zita Nuova", apitest.JSON{"despite": "Fa numero"}).Refused(409, "no-exemption-needed")
		enter(later, "Ada Uno", apitest.JSON{"despite": "Fa numero"}).Want(201)
		if log := f.manager.In(t).Get(f.federation.Path + "/log?limit=100").Want(200); !strings.Contains(string(log.Body), "entry.exempted") {
			t.Error("the log does not say so")
		}
		if audit := f.manager.In(t).Get(f.in(later) + "/audit").Want(200); !strings.Contains(string(audit.Body), "Fa numero") {
			t.Error("the audit does not say why")
		}
	})
	t.Run("CN09 1.5 winning an invalid stage bars nobody", func(t *testing.T) {
		f.decide(won, "invalidated")
		enter(online, "Ada Uno", nil).Want(201)
	})
	t.Run("CN09 1.5 who has qualified since he entered does not start, and nobody else is kept from it", func(t *testing.T) {
		for _, name := range []string{"Bea Due", "Carla", "Dario", "Enea", "Fosca", "Gaia", "Igor", "Lia", "Mino", "Nives", "Otto", "Pia"} {
			enter(online, name, nil).Want(201)
		}
		f.decide(won, "homologated")
		f.alter(`update league.entries set state = 'checked-in', checked_in_at = now() where event_id = $1`, online)
		f.alter(`update league.events set revision = revision + 1 where id = $1`, online)
		f.touch()
		referee := f.server.SignUp("Fabio Arbitro")
		f.federation.Appoint(referee, "first-referee", apitest.Stage(online))
		before := f.manager.In(t).Get(f.in(online) + "/entries?limit=100").Want(200)
		if before.Text("items.0.player.name") != "Ada Uno" || before.Text("items.0.barred.0.reason") != "qualified-at" || before.Text("items.1.barred.0.reason") != "" {
			t.Errorf("the list before the start: %s", before.Body)
		}
		if started := referee.In(t).Post(f.in(online)+"/start", apitest.JSON{}).Want(200); started.Text("state") != "running" || started.Int("counts.players") != 12 {
			t.Errorf("got %s", started.Body)
		}
		var page openapi.EntryPage
		f.manager.In(t).Get(f.in(online) + "/entries?limit=100").Want(200).Into(&page)
		for _, e := range page.Items {
			qualified := e.Player.Name == "Ada Uno"
			if plays := e.State == "playing"; plays == qualified {
				t.Errorf("%s is %s", e.Player.Name, e.State)
			}
			if qualified && (len(e.Barred) != 1 || e.Barred[0].Reason != "already-qualified" || cites(e.Barred[0]) != "CN09 1.5") {
				t.Errorf("got %+v", e.Barred)
			}
		}
		if len(page.Items) != 13 {
			t.Errorf("%d entries", len(page.Items))
		}
	})
}
