package leagueapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// distinguish records that two records are of two people; notDistinct revokes that.
func (s *stage) distinguish(who *apitest.Client, one, other uuid.UUID) *apitest.Answer {
	s.t.Helper()
	return who.Post(s.address("players/"+one.String()+"/distinctions"), apitest.JSON{"other": other, "distinct": true, "reason": "sono padre e figlio"})
}

func (s *stage) notDistinct(who *apitest.Client, one, other uuid.UUID) *apitest.Answer {
	s.t.Helper()
	return who.Post(s.address("players/"+one.String()+"/distinctions"), apitest.JSON{"other": other, "distinct": false, "reason": "era un errore"})
}

// Two namesakes who were recorded as two people are in no list of duplicates, and no check asks whether the one
// is the other, who is banned (CN09 1.5). They are not merged until that is revoked, and then everything is as
// it was.
func TestNamesakesAreTwoPeople(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	manager, tenant := s.federation.Manager, s.federation.Path
	father, son := s.named("Mario Rossi"), s.named("Mario Rossi")
	third := s.named("Rossi Mario")
	s.ban(father, ban("2009-01-01", "")).Want(201)
	entry := s.enterPlayer(son).Want(201)
	asked := func(want bool) {
		t.Helper()
		got := s.organizer.Get(s.entry(entry.Int("number"))).Want(200)
		if is := got.Value("check") != nil; is != want {
			t.Errorf("whom the son resembles: %s", got.Body)
		}
	}
	offered := func(one, pairs int) {
		t.Helper()
		if got := manager.Get(s.address("players/" + son.String() + "/duplicates")).Want(200); got.Len("items") != one {
			t.Errorf("duplicates of the son: %s", got.Body)
		}
		if got := manager.Get(s.address("duplicate-players")).Want(200); got.Len("items") != pairs {
			t.Errorf("pairs: %s", got.Body)
		}
	}
	offered(2, 3)
	asked(true)
	s.organizer.Post(s.entry(entry.Int("number"))+"/check-in", nil).Refused(409, "entry-to-be-checked")

	said := s.distinguish(manager, son, father).Want(200)
	if said.ID("player.id") != son || said.ID("other.id") != father || said.Value("distinct") != true || said.Text("by") == "" {
		t.Errorf("said: %s", said.Body)
	}
	offered(1, 2)
	asked(false)
	s.organizer.Post(s.entry(entry.Int("number"))+"/check-in", nil).Want(200)
	s.distinguish(manager, father, son).Refused(409, "records-distinct")
	for _, path := range []string{"/merging-preview", "/merging"} {
		refused := manager.Post(tenant+"/players/"+son.String()+path, apitest.JSON{"into": father, "reason": "è la stessa persona"}).Refused(409, "merge-two-people")
		if !strings.Contains(string(refused.Body), father.String()) {
			t.Errorf("who: %s", refused.Body)
		}
	}

	// A distinction of an alias holds for the record that is kept, and is unchanged when they are parted.
	merging(manager, tenant, son, third).Want(200)
	offered(0, 0)
	merging(manager, tenant, third, father).Refused(409, "merge-two-people")
	merging(manager, tenant, father, third).Refused(409, "merge-two-people")
	s.distinguish(manager, son, s.named("Aldo Altro")).Refused(409, "record-merged")
	s.distinguish(manager, son, third).Refused(409, "record-merged")
	unmerging(manager, tenant, son).Want(200)
	offered(1, 2)

	s.notDistinct(manager, father, son).Want(200)
	s.notDistinct(manager, father, son).Refused(409, "records-not-distinct")
	offered(2, 3)
	history := manager.Get(s.address("players/" + father.String() + "/distinctions")).Want(200)
	if history.Len("items") != 2 || history.Value("items.0.distinct") != false || history.ID("items.1.other.id") != son || history.Text("items.1.reason") != "sono padre e figlio" {
		t.Errorf("history: %s", history.Body)
	}
	merging(manager, tenant, son, third).Want(200)
	wantKinds(t, manager, tenant, "player.distinguished", "player.merged", "player.unmerged", "player.distinction-revoked", "player.merged")
}

// Refusals have a reason; nobody distinguishes their own record, or people whom their office does not reach.
// The manager's distinction is the positive control.
func TestDistinctionsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	manager := s.federation.Manager
	one, other := s.named("Mario Rossi"), s.named("Mario Rossi")
	reason := func(want string, got *apitest.Answer) {
		t.Helper()
		if got.Refused(422, "invalid").Text("errors.0.reason") != want || got.Text("errors.0.pointer") != "/other" {
			t.Errorf("%s: %s", want, got.Body)
		}
	}
	reason("distinction-itself", s.distinguish(manager, one, one))
	reason("unknown-player", s.distinguish(manager, one, uuid.Must(uuid.NewV7())))
	s.distinguish(manager, uuid.Must(uuid.NewV7()), one).Want(404)
	s.notDistinct(manager, one, other).Refused(409, "records-not-distinct")
	s.distinguish(s.organizer, one, other).Want(403) // of an event only
	s.distinguish(s.federation.Member("Carla Valle", "regional-contact", apitest.Region(s.federation.Region("Valle d’Aosta"))), one, other).Want(403)
	s.distinguish(s.server.Anonymous(), one, other).Refused(401, "sign-in-required")
	foreign := s.server.Federation("Altra")
	s.distinguish(foreign.Manager, one, other).Want(403)
	foreign.Manager.Get(s.address("players/" + one.String() + "/distinctions")).Want(403)

	deputy := s.federation.Member("Mario Rossi", "championship-manager", apitest.WholeTenant())
	code := manager.Post(s.address("players/"+one.String()+"/claim-code"), nil).Want(201).Text("code")
	deputy.Post(s.address("code-claims"), apitest.JSON{"code": code}).Want(200)
	s.distinguish(deputy, other, one).Refused(403, "own-case")
	s.distinguish(manager, other, one).Want(200)

	// An erasure removes the words of the distinction, and nobody distinguishes the record any more.
	manager.Post(s.address("players/"+other.String()+"/erasure"), apitest.JSON{"reason": "lo ha chiesto"}).Want(200)
	left := manager.Get(s.address("players/" + one.String() + "/distinctions")).Want(200)
	if left.Len("items") != 1 || strings.Contains(string(left.Body), "padre") {
		t.Errorf("left: %s", left.Body)
	}
	s.notDistinct(manager, one, other).Refused(409, "erasure-done")
}

// If two people distinguish at once, one is refused, and of a merge and a distinction one holds.
func TestRaceOfDistinctions(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	manager := s.federation.Manager
	for n := range max(*trials/20, 3) {
		one, other := s.player(n), s.player(n)
		first := func() *apitest.Answer { return s.distinguish(manager, one, other) }
		second := func() *apitest.Answer { return s.distinguish(manager, other, one) }
		if n%2 == 1 {
			second = func() *apitest.Answer { return merging(manager, s.federation.Path, one, other) }
		}
		if got := statuses(race(first, second)); len(got) != 2 || got[0] != 200 || got[1] != 409 {
			t.Fatalf("trial %d: %v", n, got)
		}
	}
}

// Among records of one name, those with the same year of birth come first and those with another last; an
// unknown year counts for nothing, and no year is revealed.
func TestDuplicatesByYearOfBirth(t *testing.T) {
	t.Parallel()
	f := apitest.Start(t).Federation("Federazione")
	add := func(fields apitest.JSON) uuid.UUID {
		fields["name"], fields["sameNameAccepted"] = "Carlo Grande", true
		return f.Manager.Post(f.Path+"/players", fields).Want(201).ID("id")
	}
	of := add(apitest.JSON{"birthYear": 1970, "email": "carlo@example.org"})
	son, unknown, twice := add(apitest.JSON{"birthYear": 2001, "email": "carlo@example.org"}), add(apitest.JSON{}), add(apitest.JSON{"birthYear": 1970})
	got := f.Manager.Get(f.Path + "/players/" + of.String() + "/duplicates").Want(200)
	for i, want := range []struct {
		player uuid.UUID
		says   string
	}{{twice, "sameBirthYear"}, {unknown, ""}, {son, "otherBirthYear"}} {
		one := got.Value(fmt.Sprintf("items.%d", i)).(map[string]any)
		var says []string
		for _, name := range []string{"sameBirthYear", "otherBirthYear"} {
			if one[name] == true {
				says = append(says, name)
			}
		}
		if got.ID(fmt.Sprintf("items.%d.player.id", i)) != want.player || strings.Join(says, " ") != want.says {
			t.Errorf("%d, want %s %s: %s", i, want.player, want.says, got.Body)
		}
	}
	if strings.Contains(string(got.Body), "1970") || strings.Contains(string(got.Body), "2001") {
		t.Errorf("years are told: %s", got.Body)
	}
	pairs := f.Manager.Get(f.Path + "/duplicate-players").Want(200)
	if pairs.Len("items") != 6 || strings.Count(string(pairs.Body), `"sameBirthYear":true`) != 1 || strings.Count(string(pairs.Body), `"otherBirthYear":true`) != 2 {
		t.Errorf("pairs: %s", pairs.Body)
	}
}
