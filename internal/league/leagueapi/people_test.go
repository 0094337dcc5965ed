package leagueapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// register is a federation with people in its register who have played, and without linked accounts.
func newRegister(t *testing.T) *finals {
	t.Helper()
	f := newFinals(t)
	f.stage(f.piemonte, "2009-04-05", "Carlo Grande", "Dora Seconda", "Eva Terza")
	f.stage(f.aosta, "2009-04-12", "Fabio Valle", "Gina Monte")
	f.alter(`update league.events set elsewhere = true`) // they are known by their outcomes
	return f
}

// record is the address of a person in the register.
func (f *finals) record(name string) string {
	return f.federation.Path + "/players/" + f.person(name).String()
}

// claimToken is the secret of the last letter to the address of a record.
func (f *finals) claimToken(t *testing.T, name string) string {
	t.Helper()
	return apitest.Token(t, f.server.Mailbox.Wait(address(name), "record-to-claim"))
}

// oneself counts a person's own records, entries, results and bans as they see them.
func oneself(c *apitest.Client, tenant string) string {
	c.T.Helper()
	return fmt.Sprintf("%d records, %d entries, %d results, %d bans", c.Get("/me/players").Want(200).Len("items"), c.Get("/me/entries").Want(200).Len("items"),
		c.Get("/me/results").Want(200).Len("items"), c.Get(tenant+"/my-bans").Want(200).Len("items"))
}

const nothing, everything = "0 records, 0 entries, 0 results, 0 bans", "1 records, 1 entries, 1 results, 1 bans"

// The link that goes to the address of a record links it with the account of the person who opens it, from the
// next request on, until they part from it.
func TestClaimByMail(t *testing.T) {
	t.Parallel()
	f := newRegister(t)
	f.ban("Carlo Grande")
	carlo, other := f.server.SignUp("Carlo Grande"), f.server.SignUp("Altra Persona")
	tenant := f.federation.Path
	if got := oneself(carlo, tenant); got != nothing {
		t.Errorf("before: %s", got)
	}
	carlo.Post(f.record("Carlo Grande")+"/claim-mail", nil).Want(202)
	token := f.claimToken(t, "Carlo Grande")
	f.server.Anonymous().Post(tenant+"/link-claims", apitest.JSON{"token": token}).Refused(401, "sign-in-required")
	linked := carlo.Post(tenant+"/link-claims", apitest.JSON{"token": token}).Want(200)
	if linked.Text("player.name") != "Carlo Grande" || linked.Text("tenant.slug") != f.federation.Slug {
		t.Errorf("linked: %s", linked.Body)
	}
	if got := oneself(carlo, tenant); got != everything {
		t.Errorf("linked: %s", got)
	}
	if got := carlo.Get("/me/results").Want(200); got.Int("items.0.result.rank") != 1 || got.Int("items.0.result.players") != 12 {
		t.Errorf("his result: %s", got.Body)
	}
	if got := oneself(other, tenant); got != nothing {
		t.Errorf("another person: %s", got)
	}
	if got := f.manager.Get(f.record("Carlo Grande")).Want(200); got.Value("hasAccount") != true {
		t.Errorf("the register: %s", got.Body)
	}

	// Refused from now on, each with its code; Dora's record is the positive control.
	other.Post(tenant+"/link-claims", apitest.JSON{"token": token}).Refused(409, "claim-link-used")
	other.Post(tenant+"/link-claims", apitest.JSON{"token": strings.Repeat("x", 43)}).Refused(422, "link-invalid")
	other.Post(f.record("Carlo Grande")+"/claim-mail", nil).Refused(409, "record-claimed")
	other.Post(f.record("Carlo Grande")+"/claims", apitest.JSON{}).Refused(409, "record-claimed")
	carlo.Post(f.record("Carlo Grande")+"/claims", apitest.JSON{}).Refused(409, "record-own")
	carlo.Post(f.record("Dora Seconda")+"/claims", apitest.JSON{}).Refused(409, "account-has-record")
	other.Post(f.record("Dora Seconda")+"/claims", apitest.JSON{}).Want(201)

	key := apitest.Key(uuid.NewString())
	carlo.Post(tenant+"/my-player/unlinking", nil, key).Want(204)
	carlo.Post(tenant+"/my-player/unlinking", nil, key).Want(204) // a client that has lost the answer gets it again
	if got := oneself(carlo, tenant); got != nothing {
		t.Errorf("parted: %s", got)
	}
	carlo.Get(tenant+"/my-player").Refused(404, "no-record")
	carlo.Post(tenant+"/my-player/unlinking", nil).Refused(404, "no-record")
	if got := f.manager.Get(f.record("Carlo Grande")).Want(200); got.Value("hasAccount") == true {
		t.Errorf("the register: %s", got.Body)
	}
	wantKinds(t, f.manager, tenant, "player.linked", "player.requested", "player.unlinked")
}

// wantKinds fails unless the log has these facts about people, in this order.
func wantKinds(t *testing.T, who *apitest.Client, tenant string, want ...string) {
	t.Helper()
	var page openapi.LogPage
	who.In(t).Get(tenant + "/log?limit=100").Want(200).Into(&page)
	var got []string
	for _, r := range page.Items {
		if strings.HasPrefix(r.Kind, "player.") && r.Kind != "player.created" {
			got = append(got, r.Kind)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the log (-want +got):\n%s", diff)
	}
}

// A link expires, and is void once the register has another address; whether a record has an address is
// revealed to nobody, and no mailbox is flooded.
func TestClaimMailsAreKeptShort(t *testing.T) {
	t.Parallel()
	f := newRegister(t)
	tenant := f.federation.Path
	asker := f.server.SignUp("Chiede Molto")
	f.alter(`update league.players set email = '' where id = $1`, f.person("Eva Terza"))
	ask := func(name string) *apitest.Answer { return asker.Post(f.record(name)+"/claim-mail", nil) }

	with, without := ask("Dora Seconda").Want(202), ask("Eva Terza").Want(202)
	if string(with.Body) != string(without.Body) {
		t.Errorf("a record with an address answers %q, one without %q", with.Body, without.Body)
	}
	late := f.claimToken(t, "Dora Seconda")
	ask("Dora Seconda").Want(202)
	void := f.claimToken(t, "Dora Seconda")
	ask("Dora Seconda").Want(202)
	f.claimToken(t, "Dora Seconda")
	for _, name := range []string{"Dora Seconda", "Eva Terza"} {
		if name == "Eva Terza" {
			ask(name).Want(202)
			ask(name).Want(202)
		}
		refused := ask(name).Refused(429, "too-many-attempts")
		if refused.Header.Get("Retry-After") != "86400" {
			t.Errorf("%s: after %s", name, refused.Header.Get("Retry-After"))
		}
	}
	settled(t, f.server)
	if got := written(f.server, ""); got != "" {
		t.Errorf("written to nobody: %s", got)
	}

	dora := f.server.SignUp("Dora Seconda")
	readdress(f.manager, f.record("Dora Seconda"), "dora.nuova@example.org")
	dora.Post(tenant+"/link-claims", apitest.JSON{"token": void}).Refused(409, "claim-link-void")
	readdress(f.manager, f.record("Dora Seconda"), address("Dora Seconda"))
	f.at(january.Add(73 * time.Hour))
	dora.SignIn()
	asker.SignIn()
	dora.Post(tenant+"/link-claims", apitest.JSON{"token": late}).Refused(409, "claim-link-expired")
	ask("Dora Seconda").Want(202) // a day later
	fresh := f.claimToken(t, "Dora Seconda")
	dora.Post(tenant+"/link-claims", apitest.JSON{"token": fresh}).Want(200)
	settled(t, f.server)
	got := strings.Fields(written(f.server, address("Dora Seconda"))) // in the order in which they went out
	if slices.Sort(got); strings.Join(got, " ") != "address-changed record-to-claim record-to-claim record-to-claim record-to-claim" {
		t.Errorf("written to Dora: %s", got)
	}

	// No letter is written to an unconfirmed address.
	readdress(f.manager, f.record("Gina Monte"), "gina.nuova@example.org")
	asker.Post(f.record("Gina Monte")+"/claim-mail", nil).Want(202)
	settled(t, f.server)
	if got := written(f.server, "gina.nuova@example.org"); got != "address-to-confirm" {
		t.Errorf("written to the unconfirmed address: %s", got)
	}
}

// A code that is printed for a record links it once; it is missed a few times and no more.
func TestClaimByCode(t *testing.T) {
	t.Parallel()
	f := newRegister(t)
	tenant := f.federation.Path
	make := func(name string) string {
		return f.manager.Post(f.record(name)+"/claim-code", nil).Want(201).Text("code")
	}
	claim := func(who *apitest.Client, code string) *apitest.Answer {
		return who.Post(tenant+"/code-claims", apitest.JSON{"code": code})
	}
	wrong := func(code string) string { // of the same handle
		last := "0"
		if strings.HasSuffix(code, "0") {
			last = "1"
		}
		return code[:len(code)-1] + last
	}

	t.Run("as it is typed, once", func(t *testing.T) {
		carlo, other := f.server.SignUp("Carlo Grande").In(t), f.server.SignUp("Altra Persona").In(t)
		ended := make("Carlo Grande")
		made := f.manager.In(t).Post(f.record("Carlo Grande")+"/claim-code", nil).Want(201)
		code := made.Text("code")
		if link := made.Text("link"); !strings.HasSuffix(link, "/account/records?tenant="+f.federation.Slug+"&code="+code) {
			t.Errorf("the link is %s", link)
		}
		claim(carlo, ended).Refused(409, "claim-code-ended")
		claim(carlo, "ZZZZZ-ZZZZZ").Refused(409, "claim-code-wrong")
		claim(carlo, "un codice").Refused(409, "claim-code-wrong")
		claim(f.manager.In(t), code).Refused(403, "own-case")
		claim(carlo, " "+strings.ToLower(strings.ReplaceAll(code, "-", " "))).Want(200)
		claim(other, code).Refused(409, "claim-code-used")
		if got := carlo.Get("/me/players").Want(200); got.Text("items.0.player.name") != "Carlo Grande" {
			t.Errorf("got %s", got.Body)
		}
		f.manager.In(t).Post(f.record("Carlo Grande")+"/claim-code", nil).Refused(409, "record-claimed")
		f.server.Mailbox.Wait(address("Carlo Grande"), "record-news")
	})
	t.Run("too often missed", func(t *testing.T) {
		code := make("Dora Seconda")
		for n := range 6 {
			reason := "claim-code-wrong"
			if n == 5 {
				reason = "claim-code-tries"
			}
			claim(f.server.SignUp("Indovina").In(t), wrong(code)).Refused(409, reason)
		}
		claim(f.server.SignUp("Dora Seconda").In(t), code).Refused(409, "claim-code-tries")
		claim(f.server.SignUp("Dora Seconda").In(t), make("Dora Seconda")).Want(200)
	})
	t.Run("by one person", func(t *testing.T) {
		guesser := f.server.SignUp("Indovina").In(t)
		for range 5 {
			claim(guesser, "ZZZZZ-ZZZZZ").Refused(409, "claim-code-wrong")
		}
		claim(guesser, "ZZZZZ-ZZZZZ").Refused(429, "too-many-attempts")
	})
	t.Run("what has waited for an address goes to the account", func(t *testing.T) {
		readdress(f.manager.In(t), f.record("Gina Monte"), "gina.nuova@example.org")
		f.server.Mailbox.Wait("gina.nuova@example.org", "address-to-confirm")
		f.ban("Gina Monte")
		settled(t, f.server)
		gina := f.server.SignUp("Gina Monte").In(t)
		claim(gina, make("Gina Monte")).Want(200)
		f.server.Mailbox.Wait(gina.Email, "ban-decided")
	})
	t.Run("out of date", func(t *testing.T) {
		eva, code := f.server.SignUp("Eva Terza").In(t), make("Eva Terza")
		f.at(january.Add(61 * 24 * time.Hour))
		eva.SignIn()
		claim(eva, code).Refused(409, "claim-code-expired")
		claim(eva, make("Eva Terza")).Want(200)
	})
}

// Two ask for one record. The staff sees how far each is like it, confirms one, and the other
// is notified; neither mail nor code decides meanwhile.
func TestClaimByRequest(t *testing.T) {
	t.Parallel()
	f := newRegister(t)
	tenant := f.federation.Path
	carlo, alike := f.server.SignUp("Carlo Grande"), f.server.SignUp("Cаrlo Grande") // with a Cyrillic а
	claim := func(who *apitest.Client, name string) *apitest.Answer {
		return who.Post(f.record(name)+"/claims", apitest.JSON{"words": "sono io"})
	}
	first := claim(carlo, "Carlo Grande").Want(201).ID("id")
	second := claim(alike, "Carlo Grande").Want(201).ID("id")
	claim(carlo, "Carlo Grande").Refused(409, "claim-open")
	claim(carlo, "Dora Seconda").Refused(409, "claim-open")
	code := f.manager.Post(f.record("Carlo Grande")+"/claim-code", nil).Want(201).Text("code")
	carlo.Post(tenant+"/code-claims", apitest.JSON{"code": code}).Refused(409, "claim-disputed")
	carlo.Post(f.record("Carlo Grande")+"/claim-mail", nil).Want(202)
	carlo.Post(tenant+"/link-claims", apitest.JSON{"token": f.claimToken(t, "Carlo Grande")}).Refused(409, "claim-disputed")

	var page openapi.PlayerRequestPage
	f.manager.Get(tenant + "/player-requests").Want(200).Into(&page)
	var got []string
	for _, r := range page.Items {
		got = append(got, fmt.Sprintf("%s: %s by %q, %s, same mail %v, %d others, %s", r.Kind, r.Player.Name, r.Claimant.Name, r.Claimant.NameIs, r.Claimant.SameMail, r.Claimant.Others, r.Outcome))
	}
	want := []string{
		`claim: Carlo Grande by "Cаrlo Grande", alike, same mail false, 1 others, open`,
		`claim: Carlo Grande by "Carlo Grande", same, same mail false, 1 others, open`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the staff sees (-want +got):\n%s", diff)
	}

	decision := func(id uuid.UUID) string { return tenant + "/player-requests/" + id.String() + "/decision" }
	f.manager.Post(decision(second), apitest.JSON{"confirmed": true}).Refused(409, "claim-name-differs")
	f.manager.Post(decision(second), apitest.JSON{"confirmed": false}).Refused(409, "request-needs-reason")
	done := f.manager.Post(decision(first), apitest.JSON{"confirmed": true}).Want(200)
	if done.Text("outcome") != "confirmed" {
		t.Errorf("confirmed: %s", done.Body)
	}
	f.manager.Post(decision(first), apitest.JSON{"confirmed": true}).Refused(409, "request-decided")
	f.manager.Post(decision(second), apitest.JSON{"confirmed": true, "reason": "anche lui"}).Refused(409, "request-decided")
	if got := carlo.Get("/me/player-requests").Want(200); got.Text("items.0.request.outcome") != "confirmed" || got.Text("items.0.tenant.slug") != f.federation.Slug {
		t.Errorf("Carlo reads %s", got.Body)
	}
	if got := alike.Get("/me/player-requests").Want(200); got.Text("items.0.request.outcome") != "overtaken" {
		t.Errorf("the other reads %s", got.Body)
	}
	for who, text := range map[*apitest.Client]string{carlo: "is linked with your account", alike: "was linked otherwise"} {
		if letter := f.server.Mailbox.Wait(who.Email, "record-news"); !strings.Contains(letter.Text, text) {
			t.Errorf("%s is told %s", who.Name, letter.Text)
		}
	}
	if got := carlo.Get("/me/players").Want(200); got.Len("items") != 1 {
		t.Errorf("Carlo has %s", got.Body)
	}
	if got := alike.Get("/me/players").Want(200); got.Len("items") != 0 {
		t.Errorf("the other has %s", got.Body)
	}
	wantKinds(t, f.manager, tenant, "player.requested", "player.requested", "player.code-made", "player.linked", "player.request-ended", "player.request-ended")
	if f.manager.Get(tenant+"/player-requests").Want(200).Len("items") != 0 || f.manager.Get(tenant+"/player-requests?state=decided&limit=1").Want(200).Len("items") != 1 {
		t.Error("decided requests are listed by themselves")
	}

	t.Run("refused with a reason, and asked again", func(t *testing.T) {
		eva := f.server.SignUp("Eva Diversa").In(t)
		id := claim(eva, "Eva Terza").Want(201).ID("id")
		f.manager.In(t).Post(decision(id), apitest.JSON{"confirmed": false, "reason": "un’altra Eva"}).Want(200)
		if got := eva.Get("/me/player-requests").Want(200); got.Text("items.0.request.outcome") != "refused" || got.Text("items.0.request.reason") != "un’altra Eva" {
			t.Errorf("Eva reads %s", got.Body)
		}
		again := claim(eva, "Eva Terza").Want(201).ID("id")
		f.manager.In(t).Post(decision(again), apitest.JSON{"confirmed": true, "reason": "si è sposata"}).Want(200)
	})
	t.Run("taken back", func(t *testing.T) {
		gina, other := f.server.SignUp("Gina Monte").In(t), f.server.SignUp("Altra Persona").In(t)
		id := claim(gina, "Gina Monte").Want(201).ID("id")
		withdrawal := tenant + "/my-player-requests/" + id.String() + "/withdrawal"
		other.Post(withdrawal, nil).Refused(404, "not-found")
		if got := gina.Post(withdrawal, nil).Want(200); got.Text("outcome") != "withdrawn" {
			t.Errorf("got %s", got.Body)
		}
		gina.Post(withdrawal, nil).Refused(409, "request-decided")
		claim(gina, "Gina Monte").Want(201)
	})
	t.Run("of two, who is confirmed by the staff himself", func(t *testing.T) {
		manager := f.federation.Member("Fabio Valle", "championship-manager", apitest.WholeTenant()).In(t)
		id := claim(manager, "Fabio Valle").Want(201).ID("id")
		manager.Post(decision(id), apitest.JSON{"confirmed": true}).Refused(403, "own-case")
		f.manager.In(t).Post(decision(id), apitest.JSON{"confirmed": true}).Want(200)
	})
}

// People with an office over the tenant decide, and those with one over a region about players who have played
// there; the organizer of an event, people of another tenant and the person themself do not.
func TestWhoSaysWhoseARecordIs(t *testing.T) {
	t.Parallel()
	f := newRegister(t)
	tenant := f.federation.Path
	carlo := f.server.SignUp("Carlo Grande")
	id := carlo.Post(f.record("Carlo Grande")+"/claims", apitest.JSON{}).Want(201).ID("id")
	decision := tenant + "/player-requests/" + id.String() + "/decision"
	here := f.federation.Member("Carla Piemonte", "regional-contact", apitest.Region(f.piemonte))
	there := f.federation.Member("Dino Aosta", "regional-contact", apitest.Region(f.aosta))
	event := f.announced(apitest.JSON{"title": "Altra tappa", "region": f.piemonte, "startsAt": "2009-12-20T08:00:00Z"})
	organizer := f.federation.Member("Olga Tappa", "organizer", apitest.Stage(event))
	foreign := f.server.Federation("Altra Federazione")
	no := func(who *apitest.Client, name string) {
		t.Helper()
		who.Post(decision, apitest.JSON{"confirmed": false, "reason": "non è lui"}).Want(403)
		who.Post(f.record(name)+"/claim-code", nil).Want(403)
		who.Post(f.record(name)+"/unlinking", apitest.JSON{"reason": "per prova"}).Want(403)
	}
	for _, who := range []*apitest.Client{there, organizer, foreign.Manager, carlo} {
		no(who, "Carlo Grande")
	}
	for _, who := range []*apitest.Client{organizer, foreign.Manager, carlo} {
		who.Get(tenant + "/player-requests").Want(403)
	}
	// A foreign tenant has none of these.
	foreign.Manager.Post(foreign.Path+"/player-requests/"+id.String()+"/decision", apitest.JSON{"confirmed": true}).Refused(404, "not-found")
	foreign.Manager.Post(foreign.Path+"/players/"+f.person("Carlo Grande").String()+"/claim-code", nil).Refused(404, "not-found")
	carlo.Post(foreign.Path+"/players/"+f.person("Carlo Grande").String()+"/claims", apitest.JSON{}).Refused(404, "not-found")
	code := f.manager.Post(f.record("Dora Seconda")+"/claim-code", nil).Want(201).Text("code")
	f.server.SignUp("Dora Seconda").Post(foreign.Path+"/code-claims", apitest.JSON{"code": code}).Refused(409, "claim-code-wrong")

	if n := there.Get(tenant + "/player-requests").Want(200).Len("items"); n != 0 {
		t.Errorf("the contact of another region sees %d", n)
	}
	f.server.SignUp("Fabio Valle").Post(f.record("Fabio Valle")+"/claims", apitest.JSON{}).Want(201)
	if page := here.Get(tenant + "/player-requests?limit=1").Want(200); page.Len("items") != 1 || page.ID("items.0.id") != id || page.Value("nextCursor") != nil {
		t.Errorf("the contact of the region sees %s", page.Body)
	}
	for who, want := range map[*apitest.Client]int{f.manager: 2, here: 0, carlo: 0} {
		if waits := waitingFor(who, tenant, "decide-claim"); len(waits) != want || want > 0 && waits[0].DueAt.IsZero() {
			t.Errorf("%d claims wait, want %d: %+v", len(waits), want, waits)
		}
	}
	there.Post(f.record("Fabio Valle")+"/claim-code", nil).Want(201)
	here.Post(decision, apitest.JSON{"confirmed": true}).Want(200)
	if waits := waitingFor(f.manager, tenant, "decide-claim"); len(waits) != 1 {
		t.Errorf("decided, %d claims wait", len(waits))
	}
	parted := here.Post(f.record("Carlo Grande")+"/unlinking", apitest.JSON{"reason": "era suo fratello"}).Want(200)
	if parted.Value("hasAccount") == true {
		t.Errorf("parted: %s", parted.Body)
	}
	here.Post(f.record("Carlo Grande")+"/unlinking", apitest.JSON{"reason": "ancora"}).Refused(409, "record-not-linked")
	if got := oneself(carlo, tenant); got != nothing {
		t.Errorf("parted: %s", got)
	}
	var audit openapi.AuditPage
	f.manager.Get(tenant + "/audit?limit=100").Want(200).Into(&audit)
	if !slices.ContainsFunc(audit.Items, func(r openapi.AuditRecord) bool {
		return r.Operation == "UnlinkPlayer" && r.Reason == "era suo fratello"
	}) {
		t.Error("the audit has no reason why he was parted")
	}
	f.server.Mailbox.Wait(carlo.Email, "record-news")
	// A request of the only manager waits for the contact of the region where the person has played, and for no
	// other.
	f.manager.Post(f.record("Carlo Grande")+"/claims", apitest.JSON{}).Want(201)
	for who, want := range map[*apitest.Client]int{f.manager: 1, here: 1, there: 0} {
		if waits := waitingFor(who, tenant, "decide-claim"); len(waits) != want {
			t.Errorf("%d claims wait, want %d: %+v", len(waits), want, waits)
		}
	}
}

// A person corrects their club and their city themselves; their name is written otherwise once
// the staff confirms it.
func TestOwnRecordIsCorrected(t *testing.T) {
	t.Parallel()
	f := newRegister(t)
	tenant := f.federation.Path
	carlo, other := f.server.SignUp("Carlo Grande"), f.server.SignUp("Altra Persona")
	code := f.manager.Post(f.record("Carlo Grande")+"/claim-code", nil).Want(201).Text("code")
	carlo.Post(tenant+"/code-claims", apitest.JSON{"code": code}).Want(200)
	mine := tenant + "/my-player"

	other.Get(mine).Refused(404, "no-record")
	other.Patch(mine, apitest.JSON{"city": "Torino"}, apitest.Match(`"1"`)).Refused(404, "no-record")
	other.Post(mine+"/name-requests", apitest.JSON{"name": "Carlo Piccolo"}).Refused(404, "no-record")
	before := carlo.Get(mine).Want(200)
	carlo.Patch(mine, apitest.JSON{"city": "Torino"}).Refused(428, "if-match-missing")
	carlo.Patch(mine, apitest.JSON{"club": "Torre dei Giochi", "city": "Torino"}, apitest.Match(before.ETag())).Want(200)
	carlo.Patch(mine, apitest.JSON{"city": "Asti"}, apitest.Match(before.ETag())).Refused(412, "stale")
	carlo.Patch(mine, apitest.JSON{"name": "Carlo Piccolo"}, apitest.Match(before.ETag())).Want(422)
	if got := carlo.Get(mine).Want(200); got.Text("club") != "Torre dei Giochi" || got.Text("city") != "Torino" || got.Text("email") != address("Carlo Grande") {
		t.Errorf("got %s", got.Body)
	}

	carlo.Post(mine+"/name-requests", apitest.JSON{"name": "Carlo Grande"}).Refused(409, "name-request-same")
	asked := carlo.Post(mine+"/name-requests", apitest.JSON{"name": "Carlo Grande Bianchi", "words": "mi sono sposato"}).Want(201).ID("id")
	carlo.Post(mine+"/name-requests", apitest.JSON{"name": "Carlo Bianchi"}).Refused(409, "name-request-open")
	if got := carlo.Get(mine).Want(200); got.Text("name") != "Carlo Grande" {
		t.Errorf("before it is confirmed: %s", got.Body)
	}
	decision := tenant + "/player-requests/" + asked.String() + "/decision"
	carlo.Post(decision, apitest.JSON{"confirmed": true}).Want(403)
	f.manager.Post(decision, apitest.JSON{"confirmed": true}).Want(200)
	if got := carlo.Get(mine).Want(200); got.Text("name") != "Carlo Grande Bianchi" {
		t.Errorf("confirmed: %s", got.Body)
	}
	if got := f.manager.Get(tenant + "/players?name=bianchi").Want(200); got.Len("items") != 1 {
		t.Errorf("found by the new name: %s", got.Body)
	}
	refused := carlo.Post(mine+"/name-requests", apitest.JSON{"name": "Il Campione"}).Want(201).ID("id")
	f.manager.Post(tenant+"/player-requests/"+refused.String()+"/decision", apitest.JSON{"confirmed": false, "reason": "non è un nome"}).Want(200)
	open := carlo.Post(mine+"/name-requests", apitest.JSON{"name": "Carlo B"}).Want(201).ID("id")
	carlo.Post(mine+"/unlinking", nil).Want(204)
	f.manager.Post(tenant+"/player-requests/"+open.String()+"/decision", apitest.JSON{"confirmed": true}).Refused(409, "request-decided")
	// A page at a time.
	page := carlo.Get("/me/player-requests?limit=2").Want(200)
	rest := carlo.Get("/me/player-requests?limit=2&cursor=" + page.Text("nextCursor")).Want(200)
	if page.Len("items") != 2 || rest.Len("items") != 1 || rest.Text("items.0.request.outcome") != "confirmed" {
		t.Errorf("pages of two: %s, then %s", page.Body, rest.Body)
	}
	other.Get("/me/player-requests?cursor="+page.Text("nextCursor")).Refused(400, "cursor-invalid")
}
