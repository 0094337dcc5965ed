package serve_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

var hiddenOf = regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)">`)

// formOf returns the hidden fields of the form of an act on a page.
func formOf(t *testing.T, p page, act string) url.Values {
	t.Helper()
	start := strings.Index(p.text, `name="act" value="`+act+`"`)
	if start < 0 {
		t.Fatalf("no form %s: %s", act, p.text)
	}
	form, _, _ := strings.Cut(p.text[start-len(`<input type="hidden" `):], "</form>")
	out := url.Values{}
	for _, field := range hiddenOf.FindAllStringSubmatch(form, -1) {
		out.Set(field[1], field[2])
	}
	return out
}

// The keeper of the register records a transfer of a person by a form, takes it back, records that they left, and
// corrects the history; what cannot be is said in the field. The person sees their clubs on their own page.
func TestTransfersByForms(t *testing.T) {
	t.Parallel()
	federation, staff, people, one, _ := staffed(t)
	server, manager, here := staff.server, federation.Manager, people+"/"+one.String()
	orsi := manager.Post(federation.Path+"/player-clubs", apitest.JSON{"name": "Orsi", "founded": 2001}).Want(201).ID("id").String()
	today := server.Clock.Now().UTC().Format("2006-01-02")
	clubs := func() string {
		var list openapi.MembershipList
		manager.Get(federation.Path + "/players/" + one.String() + "/memberships").Want(200).Into(&list)
		var texts []string
		for _, m := range list.Items {
			text := m.Club.Name + " –"
			if !m.From.IsZero() {
				text = m.Club.Name + " " + m.From.String() + "–"
			}
			if !m.Until.IsZero() {
				text += m.Until.String()
			}
			texts = append(texts, text)
		}
		return strings.Join(texts, ", ")
	}
	faulty := func(form url.Values, field string) {
		t.Helper()
		before := clubs()
		if p := staff.post(here, form); p.status != 422 || !strings.Contains(p.text, `id="`+field+`-fault"`) {
			t.Errorf("%v: %d, want a fault of %s\n%s", form, p.status, field, p.text)
		}
		if after := clubs(); after != before {
			t.Errorf("%v was refused and changed the clubs: %s", form, after)
		}
	}
	p := staff.get(here)
	torre := regexp.MustCompile(`/clubs/([0-9a-f-]{36})">Torre`).FindStringSubmatch(p.text)
	if p.status != 200 || torre == nil {
		t.Fatalf("the club of the person: %d %s", p.status, p.text)
	}

	// A transfer, and what is refused about it.
	faulty(url.Values{"act": {"transfer"}, "club": {""}, "day": {today}}, "transfer-club")
	faulty(url.Values{"act": {"transfer"}, "club": {orsi}, "day": {"2150-01-01"}}, "transfer-day")
	faulty(url.Values{"act": {"transfer"}, "club": {orsi}, "day": {"2000-12-31"}}, "transfer-day")
	faulty(url.Values{"act": {"transfer"}, "club": {orsi}, "day": {""}}, "transfer-day")
	faulty(url.Values{"act": {"leave-club"}, "day": {"2150-01-01"}}, "leave-club-day")
	staff.post(here, url.Values{"act": {"transfer"}, "club": {orsi}, "day": {"2008-05-01"}, "reason": {"modulo firmato"}}).leadsTo(t, here)
	if got := clubs(); got != "Orsi 2008-05-01–, Torre –2008-04-30" {
		t.Fatalf("transferred: %s", got)
	}
	if got := manager.Get(federation.Path + "/audit?limit=1").Want(200); !strings.Contains(string(got.Body), "modulo firmato") {
		t.Errorf("the reason is not in the record: %s", got.Body)
	}

	// It is taken back, and by what was seen before it cannot be taken back twice.
	back := formOf(t, staff.get(here), "take-back-club")
	back.Set("reason", "")
	faulty(back, "take-back-club-reason")
	back.Set("reason", "era un'altra persona")
	staff.post(here, back).leadsTo(t, here)
	if got := clubs(); got != "Torre –" {
		t.Fatalf("taken back: %s", got)
	}
	if p := staff.post(here, back); p.status != 422 || !strings.Contains(p.text, `id="problem"`) {
		t.Errorf("by what was seen before: %d %s", p.status, p.text)
	}

	// A leaving, which is taken back as well.
	staff.post(here, url.Values{"act": {"leave-club"}, "day": {"2008-06-01"}}).leadsTo(t, here)
	if got := clubs(); got != "Torre –2008-05-31" {
		t.Fatalf("left: %s", got)
	}
	if p := staff.get(here); strings.Contains(p.text, `value="leave-club"`) {
		t.Error("who is in no club is offered to leave it")
	}
	back = formOf(t, staff.get(here), "take-back-club")
	back.Set("reason", "è rimasta")
	staff.post(here, back).leadsTo(t, here)
	if got := clubs(); got != "Torre –" {
		t.Fatalf("still there: %s", got)
	}

	staff.post(here, url.Values{"act": {"transfer"}, "club": {orsi}, "day": {"2008-05-01"}}).leadsTo(t, here)

	// The whole history, of which the first row is left out: a fault stands at the row that it is about.
	whole := formOf(t, staff.get(here), "correct-clubs")
	for name, value := range map[string]string{
		"club-0": "left-out", "club-1": torre[1], "from-1": "2005-01-01", "until-1": "2008-04-30", "club-2": orsi, "from-2": "2008-03-01", "until-2": "", "reason": "elenco del circolo",
	} {
		whole.Set(name, value)
	}
	faulty(whole, "correct-clubs-from-2")
	whole.Set("from-2", "2008-05-02")
	whole.Set("club-3", "") // a browser sends the choice also where nothing is chosen
	whole.Set("until-3", "2003-12-31")
	faulty(whole, "correct-clubs-club-3")
	whole.Set("until-3", "")
	staff.post(here, whole).leadsTo(t, here)
	if got := clubs(); got != "Orsi 2008-05-02–, Torre 2005-01-01–2008-04-30" {
		t.Fatalf("corrected: %s", got)
	}

	// By what was seen before it is refused, also when it is sent once more as the page then has it, until the reader
	// says that they have seen what stands now.
	whole.Set("from-2", "2008-05-03")
	for range 2 {
		p := staff.post(here, whole)
		if p.status != 422 || !strings.Contains(p.text, `id="problem"`) || !strings.Contains(p.text, `id="correct-clubs-over"`) {
			t.Fatalf("the clubs as they were: %d %s", p.status, p.text)
		}
		for name, values := range formOf(t, p, "correct-clubs") {
			whole[name] = values
		}
	}
	whole.Set("over", "true")
	staff.post(here, whole).leadsTo(t, here)
	if got := clubs(); got != "Orsi 2008-05-03–, Torre 2005-01-01–2008-04-30" {
		t.Fatalf("corrected after all: %s", got)
	}

	// Nobody else acts, and the person sees their clubs.
	other := signIn(t, server, server.SignUp("Eva Terza"))
	if p := other.post(here, url.Values{"act": {"transfer"}, "club": {torre[1]}, "day": {today}}); p.status != http.StatusForbidden {
		t.Errorf("somebody else records a transfer: %d", p.status)
	}
	code := manager.Post(federation.Path+"/players/"+one.String()+"/claim-code", nil).Want(201).Text("code")
	ada := server.SignUp("Ada Lodi")
	ada.Get(federation.Path+"/my-player/memberships").Refused(404, "no-record")
	ada.Post(federation.Path+"/code-claims", apitest.JSON{"code": code}).Want(200)
	if p := signIn(t, server, ada).get("/t/" + federation.Slug + "/mine"); p.status != 200 || !strings.Contains(p.text, `/clubs/`+orsi+`">Orsi`) || !strings.Contains(p.text, `/clubs/`+torre[1]+`">Torre`) {
		t.Errorf("their own clubs: %d %s", p.status, p.text)
	}
}
