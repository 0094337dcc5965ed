package browser_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/openapi"
)

// A form that is sent twice, sent again after the back button, and by a second tab enters once, and the page shows
// it. The link of its letter says when it is out of date, or not as it was sent.
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
	letter := apitest.Token(t, s.server.Mailbox.Wait("alba@example.org", "form-received"))
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

	s.server.Pass(30 * 24 * time.Hour)
	eventually(t, "the link of a letter that nobody followed in time says so", func() bool {
		do(b, "the link of the letter", chromedp.Navigate(s.home+"/entry?lang=en&token="+letter))
		return strings.Contains(b.text("main"), "Nobody confirmed in time, and the place went to somebody else.")
	})
	if b.is(`document.querySelector('main form:has([name="act"][value="confirm"])')`) {
		t.Error("it can be confirmed")
	}
	do(b, "a link with another letter", chromedp.Navigate(s.home+"/entry?lang=en&token="+letter[:len(letter)-1]))
	if text := b.text("main"); !strings.Contains(text, "This link does not work. Enter once more, with the same name and address: the link comes again.") {
		t.Errorf("a forged link says %q", text)
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

// On a phone whose clock is an hour ahead, or behind, the round's remaining minutes are right, and a result counts as
// soon as it arrives.
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

// A person whose role is revoked while they type a result learns it once they send it; the result stays on their
// device, and counts nowhere.
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

// Another device records the last table and closes the round while its result is being typed here: the form shows at once what that
// device has recorded, and the typed values stay beside it, with the person who recorded it. The codes of that round say that it is over.
func TestTheRoundIsClosedWhileAResultIsTyped(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "")
	s.result(1)
	s.result(2)
	h.typing(3)
	var codes openapi.TableCodeList
	s.referee.Get(s.path + "/rounds/1/table-codes").Want(200).Into(&codes)
	s.result(3)
	h.says("#meanwhile", "Fabio Primo Arbitro has recorded a result at ")
	for i, points := range []string{"10", "8", "7", "5"} {
		name := strings.Fields(s.playerAt(2, i))
		h.says("#meanwhile", name[len(name)-1]+" "+points)
	}
	if typed := h.value(`[...document.querySelectorAll("fieldset.pl input:checked")].map((one) => one.value).join(" ")`); typed != "9 10 7 6" {
		t.Errorf("typed is %q", typed)
	}
	h.sound("recorded-meanwhile")
	s.referee.Post(s.path+"/rounds/1/closing", nil).Want(200)
	s.codesSay(t, codes.Items[0].Url)
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

// codesSay opens the code on a score sheet of a round that is over, the same with another letter, and a part of it: each page says plainly
// what is wrong with it, and offers no form.
func (s *stage) codesSay(t *testing.T, code string) {
	t.Helper()
	code = strings.Replace(code, apitest.PublicURL, s.server.Address, 1)
	other := "a"
	if strings.HasSuffix(code, other) {
		other = "b"
	}
	b := open(t, chromium(t), "about:blank")
	for _, one := range []struct{ code, says string }{
		{code, "This code was for round 1, which is over. The sheet of the next round has the next one."},
		{code[:len(code)-1] + other, "This code does not work."},
		{code[:len(code)-4], "There is nothing here"},
	} {
		do(b, "load", chromedp.Navigate(one.code+"?lang=en"))
		if text := b.text("main"); !strings.Contains(text, one.says) || b.is(`document.querySelector("#declaring, main form")`) {
			t.Errorf("the code %s says %q, not %q", one.code, text, one.says)
		}
	}
}

// Another device plays the tournament to its end while a result of the first round is being typed here: the typed values stay, beside
// those that count.
func TestTheEventIsFinishedWhileAResultIsTyped(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "")
	h.typing(3)
	s.playOut()
	h.tap("#register")
	h.tap("#sync a")
	sees(h.tab, "both results", func() bool {
		return strings.Contains(h.text("[data-act] tbody"), "9 10") || strings.Contains(h.text("[data-act] tbody"), "910")
	})
	h.says("[data-act]", "Fabio Primo Arbitro")
	h.sound("conflict-finished")
	h.says("[data-act] .says.harm", "Now the tournament is over.")
	h.push("[data-act] .acts .btn:not(.primary)")
	h.says(".queue", "Everything has arrived.")
	if state := s.referee.Get(s.path).Want(200).Text("state"); state != "finished" || s.points(3) != "10 8 7 5" {
		t.Errorf("the event is %s, table 3 has %s", state, s.points(3))
	}
}
