package leagueapi_test

import (
	"bytes"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// browser is a person who has signed in on the pages.
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

// act sends a form, which must be on the page, and returns the status and the text of the answer.
func (b *browser) act(page, act string, form url.Values) (int, string) {
	b.t.Helper()
	if _, text := b.get(page); !strings.Contains(text, `name="act" value="`+act+`"`) {
		b.t.Fatalf("no form %q at %s: %s", act, page, text)
	}
	form.Set("act", act)
	answer, text := b.send(http.MethodPost, page, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
	return answer.StatusCode, text
}

// upload sends a form with a file.
func (b *browser) upload(path string, fields map[string]string, name string, content []byte) (int, string) {
	b.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, value := range fields {
		if err := w.WriteField(name, value); err != nil {
			b.t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile(name, "biglietto.pdf")
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

// A finalist claims the costs of the journey, on pages only, and the manager asks, then approves. CN09 1.9.
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
	if status, text := player.upload(mine+"/receipts", receipt, "file", []byte("no receipt")); status != http.StatusUnprocessableEntity || !strings.Contains(text, "fault") {
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
	if status, _ := player.upload(mine+"/receipts", receipt, "file", make([]byte, 7<<20)); status != http.StatusBadRequest {
		t.Errorf("a file that is too large by far: %d", status)
	}
	done(player.upload(mine+"/receipts", receipt, "file", pdf()))
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
	approve := func(amount, reason string) (int, string) {
		t.Helper()
		return manager.act(theirs, "approve", url.Values{"id": {id}, "expenses/0/number": {"1"}, "expenses/0/amount": {amount}, "expenses/0/reason": {reason}})
	}
	for _, c := range []struct{ name, amount, reason, field, says string }{
		{"more than was claimed", "42,51", "di più", "amount", "come to 42.50"},
		{"less without a reason", "30,00", " ", "reason", "Say why less is paid"},
		{"what is no amount", "trenta", "senza la prenotazione", "amount", "form expected here"},
		{"nothing", "0", "niente", "", "refuse the claim instead"},
	} {
		status, text := approve(c.amount, c.reason)
		if status != http.StatusUnprocessableEntity || !strings.Contains(text, c.says) || !strings.Contains(text, `value="`+c.amount+`"`) || c.field != "" && !strings.Contains(text, "expenses/0/"+c.field+"-fault") {
			t.Errorf("%s: %d %s", c.name, status, text)
		}
		if c.name == "more than was claimed" && !strings.Contains(text, "1.9") {
			t.Errorf("%s: no paragraph in %s", c.name, text)
		}
	}
	if got := e.champion.Get(e.path + "/my-refund").Want(200).Text("claim.state"); got != "submitted" {
		t.Errorf("what was refused has moved the claim: %s", got)
	}
	done(approve("30,5", "senza la prenotazione"))
	got := e.champion.Get(e.path + "/my-refund").Want(200)
	if got.Text("claim.state") != "approved" || got.Text("claim.approved.amount") != "30.50" || got.Text("claim.expenses.0.cutReason") != "senza la prenotazione" {
		t.Errorf("%s", got.Body)
	}
	for who, at := range map[*browser]string{player: mine, manager: theirs} {
		if _, text := who.get(at); !strings.Contains(text, "€30.50 approved of €42.50") || !strings.Contains(text, "Approved of it: €30.50. senza la prenotazione") {
			t.Errorf("not said at %s: %s", at, text)
		}
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

// A treasurer puts approved claims on a list for the bank, downloads it, records the bank's payments and
// cancels a list, on the page only; people who approve see lists and cannot change them. CN09 1.9.
func TestPaymentListsByForms(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	e.approved(e.champion.Client, "40.00")
	e.approved(e.large.Client, "30.00")
	page, season := "/t/"+e.federation.Slug+"/refunds", e.id.String()
	treasurer, manager := newBrowser(t, e.server, e.treasurer), newBrowser(t, e.server, e.manager)
	claims := e.treasurer.Get(e.path + "/refunds?state=approved").Want(200)
	champion, large := claims.Text("items.0.id"), claims.Text("items.1.id")
	done := func(status int, text string) {
		t.Helper()
		if status != http.StatusSeeOther {
			t.Fatalf("%d %s", status, text)
		}
	}
	refused := func(what, says string) func(int, string) {
		return func(status int, text string) {
			t.Helper()
			if status != http.StatusUnprocessableEntity && status != http.StatusConflict || !strings.Contains(text, says) {
				t.Errorf("%s: %d %s", what, status, text)
			}
		}
	}
	order := func(iban string, of ...string) (int, string) {
		t.Helper()
		form := url.Values{"id": {season}, "payer/holder": {"Federazione"}, "payer/iban": {iban}, "executeOn": {e.server.Clock.Now().AddDate(0, 0, 2).Format("2006-01-02")}}
		for _, one := range of {
			form.Set("refund/"+one, "true")
		}
		return treasurer.act(page, "order", form)
	}
	if _, text := treasurer.get(page); strings.Count(text, `type="checkbox" value="true" checked`) != 2 {
		t.Errorf("not both claims are ticked: %s", text)
	}
	refused("no claim", "fault")(order(someIBAN))
	status, text := order("IT00X0542811101000000123456", large)
	refused("a wrong account", "payer/iban-fault")(status, text)
	if strings.Count(text, `type="checkbox" value="true" checked`) != 1 {
		t.Errorf("what was not ticked is ticked: %s", text)
	}
	done(order(someIBAN, champion, large))
	first := e.treasurer.Get(e.path + "/payment-lists").Want(200)
	if first.Len("items") != 1 || first.Text("items.0.madeBy") != e.treasurer.Name || first.Text("items.0.total.amount") != "70.00" {
		t.Fatalf("%s", first.Body)
	}
	id := season + "." + first.Text("items.0.id")
	status, text = manager.get(page)
	for _, said := range []string{"List 1: €70.00", "by " + e.treasurer.Name, "Not written for the bank yet.", "Federazione, IT…3456"} {
		if status != http.StatusOK || !strings.Contains(text, said) {
			t.Errorf("the manager does not read %q: %s", said, text)
		}
	}
	for _, act := range []string{"order", "write", "settle", "cancel"} {
		if strings.Contains(text, `value="`+act+`"`) {
			t.Errorf("the manager has the form %q", act)
		}
		if answer, file := manager.send(http.MethodPost, page, "application/x-www-form-urlencoded", strings.NewReader(url.Values{"act": {act}, "id": {id}, "format": {"csv"}}.Encode())); answer.StatusCode < 400 || strings.Contains(file, someIBAN) {
			t.Errorf("the manager does %q: %d", act, answer.StatusCode)
		}
	}

	write := func(format string) (*http.Response, string) {
		t.Helper()
		return treasurer.send(http.MethodPost, page, "application/x-www-form-urlencoded", strings.NewReader(url.Values{"act": {"write"}, "id": {id}, "format": {format}}.Encode()))
	}
	for format, kind := range map[string]string{"sepa": "application/xml", "csv": "text/csv"} {
		answer, file := write(format)
		if h := answer.Header; answer.StatusCode != http.StatusOK || !strings.HasPrefix(h.Get("Content-Type"), kind) || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment;") ||
			!strings.Contains(h.Get("Cache-Control"), "no-store") || !strings.Contains(file, someIBAN) {
			t.Errorf("%s: %d %v %s", format, answer.StatusCode, h, file)
		}
	}
	if answer, text := write("xls"); answer.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a format that there is not: %d %s", answer.StatusCode, text)
	}
	refused("the bank may have it", "fault")(treasurer.act(page, "cancel", url.Values{"id": {id}, "reason": {"conto sbagliato"}}))
	done(treasurer.act(page, "cancel", url.Values{"id": {id}, "reason": {"conto sbagliato"}, "notAtBank": {"true"}}))
	if answer, text := write("csv"); answer.StatusCode != http.StatusUnprocessableEntity || strings.Contains(text, someIBAN) || !strings.Contains(text, "fault") {
		t.Errorf("a cancelled list is written: %d", answer.StatusCode)
	}

	done(order(someIBAN, champion, large))
	id = season + "." + e.treasurer.Get(e.path+"/payment-lists").Want(200).Text("items.1.id")
	today := e.server.Clock.Now().Format("2006-01-02")
	settle := func(of, on, outcome string) (int, string) {
		t.Helper()
		return treasurer.act(page, "settle", url.Values{"id": {id}, "of": {of}, "on": {on}, "reference": {"CRO 123456"}, "outcome": {outcome}})
	}
	refused("a day to come", "-on-fault")(settle("", "2999-01-01", "paid"))
	done(settle(champion, today, "paid"))
	if _, text := treasurer.get(page); !strings.Contains(text, "1 payment is still open.") || strings.Contains(text, `value="cancel"`) || !strings.Contains(text, "Cancelled: conto sbagliato") {
		t.Errorf("one is paid: %s", text)
	}
	done(settle("", today, "failed"))
	if got := e.champion.Get(e.path + "/my-refund").Want(200).Text("claim.state"); got != "paid" {
		t.Errorf("the champion's claim is %s", got)
	}
	_, text = treasurer.get(page)
	for _, said := range []string{"The bank has said what became of each payment.", "(CRO 123456)", `name="refund/` + large + `"`} { // a failed payment goes on another list
		if !strings.Contains(text, said) {
			t.Errorf("no %q in %s", said, text)
		}
	}
	if strings.Contains(text, `value="settle"`) || strings.Index(text, "List 2") > strings.Index(text, "List 1") {
		t.Error("what is settled can be settled, or the earlier list comes first")
	}
	if status, _ := newBrowser(t, e.server, e.champion.Client).get(page); status != http.StatusForbidden {
		t.Errorf("a player reads the lists: %d", status)
	}
}

// The page shows the latest lists of payments, and leads on to all that were made before.
func TestOlderPaymentListsByTheirLink(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	claim := lastOf(e.approved(e.champion.Client, "40.00"))
	for range 27 {
		list := e.listed(claim)
		e.treasurer.Post(list+"/cancellation", apitest.JSON{"reason": "conto sbagliato"}).Want(200)
	}
	page := "/t/" + e.federation.Slug + "/refunds"
	b := newBrowser(t, e.server, e.treasurer)
	numbers := func(text string) (out []string) {
		for _, found := range regexp.MustCompile(`List (\d+): `).FindAllStringSubmatch(text, -1) {
			out = append(out, found[1])
		}
		return out
	}
	older := regexp.MustCompile(`href="([^"]*lists=[^"]*)"`)
	_, text := b.get(page)
	if got := numbers(text); len(got) != 25 || got[0] != "27" || got[24] != "3" {
		t.Errorf("first %q", got)
	}
	to := older.FindStringSubmatch(text)
	if to == nil {
		t.Fatalf("no way to the older ones: %s", text)
	}
	_, text = b.get(html.UnescapeString(to[1]))
	if got := numbers(text); !slices.Equal(got, []string{"2", "1"}) || older.MatchString(text) {
		t.Errorf("then %q, and on: %t", got, older.MatchString(text))
	}
}
