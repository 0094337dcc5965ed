package leagueapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// shown reads everything that the public reads of an entrant of a ranking event: answers, tables and pages.
func (r *ranglista) shown(by *apitest.Client, player, club uuid.UUID) map[string]string {
	r.t.Helper()
	out := map[string]string{}
	for _, path := range []string{
		r.path + "/standings", r.path + "/rounds", r.path + "/rounds/1", r.path + "/rounds/1/tables/1", r.path + "/rounds/1/draw", r.path + "/draw",
		r.path + "/standings/compare?a=1&b=2", r.ranking + "/standings", r.ranking + "/standings?format=csv", r.ranking + "/hall",
		r.ranking + "/standings?limit=1&around=" + player.String(), r.ranking + "/players/" + player.String(),
		r.address("players/" + player.String() + "/biography"), r.address("players/" + r.playerOf(2).String() + "/biography"),
		r.address("player-clubs/" + club.String() + "/members"),
	} {
		out[path] = string(by.Get(path).Want(200).Body)
	}
	return out
}

// pagesOf reads the pages that show an entrant.
func (r *ranglista) pagesOf(player, club uuid.UUID) map[string]string {
	r.t.Helper()
	out := map[string]string{}
	for _, path := range []string{
		"", "/e/" + r.organizer.Get(r.path).Want(200).Text("slug"), "/rankings/ranglista", "/players/" + player.String(), "/players/" + r.playerOf(2).String(), "/clubs/" + club.String(),
	} {
		status, _, body := r.seasonPage(path+"?lang=en", "")
		if status != http.StatusOK {
			r.t.Fatalf("the page %s: %d", path, status)
		}
		out["page "+path] = body
	}
	return out
}

// leaking are the answers in which a word stands.
func leaking(answers map[string]string, word string) (found []string) {
	for where, body := range answers {
		if strings.Contains(strings.ToLower(body), strings.ToLower(word)) {
			found = append(found, where)
		}
	}
	return found
}

// A minor is shown by the initials to everybody but the staff, in all answers and pages. With the consent of a
// guardian, once it is withdrawn, and when the person comes of age, published views show that at once, and no
// rank changes.
func TestMinorsAreShownByTheirInitials(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	manager, reader := r.federation.Manager, r.server.Anonymous()
	player := r.playerOf(1)
	person := r.address("players/" + player.String())
	patched(manager, person, apitest.JSON{"name": canary + " Mario", "club": "Orsi"}).Want(200)
	club := manager.Get(r.address("player-clubs")).Want(200).ID("items.0.id")

	everywhere := func() map[string]string {
		all := r.shown(reader, player, club)
		for where, body := range r.pagesOf(player, club) {
			all[where] = body
		}
		return all
	}
	before := r.standings()
	grown := everywhere()
	if got := leaking(grown, canary); len(got) < 12 {
		t.Fatalf("of age, the name stands only in %v", got)
	}
	r.server.Federation("Altra").Manager.Get(person+"/consents").Refused(403, "role-missing")

	born := r.server.Clock.Now().UTC().Year() - 14
	patched(manager, person, apitest.JSON{"birthYear": born}).Want(200)
	privacy := r.address("privacy")
	if got := reader.Get(privacy).Want(200); got.Int("age") != 16 || got.Text("country") != "" {
		t.Errorf("before the country is said: %s", got.Body)
	}
	check := func(when string, hidden bool) {
		t.Helper()
		all := everywhere()
		found := leaking(all, canary)
		switch {
		case hidden && len(found) > 0:
			t.Errorf("%s the name stands in %v", when, found)
		case hidden && len(leaking(all, strings.ToUpper(canary[:1])+". M.")) < 12:
			t.Errorf("%s the initials stand only in %v", when, leaking(all, canary[:1]+". M."))
		case !hidden && len(found) < 12:
			t.Errorf("%s the name stands only in %v", when, found)
		}
	}
	check("as a minor", true)
	search := r.ranking + "/standings?name=" + canary
	if n := reader.Get(search).Want(200).Len("items"); n != 0 {
		t.Errorf("a stranger who knows the name finds %d", n)
	}
	if n := manager.Get(search).Want(200).Len("items"); n != 1 {
		t.Errorf("the manager finds %d", n)
	}
	if got := leaking(r.shown(manager, player, club), canary); len(got) < 12 {
		t.Errorf("the manager reads the name only in %v", got)
	}
	if got := leaking(map[string]string{"standings": string(r.referee.Get(r.path + "/standings").Want(200).Body)}, canary); len(got) == 0 {
		t.Error("the referee of the event reads initials")
	}
	if got := leaking(map[string]string{"standings": string(r.server.SignUp("Anybody").Get(r.path + "/standings").Want(200).Body)}, canary); len(got) > 0 {
		t.Error("whoever is signed in reads the name")
	}

	manager.Do("PUT", privacy, apitest.JSON{"country": "IT"}, apitest.Match(`"9"`)).Refused(412, "stale")
	r.organizer.Do("PUT", privacy, apitest.JSON{"country": "IT"}, apitest.Match(`"0"`)).Refused(403, "role-missing")
	if got := manager.Do("PUT", privacy, apitest.JSON{"country": "GB"}, apitest.Match(reader.Get(privacy).ETag())).Want(200).Int("age"); got != 13 {
		t.Errorf("the age is %d", got)
	}
	check("in a country where they are of age", false)
	manager.Do("PUT", privacy, apitest.JSON{"country": "IT"}, apitest.Match(reader.Get(privacy).ETag())).Want(200)
	check("in Italy", true)

	given := manager.Post(person+"/consents", apitest.JSON{"purpose": "full-name", "textVersion": 1, "guardian": "Madre Rossi", "proof": "Modulo firmato"}).Want(201)
	if given.Value("initials") == true || given.Value("minor") != true || given.Value("items.0.holds") != true {
		t.Errorf("given: %s", given.Body)
	}
	check("with the consent of a guardian", false)
	withdrawal := person + "/consents/" + given.ID("items.0.id").String() + "/withdrawal"
	manager.Post(withdrawal, apitest.JSON{"reason": "Lo ha scritto la madre"}).Want(200)
	check("once it is withdrawn", true)
	manager.Post(withdrawal, apitest.JSON{"reason": "Ancora"}).Refused(409, "consent-withdrawn")

	r.server.Clock.Set(time.Date(born+15, 1, 1, 1, 0, 0, 0, time.UTC))
	r.server.Restart() // sweeps
	r.organizer.SignIn()
	for range 100 {
		if leaking(map[string]string{"": string(reader.Get(r.path + "/standings").Want(200).Body)}, canary) != nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	check("with the new year", false)
	if got := r.standings(); rowsText(got) != rowsText(before) {
		t.Errorf("the standings were\n%s\nand are\n%s", rowsText(before), rowsText(got))
	}
}

// rowsText writes the rows of standings without the names.
func rowsText(s openapi.Standings) string {
	var out strings.Builder
	for _, row := range s.Rows {
		out.WriteString(row.Entry.Player.Id.String() + " " + strings.Repeat("i", row.Rank) + "\n")
	}
	return out.String()
}

// A person gives consents by their account, a guardian for a minor, and withdraws them; the staff records
// consents on paper. The person is shown who has read them, they are in the copy of their data, and are erased
// with the person.
func TestConsents(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	x.finish()
	mine, staff := x.federation.Path+"/my-player/consents", x.address("players/"+x.player.String()+"/consents")
	empty := x.person.Get(mine).Want(200)
	if empty.Len("items") != 0 || empty.Len("texts") != 4 || empty.Value("minor") != false {
		t.Errorf("before: %s", empty.Body)
	}
	x.person.Post(mine, apitest.JSON{"purpose": "photos", "textVersion": 2}).Want(422)
	given := x.person.Post(mine, apitest.JSON{"purpose": "photos", "textVersion": 1}).Want(201)
	if given.Text("items.0.text") == "" || given.Text("items.0.recordedBy") == "" || given.Value("items.0.holds") != true {
		t.Errorf("given: %s", given.Body)
	}
	x.person.Post(mine, apitest.JSON{"purpose": "photos", "textVersion": 1}).Refused(409, "consent-given")
	fault(x.person.Post(mine, apitest.JSON{"purpose": "letters", "textVersion": 1, "guardian": "Somebody Else"}), "/guardian", "guardian-needless")
	fault(x.federation.Manager.Post(staff, apitest.JSON{"purpose": "letters", "textVersion": 1}), "/proof", "proof-missing")
	x.other.Get(mine).Want(200) // theirs, which is empty
	x.other.Get(staff).Refused(403, "role-missing")
	x.referee.Get(staff).Refused(403, "role-missing")
	x.server.Anonymous().Get(staff).Refused(401, "sign-in-required")
	x.federation.Manager.Post(staff, apitest.JSON{"purpose": "letters", "textVersion": 1, "proof": "By " + canary + " on a card", "givenOn": "2199-01-01"}).Want(422)
	letters := x.federation.Manager.Post(staff, apitest.JSON{"purpose": "letters", "textVersion": 1, "proof": "By " + canary + " on a card", "givenOn": "2009-01-05"}).Want(201)
	id := letters.ID("items.0.id").String()
	x.other.Post(mine+"/"+id+"/withdrawal", nil).Refused(404, "not-found")
	x.federation.Manager.Post(x.address("players/"+x.another.String()+"/consents/"+id+"/withdrawal"), apitest.JSON{"reason": "of another"}).Refused(404, "not-found")
	key := apitest.Key(uuid.NewString())
	withdrawn := x.person.Post(mine+"/"+id+"/withdrawal", nil, key).Want(200)
	if again := x.person.Post(mine+"/"+id+"/withdrawal", nil, key).Want(200); string(again.Body) != string(withdrawn.Body) {
		t.Errorf("asked again: %s, at first %s", again.Body, withdrawn.Body)
	}
	if withdrawn.Value("items.0.holds") != false || withdrawn.Text("items.0.withdrawnAt") == "" {
		t.Errorf("withdrawn: %s", withdrawn.Body)
	}
	x.person.Post(mine+"/"+id+"/withdrawal", nil).Refused(409, "consent-withdrawn")
	if seen := string(x.person.Get("/me/data-accesses").Want(200).Body); !strings.Contains(seen, `"consents"`) {
		t.Errorf("who has read it: %s", seen)
	}

	// They come of age: the consents of a guardian for them hold no more.
	person := x.address("players/" + x.player.String())
	year := x.server.Clock.Now().UTC().Year()
	patched(x.federation.Manager, person, apitest.JSON{"birthYear": year - 10}).Want(200)
	if got := x.person.Get(mine).Want(200); got.Value("minor") != true || strings.Contains(string(got.Body), `"holds":true`) {
		t.Errorf("as a minor: %s", got.Body)
	}
	x.person.Post(mine, apitest.JSON{"purpose": "photos", "textVersion": 1, "guardian": "Mother " + canary}).Want(201)
	patched(x.federation.Manager, person, apitest.JSON{"birthYear": year - 30}).Want(200)
	if got := string(x.person.Get(mine).Want(200).Body); strings.Contains(got, `"holds":true`) {
		t.Errorf("of age: %s", got)
	}

	asked := x.person.Post("/me/data-exports", nil).Want(202).ID("id").String()
	settled(t, x.server)
	if all := unzip(t, x.person.Get("/me/data-exports/"+asked+"/file").Want(200).Body); !strings.Contains(all, `"consents": [`) || !strings.Contains(all, "on a card") {
		t.Error("the copy of their data has no consents")
	}
	x.person.Post(x.federation.Path+"/my-player/erasure", nil).Want(200)
	if n := x.server.Database.Count(t, `select count(*) from league.consents where player_id = $1`, x.player); n != 0 {
		t.Errorf("%d consents are left", n)
	}
}

// Texts written by a referee name a minor by the initials to all readers who may not read names, and in full to
// the staff; a person of age is named as written.
func TestMinorsInFreeTexts(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	first := s.draw()
	path, seat := s.table(1, 1), first.Tables[0].Seats[0]
	person := s.federation.Path + "/players/" + seat.Player.Id.String()
	patched(s.federation.Manager, person, apitest.JSON{"name": canary + " Mario"}).Want(200)
	recorded := s.referee.Post(path+"/result", result(first.Tables[0])).Want(201)
	correction := apitest.JSON{"ended": "time-limit", "reason": "Mario " + canary + " ha letto male, " + canary + "ella no", "seats": []apitest.JSON{
		{"entry": 1, "vp": 9}, {"entry": 2, "vp": 9}, {"entry": 3, "vp": 7}, {"entry": 4, "vp": 5},
	}}
	s.referee.Do(http.MethodPut, path+"/result", correction, apitest.Match(recorded.ETag())).Want(200)
	reads := func(when, public string) {
		t.Helper()
		if got := s.server.Anonymous().Get(path).Want(200).Text("result.reason"); got != public {
			t.Errorf("%s the public reads %q, want %q", when, got, public)
		}
		if got := s.referee.Get(path).Want(200).Text("result.reason"); got != correction["reason"] {
			t.Errorf("%s the referee reads %q", when, got)
		}
	}
	reads("of age", correction["reason"].(string))
	patched(s.federation.Manager, person, apitest.JSON{"birthYear": s.server.Clock.Now().UTC().Year() - 12}).Want(200)
	initials := s.server.Anonymous().Get(path).Want(200).Text("seats.0.player.name")
	reads("as a minor", initials+" ha letto male, "+canary+"ella no")
}
