package leagueapi_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

func TestHomologation(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.decide(x.contact, "homologate", nil).Refused(409, "event-not-finished")
	x.played()
	t.Run("CN09 1.6 not before the report", func(t *testing.T) {
		if got := x.decide(x.contact.In(t), "homologate", nil).Refused(409, "report-missing"); got.Text("rule.code") != "CN09" {
			t.Errorf("got %s", got.Body)
		}
	})
	x.photographs()
	x.report(nil).Want(201)
	same(t, faults(x.decide(x.contact, "invalidate", apitest.JSON{"reason": "Non mi piace"}).Want(422)), "/decision nothing-to-invalidate")
	preview := x.contact.Post(x.path+"/homologation/preview", apitest.JSON{"decision": "homologate"}).Want(200)
	if got := x.homologation(); len(got.Decisions) != 0 {
		t.Errorf("a preview was stored: %+v", got)
	}
	done := x.decide(x.contact, "homologate", nil).Want(200)
	t.Run("CN09 2.2 its places are no longer provisional", func(t *testing.T) {
		same(t, consequences(done), "event-standing homologated", "place-provisional false")
		same(t, consequences(preview), consequences(done)...)
	})
	x.decide(x.contact, "invalidate", apitest.JSON{"unsound": true, "reason": "Ripensato"}).Refused(409, "event-decided")
	x.organizer.Post(x.path+"/outcome", x.outcome(apitest.JSON{"reason": "Un errore"})).Refused(409, "event-decided")
	x.organizer.Post(x.path+"/outcome/withdrawal", apitest.JSON{"reason": "Un errore"}).Refused(409, "event-decided")
	if got := x.server.Anonymous().Get(x.path).Want(200); got.Text("inSeason.standing") != "homologated" {
		t.Errorf("got %s", got.Body)
	}
	reverse := func(by *apitest.Client) *apitest.Answer {
		return by.Post(x.path+"/homologation/reversal", apitest.JSON{"reason": "Da rivedere"})
	}
	t.Run("taken back all that followed is undone", func(t *testing.T) {
		same(t, consequences(reverse(x.contact.In(t)).Want(200)), "event-standing provisional", "place-provisional true")
	})
	reverse(x.contact).Refused(409, "nothing-decided")
	t.Run("CN09 1.11 declared invalid for its results, its place is void", func(t *testing.T) {
		gone := x.decide(x.contact.In(t), "invalidate", apitest.JSON{"unsound": true, "reason": "Punteggi impossibili al tavolo 2"}).Want(200)
		same(t, consequences(gone), "event-standing invalidated", "event-demand failed", "region-format none", "place-holder void", "place-provisional false")
	})
	same(t, x.failing(), "results-unsound ")
	reverse(x.contact).Want(200)
	same(t, x.failing())
	t.Run("not once the national final has started", func(t *testing.T) {
		x.decide(x.contact, "homologate", nil).Want(200)
		final := x.championship.draft(apitest.JSON{"kind": "national-final", "region": nil, "startsAt": inRome(t, "2009-03-01 18:00")}).Want(201).ID("id")
		x.federation.Manager.Post(x.championship.in(final)+"/announcement", nil).Want(200)
		x.server.Database.Alter(t, `update league.events set state = 'running', started_at = starts_at where id = $1`, final)
		reverse(x.contact.In(t)).Refused(409, "national-final-started")
	})
}

// CN09 1.11: fewer players are accepted from new organizers, by the manager.
func TestFewerPlayers(t *testing.T) {
	t.Parallel()
	fewer := apitest.JSON{"demands": []string{"too-few-players"}, "reason": "Prima tappa ad Aosta"}
	t.Run("CN09 1.11 of an organizer who is not new", func(t *testing.T) {
		t.Parallel()
		x := newTappa(t, 11, nil)
		x.reported()
		same(t, faults(x.decide(x.contact, "homologate", nil).Want(422)), "/decision too-few-players")
		same(t, faults(x.decide(x.federation.Manager, "homologate", fewer).Want(422)), "/demands/0 fewer-from-new-organizers-only")
		gone := x.decide(x.contact, "invalidate", apitest.JSON{"demands": []string{"too-few-players"}, "reason": "Undici giocatori"}).Want(200)
		if !slices.Contains(consequences(gone), "place-holder void") {
			t.Errorf("got %s", gone.Body)
		}
	})
	t.Run("CN09 1.11 of a new organizer", func(t *testing.T) {
		t.Parallel()
		x := newTappa(t, 11, apitest.JSON{"newOrganizer": true})
		x.reported()
		same(t, faults(x.decide(x.contact, "waive", fewer).Want(422)), "/demands/0 demand-waived-by-manager")
		x.decide(x.federation.Manager, "waive", apitest.JSON{"demands": []string{"too-few-players"}}).Refused(422, "invalid")
		same(t, faults(x.decide(x.federation.Manager, "waive", apitest.JSON{"demands": []string{"results-late"}, "reason": "Ma sì"}).Want(422)), "/demands/0 demand-not-failing")
		same(t, consequences(x.decide(x.federation.Manager, "waive", fewer).Want(200)), "event-demand waived")
		same(t, x.failing())
		if got := x.homologation(); got.Checklist.State != "waiting" || !got.Decisions[0].ForContact {
			t.Errorf("got %+v", got)
		}
		x.decide(x.contact, "homologate", nil).Want(200)
		if got := x.homologation(); len(got.Decisions[1].Waived) != 1 || got.Decisions[1].ForContact {
			t.Errorf("what was waived is forgotten: %+v", got.Decisions)
		}
	})
}

// Nobody homologates a stage of their own (CN09 2.2), and each their own region.
func TestWhoHomologates(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	referee := x.appoint("Rita Arbitro", "referee")
	player := x.server.SignUp("Piero Giocatore")
	x.organizer.Post(x.path+"/entry-opening", nil).Want(200)
	player.Post(x.path+"/my-entry", apitest.JSON{}).Want(201)
	x.now("2009-03-01 20:00")
	referee.SignIn()
	player.SignIn()
	var me openapi.EntryPage
	x.organizer.Get(x.path + "/entries?limit=100").Want(200).Into(&me)
	x.players = append(x.players, me.Items[0].Player.Id.UUID)
	x.organizer.Post(x.path+"/outcome", x.outcome(nil)).Want(200)
	x.photographs()
	x.report(nil).Want(201)
	x.decide(x.organizer, "homologate", nil).Want(403)
	for _, tt := range []struct {
		name, reason string
		client       *apitest.Client
	}{
		{"organized", "own-event-organizer", x.organizer},
		{"refereed", "own-event-referee", referee},
		{"played", "own-event-player", player},
	} {
		t.Run("CN09 2.2 a contact who "+tt.name+" it", func(t *testing.T) {
			x.federation.Appoint(tt.client, "regional-contact", apitest.Region(x.championship.aosta))
			if got := x.decide(tt.client.In(t), "homologate", nil).Refused(422, tt.reason); paragraph(got) != "CN09 2.2" {
				t.Errorf("got %s", got.Body)
			}
		})
	}
	t.Run("the contact of another region", func(t *testing.T) {
		other := x.federation.Member("Paola Piemonte", "regional-contact", apitest.Region(x.championship.piemonte))
		x.decide(other.In(t), "homologate", nil).Want(403)
		if got := other.In(t).Get(x.championship.path + "/homologations").Want(200); got.Len("items") != 0 {
			t.Errorf("got %s", got.Body)
		}
	})
	if got := x.homologation(); len(got.Decisions) != 0 {
		t.Errorf("something was stored: %+v", got)
	}
	t.Run("the manager acts for the contact", func(t *testing.T) {
		x.decide(x.federation.Manager.In(t), "homologate", nil).Want(200)
		if got := x.homologation(); !got.Decisions[0].ForContact {
			t.Errorf("got %+v", got.Decisions)
		}
	})
}

// The queue is ordered by deadline and narrowed by state and region.
func TestQueueOfHomologations(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	later := x.championship.tappa(apitest.JSON{"startsAt": inRome(t, "2009-03-02 10:00")})
	later.players = []uuid.UUID{}
	x.championship.tappa(apitest.JSON{"startsAt": inRome(t, "2009-03-15 10:00")}) // to come
	x.reported()
	later.now("2009-03-02 20:00")
	later.organizer.Post(later.path+"/outcome", later.outcome(nil)).Want(200)
	x.contact.SignIn()
	queue := func(query string) (out []string) {
		var page openapi.HomologationPage
		x.contact.Get(x.championship.path + "/homologations" + query).Want(200).Into(&page)
		for _, item := range page.Items {
			out = append(out, item.Checklist.ReportBy.String()+" "+string(item.Checklist.State))
		}
		return out
	}
	same(t, queue(""), "2009-03-08 waiting", "2009-03-09 awaits-report")
	same(t, queue("?state=waiting"), "2009-03-08 waiting")
	same(t, queue("?region="+x.championship.piemonte.String()))
	same(t, queue("?region="+x.championship.aosta.String()), "2009-03-08 waiting", "2009-03-09 awaits-report")
	first := x.contact.Get(x.championship.path + "/homologations?limit=1").Want(200)
	second := x.contact.Get(x.championship.path + "/homologations?limit=1&cursor=" + first.Text("nextCursor")).Want(200)
	if first.ID("items.0.event") != x.id || second.ID("items.0.event") != later.id || second.Text("nextCursor") != "" {
		t.Errorf("got %s and %s", first.Body, second.Body)
	}
}

// The consequences of an event before it is played, by its entrants (CN09 1.7).
func TestTierBeforeTheEvent(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 14, nil)
	x.organizer.Post(x.path+"/entry-opening", nil).Want(200)
	state := func() openapi.EventInSeason {
		var e openapi.Event
		x.server.Anonymous().Get(x.path).Want(200).Into(&e)
		return e.InSeason
	}
	if got := state(); got.Tier.Id != "selection" || got.Missing != 12 || got.NextTier.Id != "grande-torneo" || got.MissingForNext != 28 || len(got.Stakes) != 1 || got.Stakes[0].To != "regional-final" || got.Stakes[0].Substitute != 2 {
		t.Errorf("got %+v", got)
	}
	for _, player := range x.players {
		x.organizer.Post(x.path+"/entries", apitest.JSON{"player": player}).Want(201)
	}
	t.Run("CN09 1.7 a Grande Torneo has 28 entrants", func(t *testing.T) {
		if got := state(); got.Missing != 0 || got.MissingForNext != 14 || len(got.NextStakes) != 2 || !got.NextStakes[0].Refund {
			t.Errorf("got %+v", got)
		}
	})
}

// CN09 1.4: a regional final after its last day cannot be homologated by anybody.
func TestHomologationOfARegionalFinal(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	x.reported()
	x.decide(x.contact, "homologate", nil).Want(200)
	of := finalsOf(x.championship, inRome(t, "2009-03-04 10:00"))
	of.stage(of.aosta, "2009-03-02", "Bea Due", "Lea Seconda")
	of.stage(of.aosta, "2009-03-03", "Cleo Tre", "Mara Seconda")
	final := x.championship.tappa(apitest.JSON{"kind": "regional-final", "startsAt": inRome(t, "2009-03-08 10:00")})
	final.players, final.contact = []uuid.UUID{x.players[0], of.person("Bea Due"), of.person("Cleo Tre"), x.players[1]}, x.contact
	final.now("2009-03-08 20:00")
	t.Run("CN09 1.7 nobody is in it who has no place there", func(t *testing.T) {
		same(t, faults(final.organizer.In(t).Post(final.path+"/outcome", final.outcome(nil)).Want(422)), "/entrants/3 no-place-in-final")
	})
	final.players = final.players[:3]
	won := final.organizer.Post(final.path+"/outcome", final.outcome(nil)).Want(200)
	t.Run("CN09 1.9 its winner has a place in the national final", func(t *testing.T) {
		if !slices.Contains(consequences(won), "place-new held") {
			t.Errorf("got %s", won.Body)
		}
	})
	final.photographs("winner")
	final.report(nil).Want(201)
	t.Run("CN09 1.6.a a regional final needs its photos", func(t *testing.T) { same(t, final.failing(), "photos-missing winner") })
	same(t, faults(final.decide(final.federation.Manager, "homologate", nil).Want(422)), "/decision photos-missing")
	final.decide(final.federation.Manager, "return", apitest.JSON{"reason": "Manca il vincitore"}).Want(200)
	final.send(snapshot(t, 64, 48), apitest.JSON{"kind": "winner"})
	final.report(nil).Want(201)
	t.Run("CN09 2.2 the contact does not decide about the final of his own", func(t *testing.T) {
		final.decide(final.contact.In(t), "homologate", nil).Refused(422, "decided-by-manager")
	})
	done := final.decide(final.federation.Manager, "homologate", nil).Want(200)
	same(t, consequences(done), "region-result homologated", "place-provisional false")
	if got := final.homologation(); got.Checklist.State != "homologated" || got.Decisions[1].ForContact {
		t.Errorf("got %+v", got)
	}
	x.federation.Manager.Post(final.path+"/homologation/reversal", apitest.JSON{"reason": "Troppo tardi"}).Want(200)
	tag := x.federation.Manager.Get(x.championship.path).ETag()
	x.federation.Manager.Patch(x.championship.path, apitest.JSON{"playsTo": "2009-03-07", "finalsBy": "2009-03-07", "reason": "Anticipato"}, apitest.Match(tag)).Want(200)
	t.Run("CN09 1.4 too late", func(t *testing.T) {
		same(t, faults(final.decide(final.federation.Manager.In(t), "homologate", nil).Want(422)), "/decision final-late")
	})
}
