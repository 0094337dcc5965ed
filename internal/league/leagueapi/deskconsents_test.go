package leagueapi_test

import (
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
	if ended.Value("items.0.holds") != false {
		t.Errorf("ended: %s", ended.Body)
	}
}
