package browser_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// public is an address of the event's page.
func (s gathering) public(part string) string {
	return s.home + "/e/" + s.keeper.Get(s.path).Want(200).Text("slug") + part + "?lang=en"
}

// onPaper is a stage with room for sixteen that fifteen have entered.
func onPaper(t *testing.T) gathering {
	t.Helper()
	var names []string
	for n := range 15 {
		names = append(names, fmt.Sprintf("Giocatore %c", 'A'+n))
	}
	return newGatheringBy(t, apitest.JSON{"kind": "stage", "ruleset": "catan-nazionale-2009", "timeLimitMinutes": 80, "capacity": 16}, names...)
}

// enters fills in the form of an event on a phone and sends it. The letter's link is open in the tab that it returns.
func (s gathering) enters(name, mail string) *hand {
	s.keeper.T.Helper()
	t := s.keeper.T.(*testing.T)
	h := &hand{tab: open(t, chromium(t), s.public("/enter"))}
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	loadAxe(h.tab)
	h.write(`[name="name"]`, name)
	h.write(`[name="email"]`, mail)
	h.tap(`main form button[type="submit"]`)
	h.says(".said", "Look into your mail")
	token := apitest.Token(t, s.server.Mailbox.Wait(mail, "form-received"))
	do(h.tab, "the letter", chromedp.Navigate(s.home+"/entry?lang=en&token="+url.QueryEscape(token)))
	return h
}

// J05: the entrant for the sixteenth of sixteen seats reads that before they send, the next one that they would wait;
// both without an account, in four acts and the link of a letter. When the first gives the place up the second gets a
// letter with the deadline to confirm, and confirms by one tap.
func TestTheLastSeatAndTheFirstReserve(t *testing.T) {
	t.Parallel()
	s := onPaper(t)
	s.keeper.Post(s.path+"/promotions", apitest.JSON{"promotions": "confirmed"}).Want(204)
	before := &hand{tab: open(t, chromium(t), s.public("/enter"))}
	before.says("main", "You would be number 16.")
	if fields := before.number(`document.querySelectorAll('main form :is(input:not([type=hidden]), select, textarea)').length`); fields > 6 {
		t.Errorf("%d fields", fields)
	}

	first := s.enters("Alba Sedici", "alba@example.org")
	first.tap(`main form:has([name="act"][value="confirm"]) button`)
	first.says("main", "You have a place. Your start number is 16.")
	if first.acts != 4 || first.effort() > 45*time.Second {
		t.Errorf("%d acts, %s", first.acts, first.effort())
	}
	t.Logf("%d acts from the form to the place, and the link of a letter: %s of a person", first.acts, first.effort())
	do(before.tab, "again", chromedp.Reload())
	before.says("main", "You would be number 1 on the waiting list")
	second := s.enters("Bruno Riserva", "bruno@example.org")
	second.tap(`main form:has([name="act"][value="confirm"]) button`)
	second.says("main", "You are number 1 on the waiting list.")
	accessible(second.tab, "waiting")

	do(first.tab, "load", chromedp.Reload())
	press(first.tab, `main form:has([name="act"][value="give-up"]) button`)
	eventually(t, "the place is given up", func() bool { return s.keeper.Get(s.path+"/entries?state=entered").Want(200).Len("items") == 16 })
	letter := s.server.Mailbox.Wait("bruno@example.org", "entry-promoted")
	if !strings.Contains(letter.Text, "confirm that you come") {
		t.Errorf("the letter says\n%s", letter.Text)
	}
	do(second.tab, "load", chromedp.Reload())
	second.says("main", "it is your turn. Confirm by")
	second.tap(`main form:has([name="act"][value="confirm-seat"]) button`)
	second.says("main", "You have a place.")
	accessible(second.tab, "moved up")
	do(before.tab, "again", chromedp.Reload())
	before.says("main", "You would be number 1 on the waiting list")
}

// J30: with scripts switched off every page for the public is there whole: its content, links that lead somewhere, and a form that posts.
func pagesWithoutScript(t *testing.T, server *apitest.Server) {
	b := open(t, chromium(t), "about:blank")
	do(b, "no scripts", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	checked := map[string]bool{}
	for _, at := range []string{
		"/", "/t/fic", "/t/fic/calendar", "/t/fic/qualification", "/t/fic/rules/catan-nazionale-2009", "/t/fic/e/tappa-bologna", "/t/fic/e/tappa-bologna/draw", "/t/fic/e/tappa-aosta",
		"/t/fic/e/negozio-modena", "/t/lzb/rankings/ranglista", "first /players/", "/t/lzb/rankings/ranglista/hall", "/t/armata-rossa/series/campionato-delle-serate", "/t/lzb/clubs",
	} {
		address := server.Address + at
		if part, first := strings.CutPrefix(at, "first "); first {
			address = evaluate[string](b, `document.querySelector('main a[href*="`+part+`"]').href`)
		}
		do(b, "load "+address, chromedp.Navigate(address))
		if b.text("h1") == "" || len(b.text("main")) < 200 || !b.is(`[...document.querySelectorAll("main :is(table, ol, ul, dl, form)")].some((one) => one.checkVisibility())`) {
			t.Errorf("%s without script: %s", at, b.text("main"))
		}
		for _, link := range evaluate[[]string](b, `[...new Set([...document.querySelectorAll("main a[href]")].map((one) => one.href.split("#")[0]))].filter((one) => one.startsWith(location.origin)).slice(0, 12)`) {
			if checked[link] {
				continue
			}
			checked[link] = true
			if status, _, _ := read(t, link); status != 200 {
				t.Errorf("%s leads to %s: %d", at, link, status)
			}
		}
	}
	t.Logf("%d links lead somewhere", len(checked))

	s := newGathering(t)
	do(b, "the form", chromedp.Navigate(s.public("/enter")))
	fill(b, `[name="name"]`, "Alba Senza Script")
	fill(b, `[name="email"]`, "alba@example.org")
	do(b, "send", chromedp.Click(`main form button[type="submit"]`))
	eventually(t, "the form is sent", func() bool { return strings.Contains(b.text(".said"), "Look into your mail") })
	s.server.Mailbox.Wait("alba@example.org", "form-received")
}
