package serve_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

var printedCode = regexp.MustCompile(`<h2 id="h-code">([0-9A-Z]{5}-[0-9A-Z]{5})</h2>`)

// shownInPublic gives players a place in a ranking, which everybody sees.
func shownInPublic(federation *apitest.Tenant, players ...uuid.UUID) {
	manager, path := federation.Manager, federation.Path+"/rankings"
	ranking := path + "/" + manager.Post(path, apitest.JSON{
		"slug": "classifica", "title": "Classifica", "ruleset": "catan-ranglista-bg", "counted": []string{"ranking"}, "national": []string{"national-final"},
	}).Want(201).ID("id").String()
	for _, player := range players {
		manager.Post(ranking+"/openings", apitest.JSON{"player": player, "reason": "Classifica di carta", "nationalPoints": "0", "figures": apitest.JSON{
			"points": "10", "vp": "50", "share": "120", "firsts": "1", "seconds": "0", "thirds": "0", "tournaments": "2",
		}}).Want(201)
	}
}

// A person who finds their name on a public page claims the record: they sign in, and ask the staff, have a letter
// sent, or enter the code that the staff has made on its own page.
func TestRecordIsClaimedByForms(t *testing.T) {
	t.Parallel()
	federation, staff, people, one, _ := staffed(t)
	server, here := staff.server, people+"/"+one.String()
	public := "/t/" + federation.Slug + "/players/" + one.String()
	claim, mine := public+"/claim", "/t/"+federation.Slug+"/mine"
	stranger := &reader{t: t, server: server}
	if p := stranger.get(public); p.status != http.StatusNotFound {
		t.Errorf("somebody whom nobody sees has a page: %d", p.status)
	}
	if p := signIn(t, server, server.SignUp("Eva Quarta")).get(claim); p.status != http.StatusNotFound || strings.Contains(p.text, "Ada Lodi") {
		t.Errorf("the page tells who is in the register: %d", p.status)
	}
	shownInPublic(federation, one)
	if p := stranger.get(public); !strings.Contains(p.text, `href="`+claim+`"`) {
		t.Errorf("the public page does not lead there: %s", p.text)
	}
	stranger.get(claim).leadsTo(t, "/sign-in?next="+url.QueryEscape(claim))
	if p := stranger.post(claim, url.Values{"act": {"letter"}}); p.status != http.StatusUnauthorized {
		t.Errorf("a stranger has a letter sent: %d", p.status)
	}

	ada := signIn(t, server, server.SignUp("Ada Lodi"))
	if p := ada.get(claim); p.status != 200 || !strings.Contains(p.text, "Ada Lodi") || p.header.Get("Cache-Control") != "private, no-store" {
		t.Fatalf("%d %v %s", p.status, p.header, p.text)
	}
	ada.post(claim, url.Values{"act": {"letter"}}).leadsTo(t, claim+"?after=letter")
	if p := ada.get(claim + "?after=letter"); !strings.Contains(p.text, `role="status"`) {
		t.Errorf("nothing is said: %s", p.text)
	}
	if p := ada.post(claim, url.Values{"act": {"code"}, "code": {"ZZZZZ-ZZZZZ"}}); p.status != 422 || !strings.Contains(p.text, `value="ZZZZZ-ZZZZZ"`) || !strings.Contains(p.text, `role="alert"`) {
		t.Errorf("a wrong code: %d %s", p.status, p.text)
	}
	ada.post(claim, url.Values{"act": {"ask-staff"}, "words": {"gioco alla Torre"}}).leadsTo(t, "/account/records?tenant="+federation.Slug)
	if p := staff.get(people); !strings.Contains(p.text, "gioco alla Torre") {
		t.Errorf("the staff does not see what is asked: %s", p.text)
	}
	if p := ada.post(claim, url.Values{"act": {"ask-staff"}, "words": {"ancora"}}); p.status != 422 || !strings.Contains(p.text, "ancora</textarea>") || !strings.Contains(p.text, `id="problem"`) {
		t.Errorf("asked twice: %d %s", p.status, p.text)
	}
	if p := ada.post(claim, url.Values{"act": {"nothing"}}); p.status != http.StatusBadRequest {
		t.Errorf("an act there is not: %d", p.status)
	}

	if p := ada.post(here, url.Values{"act": {"make-code"}}); p.status != http.StatusForbidden || printedCode.MatchString(p.text) {
		t.Errorf("somebody without an office makes a code: %d", p.status)
	}
	made := staff.post(here, url.Values{"act": {"make-code"}})
	code := printedCode.FindStringSubmatch(made.text)
	if made.status != 200 || code == nil || !strings.Contains(made.text, "code="+code[1]) || made.header.Get("Cache-Control") != "private, no-store" {
		t.Fatalf("no code is shown: %d %v %s", made.status, made.header, made.text)
	}
	if p := staff.get(here); strings.Contains(p.text, code[1]) {
		t.Error("the code is told twice")
	}
	ada.post(claim, url.Values{"act": {"code"}, "code": {code[1]}}).leadsTo(t, mine)
	if p := ada.get(mine); p.status != 200 || !strings.Contains(p.text, "Ada Lodi") {
		t.Errorf("the record is not theirs: %d %s", p.status, p.text)
	}
	eva := signIn(t, server, server.SignUp("Eva Terza"))
	if p := eva.post(claim, url.Values{"act": {"ask-staff"}}); p.status != 422 || !strings.Contains(p.text, `id="problem"`) {
		t.Errorf("somebody else asks for what has an account: %d %s", p.status, p.text)
	}
	if p := staff.get(here); strings.Contains(p.text, `value="make-code"`) || !strings.Contains(p.text, `value="unlink"`) {
		t.Errorf("what the staff can do now: %s", p.text)
	}
	if p := staff.post(here, url.Values{"act": {"unlink"}, "reason": {"x"}}); p.status != 422 || !strings.Contains(p.text, "unlink-reason-fault") {
		t.Errorf("parted for no reason: %d %s", p.status, p.text)
	}
	staff.post(here, url.Values{"act": {"unlink"}, "reason": {"omonimo"}}).leadsTo(t, here)
	ada.get(mine).leadsTo(t, "/account/records?tenant="+federation.Slug)
	if p := ada.get("/t/" + federation.Slug + "/players/" + uuid.NewString() + "/claim"); p.status != http.StatusNotFound {
		t.Errorf("nobody's record: %d", p.status)
	}
}

// The staff has a letter sent to the address of a record; if there is no address, or an unconfirmed one, the page
// explains that no letter can be sent.
func TestLetterIsOfferedWhereItGoes(t *testing.T) {
	t.Parallel()
	federation, staff, people, one, _ := staffed(t)
	here, path := people+"/"+one.String(), federation.Path+"/players/"+one.String()
	if p := staff.get(here); strings.Contains(p.text, `value="letter"`) || !strings.Contains(p.text, "no mail address") {
		t.Errorf("without an address: %s", p.text)
	}
	with := federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": "Eva Terza", "email": "eva@example.org"}).Want(201).ID("id").String()
	if p := staff.get(people + "/" + with); !strings.Contains(p.text, `value="letter"`) || !strings.Contains(p.text, "eva@example.org") {
		t.Errorf("with an address: %s", p.text)
	}
	staff.post(people+"/"+with, url.Values{"act": {"letter"}}).leadsTo(t, people+"/"+with+"?after=sending")
	if p := staff.get(people + "/" + with + "?after=sending"); !strings.Contains(p.text, `role="status"`) {
		t.Errorf("nothing is said: %s", p.text)
	}
	tag := federation.Manager.Get(path).Want(200).ETag()
	federation.Manager.Patch(path, apitest.JSON{"email": "ada@example.org"}, apitest.Match(tag)).Want(200)
	confirmed := federation.Manager.Get(path).Want(200).Body
	if p := staff.get(here); strings.Contains(string(confirmed), "emailUnconfirmed") == strings.Contains(p.text, `value="letter"`) {
		t.Errorf("after a change: %s", p.text)
	}
}

// The staff notes another mail address of a person without an account, which a letter there asks to confirm. An address that was noted
// meanwhile is not overwritten unseen, and the typed one is kept.
func TestAnotherAddressIsNotedByForm(t *testing.T) {
	t.Parallel()
	federation, staff, people, _, _ := staffed(t)
	eva := federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": "Eva Terza", "email": "eva@example.org"}).Want(201).Text("id")
	here := people + "/" + eva
	version := regexp.MustCompile(`name="version" value="(\d+)"`)
	known := version.FindStringSubmatch(staff.get(here).text)
	if known == nil {
		t.Fatalf("no address can be noted: %s", staff.get(here).text)
	}
	if p := staff.post(here, url.Values{"act": {"address"}, "version": {known[1]}, "email": {"nobody"}}); p.status != http.StatusUnprocessableEntity || !strings.Contains(p.text, "address-email-fault") {
		t.Errorf("no address: %d %s", p.status, p.text)
	}
	staff.post(here, url.Values{"act": {"address"}, "version": {known[1]}, "email": {"eva.nuova@example.org"}}).leadsTo(t, here+"?after=address")
	staff.server.Mailbox.Wait("eva.nuova@example.org", "address-to-confirm")
	if p := staff.get(here + "?after=address"); !strings.Contains(p.text, "eva.nuova@example.org") || !strings.Contains(p.text, `role="status"`) {
		t.Errorf("noted: %s", p.text)
	}
	if p := staff.post(here, url.Values{"act": {"address"}, "version": {known[1]}, "email": {"late@example.org"}}); p.status < 400 || !strings.Contains(p.text, "late@example.org") {
		t.Errorf("noted over another: %d %s", p.status, p.text)
	}
	if got := federation.Manager.Get(federation.Path + "/players/" + eva).Want(200); got.Text("email") != "eva.nuova@example.org" {
		t.Errorf("%s", got.Body)
	}
}

// A record is erased after a preview of the deleted and the kept data: by the person on their own page, and by the
// staff with a reason. Obstacles are shown, and the preview erases nothing.
func TestRecordIsErasedByForms(t *testing.T) {
	t.Parallel()
	federation, staff, people, one, other := staffed(t)
	shownInPublic(federation, one, other)
	server, here, mine := staff.server, people+"/"+one.String(), "/t/"+federation.Slug+"/mine"
	code := federation.Manager.Post(federation.Path+"/players/"+one.String()+"/claim-code", nil).Want(201).Text("code")
	who := server.SignUp("Ada Lodi")
	who.Post(federation.Path+"/code-claims", apitest.JSON{"code": code}).Want(200)
	ada := signIn(t, server, who)
	look, sure := url.Values{"act": {"look-erase"}}, url.Values{"act": {"erase"}}

	ban := federation.Manager.Post(federation.Path+"/bans", apitest.JSON{"player": one, "source": "Lettera", "decision": apitest.JSON{"outcome": "ban", "from": "2020-01-01", "until": "2199-12-31", "reason": "Condotta"}}).Want(201)
	if p := ada.post(mine, look); p.status != 422 || !strings.Contains(p.text, `id="problem"`) || strings.Contains(p.text, `value="erase"`) {
		t.Errorf("while a ban runs: %d %s", p.status, p.text)
	}
	if p := ada.post(mine, sure); p.status != 422 {
		t.Errorf("erased while a ban runs: %d", p.status)
	}
	federation.Manager.Post(federation.Path+"/bans/"+ban.ID("id").String()+"/decisions", apitest.JSON{"outcome": "none", "reason": "Riesaminato"}, apitest.Match(ban.ETag())).Want(201)
	if p := ada.post(mine, look); p.status != 200 || !strings.Contains(p.text, `value="erase"`) || !strings.Contains(p.text, `id="goes"`) || !strings.Contains(p.text, `id="stays"`) {
		t.Fatalf("what goes and stays: %d %s", p.status, p.text)
	}
	if p := ada.get(mine); p.status != 200 || !strings.Contains(p.text, "Ada Lodi") {
		t.Error("looked at, and erased")
	}
	ada.post(mine, sure).leadsTo(t, "/account/records?after=erased")
	if p := ada.get("/account/records?after=erased"); !strings.Contains(p.text, `role="status"`) {
		t.Errorf("nothing is said: %s", p.text)
	}
	public := "/t/" + federation.Slug + "/players/"
	if p := (&reader{t: t, server: server}).get(public + one.String()); p.status != 200 || strings.Contains(p.text, "Ada Lodi") || strings.Contains(p.text, "/claim") {
		t.Errorf("the public page: %d %s", p.status, p.text)
	}
	if p := staff.post(here, look); p.status != 422 || !strings.Contains(p.text, `id="problem"`) {
		t.Errorf("erased twice: %d %s", p.status, p.text)
	}

	there := people + "/" + other.String()
	if p := ada.post(there, sure); p.status != http.StatusForbidden {
		t.Errorf("by somebody without an office: %d", p.status)
	}
	look.Set("reason", "per lettera del 3 marzo")
	if p := staff.post(there, look); p.status != 200 || !strings.Contains(p.text, `value="erase"`) || !strings.Contains(p.text, `value="per lettera del 3 marzo"`) {
		t.Fatalf("the staff looks: %d %s", p.status, p.text)
	}
	sure.Set("reason", "")
	if p := staff.post(there, sure); p.status != 422 || !strings.Contains(p.text, "look-erase-reason-fault") {
		t.Errorf("for no reason: %d %s", p.status, p.text)
	}
	sure.Set("reason", "per lettera del 3 marzo")
	staff.post(there, sure).leadsTo(t, public+other.String())
	if p := (&reader{t: t, server: server}).get(public + other.String()); strings.Contains(p.text, "Lodi Ada") {
		t.Errorf("the name stays: %s", p.text)
	}
}

var slipOf = regexp.MustCompile(`<li><span>([^<]+)</span><b>([0-9A-Z]{5}-[0-9A-Z]{5})</b>`)

// Codes for all entrants of a tournament without an account are printed on purpose: by a form of the page to print,
// for staff who may link records to accounts, once. No other page has them. Each works for the person it was made
// for, and once.
func TestCodesOfAnEventArePrinted(t *testing.T) {
	t.Parallel()
	federation, staff, _, one, other := staffed(t)
	server, manager := staff.server, federation.Manager
	event := manager.Post(federation.Path+"/events", apitest.JSON{
		"kind": "club", "title": "Serata", "startsAt": server.Clock.Now().AddDate(0, 0, 7), "timeZone": "Europe/Rome", "venue": apitest.JSON{"name": "Circolo", "city": "Parma"}, "ruleset": "catan-ranglista-bg", "formula": "two-rounds",
	}).Want(201)
	path := federation.Path + "/events/" + event.ID("id").String()
	manager.Post(path+"/announcement", nil).Want(200)
	manager.Post(path+"/entry-opening", nil).Want(200)
	gone := manager.Post(federation.Path+"/players", apitest.JSON{"name": "Gino Andato"}).Want(201).ID("id")
	for _, player := range []uuid.UUID{one, other, gone} {
		manager.Post(path+"/entries", apitest.JSON{"player": player}).Want(201)
	}
	manager.Post(path+"/entries/3/cancellation", apitest.JSON{"reason": "malato"}).Want(200)
	own := server.SignUp("Olga Organizza")
	own.Post(path+"/my-entry", apitest.JSON{}).Want(201) // has an account

	at := "/t/" + federation.Slug + "/e/" + event.Text("slug")
	here := at + "/print/codes"
	stranger, guest := &reader{t: t, server: server}, signIn(t, server, own)
	stranger.get(here).leadsTo(t, "/sign-in?next="+url.QueryEscape(here))
	if p := stranger.post(here, url.Values{}); len(slipOf.FindAllString(p.text, -1)) != 0 || p.status == 200 {
		t.Errorf("a stranger gets codes: %d", p.status)
	}
	if p := guest.post(here, url.Values{}); p.status != http.StatusForbidden || slipOf.MatchString(p.text) {
		t.Errorf("somebody without an office gets codes: %d", p.status)
	}
	if p := stranger.get(at + "/print/poster"); p.status != 200 || strings.Contains(p.text, "/print/codes") {
		t.Errorf("what everybody prints leads to codes: %d", p.status)
	}
	for role, may := range map[string]bool{"first-referee": false, "organizer": true} {
		who := server.SignUp("Membro " + role)
		manager.Post(path+"/staff", apitest.JSON{"name": "Membro", "role": role, "email": who.Email}).Want(201)
		who.Accept(who.Get("/me/invitations").Want(200).ID("items.0.id"))
		r := signIn(t, server, who)
		if p := r.get(at + "/print/check-in"); p.status != 200 || strings.Contains(p.text, "/print/codes") != may {
			t.Errorf("%s is led to codes %t: %d", role, !may, p.status)
		}
		want := map[bool]int{true: http.StatusOK, false: http.StatusForbidden}[may]
		if p := r.get(here); p.status != want || strings.Contains(p.text, "Make codes to print") != may {
			t.Errorf("codes are offered to %s: %d %.300s", role, p.status, p.text)
		}
		if !may {
			if p := r.post(here, url.Values{}); p.status != want || slipOf.MatchString(p.text) {
				t.Errorf("%s gets codes: %d", role, p.status)
			}
		}
	}
	if p := staff.get(here); p.status != 200 || slipOf.MatchString(p.text) || !strings.Contains(p.text, "Make codes to print") {
		t.Errorf("nothing was asked for yet: %d %s", p.status, p.text)
	}
	made := staff.post(here, url.Values{})
	codes := map[string]string{}
	for _, slip := range slipOf.FindAllStringSubmatch(made.text, -1) {
		codes[slip[1]] = slip[2]
	}
	if made.status != 200 || len(codes) != 2 || codes["Ada Lodi"] == "" || made.header.Get("Cache-Control") != "private, no-store" {
		t.Fatalf("codes %v: %d %v %s", codes, made.status, made.header, made.text)
	}
	for _, page := range []string{here, at, at + "/print/check-in", at + "/print/names"} {
		if p := staff.get(page); strings.Contains(p.text, codes["Ada Lodi"]) {
			t.Errorf("%s tells a code again", page)
		}
	}
	ada := server.SignUp("Ada Lodi")
	if got := ada.Post(federation.Path+"/code-claims", apitest.JSON{"code": codes["Ada Lodi"]}).Want(200); got.ID("player.id") != one {
		t.Errorf("the code is for another: %s", got.Body)
	}
	server.SignUp("Ada Seconda").Post(federation.Path+"/code-claims", apitest.JSON{"code": codes["Ada Lodi"]}).Want(409)

	var again struct {
		Items []struct {
			Number int
			Code   string
		}
	}
	manager.Post(path+"/claim-codes", nil).Want(201).Into(&again)
	if len(again.Items) != 1 || again.Items[0].Number != 2 {
		t.Errorf("for whom there are codes now: %+v", again.Items)
	}
	bea := server.SignUp("Bea")
	for name, code := range codes {
		if name != "Ada Lodi" {
			bea.Post(federation.Path+"/code-claims", apitest.JSON{"code": code}).Refused(409, "claim-code-ended")
		}
	}
	bea.Post(federation.Path+"/code-claims", apitest.JSON{"code": again.Items[0].Code}).Want(200)
	manager.Post(federation.Path+"/events/"+uuid.NewString()+"/claim-codes", nil).Want(404)
	own.Post(path+"/claim-codes", nil).Want(403)
}

// Staff of a federation have its menu on each of its pages, also on pages made of API answers alone; nobody else has
// it.
func TestMenuOfTheStaffIsOnPagesThatAskTheAPI(t *testing.T) {
	t.Parallel()
	federation, staff, people, one, other := staffed(t)
	shownInPublic(federation, other)
	deputy := federation.Member("Ada Lodi", "championship-manager", apitest.WholeTenant())
	someone := staff.server.SignUp("Lodi Ada Senza")
	for player, who := range map[uuid.UUID]*apitest.Client{one: deputy, federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": "Lodi Ada Senza"}).Want(201).ID("id"): someone} {
		code := federation.Manager.Post(federation.Path+"/players/"+player.String()+"/claim-code", nil).Want(201).Text("code")
		who.Post(federation.Path+"/code-claims", apitest.JSON{"code": code}).Want(200)
	}
	home := strings.TrimSuffix(people, "/people")
	menu := func(p page) bool { return p.status == 200 && strings.Contains(p.text, `href="`+people+`"`) }
	with, without := signIn(t, staff.server, deputy), signIn(t, staff.server, someone)
	for _, path := range []string{home + "/mine", home + "/players/" + other.String() + "/claim", home + "/archives", home + "/deletion"} {
		if p := with.get(path); !menu(p) {
			t.Errorf("%s has no menu of the staff: %d", path, p.status)
		}
		if p := without.get(path); menu(p) {
			t.Errorf("%s has the menu of the staff for somebody without a role", path)
		}
	}
	if p := with.post(home+"/mine", url.Values{"act": {"look-erase"}}); !menu(p) {
		t.Errorf("what an erasure leads to has no menu of the staff: %d", p.status)
	}
}
