package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/internal/demo"
)

// demoPassword is that of everybody of the demo.
const demoPassword = "due-pecore-per-un-mattone"

// The tests on the demo federation share one: loading it costs more than most of these tests. None of them changes
// what another asks for: the treasurer's list is on a page of which the others ask only how it looks.
func TestDemo(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	if _, err := demo.Load(t.Context(), demo.Config{Server: server.Address, Mailbox: server.Mailbox.Dir(), Now: server.Clock.Now}); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]func(*testing.T, *apitest.Server){
		"EveryPageInEveryLook":       everyPageInEveryLook,
		"PagesWithoutScript":         pagesWithoutScript,
		"ForcedColorsAndNoMotion":    forcedColorsAndNoMotion,
		"HomeIsThreeScreensOfAPhone": homeIsThreeScreensOfAPhone,
		"ATreasurerListsPayments":    aTreasurerListsPayments,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, server)
		})
	}
}

// A treasurer signs in, finds the approved claim of the season before ticked, puts it on a list of payments for the bank, and records
// that the bank has paid it, on the page only.
func aTreasurerListsPayments(t *testing.T, server *apitest.Server) {
	treasurer := server.Anonymous().In(t)
	treasurer.Name, treasurer.Email, treasurer.Password = "Orsola Bevilacqua", "treasurer@fic.example", demoPassword
	h := &hand{tab: open(t, chromium(t), server.Address+"/sign-in?lang=en")}
	loadAxe(h.tab)
	signIn(h.tab, treasurer)
	do(h.tab, "the refunds", chromedp.Navigate(server.Address+"/t/fic/refunds?lang=en"))
	order := `details.sure:has(form input[name=act][value=order])`
	h.tap(order + " summary")
	if !h.is(`document.querySelectorAll('` + order + ` input[type=checkbox]:checked').length === 1`) {
		t.Errorf("the approved claim is not ticked: %s", h.text("#pay"))
	}
	h.write(order+` [name="payer/holder"]`, "Federazione Italiana Coloni")
	h.write(order+` [name="payer/iban"]`, "IT60X0542811101000000123456")
	h.write(order+` [name="executeOn"]`, server.Clock.Now().AddDate(0, 0, 2).Format("2006-01-02"))
	h.sound("payment-list-form")
	h.tap(order + " button[type=submit]")
	h.says("#lists", "Not written for the bank yet.")
	settle := `details.sure:has(form input[name=act][value=settle])`
	h.tap(settle + " summary")
	h.write(settle+" [name=on]", server.Clock.Now().Format("2006-01-02"))
	h.write(settle+" [name=reference]", "CRO 20100401")
	h.tap(settle + " button[value=paid]")
	eventually(t, "the list is settled", func() bool {
		return strings.Count(h.text("#lists"), "The bank has said what became of each payment.") == 2
	})
	h.sound("payment-lists")
	t.Logf("%d acts from the page to the settled list", h.acts)
}
