package browser_test

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// A person signs in on the page of their records, enters the code of a list, and is unlinked again after a
// confirmation; a letter's link is used on the same page.
func TestRecordsAreClaimedOnThePage(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	browser := chromium(t)
	federation := server.Federation("Federazione Records")
	player := func(name, email string) string {
		return federation.Path + "/players/" + federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": name, "club": "Torre", "email": email}).Want(201).ID("id").String()
	}
	ada, eva := player("Ada Lodi", "ada.lodi@example.org"), player("Eva Terza", "eva.terza@example.org")
	code := federation.Manager.Post(ada+"/claim-code", nil).Want(201).Text("code")
	who := server.SignUp("Ada Lodi")
	who.Post(eva+"/claim-mail", nil).Want(202)
	letter := apitest.Token(t, server.Mailbox.Wait("eva.terza@example.org", "record-to-claim"))

	b := open(t, browser, server.Address+"/account/records?lang=en")
	signIn(b, who)
	if !b.is(`document.getElementById("no-players") && !document.getElementById("link")`) {
		t.Errorf("before: %s", b.text("#records"))
	}
	fill(b, "#code", "ZZZZZ-ZZZZZ")
	fill(b, "#code-tenant", federation.Slug)
	press(b, "#code-entry button")
	eventually(t, "a wrong code is refused", func() bool { return b.text("#problem") != "" })
	if !b.is(`document.getElementById("code").value === "ZZZZZ-ZZZZZ"`) {
		t.Error("what was typed is lost")
	}
	fill(b, "#code", code)
	press(b, "#code-entry button")
	eventually(t, "the record is theirs", func() bool { return b.text("#players b") == "Ada Lodi" })
	if b.is(`document.querySelector("#players form button").checkVisibility()`) {
		t.Error("parted at once")
	}
	press(b, "#players summary")
	press(b, "#players form button")
	eventually(t, "they are parted", func() bool { return b.is(`document.getElementById("no-players")`) })

	l := open(t, browser, server.Address+"/account/records?lang=it&tenant="+federation.Slug+"#token="+letter) // as letters had it
	eventually(t, "the link is offered", func() bool { return l.is(`document.getElementById("link")`) })
	press(l, "#link button")
	eventually(t, "the link has worked", func() bool { return l.text("#players b") == "Eva Terza" })
	if l.is(`document.getElementById("link")`) {
		t.Error("the link is offered again")
	}
}

// fill enters a text into a field.
func fill(b tab, field, text string) {
	b.t.Helper()
	eventually(b.t, "there is "+field, func() bool { return b.is(fmt.Sprintf("document.querySelector(%q)", field)) })
	do(b, "fill "+field, chromedp.Evaluate[bool](fmt.Sprintf("document.querySelector(%q).value = %q, true", field, text)))
}

// press presses a button.
func press(b tab, button string) {
	b.t.Helper()
	do(b, "press "+button, chromedp.Evaluate[bool](fmt.Sprintf("document.querySelector(%q).click(), true", button)))
}

// An organizer has slips with codes made at a tournament (0168): they fit on one page, and the code to scan on each leads its
// person to the page on which the code is entered, where they claim their record. A referee is not led there.
func TestSlipsWithCodesAreHandedOut(t *testing.T) {
	t.Parallel()
	s := newGathering(t, "Ada Bruni", "Carla Dosi", "Enzo Fava")
	s.page = s.home + "/e/" + s.keeper.Get(s.path).Want(200).Text("slug") + "?lang=en"
	organizer, ada := s.appoint(s.keeper, "Olga Organizzatrice", "organizer"), s.server.SignUp("Ada Bruni")

	r := open(t, chromium(t), s.printed("names", "a4"))
	signIn(r, s.referee)
	if r.is(`document.querySelector('.lists a[href*="/print/codes"]')`) {
		t.Error("a referee is led to codes, which they may not have made")
	}

	b := open(t, chromium(t), s.printed("names", "a4"))
	loadAxe(b)
	signIn(b, organizer)
	h := &hand{tab: b}
	h.tap(`.lists a[href*="/print/codes"]`)
	h.says("h1", "Codes for one’s own record")
	h.tap(`.tools a[href*="a5"]`)
	h.tap(`form.entry[action*="/print/codes"][action*="a5"] button`)
	h.shows(".papers.a5 .slips li")
	if b.is(`document.querySelector(".opening .tools a, .opening form")`) {
		t.Error("codes are lost by a press on another size of paper")
	}
	if got := evaluate[[]string](b, `[...document.querySelectorAll(".slips li > span")].map((one) => one.textContent)`); !slices.Equal(got, []string{"Ada Bruni", "Carla Dosi", "Enzo Fava"}) {
		t.Errorf("slips of %q", got)
	}
	code := b.text(".slips li b")
	if got := pages(b); got != 1 {
		t.Errorf("three slips are on %d pages", got)
	}
	h.sound("codes")
	media(b, "print")
	slip := picture(b, ".slips li")
	if at := colored(slip); at != (image.Point{}) {
		t.Errorf("color at %v of a slip", at)
	}
	media(b, "")
	leads := decoded(t, slip)
	do(b, "the page asked for anew", chromedp.Navigate(s.printed("codes", "a4")))
	if strings.Contains(b.text("main"), code) {
		t.Error("the page shows a code again")
	}

	a := open(t, chromium(t), s.server.Address+strings.TrimPrefix(leads, "https://referto.example")+"&lang=en")
	signIn(a, ada)
	eventually(t, "the code is entered already", func() bool {
		return a.is(fmt.Sprintf(`document.getElementById("code")?.value === %q`, code))
	})
	press(a, "#code-entry button")
	eventually(t, "the record is theirs", func() bool { return a.text("#players b") == "Ada Bruni" })
}
