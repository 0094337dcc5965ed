package leagueapi_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// browser is somebody who has signed in on the pages.
type browser struct {
	t       *testing.T
	address string
	held    string
}

func newBrowser(t *testing.T, server *apitest.Server, who *apitest.Client) *browser {
	t.Helper()
	b := &browser{t: t, address: server.Address}
	answer, _ := b.send(http.MethodPost, "/sign-in", "application/x-www-form-urlencoded", strings.NewReader(url.Values{"email": {who.Email}, "password": {who.Password}}.Encode()))
	for _, cookie := range answer.Cookies() {
		b.held += cookie.Name + "=" + cookie.Value + "; " // the session, and the proof of the device
	}
	if b.held = strings.TrimSuffix(b.held, "; "); b.held == "" {
		t.Fatalf("%s has not signed in: %d", who.Name, answer.StatusCode)
	}
	return b
}

func (b *browser) send(method, path, kind string, body io.Reader) (*http.Response, string) {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.address+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	req.Header.Set("Accept-Language", "en")
	if kind != "" {
		req.Header.Set("Content-Type", kind)
		req.Header.Set("Origin", apitest.PublicURL)
	}
	if b.held != "" {
		req.Header.Set("Cookie", b.held)
	}
	answer, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer, string(text)
}

func (b *browser) get(path string) (int, string) {
	b.t.Helper()
	answer, text := b.send(http.MethodGet, path, "", http.NoBody)
	return answer.StatusCode, text
}

// act sends a form, which must be on the page, and returns its status and what is said.
func (b *browser) act(page, act string, form url.Values) (int, string) {
	b.t.Helper()
	if _, text := b.get(page); !strings.Contains(text, `name="act" value="`+act+`"`) {
		b.t.Fatalf("no form %q at %s: %s", act, page, text)
	}
	form.Set("act", act)
	answer, text := b.send(http.MethodPost, page, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
	return answer.StatusCode, text
}

// upload sends the file of a receipt.
func (b *browser) upload(path string, fields map[string]string, content []byte) (int, string) {
	b.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, value := range fields {
		if err := w.WriteField(name, value); err != nil {
			b.t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", "biglietto.pdf")
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		b.t.Fatal(err)
	}
	answer, text := b.send(http.MethodPost, path, w.FormDataContentType(), &body)
	return answer.StatusCode, text
}

// A finalist claims what the journey cost, on pages only, and the manager asks, then approves. CN09 1.9.
func TestRefundByForms(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	mine, theirs := "/t/"+e.federation.Slug+"/mine", "/t/"+e.federation.Slug+"/refunds"
	player, manager := newBrowser(t, e.server, e.champion.Client), newBrowser(t, e.server, e.manager)
	done := func(status int, text string) {
		t.Helper()
		if status != http.StatusSeeOther {
			t.Fatalf("%d %s", status, text)
		}
	}
	season := e.id.String()
	done(player.act(mine, "claim", url.Values{"id": {season}}))
	claim := e.champion.Get(e.path + "/my-refund").Want(200).Text("claim.id")
	id := season + "." + claim
	if status, text := player.act(mine, "spend", url.Values{"id": {id}, "what": {"Treno"}, "spentOn": {"2010-05-01"}, "amount": {"molto"}}); status != http.StatusUnprocessableEntity || !strings.Contains(text, "-amount-fault") || !strings.Contains(text, `value="molto"`) {
		t.Errorf("no amount: %d %s", status, text)
	}
	done(player.act(mine, "spend", url.Values{"id": {id}, "what": {"Treno"}, "spentOn": {"2010-05-01"}, "amount": {"42,5"}}))
	done(player.act(mine, "spend", url.Values{"id": {id}, "what": {"Taxi"}, "spentOn": {"2010-05-01"}, "amount": {"9"}}))
	done(player.act(mine, "unspend", url.Values{"id": {id + ".2"}}))
	if status, text := player.act(mine, "hand-in", url.Values{"id": {id}}); status != http.StatusUnprocessableEntity || !strings.Contains(text, "It is not said where to pay to") {
		t.Errorf("without account: %d %s", status, text)
	}
	receipt := map[string]string{"act": "receipt", "id": id + ".1", "amount": "42,50"}
	if status, text := player.upload(mine+"/receipts", receipt, []byte("no receipt")); status != http.StatusUnprocessableEntity || !strings.Contains(text, "fault") {
		t.Errorf("no file of a kind that is taken: %d", status)
	}
	for name, kind := range map[string]string{"a form without file": "application/x-www-form-urlencoded", "a file alone": "application/pdf"} {
		if answer, _ := player.send(http.MethodPost, mine+"/receipts", kind, strings.NewReader("act=receipt")); answer.StatusCode != http.StatusUnsupportedMediaType {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
	}
	if answer, _ := player.send(http.MethodPost, mine+"/receipts", "", http.NoBody); answer.StatusCode != http.StatusForbidden {
		t.Errorf("from another site: %d", answer.StatusCode)
	}
	if status, _ := player.upload(mine+"/receipts", receipt, make([]byte, 7<<20)); status != http.StatusBadRequest {
		t.Errorf("a file that is too large by far: %d", status)
	}
	done(player.upload(mine+"/receipts", receipt, pdf()))
	version := func() string {
		t.Helper()
		_, text := player.get(mine)
		return regexp.MustCompile(`name="act" value="pay-to">.*?name="version" value="(\d+)"`).FindStringSubmatch(strings.ReplaceAll(text, "\n", ""))[1]
	}
	if status, text := player.act(mine, "pay-to", url.Values{"id": {id}, "version": {version()}, "holder": {"Campione"}, "iban": {"IT00X0542811101000000123456"}}); status != http.StatusUnprocessableEntity || !strings.Contains(text, "-iban-fault") {
		t.Errorf("a wrong account: %d %s", status, text)
	}
	done(player.act(mine, "pay-to", url.Values{"id": {id}, "version": {version()}, "holder": {"Campione"}, "iban": {someIBAN}}))
	done(player.act(mine, "hand-in", url.Values{"id": {id}}))

	status, text := manager.get(theirs)
	link := regexp.MustCompile(`href="(/t/[^"]*/refunds/receipt\?of=[^"]+)"`).FindStringSubmatch(text)
	if status != http.StatusOK || link == nil || !strings.Contains(text, "Treno") || strings.Contains(text, someIBAN) {
		t.Fatalf("what waits: %d %s", status, text)
	}
	if status, file := manager.get(link[1]); status != http.StatusOK || !strings.HasPrefix(file, "%PDF") {
		t.Errorf("the receipt: %d", status)
	}
	if status, _ := newBrowser(t, e.server, e.open.Client).get(link[1]); status != http.StatusNotFound {
		t.Errorf("somebody else's receipt: %d", status)
	}
	done(manager.act(theirs, "ask", url.Values{"id": {id}, "reason": {"Andata e ritorno?"}}))
	letter := e.server.Mailbox.Wait(e.champion.Email, "refund-moved")
	if at := strings.TrimPrefix(letter.Links()[0], apitest.PublicURL); at != mine+"#refunds" {
		t.Errorf("the letter leads to %s", at)
	}
	if _, text := player.get(mine); !strings.Contains(text, "Andata e ritorno?") {
		t.Error("the question is not on the page")
	}
	done(player.act(mine, "hand-in", url.Values{"id": {id}}))
	done(manager.act(theirs, "approve", url.Values{"id": {id}}))
	if got := e.champion.Get(e.path + "/my-refund").Want(200).Text("claim.state"); got != "approved" {
		t.Errorf("the claim is %s", got)
	}
	if status, _ := newBrowser(t, e.server, e.champion.Client).get(theirs); status != http.StatusForbidden {
		t.Errorf("a player on the page of those who decide: %d", status)
	}
}

// Whether a ban follows from an expulsion is decided on the page to which its reminder leads. CN09 5.5.
func TestExpulsionByForm(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(16)
	s.expel(3)
	report := s.reports("open")[0]
	people := "/t/" + s.federation.Slug + "/people"
	manager := newBrowser(t, s.server, s.federation.Manager)
	form := url.Values{"id": {report.Sanction.String()}, "event": {s.id.String()}, "outcome": {"ban"}, "from": {"2009-02-08"}, "until": {"2009-12-31"}, "reason": {""}}
	if status, text := manager.act(people, "expulsion", form); status != http.StatusUnprocessableEntity || !strings.Contains(text, "-reason-fault") {
		t.Errorf("without reason: %d %s", status, text)
	}
	form.Set("reason", "carte segnate")
	if status, text := manager.act(people, "expulsion", form); status != http.StatusSeeOther {
		t.Fatalf("decided: %d %s", status, text)
	}
	if left := s.reports("open"); len(left) != 0 {
		t.Errorf("still open: %+v", left)
	}
	if _, text := manager.get(people); strings.Contains(text, `value="expulsion"`) {
		t.Error("still on the page")
	}
}
