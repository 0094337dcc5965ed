package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// A form that is sent twice, sent again after the back button, and by a second tab enters once, and says so.
func TestAFormIsSentTwice(t *testing.T) {
	t.Parallel()
	s := newGathering(t)
	browser := chromium(t)
	b := open(t, browser, s.public("/enter"))
	filled := func(b tab) {
		fill(b, `[name="name"]`, "Alba Due Volte")
		fill(b, `[name="email"]`, "alba@example.org")
	}
	forms := func() int { return s.keeper.Get(s.path + "/form-entries").Want(200).Len("items") }
	filled(b)
	do(b, "a double click", chromedp.Evaluate[bool](`{ const button = document.querySelector('main form button[type="submit"]'); button.click(); button.click(); }; true`))
	eventually(t, "it is sent", func() bool { return strings.Contains(b.text(".said"), "Look into your mail") })
	s.server.Mailbox.Wait("alba@example.org", "form-received")
	do(b, "back", chromedp.Evaluate[bool](`history.back(), true`))
	eventually(t, "the form is there", func() bool { return b.is(`document.querySelector('[name="email"]')`) })
	filled(b)
	press(b, `main form button[type="submit"]`)
	eventually(t, "it is sent again", func() bool { return strings.Contains(b.text(".said"), "Look into your mail") })
	other := open(t, browser, s.public("/enter"))
	filled(other)
	press(other, `main form button[type="submit"]`)
	eventually(t, "the other tab too", func() bool { return strings.Contains(other.text(".said"), "Look into your mail") })
	if n := forms(); n != 1 {
		t.Errorf("%d forms", n)
	}

	anna := s.server.SignUp("Anna Bianchi")
	signed := open(t, chromium(t), s.public("/enter"))
	press(signed, "#sign-in")
	eventually(t, "the page of signing in", func() bool { return signed.is(`document.getElementById("entry")`) })
	signIn(signed, anna)
	do(signed, "the form", chromedp.Navigate(s.public("/enter")))
	do(signed, "a double click", chromedp.Evaluate[bool](`{ const button = document.querySelector('main form:has([name="act"][value="enter"]) button'); button.click(); button.click(); }; true`))
	eventually(t, "entered", func() bool { return strings.Contains(signed.text("main"), "You have a place.") })
	do(signed, "back", chromedp.Evaluate[bool](`history.back(), true`))
	eventually(t, "the page says how it is, or the form says that it was done", func() bool {
		if signed.is(`document.querySelector('main form:has([name="act"][value="enter"]) button')`) {
			press(signed, `main form:has([name="act"][value="enter"]) button`)
		}
		return strings.Contains(signed.text("main"), "place") || signed.is(`document.querySelector("#problem")`)
	})
	if n := s.keeper.Get(s.path + "/entries").Want(200).Len("items"); n != 1 {
		t.Errorf("%d entries", n)
	}
}

// A name of sixty letters, and one that is markup, are shown as they were typed, on the page and in the console, on the smallest phone.
func TestNamesThatAreLongOrMarkup(t *testing.T) {
	t.Parallel()
	long, markup := strings.Repeat("Wolfeschlegel", 5)[:60], `<img src=x onerror=document.title="owned"> & "Zoe"`
	s := newGathering(t, long, markup)
	b := open(t, chromium(t), s.public(""))
	h := atDesk(t, s.server, s.keeper, s.desk("entries"))
	h.says("main", long)
	for _, at := range []struct {
		tab
		name string
	}{{b, "the public page"}, {h.tab, "the console"}} {
		do(at.tab, "a phone", chromedp.EmulateViewport(320, 640))
		if text := at.text("main"); !strings.Contains(text, long) || !strings.Contains(text, markup) {
			t.Errorf("%s says %s", at.name, text)
		}
		if at.is(`document.querySelector('img[src="x"]') || document.title === "owned"`) {
			t.Errorf("%s: a name is markup", at.name)
		}
		if wide := at.number(`document.documentElement.scrollWidth`); wide > 320 {
			t.Errorf("%s is %d wide: %s", at.name, wide, at.value(`document.querySelector("main").innerText.slice(0, 80)`))
		}
	}
}

// Forty forms for twenty seats within a few seconds, from one browser: each is there once, twenty have a seat and twenty wait.
func TestFortyFormsForTwentySeats(t *testing.T) {
	t.Parallel()
	s := newGatheringBy(t, apitest.JSON{"kind": "stage", "ruleset": "catan-nazionale-2009", "timeLimitMinutes": 80, "capacity": 20})
	b := open(t, chromium(t), s.public("/enter"))
	got := evaluate[string](b, `Promise.all(Array.from({length: 40}, async (_, n) => {
		const form = new FormData(document.querySelector("main form"));
		form.set("name", "Persona " + String.fromCharCode(65 + n % 26) + (n < 26 ? "a" : "b"));
		form.set("email", "persona" + n + "@example.org");
		form.set("key", crypto.randomUUID());
		const answer = await fetch(location.href, {method: "POST", body: new URLSearchParams(form)});
		return answer.status;
	})).then((all) => JSON.stringify(all.reduce((sum, one) => ({...sum, [one]: (sum[one] ?? 0) + 1}), {})))`, chromedp.EvalAwaitPromise)
	if got != `{"200":40}` {
		t.Fatalf("answers: %s", got)
	}
	for n := range 40 {
		token := apitest.Token(t, s.server.Mailbox.Wait(fmt.Sprintf("persona%d@example.org", n), "form-received"))
		s.server.Anonymous().Post("/tenants/"+strings.Split(s.path, "/")[2]+"/form-answers", apitest.JSON{"token": token, "answer": "confirm"}).Want(200)
	}
	if in, waiting := s.keeper.Get(s.path+"/entries?state=entered").Want(200).Len("items"), s.keeper.Get(s.path+"/entries?state=waiting").Want(200).Len("items"); in != 20 || waiting != 20 {
		t.Errorf("%d have a seat, %d wait", in, waiting)
	}
}

// wrong sets the clock of a browser off by so many minutes, on every page that it opens from now on.
func (b tab) wrong(minutes int) {
	b.t.Helper()
	b.beforehand(fmt.Sprintf(`{
		const Real = Date, off = %d * 60000;
		window.Date = class extends Real { constructor(...args) { args.length ? super(...args) : super(Real.now() + off); } static now() { return Real.now() + off; } };
	}`, minutes))
}

// On a phone whose clock is an hour ahead, or behind, the round has the minutes that it has, and a result counts as soon as it arrives.
func TestThePhonesClockIsWrong(t *testing.T) {
	t.Parallel()
	for _, minutes := range []int{60, -60} {
		s := newStage(t, apitest.Start(t))
		h := &hand{tab: open(t, chromium(t), s.server.Address+"/sign-in?lang=en")}
		h.wrong(minutes)
		signIn(h.tab, s.referee)
		do(h.tab, "the tables", chromedp.Navigate(s.run()+"/run?lang=en"))
		h.tap("#clock-start")
		h.shows(`#clock[data-phase="running"][data-waits="false"]`)
		if text := h.text(`#clock [role="timer"]`); !strings.HasPrefix(text, "1:19:") && !strings.HasPrefix(text, "1:20:") && !strings.HasPrefix(text, "79:") && !strings.HasPrefix(text, "80:") {
			t.Errorf("%d minutes off: the round of 80 minutes has %s left", minutes, text)
		}
		h.tap(`[data-table="1"]`)
		for seat, points := range []int{10, 8, 7, 6} {
			h.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, points))
		}
		h.tap("#register")
		eventually(t, "the result is confirmed", func() bool { return h.state(1) == "confirmed" })
		if s.points(1) != "10 8 7 6" {
			t.Errorf("%d minutes off: %q", minutes, s.points(1))
		}
	}
}

// typing opens a table and types its points; nothing is sent.
func (h *hand) typing(table int) {
	h.t.Helper()
	h.tap(fmt.Sprintf(`[data-table="%d"]`, table))
	for seat, points := range []int{9, 10, 7, 6} {
		h.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, points))
	}
}

// Whoever has the role no more while they type a result is told so once they send it; the result stays on their device, and counts nowhere.
func TestTheRoleIsTakenWhileAResultIsTyped(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	second := s.appoint(s.manager, "Sara Seconda", "referee")
	h := &hand{tab: open(t, chromium(t), s.run()+"/run?lang=en")}
	enterConsole(h.tab, second)
	h.typing(3)
	staff := s.manager.Get(s.path + "/staff").Want(200)
	for i := range staff.Len("items") {
		if staff.Text(fmt.Sprintf("items.%d.role", i)) == "referee" {
			s.manager.Delete(s.path + "/staff/" + staff.Text(fmt.Sprintf("items.%d.id", i))).Want(204)
		}
	}
	h.tap("#register")
	do(h.tab, "what waits", chromedp.Navigate(s.run()+"/run/queue?lang=en"))
	h.says("main", "9")
	h.shows("main .says.harm")
	if s.points(3) != "" {
		t.Errorf("it counts: %s", s.points(3))
	}
}

// Another device records the last table and closes the round while its result is being typed here: what was typed stays beside
// what counts, with who recorded it.
func TestTheRoundIsClosedWhileAResultIsTyped(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "")
	s.result(1)
	s.result(2)
	h.typing(3)
	s.result(3)
	s.referee.Post(s.path+"/rounds/1/closing", nil).Want(200)
	h.tap("#register")
	eventually(t, "what was typed stands beside what counts", func() bool { return h.state(3) == "conflict" })
	h.tap("#sync a")
	sees(h.tab, "both results", func() bool {
		return strings.Contains(h.text("[data-act] tbody"), "9 10") || strings.Contains(h.text("[data-act] tbody"), "910")
	})
	sees(h.tab, "who recorded the other", func() bool { return strings.Contains(h.text("[data-act]"), "Fabio Primo Arbitro") })
	h.sound("conflict-closed")
	if s.points(3) != "10 8 7 5" {
		t.Errorf("what counts is %s", s.points(3))
	}
}
