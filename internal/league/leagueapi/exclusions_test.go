package leagueapi_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// CN09 1.5: an employee of the publisher is refused by every door, for as long as they
// are one.
func TestExcludedByEveryDoor(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	anna, player := s.selfPlayer("Anna Editore")
	excluded := s.exclude(player, "2009-01-01", "").Want(201)
	if excluded.Text("player.name") != "Anna Editore" || excluded.Text("recordedBy") != s.federation.Manager.Name {
		t.Errorf("CN09 1.5: recorded %s", excluded.Body)
	}
	refusedFor(t, "by the organizer", s.enterPlayer(player), "may-not-take-part")
	refusedFor(t, "by himself", anna.Post(s.path+"/my-entry", apitest.JSON{}), "employee-of-publisher")
	var verdict openapi.Eligibility
	s.organizer.Post(s.path+"/eligibility", apitest.JSON{"player": player}).Want(200).Into(&verdict)
	if verdict.Eligible || verdict.Verdict != "not-eligible" || len(verdict.Reasons) != 1 || verdict.Reasons[0].Reason != "may-not-take-part" {
		t.Errorf("CN09 1.5: %+v", verdict)
	}
	path := s.address("exclusions/" + excluded.ID("id").String() + "/revocation")
	s.organizer.Post(path, apitest.JSON{"reason": "non lo è più"}).Want(403)
	revoked := s.federation.Manager.Post(path, apitest.JSON{"reason": "non lo è più"}).Want(200)
	if revoked.Text("revokedReason") != "non lo è più" || revoked.Text("revokedBy") != s.federation.Manager.Name {
		t.Errorf("CN09 1.5: revoked %s", revoked.Body)
	}
	s.federation.Manager.Post(path, apitest.JSON{"reason": "due volte"}).Refused(409, "exclusion-revoked")
	s.enterPlayer(player).Want(201)
}

// CN09 1.5: eligibility is checked at entry and at the start. A player who is excluded between the two is
// marked in the entries, cannot be checked in, and is struck from the field; the others play.
func TestStruckAtTheStart(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	s.enter(15)
	s.checkIn(upTo(14)...)
	checkedIn, absent := s.playerOf(3), s.playerOf(15)
	s.exclude(checkedIn, "2009-02-08", "2009-02-08").Want(201)
	s.exclude(absent, "2009-02-08", "").Want(201)
	refusedFor(t, "at the check-in", s.organizer.Post(s.entry(15)+"/check-in", nil), "may-not-take-part")
	s.organizer.Delete(s.entry(14) + "/check-in").Want(200)
	s.organizer.Post(s.entry(14)+"/check-in", nil).Want(200)
	var page openapi.EntryPage
	s.organizer.Get(s.path + "/entries").Want(200).Into(&page)
	for _, e := range page.Items {
		if shown := len(e.Barred) == 1 && e.Barred[0].Rule.Paragraph == "1.5"; shown != (e.Number == 3 || e.Number == 15) {
			t.Errorf("CN09 1.5: before the start entry %d is shown as %+v", e.Number, e.Barred)
		}
	}
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	for n := 1; n <= 15; n++ {
		e := s.organizer.Get(s.entry(n)).Want(200)
		want := "playing"
		if n == 3 || n == 15 {
			want = "cancelled"
		}
		if e.Text("state") != want {
			t.Errorf("CN09 1.5: entry %d is %s, want %s", n, e.Text("state"), want)
		}
		if want == "cancelled" && e.Text("barred.0.reason") != "may-not-take-part" {
			t.Errorf("CN09 1.5: entry %d is struck without reason: %s", n, e.Body)
		}
	}
	if round := s.draw(); len(round.Tables) != 4 {
		t.Errorf("CN09 3.2: thirteen play at %d tables", len(round.Tables))
	}
}

// CN09 1.5: if too few are left when players who may not play are struck, nothing happens.
func TestStruckBelowTheSmallestField(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	s.enter(12)
	s.checkIn(upTo(12)...)
	s.exclude(s.playerOf(5), "2009-02-08", "").Want(201)
	refused := s.referee.Post(s.path+"/start", apitest.JSON{}).Want(422)
	if refused.Text("rule.paragraph") != "3.2" {
		t.Errorf("CN09 3.2: %s", refused.Body)
	}
	if e := s.organizer.Get(s.entry(5)).Want(200); e.Text("state") != "checked-in" {
		t.Errorf("a start that was refused has struck entry 5: %s", e.Body)
	}
}

// CN09 1.5: an event that is moved to a day on which a player may not take part does not check them in. Which
// day an event is on, and for whom it matters, is tested in package officiating.
func TestExcludedOnceAnEventIsMoved(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	player := s.player(0)
	s.exclude(player, "2009-03-29", "2009-03-29").Want(201)
	moved := s.another(apitest.JSON{"startsAt": "2009-03-30T09:00:00Z"})
	moved.enterPlayer(player).Want(201)
	now := moved.organizer.Get(moved.path).Want(200)
	moved.organizer.Patch(moved.path, apitest.JSON{"startsAt": "2009-03-29T09:00:00Z"}, apitest.Match(now.ETag())).Want(200)
	refusedFor(t, "the event is moved to the day", moved.organizer.Post(moved.entry(1)+"/check-in", nil), "employee-of-publisher")
}

func TestExclusionFaults(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	player := s.player(0)
	faults := func(a *apitest.Answer, pointer, reason string) {
		t.Helper()
		if a.Refused(422, "invalid"); a.Text("errors.0.pointer") != pointer || a.Text("errors.0.reason") != reason {
			t.Errorf("want %s at %s, got %s", reason, pointer, a.Body)
		}
	}
	faults(s.exclude(player, "2009-03-02", "2009-03-01"), "/until", "ends-before-it-begins")
	faults(s.exclude(player, "2009-02-29", ""), "/from", "no-such-day")
	faults(s.exclude(uuid.New(), "2009-03-01", ""), "/player", "unknown-player")
	s.organizer.Post(s.address("exclusions"), apitest.JSON{"player": player, "kind": "employee-of-publisher", "from": "2009-01-01", "reason": "lavora lì"}).Want(403)
	// Nobody decides about themselves.
	me := s.federation.Manager.Post(s.path+"/my-entry", apitest.JSON{}).Want(201).ID("player.id")
	s.exclude(me, "2009-01-01", "").Refused(403, "own-case")
	other := s.federation.Server.SignUp("Un altro responsabile")
	s.federation.Appoint(other, "championship-manager", apitest.WholeTenant())
	recorded := other.Post(s.address("exclusions"), apitest.JSON{"player": me, "kind": "employee-of-publisher", "from": "2009-01-01", "reason": "lavora lì"}).Want(201).ID("id")
	s.federation.Manager.Post(s.address("exclusions/"+recorded.String()+"/revocation"), apitest.JSON{"reason": "ma no"}).Refused(403, "own-case")
	// Pages of one give all, the latest first.
	s.exclude(player, "2009-01-01", "2009-01-31").Want(201)
	var page openapi.ExclusionPage
	s.federation.Manager.Get(s.address("exclusions?limit=1")).Want(200).Into(&page)
	if len(page.Items) != 1 || page.Items[0].Player.Id.UUID != player {
		t.Errorf("first page: %+v", page.Items)
	}
	s.federation.Manager.Get(s.address("exclusions?limit=1&cursor=" + page.NextCursor)).Want(200).Into(&page)
	if len(page.Items) != 1 || page.Items[0].Player.Id.UUID != me {
		t.Errorf("second page: %+v", page.Items)
	}
}
