package leagueapi_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/media/blob"
	"referto/internal/tenant/tenantdb"
)

// document is a document of a list of payments.
func document(by *apitest.Client, list, format string) *apitest.Answer {
	return by.Post(list+"/documents", apitest.JSON{"format": format}).Want(200)
}

// CN09 1.9: the payments, to the cent, in the form for the bank; the same bytes every time.
func TestListsOfPaymentsAreFrozen(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	first, second := e.approved(e.champion.Client, "1204.05", "0.07"), e.approved(e.large.Client, "33.33")
	list := e.listed(first, second)
	shown := e.treasurer.Get(list).Want(200)
	if shown.Text("total.amount") != "1237.45" || shown.Text("account") != "BG…5678" || strings.Contains(string(shown.Body), someIBAN) {
		t.Errorf("%s", shown.Body)
	}
	xml, csv := document(e.treasurer, list, "sepa"), document(e.treasurer, list, "csv")
	for _, want := range []string{
		"<NbOfTxs>2</NbOfTxs>", "<CtrlSum>1237.45</CtrlSum>", `<InstdAmt Ccy="EUR">1204.12</InstdAmt>`, "<IBAN>" + someIBAN + "</IBAN>",
		"<ReqdExctnDt>\n        <Dt>2010-05-12</Dt>", "<Ustrd>CN09 1.9 VIII Campionato nazionale</Ustrd>", "<Nm>Campione In Carica</Nm>",
	} {
		if !strings.Contains(string(xml.Body), want) {
			t.Errorf("no %s in\n%s", want, xml.Body)
		}
	}
	if !strings.Contains(string(csv.Body), someIBAN+",1204.12,EUR") || !strings.HasPrefix(csv.Header.Get("Content-Disposition"), "attachment;") {
		t.Errorf("%v\n%s", csv.Header, csv.Body)
	}
	for format, was := range map[string]*apitest.Answer{"sepa": xml, "csv": csv} {
		if sum := sha256.Sum256(was.Body); shown.Text("documents."+format) != hex.EncodeToString(sum[:]) {
			t.Errorf("%s is not what the list tells", format)
		}
	}
	tag := e.champion.Get(first).Want(200).ETag()
	fixed := e.champion.Do("PUT", first+"/account", apitest.JSON{"holder": "Un Altro", "iban": "BG80BNBG96611020345678"}, apitest.Match(tag))
	says(t, fixed, 409, "refund-account-fixed", "1.9")
	says(t, e.list(e.treasurer, first), 422, "refund-not-approved", "1.9")
	says(t, e.champion.Post(first+"/withdrawal", apitest.JSON{"reason": "Ripensamento"}), 409, "refund-not-withdrawable", "1.9")
	e.server.Restart()
	e.jump(afterFinal.AddDate(0, 0, 3))
	if again := document(e.treasurer, list, "sepa"); !bytes.Equal(again.Body, xml.Body) {
		t.Errorf("later the list is written otherwise:\n%s\n%s", xml.Body, again.Body)
	}

	failed := e.treasurer.Post(list+"/settlements", apitest.JSON{
		"outcome": "failed", "refunds": []string{lastOf(second)}, "on": "2010-05-12", "reference": "Conto chiuso",
	}).Want(200)
	if failed.Text("payments.1.outcome") != "failed" || failed.Text("payments.0.outcome") != "open" {
		t.Errorf("%s", failed.Body)
	}
	says(t, e.treasurer.Post(list+"/cancellation", apitest.JSON{"reason": "Tutto da rifare"}), 409, "payments-settled", "")
	e.treasurer.Post(list+"/settlements", apitest.JSON{"outcome": "paid", "on": "2010-05-12", "reference": "CRO 9"}).Want(200)
	e.account(e.large.Client, second)
	next := e.listed(second) // a failed payment goes on another list
	if got := e.treasurer.Get(next).Want(200); got.Int("number") != 2 || got.Text("total.amount") != "33.33" || got.Text("payments.0.reference") == shown.Text("payments.1.reference") {
		t.Errorf("%s", got.Body)
	}
	if again := document(e.treasurer, list, "sepa"); !bytes.Equal(again.Body, xml.Body) {
		t.Error("settled, the list is written otherwise")
	}
}

// A list whose document was written may be at the bank: it is cancelled only by a person who states that it is
// not, and only then its claims are free.
func TestAListThatMayBeAtTheBank(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	claim := e.approved(e.champion.Client, "40.00")
	list := e.listed(claim)
	if got := e.treasurer.Get(list).Want(200); got.Value("writtenAt") != nil {
		t.Errorf("%s", got.Body)
	}
	document(e.treasurer, list, "csv")
	written := e.treasurer.Get(list).Want(200)
	e.jump(afterFinal.AddDate(0, 0, 1))
	document(e.treasurer, list, "sepa")
	if again := e.treasurer.Get(list).Want(200); again.Text("writtenAt") == "" || !bytes.Equal(again.Body, written.Body) {
		t.Errorf("it says when it was written first:\n%s\n%s", written.Body, again.Body)
	}
	says(t, e.treasurer.Post(list+"/cancellation", apitest.JSON{"reason": "Da rifare"}), 409, "payment-list-written", "")
	if got := e.treasurer.Get(list).Want(200); got.Value("cancelled") != false || e.champion.Get(claim).Want(200).Text("state") != "listed" {
		t.Errorf("a list that may be at the bank lets its claims go: %s", got.Body)
	}
	gone := e.treasurer.Post(list+"/cancellation", apitest.JSON{"reason": "Il file non è partito", "notAtBank": true}).Want(200)
	if gone.Value("cancelled") != true || gone.Value("notAtBank") != true || e.champion.Get(claim).Want(200).Text("state") != "approved" {
		t.Errorf("%s", gone.Body)
	}
	word := `select count(*) from league.audit where account_id = $1 and reason = 'Il file non è partito' and after ->> 'notAtBank' = 'true' and subject like 'payment list %'`
	if n := e.server.Database.Count(t, word, e.treasurer.ID); n != 1 {
		t.Errorf("who said so is written down %d times", n)
	}
	e.listed(claim)
}

func TestListsThatAreNotMade(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	claim := e.approved(e.champion.Client, "10.00")
	says(t, e.list(e.treasurer, e.path+"/"+e.id.String()), 422, "unknown-refund", "")
	says(t, e.list(e.manager, claim), 403, "role-missing", "")
	for iban, reason := range map[string]string{"IT61X0542811101000000123456": "iban-wrong", "BR1800360305000010009795493C1": "iban-outside"} {
		a := e.treasurer.Post(e.path+"/payment-lists", apitest.JSON{
			"refunds": []string{lastOf(claim)}, "payer": apitest.JSON{"holder": "Stupor Mundi", "iban": iban}, "executeOn": "2010-05-12",
		})
		says(t, a, 422, reason, "")
		if strings.Contains(string(a.Body), iban) {
			t.Errorf("the refusal tells the account: %s", a.Body)
		}
	}
	if n := e.server.Database.Count(t, `select count(*) from league.payment_lists`); n != 0 {
		t.Errorf("%d lists were made", n)
	}
}

// Two act on one claim at the same moment: one of them does.
func TestRacesOfRefunds(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	second := e.federation.Member("Altra Tesoriera", "treasurer", apitest.WholeTenant())
	for n := range 3 {
		claim := e.submitted(e.champion.Client, "10.00")
		approvals := race(
			func() *apitest.Answer { return e.manager.Post(claim+"/approval", apitest.JSON{}) },
			func() *apitest.Answer { return e.deputy.Post(claim+"/approval", apitest.JSON{}) },
			func() *apitest.Answer { return e.deputy.Post(claim+"/refusal", apitest.JSON{"reason": "Non spetta"}) },
		)
		if got := statuses(approvals); got[0] != 200 || got[1] != 409 || got[2] != 409 {
			t.Fatalf("decisions at once: %v", got)
		}
		if e.manager.Get(claim).Want(200).Text("state") == "refused" {
			continue
		}
		lists := race(
			func() *apitest.Answer { return e.list(e.treasurer, claim) },
			func() *apitest.Answer { return e.list(second, claim) },
			func() *apitest.Answer {
				return e.champion.Post(claim+"/withdrawal", apitest.JSON{"reason": "Ripensamento"})
			},
		)
		done := 0
		for _, a := range lists {
			if a.Status < 300 {
				done++
			} else if a.Status != 409 && a.Status != 422 {
				t.Errorf("%s: %d %s", a.Request, a.Status, a.Body)
			}
		}
		if done != 1 {
			t.Fatalf("%d: listed twice, or listed and withdrawn: %v", n, statuses(lists))
		}
		if e.manager.Get(claim).Want(200).Text("state") == "withdrawn" {
			continue
		}
		list := e.path + "/payment-lists/" + e.manager.Get(claim).Want(200).Text("paymentList")
		settled := race(
			func() *apitest.Answer {
				return e.treasurer.Post(list+"/settlements", apitest.JSON{"outcome": "failed", "on": "2010-05-09", "reference": "Respinto"})
			},
			func() *apitest.Answer { return second.Post(list+"/cancellation", apitest.JSON{"reason": "Da rifare"}) },
		)
		if got := statuses(settled); got[0] != 200 || got[1] != 409 {
			t.Fatalf("settled and cancelled at once: %v", got)
		}
		e.champion.Post(claim+"/withdrawal", apitest.JSON{"reason": "Si ricomincia"}).Want(200)
	}
	e.approvedOrWithdrawn()
	broken := e.server.Database.Count(t, `select count(*) from league.refunds r where state in ('approved', 'listed', 'paid') and (decided_by is null or decided_by = created_by)`)
	if broken != 0 {
		t.Errorf("%d claims were approved by nobody else", broken)
	}
}

// approvedOrWithdrawn lets a claim be approved and withdrawn at the same moment: once
// the claimant reads that it is withdrawn, it is.
func (e *ended) approvedOrWithdrawn() {
	e.t.Helper()
	claim := e.submitted(e.large.Client, "10.00")
	both := race(
		func() *apitest.Answer { return e.manager.Post(claim+"/approval", apitest.JSON{}) },
		func() *apitest.Answer {
			return e.large.Post(claim+"/withdrawal", apitest.JSON{"reason": "Ripensamento"})
		},
	)
	if both[1].Status != 200 || both[0].Status != 200 && both[0].Status != 409 {
		e.t.Errorf("approved and withdrawn at once: %v", statuses(both))
	}
	if state := e.manager.Get(claim).Want(200).Text("state"); state != "withdrawn" {
		e.t.Errorf("a withdrawn claim is %s", state)
	}
}

// everywhere counts the rows of all tables that hold a text.
func everywhere(e *ended, text string) (found []string) {
	e.t.Helper()
	for _, table := range []string{"league", "platform", "jobs"} {
		n := e.server.Database.Count(e.t, `select coalesce(sum((xpath('/row/n/text()', query_to_xml(format(
				'select count(*) as n from %I.%I t where t::text like %L', schemaname, tablename, '%' || $2::text || '%'), false, true, '')))[1]::text::int), 0)::int
			from pg_tables where schemaname = $1`, table, text)
		if n > 0 {
			found = append(found, fmt.Sprintf("%d rows of %s", n, table))
		}
	}
	return found
}

// G17, T83: an IBAN and its holder stand nowhere in the clear: not in the database (log, audit, remembered
// answers, jobs), not in the files, not in the server's log.
func TestBankDataStandNowhereInTheClear(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	e.server.ErrorsDue()
	const canary, holder = "IT35C0300203280000000424242", "Canarina Gialla"
	if got := everywhere(e, e.champion.player.String()); len(got) == 0 {
		t.Fatal("the search finds nothing that is there")
	}
	claim := e.begin(e.champion.Client)
	tag := func() apitest.Option { return apitest.Match(e.champion.Get(claim).Want(200).ETag()) }
	says(t, e.champion.Do("PUT", claim+"/account", apitest.JSON{"holder": holder, "iban": canary + "1"}, tag()), 422, "iban-wrong", "")
	e.champion.Do("PUT", claim+"/account", apitest.JSON{"holder": holder, "iban": canary, "bic": canary}, tag()).Want(422)
	e.champion.Do("PUT", claim+"/account", apitest.JSON{"holder": holder, "iban": canary}, tag()).Want(200)
	e.expense(e.champion.Client, claim, "10.00", "10.00")
	e.champion.Post(claim+"/submission", nil).Want(200)
	e.manager.Post(claim+"/approval", apitest.JSON{}).Want(200)
	e.treasurer.Post(claim+"/account-readings", nil, apitest.Key("one-and-the-same-key")).Want(200)
	list := e.listed(claim)
	for _, format := range []string{"sepa", "csv"} {
		if !strings.Contains(string(document(e.treasurer, list, format).Body), canary) {
			t.Errorf("%s does not name the account: the test is broken", format)
		}
	}
	for _, text := range []string{canary, holder, "BG80BNBG96611020345678"} {
		if got := everywhere(e, text); len(got) > 0 {
			t.Errorf("%s stands in %v", text, got)
		}
	}
	for _, name := range e.server.Files() {
		content, err := os.ReadFile(filepath.Join(e.server.FilesDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte("%PDF")) || bytes.Contains(content, []byte(canary)) {
			t.Errorf("%s is not encrypted", name)
		}
	}
	for _, address := range []string{claim, e.path + "/refunds", list, e.path + "/payment-lists", e.federation.Path + "/audit", e.federation.Path + "/log"} {
		who := e.manager
		if body := string(who.Get(address).Want(200).Body); strings.Contains(body, canary) || strings.Contains(body, holder) {
			t.Errorf("%s tells bank data", address)
		}
	}
	readings := e.server.Database.Count(t, `select count(*) from league.audit where account_id = $1 and reason = 'read'`, e.treasurer.ID)
	if readings != 3 {
		t.Errorf("%d readings are written down, want those of the account and of two documents", readings)
	}
}

// T83, T86: data kept for a time are erased when it is over, and only then; the amounts paid and their
// receivers stay.
func TestWhatIsKeptForATimeGoes(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	paid := e.approved(e.champion.Client, "40.00")
	list := e.listed(paid)
	e.treasurer.Post(list+"/settlements", apitest.JSON{"outcome": "paid", "on": "2010-05-09", "reference": "CRO 1"}).Want(200)
	refused := e.submitted(e.large.Client, "20.00")
	e.manager.Post(refused+"/refusal", apitest.JSON{"reason": "Il viaggio non è stato fatto"}).Want(200)
	idle := e.begin(e.large.Client)
	e.expense(e.large.Client, idle, "5.00", "5.00")
	e.account(e.large.Client, idle)
	files, err := blob.NewFolder(e.server.FilesDir())
	if err != nil {
		t.Fatal(err)
	}
	erase := func(days int) int64 {
		t.Helper()
		n, err := moneydesk.EraseDueRefunds(t.Context(), e.server.DB(), files, apitest.Keeping, afterFinal.AddDate(0, 0, days))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	count := func(of string) int {
		t.Helper()
		return e.server.Database.Count(t, `select count(*) from league.`+of)
	}
	for _, step := range []struct {
		about                           string
		days, erased                    int
		accounts, sealed, files, ending int
	}{
		{"nothing is due on the last day", 90, 0, 3, 1, 3, 1},
		{"bank data after 90 days, with the refused claim's receipt", 91, 5, 1, 0, 2, 1},
		{"done again nothing more goes", 91, 0, 1, 0, 2, 1},
		{"a claim that nobody goes on with ends after a year", 366, 0, 1, 0, 2, 0},
		{"and is then erased like one that was withdrawn", 366 + 91, 2, 0, 0, 1, 0},
		{"receipts of what was paid stay for ten years", 3653, 0, 0, 0, 1, 0},
		{"and go then", 3654, 1, 0, 0, 0, 0},
	} {
		if got := erase(step.days); got != int64(step.erased) {
			t.Errorf("%s: %d things went, want %d", step.about, got, step.erased)
		}
		accounts, sealed := count("refund_accounts"), count("payments where sealed is not null")
		if accounts != step.accounts || sealed != step.sealed || len(e.server.Files()) != step.files {
			t.Errorf("%s: %d accounts, %d sealed payments, %d files", step.about, accounts, sealed, len(e.server.Files()))
		}
		if got := count("refunds where state = 'draft'"); got != step.ending {
			t.Errorf("%s: %d drafts", step.about, got)
		}
	}
	e.jump(afterFinal.AddDate(11, 0, 0))
	got := e.champion.Get(paid).Want(200)
	if got.Text("approved.amount") != "40.00" || got.Text("expenses.0.what") != "" || got.Value("expenses.0.receipts.0.erased") != true {
		t.Errorf("%s", got.Body)
	}
	if a := e.champion.Get(paid + "/receipts/" + got.Text("expenses.0.receipts.0.id")); a.Status != 404 {
		t.Errorf("an erased receipt: %d", a.Status)
	}
	says(t, e.treasurer.Post(list+"/documents", apitest.JSON{"format": "sepa"}), 409, "payment-list-erased", "")
	if total := e.treasurer.Get(list).Want(200); total.Text("total.amount") != "40.00" {
		t.Errorf("%s", total.Body)
	}
}

// T83: a file that was kept by a transaction which then failed is named by no row. It
// goes, and nothing else does.
func TestFilesNobodyNamesGo(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	claim := e.begin(e.large.Client)
	e.expense(e.large.Client, claim, "5.00", "5.00")
	files, err := blob.NewFolder(e.server.FilesDir())
	if err != nil {
		t.Fatal(err)
	}
	named := e.server.Files()
	refund, digest := uuid.MustParse(lastOf(claim)), strings.Repeat("0", 64)
	photo := uuid.Must(uuid.NewV7())
	e.server.Database.Alter(t, `insert into league.photos (tenant_id, id, event_id, kind, alt, people_agree, minors, guardians_agree, state, bytes, received, created_by, created_at)
		values ($1, $2, $3, 'winner', '', true, false, false, 'processing', 1, 1, $4, now())`, e.federation.ID, photo, e.largeEvent, e.manager.ID)
	keep := func(key string) {
		t.Helper()
		if err := files.Put(t.Context(), key, []byte("sealed")); err != nil {
			t.Fatal(err)
		}
	}
	keep(moneydesk.ReceiptKey(e.federation.ID, facts.RefundReceipt{RefundID: refund, Digest: digest}))     // of this claim
	keep(moneydesk.ReceiptKey(e.federation.ID, facts.RefundReceipt{RefundID: uuid.New(), Digest: digest})) // of one that was never committed
	keep(photodesk.PhotoKey(e.federation.ID, uuid.New(), digest))                                          // of a photo that there is not
	keep(photodesk.PhotoKey(e.federation.ID, photo, digest))                                               // of one that is being made
	keep("elsewhere/of-somebody-else")
	now := time.Now()
	lost := func(after time.Duration, want int64) {
		t.Helper()
		n, err := photodesk.DeleteLostFiles(t.Context(), e.server.DB(), files, now.Add(after))
		if err != nil || n != want {
			t.Errorf("after %s %d files went, want %d: %v", after, n, want, err)
		}
	}
	const hour, day = time.Hour, 24 * time.Hour
	for d := range photodesk.LostFor / day {
		lost(d*day, 0) // a copy of the database may not know them yet
	}
	lost(photodesk.LostFor-hour, 0)
	lost(photodesk.LostFor+hour, 3)
	lost(photodesk.LostFor+2*day, 0)
	if got := e.server.Files(); len(got) != len(named)+2 {
		t.Errorf("left are %q", got)
	}
	e.server.Database.Alter(t, `update league.photos set state = 'refused' where id = $1`, photo)
	lost(photodesk.LostFor+2*day+hour, 0) // the search runs once a day, on whichever server
	lost(photodesk.LostFor+3*day, 1)      // it will not be made any more
	receipt := e.large.Get(claim).Want(200).ID("expenses.0.receipts.0.id").String()
	e.manager.Get(claim + "/receipts/" + receipt).Want(200)
}

// lookedDaily has lost files looked for day after day, until those found are deleted.
func lookedDaily(t *testing.T, e *ended, files photodesk.KeptFiles, until time.Time) {
	t.Helper()
	for at := until.Add(-photodesk.LostFor - 24*time.Hour); at.Before(until); at = at.Add(24 * time.Hour) {
		if n, err := photodesk.DeleteLostFiles(t.Context(), e.server.DB(), files, at); n != 0 || err != nil {
			t.Fatalf("%d files went %s before: %v", n, until.Sub(at), err)
		}
	}
}

// T60: a restored database lacks rows, or a table lacks all of them: for a month no file is deleted that no row
// names, and the person who restores it declares that before a server starts.
func TestLostFilesAreLeftAfterARestore(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	e := newEnded(t)
	files, err := blob.NewFolder(e.server.FilesDir())
	if err != nil {
		t.Fatal(err)
	}
	lost := func(now time.Time) (n int64) {
		t.Helper()
		if err := files.Put(t.Context(), photodesk.PhotoKey(e.federation.ID, uuid.New(), strings.Repeat("0", 64)), []byte("lost")); err != nil {
			t.Fatal(err)
		}
		if n, err = photodesk.DeleteLostFiles(t.Context(), e.server.DB(), files, now); err != nil {
			t.Fatal(err)
		}
		return n
	}
	now := time.Now().Add(2 * photodesk.LostFor)
	lookedDaily(t, e, files, now)
	if n := lost(now); n != 1 {
		t.Fatalf("%d files went, want 1: nothing was restored", n)
	}
	for _, tt := range []struct {
		restored string
		as       func()
	}{
		{"to a copy of four days ago", func() { now = now.Add(3 * day) }},
		{"with that table empty, and all others", func() { e.server.Database.Alter(t, `delete from league.file_searches`) }},
		{"to a moment ago, and somebody says so", func() {
			until, err := photodesk.HoldLostFiles(t.Context(), e.server.DB(), now.Add(day))
			if want := now.Add(day + photodesk.LostFor); err != nil || !until.Equal(want) {
				t.Errorf("held until %s, want %s: %v", until, want, err)
			}
		}},
	} {
		tt.as()
		for held := range photodesk.LostFor / day {
			now = now.Add(day)
			if n := lost(now); n != 0 {
				t.Fatalf("%s: %d files went on day %d", tt.restored, n, held+1)
			}
		}
		if now = now.Add(day); lost(now) == 0 {
			t.Errorf("%s: after a month of searches nothing is deleted", tt.restored)
		}
	}
}

// T83: a receipt that is just being handed in is not lost: its file lies there before its
// row is committed.
func TestAFileOnItsWayStays(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	claim := e.begin(e.large.Client)
	number := e.expense(e.large.Client, claim, "5.00", "")
	files, err := blob.NewFolder(e.server.FilesDir())
	if err != nil {
		t.Fatal(err)
	}
	receipt := facts.RefundReceipt{
		ID: uuid.New(), RefundID: uuid.MustParse(lastOf(claim)), Expense: number, Cents: 500, MediaType: "application/pdf", Digest: strings.Repeat("0", 64),
		Bytes: 6, AddedBy: e.large.ID, AddedAt: afterFinal,
	}
	key := moneydesk.ReceiptKey(e.federation.ID, receipt)
	swept := make(chan error, 1)
	now := time.Now().Add(photodesk.LostFor + time.Hour)
	lookedDaily(t, e, files, now)
	err = tenantdb.In(t.Context(), e.server.DB(), e.federation.ID, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.HoldRefunds(b, []uuid.UUID{receipt.RefundID})
		leaguedb.AddRefundReceipt(b, receipt, "tests")
		if err := errors.Join(tx.Send(b), files.Put(t.Context(), key, []byte("sealed"))); err != nil {
			return err
		}
		go func() {
			_, err := photodesk.DeleteLostFiles(t.Context(), e.server.DB(), files, now)
			swept <- err
		}()
		waiting := `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
		for until := time.Now().Add(time.Minute); e.server.Database.Count(t, waiting) == 0; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(until) {
				t.Error("nobody waits for the claim")
				break
			}
		}
		return nil
	})
	if err := errors.Join(err, <-swept); err != nil {
		t.Fatal(err)
	}
	if has, err := files.Has(t.Context(), key); !has || err != nil {
		t.Errorf("the file of a receipt that was handed in is gone: %v", err)
	}
}

// slowFiles are files that a test observes while one is deleted; it cannot list those of one tenant.
type slowFiles struct {
	photodesk.KeptFiles
	broken   string
	listed   atomic.Int32
	deleting func(key string)
}

func (f *slowFiles) Below(ctx context.Context, folder string) iter.Seq2[blob.File, error] {
	f.listed.Add(1)
	if folder == f.broken {
		return func(yield func(blob.File, error) bool) { yield(blob.File{}, errors.New("the disk is broken")) }
	}
	return f.KeptFiles.Below(ctx, folder)
}

func (f *slowFiles) Delete(ctx context.Context, key string) error {
	f.deleting(key)
	return f.KeptFiles.Delete(ctx, key)
}

// The search for lost files makes nobody wait: while one is deleted no other claim is held, and a failure for
// one tenant stops no other.
func TestLostFilesKeepNobodyWaiting(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	club := e.server.Club("Circolo Rotto")
	folder, err := blob.NewFolder(e.server.FilesDir())
	if err != nil {
		t.Fatal(err)
	}
	claims := []string{lastOf(e.begin(e.large.Client)), lastOf(e.begin(e.champion.Client))}
	for _, claim := range claims {
		key := moneydesk.ReceiptKey(e.federation.ID, facts.RefundReceipt{RefundID: uuid.MustParse(claim), Digest: strings.Repeat("0", 64)})
		if err := folder.Put(t.Context(), key, []byte("sealed")); err != nil {
			t.Fatal(err)
		}
	}
	free := `select count(*) from (select from league.refunds where id = $1 for update skip locked) r`
	files := &slowFiles{KeptFiles: folder, broken: club.ID.String(), deleting: func(key string) {
		for _, claim := range claims {
			if held := e.server.Database.Count(t, free, claim) == 0; held != strings.Contains(key, claim) {
				t.Errorf("while %s goes the claim %s is held: %t", key, claim, held)
			}
		}
	}}
	now := time.Now().Add(photodesk.LostFor + time.Hour)
	lookedDaily(t, e, folder, now)
	n, err := photodesk.DeleteLostFiles(t.Context(), e.server.DB(), files, now)
	if n != 2 || err == nil || !strings.Contains(err.Error(), club.ID.String()) {
		t.Errorf("%d files went, want 2, and the broken tenant told: %v", n, err)
	}
	tenants, listed := e.server.Database.Count(t, `select count(*) from platform.tenants`), int(files.listed.Load())
	if listed != tenants {
		t.Errorf("%d tenants were looked at, want %d", listed, tenants)
	}
	replicas := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := photodesk.DeleteLostFiles(t.Context(), e.server.DB(), files, now.Add(24*time.Hour))
			replicas <- err
		}()
	}
	shown := errors.Join(<-replicas, <-replicas)
	if listed = int(files.listed.Load()); listed != 2*tenants {
		t.Errorf("two replicas looked %d times on the next day, want %d: %v", listed-tenants, tenants, shown)
	}
}
