package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// Somebody signs in on the page of their records, enters the code of a list, and is parted
// again, which they are asked twice; a letter's link is used on the same page.
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
