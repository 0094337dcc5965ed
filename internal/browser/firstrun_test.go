package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

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
	h.saturday(server, enter)
}

// saturday goes on from open entries to the winner on the page, in the browser alone: twelve people are entered from a pasted list, a
// first referee is invited and takes it on, checks them in, draws, takes the results of every table, and finishes. Whoever
// follows at home reads it there.
func (h *hand) saturday(server *apitest.Server, home tab) {
	t := h.t
	t.Helper()
	rita := server.SignUp("Rita Arbitri")
	h.write("[name=staff-name]", "Rita Arbitri")
	h.write("[name=staff-mail]", rita.Email)
	h.write("[name=staff-role]", "first-referee")
	h.tap("#invite")
	h.says("#staff-list", "Rita Arbitri")
	h.tap(`.screens a[href$="/entries"]`)
	names := []string{"Ada Bruni", "Bice Corti", "Carlo Dosi", "Dino Elli", "Elsa Fava", "Fulvio Gatti", "Gina Hofer", "Ivo Lupi", "Lia Moro", "Nino Orsi", "Pia Quinti", "Rino Sala"}
	h.write("#paste", strings.Join(names, "\n"))
	h.tap("#read")
	for _, name := range names {
		h.write(`[data-line="`+name+`"] select`, "new")
	}
	h.tap("#enter-list")
	h.says("#entered", "12 entrants")

	r := &hand{tab: open(t, chromium(t), server.Address+"/account/invitations?lang=en")}
	signIn(r.tab, rita)
	r.tap("main form button.primary")
	eventually(t, "it is accepted", func() bool { return len(rita.Get("/me/invitations").Want(200).Body) < 40 })
	at := strings.TrimSuffix(evaluate[string](h.tab, `location.pathname`), "/entries")
	do(r.tab, "a phone", chromedp.EmulateViewport(390, 844))
	do(r.tab, "to the door", chromedp.Navigate(server.Address+at+"/checkin?lang=en"))
	for n, name := range names {
		r.write("#find", name)
		r.tap(fmt.Sprintf(`[data-entry="%d"]`, n+1))
		r.tap(`[data-act="here"]`)
		r.says("#tally", fmt.Sprintf("%d of 12 here", n+1))
	}
	r.tap("#start")
	r.tap("#start-now")
	r.tap("#next")
	r.tap("#draw")
	for {
		r.shows(`a[data-table="1"]`)
		for _, table := range []string{"1", "2", "3"}[:r.number(`document.querySelectorAll("a[data-table]").length`)] {
			press(r.tab, `a[data-table="`+table+`"]`) // the list moves as results come in
			r.acts++
			r.shows("fieldset.pl")
			for seat, points := range []string{"8", "10", "7", "5"} {
				r.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%s"]`, seat+1, points))
			}
			r.tap("#register")
			r.shows(`[data-table="` + table + `"][data-state="confirmed"]`)
		}
		r.tap("#close")
		eventually(t, "what comes next", func() bool { return r.is(`document.querySelector("#draw, #finish")`) })
		if r.is(`document.getElementById("finish")`) {
			break
		}
		r.tap("#draw")
		if r.acts > 200 {
			t.Fatal("it does not end")
		}
	}
	r.tap("#finish")
	t.Logf("%d acts of the first referee", r.acts)
	eventually(t, "the winner is on the page at home", func() bool {
		return strings.Contains(home.text("main"), "Winner") || home.is(`document.querySelector(".podium")`)
	})
}
