package leagueapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
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

// CN09 1.5: a player who won a stage in which they might not play has won nothing.
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

// CN09 1.5: a player who qualified for a final plays nowhere from the day after. If they played a stage all the
// same, they are on its list and do not count.
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

// The stored outcome of a stage played here follows from its facts, after any change.
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

// CN09 1.5: the publisher's employees and banned players are on the list of a stage where they played, and do
// not count.
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
