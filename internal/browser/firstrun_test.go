package browser_test

import (
	"strings"
	"testing"

	"referto/internal/apitest"
)

// Somebody who has never been here makes an account, founds a club and announces tomorrow's
// tournament, with a browser and a mailbox only: in 25 acts, each a field filled in or something
// pressed. Whoever follows the link they share can enter.
func TestAClubFromNothing(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	h := &hand{tab: open(t, chromium(t), server.Address+"/?lang=en")}
	loadAxe(h.tab)
	h.tap(`#yours a[href*="/account/registration"]`)
	h.write("#name", "Anna Lodi")
	h.write("#email", "anna.lodi@example.org")
	h.write("#password", apitest.Password)
	h.tap("#entry button[type=submit]")
	h.shows(".said")
	letter := server.Mailbox.Wait("anna.lodi@example.org", "verify-address")
	_, link, _ := strings.Cut(letter.Text, apitest.PublicURL)
	link, _, _ = strings.Cut(link, "\n")
	b := open(t, chromium(t), server.Address+strings.TrimSpace(link)) // on the telephone with the mail
	press(b, "#entry button[type=submit]")
	h.acts++
	eventually(t, "the address is confirmed", func() bool { return b.is(`document.querySelector(".said") && document.getElementById("email")`) })

	h.tap(`#also a[href*="/sign-in"]`)
	h.write("#email", "anna.lodi@example.org")
	h.write("#password", apitest.Password)
	h.tap("#entry button[type=submit]")
	h.tap(`a[href*="/account/founding"]`)
	h.write("[name=name]", "Gilda del Dado")
	h.sound("founding")
	h.tap("#founding button[type=submit]")
	h.write("[name=title]", "Torneo di Natale")
	h.write("[name=day]", "2009-02-09")
	h.write("[name=hour]", "20:30")
	h.write("[name=place]", "Bar Centrale")
	h.write("[name=city]", "Lodi")
	h.tap("#next")
	h.shows("[name=capacity]")
	h.tap("#next")
	h.shows("[name=fee]")
	h.tap("#next")
	h.tap("#publish-open")
	h.says("#says", "Entries are open.")
	if h.acts > 25 {
		t.Errorf("%d acts", h.acts)
	}
	t.Logf("%d acts from the front page to open entries", h.acts)

	enter := open(t, chromium(t), strings.Replace(evaluate[string](h.tab, `document.getElementById("address").value`), apitest.PublicURL, server.Address, 1))
	if !enter.is(`document.querySelector('main a[href*="/enter"]')`) || !strings.Contains(enter.text("main"), "Torneo di Natale") {
		t.Errorf("whoever follows the link reads %s", enter.text("main"))
	}
}
