package leagueapi_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// The organizer of a stage notes to what an entrant of theirs agrees, and takes it back; nothing is recorded before. About people who
// have not entered there they read and record nothing, and the first referee does neither. The entrant reads who noted it.
func TestConsentsNotedByTheOrganizer(t *testing.T) {
	t.Parallel()
	p := newPortrait(t)
	p.enterPlayer(p.player).Want(201)
	entrant := p.federation.Path + "/players/" + p.player.String() + "/consents"
	stranger := p.federation.Path + "/players/" + p.federation.Manager.Post(p.federation.Path+"/players", apitest.JSON{"name": "Zoe Altrove"}).Want(201).ID("id").String() + "/consents"
	if got := p.organizer.Get(entrant).Want(200); got.Len("items") != 0 {
		t.Errorf("before: %s", got.Body)
	}
	noted := p.organizer.Post(entrant, apitest.JSON{"purpose": "letters", "textVersion": 1, "proof": "Detto al banco"}).Want(201)
	if noted.Text("items.0.proof") != "Detto al banco" || noted.Value("items.0.holds") != true {
		t.Errorf("noted: %s", noted.Body)
	}
	fault(p.organizer.Post(entrant, apitest.JSON{"purpose": "profile", "textVersion": 1}), "/proof", "proof-missing")
	p.organizer.Get(stranger).Refused(403, "out-of-scope")
	p.organizer.Post(stranger, apitest.JSON{"purpose": "letters", "textVersion": 1, "proof": "Detto al banco"}).Refused(403, "out-of-scope")
	p.referee.Get(entrant).Refused(403, "role-missing")

	mine := p.person.Get(p.federation.Path + "/my-player/consents").Want(200)
	if by := p.organizer.Get("/me").Want(200).Text("name"); mine.Len("items") != 1 || mine.Text("items.0.recordedBy") != by {
		t.Errorf("the entrant reads %s", mine.Body)
	}
	ended := p.organizer.Post(entrant+"/"+noted.ID("items.0.id").String()+"/withdrawal", apitest.JSON{"reason": "Ha cambiato idea"}).Want(200)
	if ended.Len("items") != 0 {
		t.Errorf("the organizer reads what holds no more: %s", ended.Body)
	}
	if all := p.federation.Manager.Get(entrant).Want(200); all.Len("items") != 1 || all.Text("items.0.withdrawnReason") != "Ha cambiato idea" {
		t.Errorf("the manager reads %s", all.Body)
	}
}

// An entry that was cancelled gives no right over the consents of the person any more.
func TestConsentsOfACancelledEntry(t *testing.T) {
	t.Parallel()
	p := newPortrait(t)
	number := p.enterPlayer(p.player).Want(201).Int("number")
	consents := p.federation.Path + "/players/" + p.player.String() + "/consents"
	letters := apitest.JSON{"purpose": "letters", "textVersion": 1, "proof": "Detto al banco"}
	noted := p.organizer.Post(consents, letters).Want(201).ID("items.0.id").String()
	p.organizer.Post(p.entry(number)+"/cancellation", apitest.JSON{"reason": "Non viene"}).Want(200)
	p.organizer.Get(consents).Refused(403, "out-of-scope")
	p.organizer.Post(consents, apitest.JSON{"purpose": "photos", "textVersion": 1, "proof": "Detto al banco"}).Refused(403, "out-of-scope")
	p.organizer.Post(consents+"/"+noted+"/withdrawal", apitest.JSON{"reason": "Ha cambiato idea"}).Refused(403, "out-of-scope")
	p.federation.Manager.Post(consents+"/"+noted+"/withdrawal", apitest.JSON{"reason": "Ha cambiato idea"}).Want(200)
}

// The organizer of a stage records other consents of a minor, but not that the name is shown in full: it would be so everywhere.
func TestTheFullNameIsNotNotedAtAnEvent(t *testing.T) {
	t.Parallel()
	p := newPortrait(t)
	p.enterPlayer(p.player).Want(201)
	record := p.federation.Path + "/players/" + p.player.String()
	patched(p.federation.Manager, record, apitest.JSON{"birthYear": p.server.Clock.Now().UTC().Year() - 10}).Want(200)
	given := func(purpose string) apitest.JSON {
		return apitest.JSON{"purpose": purpose, "textVersion": 1, "guardian": "Madre Rossi", "proof": "Modulo firmato"}
	}
	p.organizer.Post(record+"/consents", given("full-name")).Refused(403, "full-name-not-at-event")
	noted := p.organizer.Post(record+"/consents", given("letters")).Want(201)
	if noted.Len("texts") != 3 || noted.Value("initials") != true || noted.Text("items.0.guardian") != "Madre Rossi" {
		t.Errorf("the organizer reads %s", noted.Body)
	}
	all := p.federation.Manager.Post(record+"/consents", given("full-name")).Want(201)
	if all.Len("texts") != 4 || all.Value("initials") != false {
		t.Errorf("the manager reads %s", all.Body)
	}
	seen := p.organizer.Get(record + "/consents").Want(200)
	if seen.Len("items") != 2 || seen.Text("items.0.purpose") != "full-name" || strings.Count(string(seen.Body), "Madre Rossi")+strings.Count(string(seen.Body), "Modulo firmato") != 2 {
		t.Errorf("of what the manager recorded the organizer reads %s", seen.Body)
	}
}

// What the person gave with their own account, with a proof of theirs or without, the organizer of a stage reads and does not end; who keeps
// the register does.
func TestConsentsByAccountAreNotEndedAtAnEvent(t *testing.T) {
	t.Parallel()
	p := newPortrait(t)
	p.enterPlayer(p.player).Want(201)
	mine, theirs := p.federation.Path+"/my-player/consents", p.federation.Path+"/players/"+p.player.String()+"/consents"
	plain := p.person.Post(mine, apitest.JSON{"purpose": "letters", "textVersion": 1}).Want(201).ID("items.0.id").String()
	proven := p.person.Post(mine, apitest.JSON{"purpose": "profile", "textVersion": 1, "proof": "Lo dico io"}).Want(201).ID("items.0.id").String()
	reason := apitest.JSON{"reason": "Ha cambiato idea"}
	for _, own := range []string{plain, proven} {
		p.organizer.Post(theirs+"/"+own+"/withdrawal", reason).Refused(403, "consent-by-account")
	}
	noted := p.organizer.Post(theirs, apitest.JSON{"purpose": "photos", "textVersion": 1, "proof": "Detto al banco"}).Want(201)
	for n, withdrawable := range []bool{true, false, false} {
		at := fmt.Sprintf("items.%d.", n)
		if noted.Value(at+"withdrawable") != withdrawable || noted.Value(at+"byAccount") == withdrawable {
			t.Errorf("consent %d: %s", n, noted.Body)
		}
	}
	if strings.Contains(string(noted.Body), "Lo dico io") {
		t.Errorf("the organizer reads the proof of another: %s", noted.Body)
	}
	p.organizer.Post(theirs+"/"+noted.ID("items.0.id").String()+"/withdrawal", reason).Want(200)
	p.federation.Manager.Post(theirs+"/"+proven+"/withdrawal", reason).Want(200)
}
