package leagueapi_test

import (
	"net/http"
	"slices"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// runBy is an event of a season with a referee and an organizer, in a region with a contact.
type runBy struct {
	*stage
	contact *apitest.Client
	season  string
}

// newRunBy has a structure agreed, a round drawn by hand, and the result of the first table.
func newRunBy(t *testing.T) *runBy {
	t.Helper()
	r := &runBy{stage: inSeason(t, "running")}
	manager := r.federation.Manager
	region := manager.Get(r.address("regions")).Want(200).ID("items.0.id")
	r.season = r.address("seasons/" + manager.Get(r.address("seasons")).Want(200).ID("items.0.id").String())
	r.contact = r.federation.Member("Rosa Referente", "regional-contact", apitest.Region(region))
	r.organizer.Post(r.path+"/structure", apitest.JSON{"rounds": 1, "semifinal": false, "final": true, "reason": "poco tempo in sala"}).Want(200)
	manager.Post(r.path+"/structure/approval", nil).Want(200)
	r.enter(12)
	r.checkIn(upTo(12)...)
	r.begin(upTo(12)...).Want(200)
	r.referee.Post(r.path+"/rounds", apitest.JSON{"reason": "fratelli divisi", "acceptedBy": "Sara Secondi", "tables": []apitest.JSON{
		{"table": 1, "entries": []int{5, 2, 3, 4}}, {"table": 2, "entries": []int{1, 6, 7, 8}}, {"table": 3, "entries": []int{9, 10, 11, 12}},
	}}).Want(201)
	r.recorded(1)
	return r
}

// recorded has the referee write down the result of a table.
func (r *runBy) recorded(table int) {
	r.t.Helper()
	var at openapi.Table
	r.referee.Get(r.table(1, table)).Want(200).Into(&at)
	r.referee.Post(r.table(1, table)+"/result", result(at)).Want(201)
}

// born adds a record with a year of birth to the register, without an account.
func (r *runBy) born(name string, year int) string {
	r.t.Helper()
	path := r.address("players/" + r.federation.Manager.Post(r.address("players"), apitest.JSON{"name": name}).Want(201).ID("id").String())
	patched(r.federation.Manager, path, apitest.JSON{"birthYear": year}).Want(200)
	return path
}

// claimed links a record with an account.
func (r *runBy) claimed(who *apitest.Client, record string) {
	r.t.Helper()
	who.Post(r.address("code-claims"), apitest.JSON{"code": r.federation.Manager.Post(record+"/claim-code", nil).Want(201).Text("code")}).Want(200)
}

// everywhere reads the public views of the people who run the event.
func (r *runBy) everywhere() map[string]string {
	r.t.Helper()
	out := map[string]string{}
	for _, path := range []string{
		r.path, r.path + "/staff", r.path + "/rounds", r.round(1), r.round(1) + "/draw", r.table(1, 1), r.table(1, 2), r.season + "/contacts",
	} {
		out[path] = string(r.server.Anonymous().Get(path).Want(200).Body)
	}
	for _, path := range []string{"/e/" + r.organizer.Get(r.path).Want(200).Text("slug"), "/s/2009"} {
		status, _, body := r.seasonPage(path+"?lang=en", "")
		if status != http.StatusOK {
			r.t.Fatalf("the page %s: %d", path, status)
		}
		out["page "+path] = body
	}
	return out
}

// Minors who referee, organize or are the contact of a region are shown by their initials to the public: on the
// staff, with their draws and records, and as contacts. It follows from the record that is theirs, from the
// moment at which it is. The staff reads the names, and the document of a draw can be verified as before.
func TestMinorsWhoRunEventsAreShownByTheirInitials(t *testing.T) {
	t.Parallel()
	r := newRunBy(t)
	grown := r.everywhere()
	minor, adult := r.server.Clock.Now().UTC().Year()-14, r.server.Clock.Now().UTC().Year()-40
	for _, x := range []struct {
		who            *apitest.Client
		name, initials string
		places         int // in which the name stands at least
	}{
		{r.referee, "Fabio Primo Arbitro", "F. P. A.", 6},
		{r.organizer, "Olga Organizzatrice", "O. O.", 3},
		{r.contact, "Rosa Referente", "R. R.", 2},
	} {
		named := leaking(grown, x.name)
		if len(named) < x.places {
			t.Fatalf("%s: of age the name stands only in %v", x.name, named)
		}
		record := r.born(x.name, minor)
		if found := leaking(r.everywhere(), x.name); len(found) != len(named) {
			t.Errorf("%s: a record that is nobody's hides the name of an account: %v", x.name, found)
		}
		r.claimed(x.who, record)
		hidden := r.everywhere()
		if found := leaking(hidden, x.name); len(found) > 0 {
			t.Errorf("%s: as a minor the name stands in %v", x.name, found)
		}
		for _, place := range named {
			if !slices.Contains(leaking(hidden, x.initials), place) {
				t.Errorf("%s: the initials do not stand in %s", x.name, place)
			}
		}
		patched(r.federation.Manager, record, apitest.JSON{"birthYear": adult}).Want(200)
		if found := leaking(r.everywhere(), x.name); len(found) != len(named) {
			t.Errorf("%s: of age again the name stands in %v, and stood in %v", x.name, found, named)
		}
		patched(r.federation.Manager, record, apitest.JSON{"birthYear": minor}).Want(200)
	}
	r.recorded(2)
	if found := leaking(r.everywhere(), "Fabio"); len(found) > 0 {
		t.Errorf("what a minor has just written down names them in %v", found)
	}
	r.verified(r.round(1) + "/draw")
	for path, name := range map[string]string{"/staff": "Fabio Primo Arbitro", "/rounds/1/draw": "Fabio Primo Arbitro", "": "Olga Organizzatrice"} {
		if got := map[string]string{path: string(r.federation.Manager.Get(r.path + path).Want(200).Body)}; len(leaking(got, name)) == 0 {
			t.Errorf("the manager does not read %s in %q", name, path)
		}
	}
}

// A person who is named for the staff by a record of the register is shown by the initials without an account,
// too.
func TestMinorsNamedForTheStaff(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	helper := s.player(1)
	s.federation.Manager.Post(s.path+"/staff", apitest.JSON{"name": canary + " Mario", "role": "helper", "player": helper}).Want(201)
	staff := func(by *apitest.Client) map[string]string {
		return map[string]string{"staff": string(by.Get(s.path + "/staff").Want(200).Body)}
	}
	anybody := s.server.Anonymous()
	if len(leaking(staff(anybody), canary)) == 0 {
		t.Fatal("of age they are not named")
	}
	patched(s.federation.Manager, s.address("players/"+helper.String()), apitest.JSON{"birthYear": s.server.Clock.Now().UTC().Year() - 14}).Want(200)
	if len(leaking(staff(anybody), canary)) > 0 || len(leaking(staff(anybody), canary[:1]+". M.")) == 0 {
		t.Errorf("as a minor: %v", staff(anybody))
	}
	if len(leaking(staff(s.organizer), canary)) == 0 {
		t.Error("the organizer reads initials")
	}
}
