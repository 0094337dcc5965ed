package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// signIn fills in the form of the page of signing in.
func signIn(b tab, who *apitest.Client) {
	b.t.Helper()
	fill(b, "#email", who.Email)
	fill(b, "#password", who.Password)
	press(b, "#entry button[type=submit]")
	eventually(b.t, "signed in", func() bool { return b.is(`document.getElementById("visitor")`) })
}

// A person signs in on the page of an event and comes back to it, is named there and on every other page, on a phone
// too, and signs out.
func TestSignedInOnEveryPage(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	browser := chromium(t)
	anna := s.server.SignUp("Anna Bianchi")
	b := open(t, browser, s.page)
	press(b, "#sign-in")
	eventually(t, "the page of signing in", func() bool { return b.is(`document.getElementById("entry")`) })
	signIn(b, anna)
	if b.text("#visitor .name") != "Anna Bianchi" || !b.is(`location.href === `+fmt.Sprintf("%q", s.page)) {
		t.Errorf("%s on %s", b.text("#visitor .name"), do(b, "where", chromedp.Evaluate[string]("location.href")))
	}
	if b.is(`document.cookie.includes("session") || localStorage.length || sessionStorage.length`) {
		t.Error("a script can read the session")
	}
	for _, address := range []string{s.home, s.home + "/rankings", s.server.Address + "/account?lang=en", s.home + "/rules"} {
		phone := open(t, browser, address)
		do(phone, "a phone", chromedp.EmulateViewport(320, 640))
		if phone.text("#visitor .name") != "Anna Bianchi" {
			t.Errorf("%s names %q", address, phone.text("#visitor .name"))
		}
		if phone.is(`document.documentElement.scrollWidth > 320`) {
			t.Errorf("%s is %d wide", address, phone.number(`document.documentElement.scrollWidth`))
		}
		press(phone, "#visitor summary")
		if !phone.is(`document.querySelector("#visitor a").checkVisibility() && document.querySelector("#visitor > div").getBoundingClientRect().left >= 0`) {
			t.Errorf("%s: no menu", address)
		}
	}
	press(b, "#visitor button[type=submit]")
	eventually(t, "signed out", func() bool { return b.is(`document.getElementById("sign-in")`) })
	again := open(t, browser, s.page)
	if again.is(`document.getElementById("visitor")`) {
		t.Error("still signed in")
	}
}
