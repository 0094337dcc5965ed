package leagueapi_test

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// BG 1.1.7: a player who leaves without good reason is kept from further events; one who has a reason is not,
// and a mistake can be revoked.
func TestBarredFromFurtherEvents(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 8)
	excused := s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": 1, "reason": "malore"}).Want(201)
	if excused.Value("bars") != nil {
		t.Errorf("BG 1.1.7: a good reason bars from nothing: %s", excused.Body)
	}
	left := s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": 2, "reason": "non ne ha voglia", "unexcused": true}).Want(201)
	if left.Text("bars.rule.paragraph") != "1.1.7" {
		t.Errorf("BG 1.1.7: %s", left.Body)
	}
	entry := s.organizer.Get(s.entry(2)).Want(200)
	if entry.Text("bars.reason") != "left-without-good-reason" || entry.Text("state") != "withdrawn" {
		t.Errorf("BG 1.1.7: %s", entry.Body)
	}
	manager := s.federation.Manager
	next := s.federation.Path + "/events/" + manager.Post(s.federation.Path+"/events", apitest.JSON{
		"kind": "ranking", "title": "Prossimo torneo", "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Sofia",
		"venue": apitest.JSON{"name": "Клуб", "city": "София"}, "ruleset": "catan-ranglista-bg",
	}).Want(201).ID("id").String()
	manager.Post(next+"/announcement", nil).Want(200)
	manager.Post(next+"/entry-opening", nil).Want(200)
	all := s.everyEntry()
	enter := func(n int) *apitest.Answer {
		return manager.Post(next+"/entries", apitest.JSON{"player": all[n-1].Player.Id})
	}
	enter(1).Want(201)
	refused := enter(2).Refused(422, "invalid")
	if refused.Text("errors.0.reason") != "banned" || refused.Text("rule.paragraph") != "1.1.7" {
		t.Errorf("BG 1.1.7: %s", refused.Body)
	}
	s.organizer.Post(s.path+"/withdrawals/"+left.ID("id").String()+"/revocation", apitest.JSON{"reason": "aveva un motivo"}).Want(200)
	enter(2).Want(201)
}

// CN09 3.5: a player leaves a running event at any moment by notifying the first referee, who sees it at once,
// and does not return. Before the start there is nothing to leave, and a place is given up instead; nobody
// leaves for another, and the player does not decide whether the reason is a good one.
func TestPlayersLeaveByThemselves(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	carla, other := s.server.SignUp("Carla Partente"), s.server.SignUp("Olmo Estraneo")
	number := carla.Post(s.path+"/my-entry", apitest.JSON{}).Want(201).Int("number")
	leave := func(who *apitest.Client, body apitest.JSON) *apitest.Answer {
		return who.Post(s.path+"/my-entry/withdrawal", body)
	}
	leave(carla, apitest.JSON{}).Refused(409, "event-not-running")
	s.enter(12)
	s.checkIn(upTo(13)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	carla.Delete(s.path+"/my-entry").Refused(409, "event-started")

	leave(s.server.Anonymous(), apitest.JSON{}).Refused(401, "sign-in-required")
	leave(other, apitest.JSON{}).Refused(404, "not-found")
	leave(carla, apitest.JSON{"reason": "x"}).Want(422)
	leave(carla, apitest.JSON{"reason": "il treno", "unexcused": true}).Want(422)
	leave(carla, apitest.JSON{"reason": "il treno", "entry": 2}).Want(422)
	left := leave(carla, apitest.JSON{"reason": "il treno parte"}).Want(201)
	if left.Int("entry.number") != number || left.Text("by") != "Carla Partente" || left.Value("bars") != nil {
		t.Errorf("CN09 3.5: %s", left.Body)
	}
	leave(carla, apitest.JSON{}).Refused(409, "entry-is-out")
	if got := carla.Get(s.path + "/my-entry").Want(200); got.Text("state") != "withdrawn" {
		t.Errorf("her entry: %s", got.Body)
	}
	seen := s.referee.Get(s.path + "/withdrawals").Want(200)
	if seen.Len("items") != 1 || seen.Int("items.0.entry.number") != number || seen.Text("items.0.reason") != "il treno parte" || seen.Text("items.0.by") != "Carla Partente" {
		t.Errorf("the first referee sees %s", seen.Body)
	}
	round := s.draw()
	for _, table := range round.Tables {
		if slices.Contains(entries(table), number) {
			t.Errorf("CN09 3.5: she is drawn all the same: %v", entries(table))
		}
	}
	if log := string(s.federation.Manager.Get(s.federation.Path + "/log?limit=100").Want(200).Body); strings.Count(log, `"withdrawal.recorded"`) != 1 || strings.Contains(log, "treno") {
		t.Errorf("the log: %s", log)
	}

	// The referee takes a mistake back until the next round is drawn; then it stands.
	s.referee.Post(s.path+"/withdrawals/"+left.ID("id").String()+"/revocation", apitest.JSON{"reason": "resta"}).Refused(409, "round-drawn-since")
}

// CN09 3.5: a player who leaves while their table plays is out of its game, as its result has to show; if the
// first referee revokes that before the next round, they are in again.
func TestPlayersLeaveDuringAGame(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	carla := s.server.SignUp("Carla Partente")
	number := carla.Post(s.path+"/my-entry", apitest.JSON{}).Want(201).Int("number")
	s.enter(11)
	s.checkIn(upTo(12)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	s.draw()
	left := carla.Post(s.path+"/my-entry/withdrawal", apitest.JSON{}).Want(201)
	if left.Text("moment") != "during-game" || left.Value("reason") != nil {
		t.Errorf("CN09 3.5: %s", left.Body)
	}
	s.referee.Post(s.path+"/withdrawals/"+left.ID("id").String()+"/revocation", apitest.JSON{"reason": "resta"}).Want(200)
	if got := carla.Get(s.path + "/my-entry").Want(200); got.Text("state") != "playing" || got.Int("number") != number {
		t.Errorf("taken back: %s", got.Body)
	}
}

// BG 1.1.7: a player who is disqualified and leaves without good reason is out by the one and barred by the
// other, whose record is revoked separately.
func TestBarredAfterDisqualification(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 8)
	s.playByPlace(s.draw())
	s.referee.Post(s.path+"/sanctions", apitest.JSON{"entry": 3, "kind": "expulsion", "moment": "after-round", "reason": "mosse concordate", "offense": "advantage"}).Want(201)
	leave := func(unexcused bool) *apitest.Answer {
		return s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": 3, "reason": "se ne va", "unexcused": unexcused})
	}
	leave(false).Refused(409, "entry-is-out")
	left := leave(true).Want(201)
	if left.Text("bars.rule.paragraph") != "1.1.7" {
		t.Errorf("BG 1.1.7: %s", left.Body)
	}
	leave(true).Refused(409, "entry-is-out")
	out := func() (string, any) {
		entry := s.organizer.Get(s.entry(3)).Want(200)
		return entry.Text("state"), entry.Value("bars")
	}
	if state, bars := out(); state != "expelled" || bars == nil {
		t.Errorf("BG 1.1.7: he is %s, barred by %v", state, bars)
	}
	s.organizer.Post(s.path+"/withdrawals/"+left.ID("id").String()+"/revocation", apitest.JSON{"reason": "è rimasto"}).Want(200)
	if state, bars := out(); state != "expelled" || bars != nil {
		t.Errorf("BG 1.1.7: he is %s, barred by %v", state, bars)
	}
}

// BG 1.1.4: once the results are processed there is no disqualification and no
// appeal, not even when the event is opened again to correct a slip. Elsewhere a
// penalty may be given then.
func TestFinality(t *testing.T) {
	t.Parallel()
	finish := func(s *stage, rounds int) {
		t.Helper()
		for round := 1; round <= rounds; round++ {
			s.playByPlace(s.draw())
			s.close(round)
		}
		s.referee.Post(s.path+"/completion", nil).Want(200)
	}
	expel := func(s *stage) *apitest.Answer {
		return s.referee.Post(s.path+"/sanctions", apitest.JSON{"entry": 1, "kind": "expulsion", "moment": "after-round", "reason": "mosse concordate", "offense": "advantage"})
	}
	s := newRanking(t, 4)
	ruling := s.referee.Post(s.path+"/rulings", apitest.JSON{"question": "Може ли?", "decision": "Не може"}).Want(201).ID("id").String()
	finish(s, 3)
	for range 2 {
		refused := expel(s).Refused(422, "results-processed")
		if refused.Text("rule.paragraph") != "1.1.4" {
			t.Errorf("BG 1.1.4: %s", refused.Body)
		}
		s.referee.Post(s.path+"/rulings/"+ruling+"/appeal", apitest.JSON{"entry": 1, "reason": "non sono d'accordo"}).Refused(422, "results-processed")
		if s.referee.Get(s.path).Want(200).Text("state") == "finished" {
			s.referee.Post(s.path+"/reopening", apitest.JSON{"reason": "una cifra letta male"}).Want(200)
		}
	}
	before := newRanking(t, 4)
	before.playByPlace(before.draw())
	expelled := expel(before).Want(201)
	if expelled.Value("expels") != true || expelled.Text("rule.paragraph") != "1.1.4" || expelled.Text("offense") != "advantage" {
		t.Errorf("BG 1.1.4: %s", expelled.Body)
	}
	cn09 := newStage(t, apitest.JSON{"formula": "convention"})
	cn09.start(12)
	for round := 1; round <= 3; round++ {
		cn09.play(cn09.draw())
		cn09.close(round)
	}
	cn09.referee.Post(cn09.path+"/completion", nil).Want(200)
	cn09.referee.Post(cn09.path+"/sanctions", sanction(1, "warning", "after-round")).Refused(409, "event-not-running")
	cn09.referee.Post(cn09.path+"/reopening", apitest.JSON{"reason": "imbrogli scoperti dopo"}).Want(200)
	cn09.referee.Post(cn09.path+"/sanctions", sanction(1, "warning", "after-round")).Want(201)
}

// SQ00 penalties: points of the offense, or as the referee sets them.
func TestPenaltiesInPoints(t *testing.T) {
	t.Parallel()
	s := newClub(t, 12, nil)
	give := func(changes apitest.JSON) *apitest.Answer {
		body := apitest.JSON{"entry": 1, "kind": "points", "moment": "after-round", "reason": "disturba al tavolo"}
		for name, value := range changes {
			body[name] = value
		}
		return s.referee.Post(s.path+"/sanctions", body)
	}
	seven := give(apitest.JSON{"offense": "disturbance"}).Want(201)
	if seven.Text("points") != "-7" || seven.Text("rule.paragraph") != "penalties" || seven.Value("effective") != true {
		t.Errorf("SQ00 penalties: %s", seven.Body)
	}
	if own := give(apitest.JSON{"offense": "disturbance", "points": "-10.5"}).Want(201); own.Text("points") != "-10.5" {
		t.Errorf("SQ00 penalties: %s", own.Body)
	}
	if much := give(apitest.JSON{"offense": "deliberate-overplacement"}).Want(201); much.Text("points") != "-25" || much.Text("rule.paragraph") != "base 6" {
		t.Errorf("SQ00 base 6: %s", much.Body)
	}
	give(nil).Refused(422, "invalid")                                // no points
	give(apitest.JSON{"offense": "smoking"}).Refused(422, "invalid") // no such offense
	give(apitest.JSON{"kind": "warning", "points": "-7"}).Refused(422, "invalid")
	give(apitest.JSON{"offense": "objective-revealed", "forTeam": true}).Refused(409, "team-unknown")
	cn09 := newStage(t, nil)
	cn09.start(12)
	refused := cn09.referee.Post(cn09.path+"/sanctions", apitest.JSON{"entry": 1, "kind": "points", "moment": "after-round", "reason": "disturba", "points": "-7"}).Refused(422, "no-penalties-in-points")
	if refused.Text("rule.paragraph") != "5.5a" {
		t.Errorf("CN09 5.5: %s", refused.Body)
	}
}

// FG14 3: a player who leaves after the first round is out of the standings before the next is seated; a
// finalist who leaves is replaced by the first of those excluded.
func TestLeavingByPhases(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "firenzegioca-2014", nil)
	s.open()
	s.enter(13)
	s.checkIn(upTo(13)...)
	s.begin(upTo(13)...).Want(200)
	s.playWithFigures(s.draw())
	s.close(1)
	s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": 5, "reason": "deve andare"}).Want(201)
	second := s.draw()
	if slices.Contains(slices.Concat(seats(second)...), 5) || len(slices.Concat(seats(second)...)) != 12 {
		t.Errorf("FG14 3: %v", seats(second))
	}
	s.playWithFigures(second)
	s.close(2)
	ranked := ranking(s.standings())
	left := s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": ranked[1], "reason": "deve andare"}).Want(201)
	if left.Value("finalist") != true {
		t.Errorf("FG14 3: he had been named for the final: %s", left.Body)
	}
	s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": ranked[1]}).Refused(409, "entry-is-out")
	if state := s.organizer.Get(s.entry(ranked[1])).Want(200).Text("state"); state != "withdrawn" {
		t.Errorf("a finalist who has given up is %s", state)
	}
	// The player who has stepped in for them leaves too.
	s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": ranked[4], "reason": "deve andare"}).Want(201)
	if called := s.standings().Finalists; called[3].Entry.Number != ranked[5] || called[3].Replaces.Number != ranked[1] {
		t.Errorf("FG14 3: the next of those excluded steps in for the second: %+v", called)
	}
	var final openapi.Round
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Want(201).Into(&final)
	got := entries(final.Tables[0])
	if slices.Contains(got, ranked[1]) || slices.Contains(got, ranked[4]) || !slices.Contains(got, ranked[5]) || len(got) != 4 {
		t.Errorf("FG14 3: the final of %v without its second and fifth is %v", ranked[:6], got)
	}
}

// playWithFigures records a result of every table with the figures of FG14.
func (s *stage) playWithFigures(round openapi.Round) {
	s.t.Helper()
	for _, t := range round.Tables {
		body := result(t)
		for _, seat := range body["seats"].([]apitest.JSON) {
			seat["figures"] = apitest.JSON{"settlements": 2, "cities": 2, "roads": 9, "dev-cards-bought": 3, "resource-cards": 4}
		}
		s.referee.Post(s.table(round.Number, t.Number)+"/result", body).Want(201)
	}
}
