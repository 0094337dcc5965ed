package leagueapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// CN09 1.8, 1.9: people see whether their journey is paid, and why not. Whose is, is in
// packages season and refunds.
func TestWhoseJourneyIsPaid(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	for _, tt := range []struct {
		rule      string
		who       *apitest.Client
		paid      bool
		reason    string
		paragraph string
	}{
		{"CN09 1.9 the reigning champion", e.champion.Client, true, "journey-paid", "1.9"},
		{"CN09 1.8 the winner of an open event", e.open.Client, false, "journey-not-paid-by", "1.8"},
		{"CN09 1.9 who is not in the register", e.server.SignUp("Nessuno Qualificato"), false, "journey-no-place", "1.9"},
	} {
		mine := tt.who.Get(e.path + "/my-refund").Want(200)
		if mine.Value("journey.paid") != tt.paid || mine.Text("journey.why.reason") != tt.reason || mine.Text("journey.why.rule.paragraph") != tt.paragraph ||
			mine.Value("claimable") != tt.paid {
			t.Errorf("%s: %s", tt.rule, mine.Body)
		}
	}
	says(t, e.open.Post(e.path+"/refunds", apitest.JSON{}), 422, "journey-not-paid-by", "1.8")
	if n := e.server.Database.Count(t, `select count(*) from league.refunds`); n != 0 {
		t.Errorf("%d claims were begun without a right", n)
	}
}

// CN09 1.9: full refund of the journey, attested expenses only.
func TestAClaimFromItsBeginToItsPayment(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	claim := e.begin(e.champion.Client)
	e.expense(e.champion.Client, claim, "80.00", "92.50")
	e.expense(e.champion.Client, claim, "12.05", "12.05")
	e.account(e.champion.Client, claim)
	submitted := e.champion.Post(claim+"/submission", nil).Want(200)
	if submitted.Text("state") != "submitted" || submitted.Text("claimed.amount") != "92.05" || submitted.Text("account") != "IT…3456" {
		t.Errorf("%s", submitted.Body)
	}
	asked := e.manager.Post(claim+"/question", apitest.JSON{"reason": "Perché il treno costa meno?"}).Want(200)
	if asked.Text("state") != "asked" {
		t.Errorf("%s", asked.Body)
	}
	e.expense(e.champion.Client, claim, "7.95", "7.95")
	e.champion.Post(claim+"/submission", nil).Want(200)
	approved := e.manager.Post(claim+"/approval", apitest.JSON{"expenses": []any{
		apitest.JSON{"number": 1, "amount": euros("79.99"), "reason": "Senza la prenotazione"},
	}}).Want(200)
	if approved.Text("approved.amount") != "99.99" || approved.Text("expenses.0.approved.amount") != "79.99" || approved.Text("expenses.2.approved.amount") != "7.95" {
		t.Errorf("%s", approved.Body)
	}
	list := e.listed(claim)
	if got := e.champion.Get(claim).Want(200); got.Text("state") != "listed" || got.Text("paymentList") != lastOf(list) {
		t.Errorf("%s", got.Body)
	}
	paid := e.treasurer.Post(list+"/settlements", apitest.JSON{"outcome": "paid", "on": "2010-05-09", "reference": "CRO 123456"}).Want(200)
	if paid.Text("payments.0.outcome") != "paid" || paid.Text("payments.0.amount.amount") != "99.99" || paid.Text("payments.0.settledOn") != "2010-05-09" {
		t.Errorf("%s", paid.Body)
	}
	done := e.champion.Get(claim).Want(200)
	kinds := ""
	for i := range done.Len("steps") {
		kinds += done.Text(fmt.Sprintf("steps.%d.kind", i)) + " "
	}
	if kinds != "opened submitted asked submitted approved listed paid " || done.Text("state") != "paid" {
		t.Errorf("%s: %s", kinds, done.Body)
	}
	all := e.manager.Get(e.path + "/refunds?state=paid").Want(200)
	if all.Len("items") != 1 || all.Text("totals.0.approved.amount") != "99.99" || all.Text("totals.0.claimed.amount") != "100.00" || all.Int("totals.0.number") != 1 {
		t.Errorf("%s", all.Body)
	}
}

// A refusal leaves everything as it was (CN09 1.9).
func TestClaimsThatAreRefused(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	claim := e.begin(e.champion.Client)
	unchanged := func(t *testing.T, a *apitest.Answer, status int, reason, paragraph string) {
		t.Helper()
		says(t, a, status, reason, paragraph)
		if n := e.server.Database.Count(t, `select count(*) from league.refunds where state <> 'draft'`); n != 0 {
			t.Errorf("%s: a claim has moved on", a.Request)
		}
	}
	t.Run("CN09 1.9 a second claim", func(t *testing.T) {
		unchanged(t, e.champion.Post(e.path+"/refunds", apitest.JSON{}), 409, "refund-claimed", "1.9")
	})
	t.Run("CN09 1.9 without expenses and account", func(t *testing.T) {
		a := e.champion.Post(claim+"/submission", nil)
		unchanged(t, a, 422, "refund-no-expenses", "1.9")
		unchanged(t, a, 422, "refund-account-missing", "1.9")
	})
	e.account(e.champion.Client, claim)
	number := e.expense(e.champion.Client, claim, "50.00", "")
	other := e.begin(e.large.Client)
	receipts := fmt.Sprintf("%s/expenses/%d/receipts", claim, number)
	file := pdf()
	t.Run("CN09 1.9 a receipt handed in twice", func(t *testing.T) {
		e.champion.In(t).Post(receipts, apitest.JSON{"amount": euros("49.99"), "content": file}).Want(201)
		unchanged(t, e.champion.Post(receipts, apitest.JSON{"amount": euros("0.01"), "content": file}), 409, "receipt-twice", "1.9")
		theirs := fmt.Sprintf("%s/expenses/%d/receipts", other, e.expense(e.large.Client, other, "10.00", ""))
		unchanged(t, e.large.Post(theirs, apitest.JSON{"amount": euros("10.00"), "content": file}), 409, "receipt-twice", "1.9")
		e.champion.In(t).Delete(fmt.Sprintf("%s/expenses/%d", claim, number)).Want(200)
		e.large.In(t).Post(theirs, apitest.JSON{"amount": euros("10.00"), "content": file}).Want(201)
	})
	t.Run("a receipt that is neither photo nor PDF", func(t *testing.T) {
		second := e.expense(e.champion.Client, claim, "5.00", "")
		a := e.champion.Post(fmt.Sprintf("%s/expenses/%d/receipts", claim, second), apitest.JSON{"amount": euros("5.00"), "content": []byte("<html>nothing</html>")})
		if a.Status != 422 {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
	t.Run("CN09 1.9 no season is closed over claims, and none is made once it is", func(t *testing.T) {
		e.server.Database.Alter(t, `update league.events set state = 'finished', finished_at = now() where season_id = $1 and kind = 'national-final'`, e.id)
		e.touch()
		unchanged(t, e.manager.Post(e.path+"/closing", nil), 409, "season-claims-open", "1.9")
		for who, path := range map[*apitest.Client]string{e.champion.Client: claim, e.large.Client: other} {
			who.In(t).Post(path+"/withdrawal", apitest.JSON{"reason": "Ha pagato il club"}).Want(200)
		}
		e.manager.In(t).Post(e.path+"/closing", nil).Want(200)
		says(t, e.champion.Post(e.path+"/refunds", apitest.JSON{}), 409, "refunds-closed", "1.9")
	})
}

// CN09 1.9: the decisions on a claim.
func TestWhatIsDecidedOnAClaim(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	claim := e.submitted(e.champion.Client, "40.00")
	more := apitest.JSON{"expenses": []any{apitest.JSON{"number": 1, "amount": euros("40.01"), "reason": "Di più"}}}
	says(t, e.manager.Post(claim+"/approval", more), 422, "refund-above-receipts", "1.9")
	if state := e.manager.Get(claim).Want(200).Text("state"); state != "submitted" {
		t.Fatalf("what was refused has moved the claim: %s", state)
	}
	refused := e.manager.Post(claim+"/refusal", apitest.JSON{"reason": "Il viaggio non è stato fatto"}).Want(200)
	if refused.Text("state") != "refused" || refused.Text("steps.2.rule.paragraph") != "1.9" {
		t.Errorf("%s", refused.Body)
	}
	says(t, e.manager.Post(claim+"/approval", apitest.JSON{}), 409, "refund-not-submitted", "1.9")
	again := e.submitted(e.champion.Client, "20.00") // a refusal is not the end of the right
	if lastOf(again) == lastOf(claim) {
		t.Error("the refused claim goes on")
	}
}

// Nobody decides on their own claim, and the person who approved does not pay (CN09 1.9).
func TestDutiesAreSeparated(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	e.federation.Appoint(e.champion.Client, "championship-manager", apitest.WholeTenant())
	e.federation.Appoint(e.champion.Client, "treasurer", apitest.WholeTenant())
	e.federation.Appoint(e.manager, "treasurer", apitest.WholeTenant())
	claim := e.submitted(e.champion.Client, "40.00")
	says(t, e.champion.Post(claim+"/approval", apitest.JSON{}), 422, "refund-own", "1.9")
	e.manager.Post(claim+"/approval", apitest.JSON{}).Want(200)
	says(t, e.list(e.manager, claim), 422, "payment-own-approval", "1.9")
	list := e.listed(claim)
	settle := apitest.JSON{"outcome": "paid", "on": "2010-05-09", "reference": "CRO 1"}
	says(t, e.manager.Post(list+"/settlements", settle), 422, "payment-own-approval", "1.9")
	e.treasurer.Post(list+"/settlements", settle).Want(200)

	onBehalf := e.manager.Post(e.path+"/refunds", apitest.JSON{"player": e.large.player, "reason": "Non ha un computer"}).Want(201)
	of := e.path + "/refunds/" + onBehalf.Text("id")
	e.expense(e.manager, of, "10.00", "10.00")
	e.account(e.manager, of)
	e.manager.Post(of+"/submission", nil).Want(200)
	says(t, e.manager.Post(of+"/approval", apitest.JSON{}), 422, "refund-own", "1.9")
	if got := e.large.Get(of).Want(200); got.Text("onBehalf") != "Non ha un computer" { // whose journey it was sees it
		t.Errorf("%s", got.Body)
	}
	e.deputy.Post(of+"/approval", apitest.JSON{}).Want(200)
}

// A claim for another person needs a reason and the permission.
func TestClaimsForOthers(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	says(t, e.manager.Post(e.path+"/refunds", apitest.JSON{"player": e.large.player}), 422, "reason-missing", "")
	says(t, e.champion.Post(e.path+"/refunds", apitest.JSON{"player": e.large.player, "reason": "Per un amico"}), 403, "role-missing", "")
	says(t, e.manager.Post(e.path+"/refunds", apitest.JSON{"player": e.open.player, "reason": "Ci prova"}), 422, "journey-not-paid-by", "1.8")
	says(t, e.manager.Post(e.path+"/refunds", apitest.JSON{"player": uuid.New(), "reason": "Chi sarà"}), 422, "unknown-player", "")
}

// CN09 1.9, 1.11: an event that is invalidated takes the right with it, however far the
// claim is; nothing is paid then.
func TestARightThatIsGone(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	claim := e.approved(e.large.Client, "30.00")
	list := e.listed(claim)
	e.verdict(e.largeEvent, 2, "invalidated")
	got := e.large.Get(claim).Want(200)
	if got.Value("journey.paid") != false || got.Text("journey.why.reason") != "journey-place-void" || got.Text("journey.why.rule.paragraph") != "1.9" {
		t.Errorf("%s", got.Body)
	}
	says(t, e.treasurer.Post(list+"/documents", apitest.JSON{"format": "sepa"}), 409, "payment-right-gone", "1.9")
	says(t, e.treasurer.Post(list+"/settlements", apitest.JSON{"outcome": "paid", "on": "2010-05-09", "reference": "CRO 1"}), 422, "journey-place-void", "1.9")
	e.treasurer.Post(list+"/cancellation", apitest.JSON{"reason": "Torneo invalidato"}).Want(200)
	says(t, e.list(e.treasurer, claim), 422, "journey-place-void", "1.9")
	says(t, e.treasurer.Post(list+"/documents", apitest.JSON{"format": "csv"}), 409, "payment-list-cancelled", "")
}

// Others see nothing of the content of a claim (T83).
func TestClaimsArePrivate(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	claim := e.submitted(e.champion.Client, "40.00")
	receipt := claim + "/receipts/" + e.champion.Get(claim).Want(200).Text("expenses.0.receipts.0.id")
	for _, who := range []*apitest.Client{e.large.Client, e.server.SignUp("Curioso Qualunque")} {
		for _, address := range []string{claim, receipt} {
			if a := who.Get(address); a.Status != http.StatusNotFound || a.Text("reason") != "not-found" {
				t.Errorf("%s as %s: %d", address, who.Name, a.Status)
			}
		}
		for _, act := range []string{"/submission", "/withdrawal"} {
			body := any(apitest.JSON{"reason": "Per dispetto"})
			if act == "/submission" {
				body = nil
			}
			if a := who.Post(claim+act, body); a.Status != http.StatusNotFound {
				t.Errorf("%s as %s: %d %s", act, who.Name, a.Status, a.Body)
			}
		}
		says(t, who.Post(claim+"/expenses", apitest.JSON{"what": "Aereo", "spentOn": "2010-05-01", "amount": euros("1.00")}), 404, "not-found", "")
		says(t, who.Post(claim+"/account-readings", nil), 403, "role-missing", "")
	}
	for _, who := range []*apitest.Client{e.champion.Client, e.manager, e.treasurer} { // who claims, decides, pays
		file := who.Get(receipt).Want(200)
		if !strings.HasPrefix(string(file.Body), "%PDF-1.4") || !strings.HasPrefix(file.Header.Get("Content-Disposition"), "attachment;") ||
			file.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", who.Name, file.Header)
		}
	}
	// The claimant reads which offices were shown it.
	var shown []string
	var accesses openapi.DataAccessPage
	e.champion.Get("/me/data-accesses").Want(200).Into(&accesses)
	for _, x := range accesses.Items {
		if x.What == openapi.DataAccessWhatReceipt {
			shown = append(shown, x.By)
		}
	}
	if want := []string{e.treasurer.Name, e.manager.Name}; !slices.Equal(shown, want) {
		t.Errorf("the receipt was shown to %v, want %v", shown, want)
	}
	says(t, e.manager.Post(claim+"/account-readings", nil), 403, "role-missing", "") // who decides need not know
	if got := e.treasurer.Post(claim+"/account-readings", nil).Want(200); got.Text("iban") != someIBAN || got.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s", got.Body)
	}
}

// The place has to be accepted, or the final played, for a claim to be begun (CN09 1.9: of those who take
// part).
func TestClaimsWaitForTheFinal(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	e.server.Database.Alter(t, `delete from league.outcomes where event_id in (select id from league.events where kind = 'national-final')`)
	e.touch()
	mine := e.champion.Get(e.path + "/my-refund").Want(200)
	if mine.Value("claimable") != false || mine.Text("notYet.reason") != "refund-not-accepted" {
		t.Errorf("%s", mine.Body)
	}
	says(t, e.champion.Post(e.path+"/refunds", apitest.JSON{}), 409, "refund-not-accepted", "1.9")
	e.server.Database.Alter(t, `insert into league.convocations (tenant_id, id, season_id, place, player_id, final, sent_by, sent_at, answer_by, accepted_at)
		values ($1, $2, $3, 'place', $4, 'national-final', $5, now(), now(), now())`, e.federation.ID, uuid.New(), e.id, e.champion.player, e.manager.ID)
	e.touch()
	e.begin(e.champion.Client)
}

// Claimants are notified of every decision, once, with everything they need to know.
func TestClaimantsAreWrittenTo(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	reads := func(to *apitest.Client, subject string, parts ...string) {
		t.Helper()
		letter := e.server.Mailbox.Wait(to.Email, "refund-moved")
		if !strings.Contains(letter.Subject, subject) {
			t.Errorf("told %q, want %q", letter.Subject, subject)
		}
		for _, part := range append(parts, "VIII Campionato nazionale") {
			if !strings.Contains(letter.Text, part) {
				t.Errorf("no %q in\n%s", part, letter.Text)
			}
		}
	}
	claim := e.submitted(e.champion.Client, "92.05")
	e.manager.Post(claim+"/question", apitest.JSON{"reason": "Quale treno?"}).Want(200)
	reads(e.champion.Client, "a question", "€92.05", "Quale treno?")
	e.champion.Post(claim+"/submission", nil).Want(200)
	e.manager.Post(claim+"/approval", apitest.JSON{"expenses": []any{
		apitest.JSON{"number": 1, "amount": euros("79.99"), "reason": "Senza la prenotazione"},
	}}).Want(200)
	reads(e.champion.Client, "is approved", "€79.99")
	list := e.listed(claim)
	e.treasurer.Post(list+"/cancellation", apitest.JSON{"reason": "Conto di Vince Il Grande da rivedere"}).Want(200)
	reads(e.champion.Client, "is put off", "€79.99", "Nothing was paid")
	list = e.listed(claim)
	e.treasurer.Post(list+"/settlements", apitest.JSON{"outcome": "failed", "on": "2010-05-09", "reference": "Conto chiuso"}).Want(200)
	reads(e.champion.Client, "has failed", "€79.99", "Conto chiuso")
	list = e.listed(claim)
	e.treasurer.Post(list+"/settlements", apitest.JSON{"outcome": "paid", "on": "2010-05-09", "reference": "CRO 123456"}).Want(200)
	reads(e.champion.Client, "is paid", "€79.99")

	// Somebody claims for another: both are notified.
	other := e.manager.Post(e.path+"/refunds", apitest.JSON{"player": e.large.player, "reason": "Senza rete"}).Want(201).ID("id").String()
	behalf := e.path + "/refunds/" + other
	e.expense(e.manager, behalf, "20.00", "20.00")
	e.account(e.manager, behalf)
	e.manager.Post(behalf+"/submission", nil).Want(200)
	e.deputy.Post(behalf+"/refusal", apitest.JSON{"reason": "Il viaggio non è stato fatto"}).Want(200)
	reads(e.large.Client, "is refused", "Il viaggio non è stato fatto", "CN09 1.9", "Vince Il Grande")
	reads(e.manager, "is refused", "Vince Il Grande")
	letters := 0
	for _, m := range e.server.Mailbox.All() {
		if m.Kind == "refund-moved" {
			letters++
		}
		if strings.Contains(m.Text, someIBAN) || strings.Contains(m.Text, "CRO 123456") || strings.Contains(m.Text, "da rivedere") {
			t.Errorf("bank data, or what is another's, in a letter:\n%s", m.Text)
		}
	}
	if letters != 7 {
		t.Errorf("%d letters, want 7", letters)
	}
}

// A ruleset may say until when a claim is handed in: it is refused afterwards, with the
// paragraph, and waits until then.
func TestClaimsUntilADay(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	ruleset := e.ownRuleset(func(document apitest.JSON) {
		document["season"].(apitest.JSON)["refund"].(apitest.JSON)["claimDays"] = 10
	})
	if got := e.large.Get(e.path + "/my-refund").Want(200); got.Value("claimBy") != nil {
		t.Errorf("CN09 1.9 names no day: %s", got.Body)
	}
	e.manager.Post(e.path+"/rulesets", apitest.JSON{"ruleset": ruleset, "reason": "Termine per i rimborsi"}).Want(201)
	if got := e.large.Get(e.path + "/my-refund").Want(200); got.Text("claimBy") != "2010-05-12" || got.Value("claimable") != true {
		t.Errorf("%s", got.Body)
	}
	if got := waits(e.large.Client, e.federation); !slices.Equal(got, []string{"claim-refund CN09 1.9 2010-05-12T21:59:59Z"}) {
		t.Errorf("to be claimed: %q", got)
	}
	draft := e.begin(e.large.Client)
	e.expense(e.large.Client, draft, "12.00", "12.00")
	e.account(e.large.Client, draft)
	if got := waits(e.large.Client, e.federation); !slices.Equal(got, []string{"complete-refund CN09 1.9 2010-05-12T21:59:59Z"}) {
		t.Errorf("to be handed in: %q", got)
	}
	e.jump(time.Date(2010, 5, 12, 22, 0, 0, 0, time.UTC)) // midnight at Rome
	says(t, e.large.Post(draft+"/submission", nil), 409, "refund-late", "1.9")
	e.large.Post(draft+"/withdrawal", apitest.JSON{"reason": "Troppo tardi"}).Want(200)
	if got := waits(e.large.Client, e.federation); len(got) != 0 {
		t.Errorf("nothing can be done any more, and yet: %q", got)
	}
}
