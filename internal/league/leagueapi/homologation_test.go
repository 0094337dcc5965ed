package leagueapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/attack/worlddbtest"
	"referto/openapi"
)

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A stage that was played elsewhere is finished by its ranking.
func TestOutcomeElsewhere(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	x.organizer.Post(x.path+"/outcome", x.outcome(nil)).Refused(409, "outcome-before-day")
	x.now("2009-03-01 00:01")
	list := x.outcome(nil)["entrants"].([]apitest.JSON)
	list[12]["played"] = false
	recorded := x.organizer.Post(x.path+"/outcome", x.outcome(apitest.JSON{"entrants": list})).Want(200)
	if kept := x.kept(); !slices.Equal(kept, x.players[:3]) {
		t.Errorf("kept is %v", kept)
	}
	t.Run("CN09 1.7 its winner has a place in the regional final for the time being", func(t *testing.T) {
		same(t, consequences(recorded), "event-standing provisional", "event-demand met", "region-format merge", "place-new held")
		if got := recorded.Text("consequences.3.player.name"); got != "Giocatore AA" {
			t.Errorf("got %s", recorded.Body)
		}
	})
	anonymous := x.server.Anonymous()
	var event openapi.Event
	anonymous.Get(x.path).Want(200).Into(&event)
	if event.State != "finished" || !event.Elsewhere || event.Counts.Players != 12 || event.InSeason.Standing != "provisional" || event.InSeason.Missing != 0 {
		t.Errorf("got %+v", event)
	}
	t.Run("its standings are the ranking", func(t *testing.T) {
		var s openapi.Standings
		anonymous.Get(x.path + "/standings").Want(200).Into(&s)
		if s.State != "final" || len(s.Rows) != 3 || s.Rows[2].Rank != 3 || s.Rows[0].Entry.Player.Name != "Giocatore AA" || s.Rows[0].DecidedBy.Text == "" {
			t.Errorf("got %+v", s)
		}
	})
	t.Run("who did not come has not shown up", func(t *testing.T) {
		var page openapi.EntryPage
		x.organizer.Get(x.path + "/entries?limit=100").Want(200).Into(&page)
		if len(page.Items) != 13 || page.Items[12].State != "no-show" || page.Items[11].State != "playing" {
			t.Errorf("got %+v", page.Items)
		}
	})
	t.Run("corrected with a reason the last word counts", func(t *testing.T) {
		swapped := []uuid.UUID{x.players[1], x.players[0], x.players[2]}
		x.organizer.In(t).Post(x.path+"/outcome", x.outcome(apitest.JSON{"ranking": swapped})).Refused(422, "invalid")
		corrected := x.organizer.In(t).Post(x.path+"/outcome", x.outcome(apitest.JSON{"ranking": swapped, "reason": "Scambiati nel trascrivere"})).Want(200)
		same(t, consequences(corrected), "place-holder held")
		if kept := x.kept(); !slices.Equal(kept, swapped) {
			t.Errorf("kept is %v", kept)
		}
		if got := corrected.Text("consequences.0.player.name"); got != "Giocatore AB" {
			t.Errorf("got %s", corrected.Body)
		}
	})
	t.Run("taken back it has not been played", func(t *testing.T) {
		back := x.organizer.In(t).Post(x.path+"/outcome/withdrawal", apitest.JSON{"reason": "Era un altro torneo"}).Want(200)
		same(t, consequences(back), "event-standing planned", "event-demand open", "region-format none", "place-gone ")
		if kept := x.kept(); len(kept) > 0 {
			t.Errorf("kept is %v", kept)
		}
		if got := anonymous.In(t).Get(x.path).Want(200); got.Text("state") != "closed" || got.Int("counts.entered") != 13 {
			t.Errorf("got %s", got.Body)
		}
		x.organizer.In(t).Post(x.path+"/outcome/withdrawal", apitest.JSON{"reason": "Ancora"}).Refused(409, "no-outcome-recorded")
	})
	if n := x.server.Database.Count(t, `select count(entrants) from league.outcomes where event_id = $1`, x.id); n != 2 {
		t.Errorf("%d outcomes tell who had entered, not the first two of three", n)
	}
}

func TestOutcomeIsRefused(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.now("2009-03-01 20:00")
	nobody := uuid.Must(uuid.NewV7())
	entrants := func(change func([]apitest.JSON)) []apitest.JSON {
		list := x.outcome(nil)["entrants"].([]apitest.JSON)
		change(list)
		return list
	}
	for _, tt := range []struct {
		name    string
		changes apitest.JSON
		want    []string
	}{
		{"somebody who is not in the register", apitest.JSON{"entrants": entrants(func(l []apitest.JSON) { l[4]["player"] = nobody })}, []string{"/entrants/4 unknown-player"}},
		{"somebody twice", apitest.JSON{"entrants": entrants(func(l []apitest.JSON) { l[4]["player"] = x.players[3] })}, []string{"/entrants/4 player-twice"}},
		{"a place for somebody who did not come", apitest.JSON{"entrants": entrants(func(l []apitest.JSON) { l[1]["played"] = false })}, []string{"/ranking/1 ranked-without-playing"}},
		{"a place for somebody who was not there", apitest.JSON{"ranking": []uuid.UUID{x.players[0], nobody, x.players[1]}}, []string{"/ranking/1 ranked-without-playing"}},
		{"two places for one", apitest.JSON{"ranking": []uuid.UUID{x.players[0], x.players[0], x.players[1]}}, []string{"/ranking/1 player-twice"}},
		{"CN09 1.7 without the second, who may step in", apitest.JSON{"ranking": []uuid.UUID{x.players[0]}}, []string{"/ranking ranking-too-short"}},
		{"CN09 1.7.4 without the third, who may be called up", apitest.JSON{"ranking": x.players[:2]}, []string{"/ranking ranking-too-short"}},
		{"a referee who is not in the register", apitest.JSON{"referees": []apitest.JSON{{"name": "Arbitro", "player": nobody}}}, []string{"/referees/0 unknown-player"}},
		{"CN09 1.3 two first referees", apitest.JSON{"referees": []apitest.JSON{{"name": "Uno", "first": true}, {"name": "Due", "first": true}}}, []string{"/referees/1 first-referee-named"}},
		{"CN09 1.5 a place for a referee", apitest.JSON{"referees": []apitest.JSON{{"name": "Uno", "player": x.players[1]}}}, []string{"/ranking/1 referee-of-event"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			same(t, faults(x.organizer.In(t).Post(x.path+"/outcome", x.outcome(tt.changes)).Want(422)), tt.want...)
		})
	}
	if got := x.organizer.Get(x.path).Want(200); got.Text("state") != "announced" || got.Int("counts.entered") != 0 {
		t.Errorf("something was stored: %s", got.Body)
	}
	t.Run("an event that is played here", func(t *testing.T) {
		here := x.championship.tappa(apitest.JSON{"startsAt": inRome(t, "2009-03-01 10:00")})
		here.players, here.referee = x.players, here.appoint("Fabio Primo Arbitro", "first-referee")
		here.organizer.Post(here.path+"/entry-opening", nil).Want(200)
		here.startWith(x.players)
		here.organizer.In(t).Post(here.path+"/outcome", here.outcome(nil)).Refused(409, "played-here")
	})
	t.Run("an event of no season", func(t *testing.T) {
		alone := x.federation.Stage(nil)
		x.federation.Manager.In(t).Post(x.championship.in(alone)+"/outcome", x.outcome(nil)).Refused(409, "event-outside-season")
	})
}

// startWith starts the stage with players of the register.
func (x *tappa) startWith(players []uuid.UUID) {
	x.t.Helper()
	lots := []apitest.JSON{}
	for i, player := range players {
		x.organizer.Post(x.path+"/entries", apitest.JSON{"player": player}).Want(201)
		lots = append(lots, apitest.JSON{"entry": i + 1, "number": i + 1})
	}
	x.checkIn(upTo(len(players))...)
	x.referee.Post(x.path+"/start", apitest.JSON{"lots": lots, "reason": "sorteggio con i bussolotti"}).Want(200)
}

// CN09 1.5: who won a stage all the same that they might not play has won nothing.
func TestBarredInTheRankingElsewhere(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	x.played()
	next := x.weekLater()
	next.now("2009-03-08 20:00")
	same(t, faults(next.organizer.Post(next.path+"/outcome", next.outcome(nil)).Want(422)), "/ranking/0 already-qualified")
	next.organizer.Post(next.path+"/outcome", next.outcome(apitest.JSON{"barred": true})).Want(200)
	places := next.organizer.Get(x.championship.path + "/places?state=held").Want(200)
	if places.ID("items.0.holder.id") != x.players[0] || places.ID("items.1.holder.id") != x.players[1] || places.ID("items.1.origin.event.id") != next.id {
		t.Errorf("got %s", places.Body)
	}
}

// CN09 1.5: who qualified for a final plays nowhere from the day after. They are on the
// list of a stage where they turned up all the same, and do not count.
func TestBarredOnTheListElsewhere(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	x.played()
	next := x.weekLater()
	next.now("2009-03-08 20:00")
	t.Run("CN09 1.5 he is in its ranking only if that is known", func(t *testing.T) {
		same(t, faults(next.organizer.In(t).Post(next.path+"/outcome", next.outcome(nil)).Want(422)), "/ranking/0 already-qualified")
	})
	ranking := next.players[1:4]
	recorded := next.organizer.Post(next.path+"/outcome", next.outcome(apitest.JSON{"ranking": ranking})).Want(200)
	t.Run("A002-12 he does not count", func(t *testing.T) {
		if recorded.Int("checklist.inSeason.entered") != 12 || recorded.Int("checklist.inSeason.played") != 12 {
			t.Errorf("got %s", recorded.Body)
		}
	})
	var report openapi.EventReport
	next.organizer.Get(next.path + "/report").Want(200).Into(&report)
	if len(report.Refused) != 1 || report.Refused[0].Player.Name != "Giocatore AA" || report.Refused[0].Explanation.Rule.Paragraph != "1.5" {
		t.Errorf("got %+v", report.Refused)
	}
}

// The report of an event (CN09 1.6, 2.3).
func TestReport(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.report(nil).Refused(409, "report-before-end")
	x.played()
	x.photographs("winner")
	var report openapi.EventReport
	x.organizer.Get(x.path + "/report").Want(200).Into(&report)
	t.Run("CN09 2.3 it is made of the data", func(t *testing.T) {
		if report.Entered != 12 || report.Played != 12 || len(report.Ranking) != 3 || len(report.Staff) != 2 || len(report.Photos) != 2 || len(report.Document) == 0 {
			t.Errorf("got %+v", report)
		}
	})
	if report.Checklist.ReportBy.String() != "2009-03-08" || report.Checklist.DaysLeft != 7 || report.Checklist.Late || report.Checklist.State != "awaits-report" {
		t.Errorf("got %+v", report.Checklist)
	}
	t.Run("CN09 1.11, 1.3 what is computed of it: the ranking names three of twelve, the first referee is named", func(t *testing.T) {
		found := map[string]openapi.FindingResult{}
		for _, f := range report.Checklist.Findings {
			found[f.Explanation.Reason+" "+f.Explanation.Rule.Paragraph] = f.Result
		}
		if len(found) != 3 || found["ranking-complete 1.11"] != "failed" || found["first-referee-in-report 1.3"] != "met" || found["games-on-paper-only 1.11"] != "open" {
			t.Errorf("got %+v", found)
		}
	})
	x.server.Anonymous().Get(x.path + "/report").Want(401)
	x.server.SignUp("Nessuno").Get(x.path + "/report").Want(403)
	x.report(apitest.JSON{"notes": "Con due foto"}).Want(201)
	t.Run("CN09 1.6.a the photo that is missing is named", func(t *testing.T) {
		same(t, x.failing(), "photos-missing winner")
	})
	t.Run("it is sent once", func(t *testing.T) { x.report(nil).Refused(409, "report-sent") })
	same(t, faults(x.decide(x.contact, "homologate", nil).Want(422)), "/decision photos-missing")
	x.decide(x.contact, "return", apitest.JSON{"reason": "Manca la foto del vincitore"}).Want(200)
	if got := x.homologation().Checklist; got.State != "returned" {
		t.Errorf("got %+v", got)
	}
	x.decide(x.contact, "homologate", nil).Refused(409, "report-returned")
	x.send(snapshot(t, 64, 48), apitest.JSON{"kind": "winner"})
	again := x.report(nil).Want(201)
	if again.Len("sent") != 2 || again.Text("sent.0.digest") == again.Text("sent.1.digest") || again.Text("checklist.state") != "waiting" {
		t.Errorf("got %s", again.Body)
	}
	x.decide(x.contact, "homologate", nil).Want(200)
	t.Run("CN09 1.11 results are sound once somebody has looked at them", func(t *testing.T) {
		same(t, []string{again.Text("checklist.demands.5.demand"), again.Text("checklist.demands.5.result")}, "results-unsound", "open")
		if got := x.homologation().Checklist.Demands[5]; got.Demand != "results-unsound" || got.Result != "met" {
			t.Errorf("got %+v", got)
		}
	})
	if got := x.homologation(); len(got.Decisions) != 2 || got.Decisions[0].Decision != "returned" || got.Decisions[1].Report != 2 || got.Checklist.State != "homologated" {
		t.Errorf("got %+v", got)
	}
	x.report(nil).Refused(409, "event-decided")
}

// CN09 1.6.a: the panorama is of the first or second round.
func TestPanoramaOfALaterRound(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.played()
	x.photographs("panorama")
	x.send(snapshot(t, 64, 48), apitest.JSON{"kind": "panorama", "round": 3})
	x.report(nil).Want(201)
	t.Run("CN09 1.6.a a panorama of the third round is none", func(t *testing.T) { same(t, x.failing(), "photos-missing panorama") })
	t.Run("CN09 1.6.a nobody waives a photo", func(t *testing.T) {
		refused := x.decide(x.federation.Manager.In(t), "homologate", apitest.JSON{"demands": []string{"photos-missing"}, "reason": "Erano distratti"})
		same(t, faults(refused.Want(422)), "/demands/0 demand-never-waived")
	})
}

// CN09 1.11: the week for the results begins with the end of the event, on whatever day it
// began.
func TestReportOfAnEventOfTwoDays(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.now("2009-03-02 20:00")
	recorded := func(changes apitest.JSON) *apitest.Answer {
		return x.organizer.Post(x.path+"/outcome", x.outcome(changes))
	}
	for _, last := range []string{"2009-02-28", "2009-03-03"} {
		same(t, faults(recorded(apitest.JSON{"endedOn": last}).Want(422)), "/endedOn end-outside-days")
	}
	recorded(apitest.JSON{"endedOn": "2009-03-02"}).Want(200)
	if got := x.homologation().Checklist; got.ReportBy.String() != "2009-03-09" || got.DaysLeft != 7 {
		t.Errorf("got %+v", got)
	}
	if got := x.server.Anonymous().Get(x.path).Want(200); got.Text("endedOn") != "2009-03-02" || got.Text("localDate") != "2009-03-01" {
		t.Errorf("got %s", got.Body)
	}
	recorded(apitest.JSON{"reason": "Mancava un nome"}).Want(200)
	if got := x.homologation().Checklist; got.ReportBy.String() != "2009-03-09" {
		t.Errorf("a correction that says nothing of the day: got %+v", got)
	}
	recorded(apitest.JSON{"endedOn": "2009-03-01", "reason": "Finì la domenica"}).Want(200)
	if got := x.homologation().Checklist; got.ReportBy.String() != "2009-03-08" {
		t.Errorf("got %+v", got)
	}
}

// CN09 1.11: a week is seven calendar days at the venue, also when the clock is changed
// in one of its nights; the other nights are tested in package homologation.
func TestReportOnTheEighthDay(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, apitest.JSON{"startsAt": inRome(t, "2009-03-28 10:00")})
	x.now("2009-03-28 20:00")
	x.organizer.Post(x.path+"/outcome", x.outcome(nil)).Want(200)
	x.now("2009-04-04 23:59")
	if got := x.homologation().Checklist; got.DaysLeft != 0 || got.Late {
		t.Errorf("on the last evening %+v", got)
	}
	x.now("2009-04-05 00:00")
	if got := x.homologation().Checklist; got.DaysLeft != -1 || !got.Late || got.LateBecause.Reason != "report-late-manager" {
		t.Errorf("a minute later %+v", got)
	}
	refused := x.report(nil).Refused(422, "invalid")
	if paragraph(refused) != "CN09 1.11" {
		t.Errorf("got %s", refused.Body)
	}
	same(t, faults(refused), "/late report-late-manager")
	x.photographs()
	sent := x.report(apitest.JSON{"late": true}).Want(201)
	if sent.Value("sent.0.late") != true {
		t.Errorf("got %s", sent.Body)
	}
	same(t, x.failing(), "results-late ")
}

// Papers that came by post have the day on which they came, as whoever checks them
// says.
func TestReportByPost(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.played()
	x.photographs()
	x.now("2009-03-20 09:00")
	at := func(text string) apitest.JSON { return apitest.JSON{"receivedAt": inRome(t, text)} }
	same(t, faults(x.report(at("2009-03-06 12:00")).Want(422)), "/receivedAt receipt-by-checker-only")
	post := func(body apitest.JSON) *apitest.Answer { return x.contact.Post(x.path+"/report", body) }
	same(t, faults(post(at("2009-03-21 12:00")).Want(422)), "/receivedAt received-in-future")
	same(t, faults(post(at("2009-02-28 23:59")).Want(422)), "/receivedAt received-before-event")
	same(t, faults(post(at("2009-03-09 00:00")).Want(422)), "/late report-late-manager")
	post(at("2009-03-06 12:00")).Want(201)
	same(t, x.failing())
	t.Run("CN09 2.2 who has said when they came does not decide", func(t *testing.T) {
		x.decide(x.contact.In(t), "homologate", nil).Refused(422, "own-event-reporter")
		x.decide(x.federation.Manager.In(t), "homologate", nil).Want(200)
	})
}

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

// What an event leads to, before it by who has entered (CN09 1.7).
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

// The outcome that is kept of a stage played here is what its facts give, whatever was
// done to it.
func TestOutcomeOfAStagePlayedHere(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.now("2009-03-01 10:00")
	x.referee = x.appoint("Fabio Primo Arbitro", "first-referee")
	x.organizer.Post(x.path+"/entry-opening", nil).Want(200)
	x.startWith(x.players)
	kept := func() string {
		var ranking []string
		for _, p := range x.homologation().Ranking {
			ranking = append(ranking, p.Player.Name)
		}
		return strings.Join(ranking, ", ")
	}
	for round := 1; round <= 3; round++ {
		x.play(x.draw())
		x.close(round)
	}
	x.referee.Post(x.path+"/completion", nil).Want(200)
	x.agrees("completed")
	before := kept()
	x.referee.Post(x.path+"/sanctions", sanction(1, "expulsion", "after-round")).Want(409)
	x.referee.Post(x.path+"/reopening", apitest.JSON{"reason": "un risultato sbagliato"}).Want(200)
	x.agrees("reopened")
	x.referee.Post(x.path+"/sanctions", sanction(1, "expulsion", "after-round")).Want(201)
	x.referee.Post(x.round(3)+"/reopening", apitest.JSON{"reason": "un risultato sbagliato"}).Want(200)
	var final openapi.Table
	table := x.referee.Get(x.table(3, 1)).Want(200)
	table.Into(&final)
	slices.Reverse(final.Seats)
	corrected := result(final)
	corrected["reason"] = "dichiarata dall'ultimo"
	x.referee.Do("PUT", x.table(3, 1)+"/result", corrected, apitest.Match(table.ETag())).Want(200)
	x.close(3)
	x.referee.Post(x.path+"/completion", nil).Want(200)
	x.agrees("corrected and completed")
	if kept() == before {
		t.Errorf("another winner of the final changes nothing: %s", before)
	}
	t.Run("CN09 5.5 the report names who was expelled and why, to staff", func(t *testing.T) {
		var report openapi.EventReport
		x.organizer.In(t).Get(x.path + "/report").Want(200).Into(&report)
		if len(report.Expelled) != 1 || report.Expelled[0].Reason == "" || report.Expelled[0].Entry.Number != 1 {
			t.Errorf("got %+v", report.Expelled)
		}
	})
}

// agrees compares the winner's place in the register, which comes of the outcome kept,
// with the standings, which come of the facts.
func (x *tappa) agrees(when string) {
	x.t.Helper()
	var h openapi.Homologation
	x.federation.Manager.Get(x.path + "/homologation").Want(200).Into(&h)
	kept, now := x.kept(), []uuid.UUID(nil)
	if h.Checklist.State != "not-played" {
		for _, p := range h.Ranking {
			if p.Place > 0 {
				now = append(now, p.Player.Id.UUID)
			}
		}
	}
	if !slices.Equal(kept, now) {
		x.t.Errorf("%s: kept is %v, the facts give %v", when, kept, now)
	}
}

// A contact who homologates and the manager who invalidates at the same moment: one of
// them has decided.
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

// Whoever sends the report twice at the same moment has sent it once.
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

// CN09 1.4: a regional final after its last day is homologated by nobody.
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

// CN09 1.5: the publisher's employees and who is banned are on the list of a stage where
// they turned up, and do not count.
func TestExcludedOnTheListElsewhere(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	exclude := func(player uuid.UUID) uuid.UUID {
		return x.federation.Manager.Post(x.federation.Path+"/exclusions", apitest.JSON{
			"player": player, "kind": "employee-of-publisher", "from": "2009-01-01", "reason": "Lavora in redazione",
		}, apitest.Key(uuid.NewString())).Want(201).ID("id")
	}
	played := func() int { return x.homologation().Checklist.InSeason.Played }
	first := exclude(x.players[12])
	x.played()
	t.Run("CN09 1.5 an employee of the publisher does not count", func(t *testing.T) {
		if got := played(); got != 12 {
			t.Errorf("%d count", got)
		}
	})
	x.federation.Manager.Post(x.federation.Path+"/exclusions/"+first.String()+"/revocation", apitest.JSON{"reason": "Un altro"}).Want(200)
	if got := played(); got != 13 {
		t.Errorf("%d count after the revocation", got)
	}
	x.federation.Manager.Post(x.federation.Path+"/bans", apitest.JSON{
		"player": x.players[11], "source": "Lettera dell'organizzatore", "decision": apitest.JSON{"outcome": "ban", "from": "2009-03-01", "kinds": []string{"open"}, "reason": "Carte segnate"},
	}, apitest.Key(uuid.NewString())).Want(201)
	if got := played(); got != 13 {
		t.Errorf("%d count with somebody banned from open tournaments", got)
	}
	x.federation.Manager.Post(x.federation.Path+"/bans", apitest.JSON{
		"player": x.players[10], "source": "Lettera dell'organizzatore", "decision": apitest.JSON{"outcome": "ban", "from": "2009-03-01", "reason": "Carte segnate"},
	}, apitest.Key(uuid.NewString())).Want(201)
	t.Run("CN09 1.5 nor does who is banned", func(t *testing.T) {
		if got := played(); got != 12 {
			t.Errorf("%d count", got)
		}
		got := x.organizer.In(t).Get(x.path + "/report").Want(200)
		if !strings.Contains(string(got.Body), `"may-not-take-part"`) || strings.Contains(string(got.Body), "segnate") {
			t.Errorf("got %s", got.Body)
		}
	})
	x.report(nil).Want(201)
	t.Run("the report that is kept does not tell why", func(t *testing.T) {
		said := func(reason string) int {
			return x.server.Database.Count(t, `select count(*) from league.reports, jsonb_array_elements(document->'refused') as r where event_id = $1 and r::text like '%' || $2 || '%'`, x.id, reason)
		}
		if n := said("may-not-take-part"); n != 1 || said("banned")+said("employee") > 0 {
			t.Errorf("%d of them may not take part", n)
		}
	})
}

// TestPowerCutOfHomologation: of an outcome, a report and a decision all is stored or
// nothing.
func TestPowerCutOfHomologation(t *testing.T) {
	t.Parallel()
	play := func(server *apitest.Server, line *apitest.PowerLine) *blackout {
		x := newTappaOn(t, server, 12, nil)
		x.now("2009-03-01 20:00")
		x.referee = x.organizer // who looks whether the server is there again
		b := &blackout{stage: x.stage, line: line, rows: worlddbtest.Watch(t, server.Database)}
		b.act("outcome", x.organizer, "POST", x.path+"/outcome", x.outcome(nil))
		swapped := []uuid.UUID{x.players[1], x.players[0], x.players[2]}
		b.act("correction", x.organizer, "POST", x.path+"/outcome", x.outcome(apitest.JSON{"ranking": swapped, "reason": "Scambiati"}))
		b.act("report", x.organizer, "POST", x.path+"/report", apitest.JSON{})
		b.act("return", x.contact, "POST", x.path+"/homologation", apitest.JSON{"decision": "return", "reason": "E le foto?"})
		b.act("second report", x.organizer, "POST", x.path+"/report", apitest.JSON{})
		b.act("decision", x.contact, "POST", x.path+"/homologation", apitest.JSON{"decision": "invalidate", "reason": "Senza foto"})
		b.act("reversal", x.contact, "POST", x.path+"/homologation/reversal", apitest.JSON{"reason": "Sono arrivate"})
		b.act("withdrawal", x.organizer, "POST", x.path+"/outcome/withdrawal", apitest.JSON{"reason": "Era un altro torneo"})
		b.checkLog()
		return b
	}
	calm := play(apitest.Start(t), nil)
	server, line := apitest.StartBehind(t)
	server.ErrorsDue()
	cut := play(server, line)
	same(t, cut.left, calm.left...)
	cut.enough()
}

// A stage on paper has photos too (CN09 1.6.a): whoever records its outcome sends them,
// and nobody has to be appointed for that. Of a stage that is run here they are its
// organizer's and its referees'.
func TestWhoRecordsAPaperStageSendsItsPhotos(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	other := x.federation.Member("Dino Referente", "regional-contact", apitest.Region(x.championship.piemonte))
	send := func(by *apitest.Client, status int) {
		t.Helper()
		by.Post(x.path+"/photos", photo(snapshot(t, 64, 48), apitest.JSON{"kind": "winner"})).Want(status)
	}
	send(x.contact, 403)
	send(x.federation.Manager, 403)
	x.now("2009-03-01 20:00")
	x.contact.Post(x.path+"/outcome", x.outcome(nil)).Want(200)
	send(x.contact, 201)
	send(x.federation.Manager, 201)
	other.SignIn()
	send(other, 403)
	x.federation.Manager.Post(x.path+"/outcome/withdrawal", apitest.JSON{"reason": "Di un altro torneo"}).Want(200)
	send(x.federation.Manager, 403)
}
