package leagueapi_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// leavings are the leavings reported to the manager, in a state or ("") in any.
func (s *stage) leavings(state string) []openapi.LeavingReport {
	s.t.Helper()
	query := ""
	if state != "" {
		query = "?state=" + state
	}
	var page openapi.LeavingReportPage
	s.federation.Manager.Get(s.address("leaving-reports") + query).Want(200).Into(&page)
	return page.Items
}

// leaves records that an entry leaves without good reason.
func (s *stage) leaves(entry int) string {
	s.t.Helper()
	return s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": entry, "reason": "non ne ha voglia", "unexcused": true}).Want(201).ID("id").String()
}

// nextRanking is a further ranking tournament that takes entries, on a day.
func (s *stage) nextRanking(startsAt string) *stage {
	s.t.Helper()
	next := *s
	next.id = s.federation.Manager.Post(s.address("events"), apitest.JSON{
		"kind": "ranking", "title": "Prossimo torneo", "startsAt": startsAt, "timeZone": "Europe/Sofia",
		"venue": apitest.JSON{"name": "Клуб", "city": "София"}, "ruleset": "catan-ranglista-bg",
	}).Want(201).ID("id")
	next.path = s.address("events/" + next.id.String())
	next.organizer = s.federation.Manager
	next.open()
	return &next
}

// BG 1.1.7: leaving without good reason is reported to the manager, who decides with a term; the report bars
// until then, and the decision after that, for its term. It can be appealed and lifted.
func TestLeavingIsReportedAndDecided(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 8)
	manager, all := s.federation.Manager, s.everyEntry()
	two, five := s.leaves(2), s.leaves(5)
	s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": 1, "reason": "malore"}).Want(201) // with a reason
	reports := s.leavings("open")
	if len(reports) != 2 || reports[0].Entry != 5 || reports[1].Entry != 2 || !reports[1].Barred || reports[1].Reason != "non ne ha voglia" ||
		reports[1].Explanation.Rule.Paragraph != "1.1.7" || reports[1].Event.Id.UUID != s.id || reports[1].Withdrawal.String() != two {
		t.Fatalf("BG 1.1.7: %+v", reports)
	}
	for _, who := range []*apitest.Client{s.organizer, s.referee} {
		who.Get(s.address("leaving-reports")).Want(403)
		who.Post(s.path+"/withdrawals/"+two+"/decision", noBan()).Want(403)
	}
	task := "leaving BG 1.1.7"
	sees(t, s.federation, "while nobody has decided", map[*apitest.Client][]string{manager: {task, task}, s.organizer: nil})
	if w := waitingOf(manager, s.federation)[0]; !strings.HasSuffix(w.Resource, "/leaving-reports") {
		t.Errorf("got %+v", w)
	}
	next := s.nextRanking("2009-03-08T09:00:00Z")
	player := func(n int) uuid.UUID { return all[n-1].Player.Id.UUID }
	banned := func(a *apitest.Answer) {
		t.Helper()
		if refused := a.Refused(422, "invalid"); refused.Text("errors.0.reason") != "banned" || refused.Text("rule.paragraph") != "1.1.7" {
			t.Errorf("BG 1.1.7: %s", refused.Body)
		}
	}
	banned(next.enterPlayer(player(2)))
	banned(next.enterPlayer(player(5)))

	// Nothing follows for the fifth, a ban with an end for the second.
	preview := manager.Post(s.address("ban-previews"), apitest.JSON{"leaving": apitest.JSON{"event": s.id, "withdrawal": two, "decision": ban("2009-03-01", "2009-06-30")}}).Want(200)
	if preview.Len("entries") != 0 || len(s.leavings("open")) != 2 {
		t.Errorf("the preview decides nothing: %s", preview.Body)
	}
	manager.Post(s.path+"/withdrawals/"+five+"/decision", noBan()).Want(201)
	decided := manager.Post(s.path+"/withdrawals/"+two+"/decision", ban("2009-03-01", "2009-06-30")).Want(201)
	if decided.Text("withdrawal") != two || decided.ID("event.id") != s.id || decided.Text("decisions.0.until") != "2009-06-30" {
		t.Errorf("BG 1.1.7: %s", decided.Body)
	}
	manager.Post(s.path+"/withdrawals/"+two+"/decision", noBan()).Refused(409, "leaving-decided")
	manager.Post(s.path+"/withdrawals/"+uuid.NewString()+"/decision", noBan()).Refused(404, "not-found")
	if open, done := s.leavings("open"), s.leavings("decided"); len(open) != 0 || len(done) != 2 || done[1].Ban.UUID != decided.ID("id") || done[1].Barred {
		t.Errorf("open %+v, decided %+v", open, done)
	}
	sees(t, s.federation, "once it is decided", map[*apitest.Client][]string{manager: nil})
	next.enterPlayer(player(5)).Want(201)
	banned(next.enterPlayer(player(2)))
	s.nextRanking("2009-07-05T09:00:00Z").enterPlayer(player(2)).Want(201) // the ban has an end

	// It is lifted like any other.
	path := s.address("bans/" + decided.ID("id").String())
	manager.Post(path+"/decisions", noBan(), apitest.Match(manager.Get(path).Want(200).ETag())).Want(201)
	next.enterPlayer(player(2)).Want(201)
	// The event shows the report as before.
	if entry := s.organizer.Get(s.entry(2)).Want(200); entry.Text("bars.reason") != "left-without-good-reason" {
		t.Errorf("BG 1.1.7: %s", entry.Body)
	}
}

// BG 1.1.7: a reported player is notified, reads of the report and of the decision, and can appeal; the person
// who reported them does not decide.
func TestLeaverIsNotifiedAndMayAppeal(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"formula": "three-rounds", "title": "Турнир във Варна"})
	s.open()
	next := s.nextRanking("2009-03-08T09:00:00Z")
	leaver := s.server.SignUp("Лъчезар Напуснал")
	leaver.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	leaver.Post(next.path+"/my-entry", apitest.JSON{}).Want(201)
	s.enter(7)
	s.checkIn(upTo(8)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	left := s.leaves(1)
	mine := leaver.Get(s.address("my-bans")).Want(200)
	if mine.Len("items") != 0 || mine.ID("reports.0.event.id") != s.id || mine.Value("reports.0.barred") != true {
		t.Errorf("BG 1.1.7, what I read before: %s", mine.Body)
	}
	letter := s.server.Mailbox.Wait(leaver.Email, "leaving-reported")
	if !strings.Contains(letter.Text, "Турнир във Варна") || strings.Contains(letter.Text, "non ne ha voglia") {
		t.Errorf("the letter: %s", letter.Text)
	}
	other := s.federation.Member("Delio Delegato", "championship-manager", apitest.WholeTenant())
	done := other.Post(s.path+"/withdrawals/"+left+"/decision", ban("2009-03-01", "")).Want(201)
	if done.Text("entries.0.effect") != "cancelled" || done.ID("entries.0.event.id") != next.id {
		t.Errorf("entries from which he is banned are cancelled: %s", done.Body)
	}
	mine = leaver.Get(s.address("my-bans")).Want(200)
	if mine.Len("reports") != 0 || mine.Text("items.0.reason") != "carte segnate in finale" || mine.ID("items.0.event.id") != s.id {
		t.Errorf("what I read after: %s", mine.Body)
	}
	s.server.Mailbox.Wait(leaver.Email, "ban-decided")
	leaver.Post(s.address("my-bans/"+mine.ID("items.0.id").String()+"/appeal"), apitest.JSON{"text": "Mio figlio stava male."}).Want(201)
}

// BG 1.1.7: the ruleset may let a reported player play until it is decided, and the person who reported does
// not decide.
func TestLeaverPlaysUntilDecided(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"formula": "three-rounds", "readings": apitest.JSON{"A003-13": "plays"}})
	s.open()
	s.enter(8)
	s.checkIn(upTo(8)...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	left, all := s.leaves(2), s.everyEntry()
	if reports := s.leavings("open"); len(reports) != 1 || reports[0].Barred {
		t.Errorf("BG 1.1.7: %+v", reports)
	}
	next := s.nextRanking("2009-03-08T09:00:00Z")
	if e := next.enterPlayer(all[1].Player.Id.UUID).Want(201); e.Value("check") != nil {
		t.Errorf("BG 1.1.7: %s", e.Body)
	}
	s.federation.Appoint(s.organizer, "championship-manager", apitest.WholeTenant())
	s.organizer.Renew()
	s.organizer.Post(s.path+"/withdrawals/"+left+"/decision", noBan()).Refused(403, "own-report")
	s.federation.Manager.Post(s.path+"/withdrawals/"+left+"/decision", ban("2009-03-01", "")).Want(201)
	if gone := s.federation.Manager.Get(next.entry(1)).Want(200); gone.Text("state") != "cancelled" {
		t.Errorf("BG 1.1.7: %s", gone.Body)
	}
}
