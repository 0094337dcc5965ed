package serve_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

var (
	consentOf = regexp.MustCompile(`name="act" value="disagree"><input type="hidden" name="id" value="([^"]+)"`)
	versionOf = regexp.MustCompile(`name="act" value="show"><input type="hidden" name="version" value="([^"]+)"`)
)

// A person claims a record by a code, agrees to a public page, chooses its blocks, withdraws the consent and unlinks
// the record, by forms alone.
func TestOwnRecordByForms(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	player := federation.Path + "/players/" + federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": "Ada Lodi", "club": "Torre"}).Want(201).ID("id").String()
	code := federation.Manager.Post(player+"/claim-code", nil).Want(201).Text("code")
	r, mine := signIn(t, server, server.SignUp("Ada Lodi")), "/t/"+federation.Slug+"/mine"

	claim := "/account/records?tenant=" + federation.Slug
	r.get(mine).leadsTo(t, claim)
	if p := r.post("/account/records", url.Values{"act": {"code"}, "tenant": {federation.Slug}, "code": {"ZZZZZ-ZZZZZ"}}); p.status != 422 || !strings.Contains(p.text, `value="ZZZZZ-ZZZZZ"`) || !strings.Contains(p.text, `id="problem"`) {
		t.Errorf("a wrong code: %d %s", p.status, p.text)
	}
	r.post("/account/records", url.Values{"act": {"code"}, "tenant": {" " + strings.ToUpper(federation.Slug)}, "code": {code}}).leadsTo(t, "/account/records")
	if p := r.get("/account/records"); !strings.Contains(p.text, mine) {
		t.Errorf("the record is not listed: %s", p.text)
	}
	if p := r.get(mine); p.status != 200 || strings.Contains(p.text, `name="block"`) || p.header.Get("Cache-Control") != "private, no-store" {
		t.Fatalf("%d %v %s", p.status, p.header, p.text)
	}
	r.post(mine, url.Values{"act": {"agree"}, "purpose": {"profile"}, "version": {"1"}}).leadsTo(t, mine)
	shown := r.get(mine)
	version, consent := versionOf.FindStringSubmatch(shown.text), consentOf.FindStringSubmatch(shown.text)
	if version == nil || consent == nil {
		t.Fatalf("nothing to be turned on: %s", shown.text)
	}
	r.post(mine, url.Values{"act": {"show"}, "version": {version[1]}, "block": {"club", "records"}}).leadsTo(t, mine)
	if p := r.get(mine); strings.Count(p.text, " checked") != 2 {
		t.Errorf("turned on: %s", p.text)
	}
	if p := r.post(mine, url.Values{"act": {"show"}, "version": {version[1]}, "block": {"city"}}); p.status != 422 || !strings.Contains(p.text, `id="problem"`) {
		t.Errorf("by what was seen before: %d %s", p.status, p.text)
	}
	r.post(mine, url.Values{"act": {"disagree"}, "id": {consent[1]}}).leadsTo(t, mine)
	if p := r.get(mine); strings.Contains(p.text, `name="block"`) {
		t.Error("the public page shows more without consent")
	}
	other := signIn(t, server, server.SignUp("Eva Terza"))
	if p := other.post(mine, url.Values{"act": {"disagree"}, "id": {consent[1]}}); p.status == http.StatusSeeOther {
		t.Error("somebody else takes the consent back")
	}
	if p := r.post(mine, url.Values{"act": {"nothing"}}); p.status != http.StatusBadRequest {
		t.Errorf("an act there is not: %d", p.status)
	}
	correctRecord(r, mine)
	if p := (&reader{t: t, server: server}).get(mine + "/photos/" + uuid.NewString() + "/" + uuid.NewString()); p.status != http.StatusSeeOther {
		t.Errorf("a stranger asks for a photo: %d", p.status)
	}
	if p := r.get(mine + "/photos/" + uuid.NewString() + "/" + uuid.NewString()); p.status != http.StatusNotFound {
		t.Errorf("a photo there is not: %d", p.status)
	}
	r.post("/account/records", url.Values{"act": {"part"}, "tenant": {federation.Slug}}).leadsTo(t, "/account/records")
	r.get(mine).leadsTo(t, claim)
	(&reader{t: t, server: server}).get(mine).leadsTo(t, "/sign-in?next="+url.QueryEscape(mine))
}

var seenOf = regexp.MustCompile(`name="act" value="correct"><input type="hidden" name="version" value="([^"]+)"`)

// correctRecord changes club and city, asks for another name, of which one request waits at a time, and takes it back.
func correctRecord(r *reader, mine string) {
	r.t.Helper()
	seen := seenOf.FindStringSubmatch(r.get(mine).text)
	if seen == nil {
		r.t.Fatal("nothing to be corrected")
	}
	r.post(mine, url.Values{"act": {"correct"}, "version": {seen[1]}, "club": {"Ponte"}, "city": {"Lodi"}}).leadsTo(r.t, mine)
	if p := r.get(mine); !strings.Contains(p.text, "Ponte, Lodi") {
		r.t.Errorf("corrected: %s", p.text)
	}
	if p := r.post(mine, url.Values{"act": {"correct"}, "version": {seen[1]}, "club": {"Torre"}, "city": {""}}); p.status != 422 || !strings.Contains(p.text, `id="problem"`) || !strings.Contains(p.text, `value="Torre"`) {
		r.t.Errorf("by what was seen before: %d %s", p.status, p.text)
	}
	if p := r.post(mine, url.Values{"act": {"name"}, "name": {"A"}, "words": {"sposata"}}); p.status != 422 || !strings.Contains(p.text, `id="name-name-fault"`) || !strings.Contains(p.text, "sposata</textarea>") {
		r.t.Errorf("too short a name: %d %s", p.status, p.text)
	}
	r.post(mine, url.Values{"act": {"name"}, "name": {"Ada Verdi"}, "words": {""}}).leadsTo(r.t, mine)
	asked := askedOf.FindStringSubmatch(r.get(mine).text)
	if asked == nil {
		r.t.Fatal("the request is not shown")
	}
	if p := r.post(mine, url.Values{"act": {"name"}, "name": {"Ada Bianchi"}}); p.status != 422 || !strings.Contains(p.text, `value="Ada Bianchi"`) {
		r.t.Errorf("a second request: %d", p.status)
	}
	r.post(mine, url.Values{"act": {"withdraw"}, "id": {asked[1]}}).leadsTo(r.t, mine)
	if p := r.get(mine); !strings.Contains(p.text, "taken back") {
		r.t.Errorf("taken back: %s", p.text)
	}
	if p := r.post(mine, url.Values{"act": {"appeal"}, "id": {uuid.NewString()}, "text": {"Non è vero"}}); p.status != 422 || !strings.Contains(p.text, `id="problem"`) {
		r.t.Errorf("an appeal against nothing: %d", p.status)
	}
}

var askedOf = regexp.MustCompile(`name="act" value="withdraw"><input type="hidden" name="id" value="([^"]+)"`)

// A person asks for a copy of their data, downloads it, and deletes the account, which needs the password once more.
func TestOwnDataByForms(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	anna := server.SignUp("Anna Bianchi")
	r := signIn(t, server, anna)
	r.post("/account/data", url.Values{"act": {"copy"}}).leadsTo(t, "/account/data")
	var link []string
	for began := time.Now(); link == nil && time.Since(began) < time.Minute; time.Sleep(50 * time.Millisecond) {
		link = copyOf.FindStringSubmatch(r.get("/account/data").text)
	}
	if link == nil {
		t.Fatal("no copy is made")
	}
	if p := r.get(link[1]); p.status != 200 || p.header.Get("Content-Type") != "application/zip" || !strings.HasPrefix(p.text, "PK") || p.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("the copy: %d %v", p.status, p.header)
	}
	other := signIn(t, server, server.SignUp("Eva Terza"))
	if p := other.get(link[1]); p.status != http.StatusNotFound {
		t.Errorf("somebody else saves it: %d", p.status)
	}
	if p := r.post("/account/data", url.Values{"act": {"delete"}, "password": {"not it at all"}}); p.status != 422 || !strings.Contains(p.text, `id="problem"`) {
		t.Errorf("a wrong password: %d %s", p.status, p.text)
	}
	r.post("/account/data", url.Values{"act": {"delete"}, "password": {anna.Password}}).leadsTo(t, "/")
	if p := r.post("/sign-in", url.Values{"email": {anna.Email}, "password": {anna.Password}}); p.status != 422 {
		t.Errorf("the account is there: %d", p.status)
	}
}

// A person founds a club by a form: the fault of a taken short name is shown beside it, and the typed values stay.
func TestFoundingByForm(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	const at = "/account/founding"
	stranger := &reader{t: t, server: server}
	stranger.send(http.MethodGet, at, nil).leadsTo(t, "/sign-in?next=%2Faccount%2Ffounding")
	if p := stranger.send(http.MethodPost, at, url.Values{"act": {"found"}}); p.status != http.StatusUnauthorized || field(t, p.text, "next") != at {
		t.Errorf("a form of whoever has not signed in: %d %s", p.status, p.text)
	}
	r := signIn(t, server, server.SignUp("Anna Bianchi"))
	if p := r.get("/account"); !strings.Contains(p.text, `href="/account/founding"`) {
		t.Error("nothing leads there")
	}
	form := url.Values{"act": {"found"}, "kind": {"club"}, "name": {"Клуб „Заселници“"}, "slug": {""}, "key": {uuid.NewString()}}
	r.post(at+"?lang=bg", form).leadsTo(t, "/console/t/klub-zaselnitsi/events/new?lang=bg")
	r.post(at+"?lang=bg", form).leadsTo(t, "/console/t/klub-zaselnitsi/events/new?lang=bg") // sent twice, founded once
	if p := r.get("/t/klub-zaselnitsi"); p.status != 200 || !strings.Contains(p.text, "Клуб „Заселници“") {
		t.Errorf("its home: %d", p.status)
	}
	r.post(at, url.Values{"act": {"found"}, "kind": {"federation"}, "name": {"Lega"}, "slug": {"Lega-Nord-Est"}}).leadsTo(t, "/console/t/lega-nord-est")
	for _, tt := range []struct{ name, slug, kind, wrong string }{
		{"Another", "klub-zaselnitsi", "club", "found-slug-fault"},
		{"日本の会", "", "club", "found-slug-fault"},
		{"Another", "a b", "club", "found-slug-fault"},
		{" ", "another", "club", "found-name-fault"},
		{"Another", "another", "bank", "found-kind-fault"},
	} {
		p := r.post(at, url.Values{"act": {"found"}, "kind": {tt.kind}, "name": {tt.name}, "slug": {tt.slug}})
		if p.status != 422 || !strings.Contains(p.text, `id="`+tt.wrong+`"`) || !strings.Contains(p.text, `value="`+tt.slug+`"`) {
			t.Errorf("%v: %d %s", tt, p.status, p.text)
		}
	}
}

var copyOf = regexp.MustCompile(`href="(/account/data/[0-9a-f-]{36})"`)
