package duties_test

import (
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/register/registertest"
)

// GDPR Art. 12(3): a request to be taken off a photo is due within a month, in the event's zone,
// for its organizers.
func TestAskedOffAPhoto(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 open at=09:30")
	for _, tt := range []struct{ name, offices, asked, want string }{
		{"the organizer", "organizer olga a1, organizer otto a2, regional-contact carla aosta, championship-manager mina", "2009-03-02T11:00:00Z", "olga until 2009-04-02 23:59:59"},
		{"without one the contact", "organizer otto a2, regional-contact carla aosta, championship-manager mina", "2009-03-02T11:00:00Z", "carla until 2009-04-02 23:59:59"},
		{"without both the manager", "championship-manager mina", "2009-03-02T11:00:00Z", "mina until 2009-04-02 23:59:59"},
		{"a shorter month", "organizer olga a1", "2009-01-31T11:00:00Z", "olga until 2009-02-28 23:59:59"},
		{"over the new year", "organizer olga a1", "2008-12-30T11:00:00Z", "olga until 2009-01-30 23:59:59"},
		{"late in the evening, where the event is", "organizer olga a1", "2009-03-02T23:30:00Z", "olga until 2009-04-03 23:59:59"},
	} {
		at, err := time.Parse(time.RFC3339, tt.asked)
		if err != nil {
			t.Fatal(err)
		}
		asked := facts.AskedOffPhoto{PhotoID: b.ID("photo"), EventID: b.Event("a1").ID, Name: "anna", AskedAt: at, People: 2}
		task := duties.OfAskedOff(asked, b.Event("a1"), offices(b, tt.offices))
		is(t, tt.name, describe(b, task, "2009-01-01 12:00"), "take-off-photo a1 anna x2 → "+tt.want+" (GDPR 12.3)")
		is(t, tt.name, task.Reason+" "+task.Params["at"], "asked-off-photo "+tt.asked)
	}
}

// A request about a record waits for those who may decide, but never for the requester or the owner
// of the record.
func TestRequestsAboutRecords(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta bari como")
	aosta, bari := b.Region("aosta"), b.Region("bari")
	carla := b.ID("carla")
	at := time.Date(2009, 3, 2, 11, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name, offices string
		request       facts.WaitingRequest
		want          string
	}{
		{"a claim, the managers", "organizer otto, championship-manager mina, championship-manager marta", facts.WaitingRequest{Kind: facts.ClaimRequest}, "decide-claim anna → mina marta until 2009-04-02 23:59:59 (GDPR 12.3)"},
		{"a name", "championship-manager mina", facts.WaitingRequest{Kind: facts.NameRequest}, "decide-name anna → mina until 2009-04-02 23:59:59 (GDPR 12.3)"},
		{"no manager who asks", "championship-manager mina, championship-manager marta", facts.WaitingRequest{Kind: facts.ClaimRequest, AccountID: b.ID("mina")}, "decide-claim anna → marta until 2009-04-02 23:59:59 (GDPR 12.3)"},
		{"nor the owner of the record", "championship-manager carla, organizer otto", facts.WaitingRequest{Kind: facts.ClaimRequest, Owner: &carla}, "decide-claim anna → otto until 2009-04-02 23:59:59 (GDPR 12.3)"},
		{"no organizer of one event", "organizer olga a1, regional-contact carla aosta", facts.WaitingRequest{Kind: facts.ClaimRequest, Regions: []league.RegionID{aosta}}, "decide-claim anna → carla until 2009-04-02 23:59:59 (GDPR 12.3)"},
		{"the contacts of where they have entered", "regional-contact carla aosta, regional-contact bruno bari, regional-contact cora como", facts.WaitingRequest{Kind: facts.ClaimRequest, Regions: []league.RegionID{bari, aosta}}, "decide-claim anna → bruno carla until 2009-04-02 23:59:59 (GDPR 12.3)"},
		{"a contact of two regions once", "regional-contact carla aosta, regional-contact carla bari", facts.WaitingRequest{Kind: facts.ClaimRequest, Regions: []league.RegionID{aosta, bari}}, "decide-claim anna → carla until 2009-04-02 23:59:59 (GDPR 12.3)"},
		{"no contact of elsewhere", "regional-contact cora como", facts.WaitingRequest{Kind: facts.ClaimRequest, Regions: []league.RegionID{aosta}}, "decide-claim anna →  until 2009-04-02 23:59:59 (GDPR 12.3)"},
		{"no contact of somebody who has entered nothing", "regional-contact carla aosta", facts.WaitingRequest{Kind: facts.ClaimRequest}, "decide-claim anna →  until 2009-04-02 23:59:59 (GDPR 12.3)"},
	} {
		tt.request.ID, tt.request.Player, tt.request.AskedAt = b.ID("request"), "anna", at
		is(t, tt.name, describe(b, duties.OfRequest(tt.request, offices(b, tt.offices)), "2009-03-03 12:00"), tt.want)
	}
	one, other := facts.WaitingRequest{ID: b.ID("one")}, facts.WaitingRequest{ID: b.ID("other")}
	if duties.OfRequest(one, nil).ID() == duties.OfRequest(other, nil).ID() {
		t.Error("two requests are one task")
	}
}

// A club that asks to belong to a federation waits for its managers, each club by itself, and no day is named until when.
func TestClubsThatAsk(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta")
	at := time.Date(2009, 3, 2, 11, 0, 0, 0, time.UTC)
	ask := func(club string) facts.WaitingAffiliation {
		return facts.WaitingAffiliation{ID: b.ID(club), Club: club, AskedAt: at}
	}
	for _, tt := range []struct{ name, offices, want string }{
		{"the managers", "organizer otto, championship-manager mina, championship-manager marta", "decide-membership circolo → mina marta ()"},
		{"nobody else where there are none", "organizer otto, regional-contact carla aosta", "decide-membership circolo →  ()"},
	} {
		task := duties.OfAffiliation(ask("circolo"), duties.Managers(offices(b, tt.offices)))
		is(t, tt.name, describe(b, task, "2010-03-03 12:00"), tt.want)
		is(t, tt.name, task.Reason+" "+task.Params["at"], "club-asks 2009-03-02T11:00:00Z")
		if _, warns := task.Warns(at.AddDate(1, 0, 0)); warns {
			t.Error("they are written to twice: the request has a letter of its own")
		}
	}
	if duties.OfAffiliation(ask("one"), nil).ID() == duties.OfAffiliation(ask("other"), nil).ID() {
		t.Error("two clubs are one task")
	}
}
