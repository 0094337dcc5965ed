package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// The page of a draw repeats it in the browser and confirms it; once anything in a document is changed, it reports
// the difference.
func TestTheDrawIsCheckedOnThePage(t *testing.T) {
	t.Parallel()
	s := newEventDrawn(t, apitest.Start(t), 12, stageBy(12), false)
	b := open(t, chromium(t), strings.Replace(s.page, "?", "/draw?", 1))
	loadAxe(b)
	do(b, "load", chromedp.Reload())
	check := func(want string) {
		t.Helper()
		do(b, "check", chromedp.Evaluate[bool](`document.getElementById("verdict").textContent = "", document.getElementById("check").click(), true`))
		eventually(t, want, func() bool { return strings.HasPrefix(b.text("#verdict"), want) })
	}
	wrong := func() []string {
		return evaluate[[]string](b, `[...document.querySelectorAll("#checked .brick")].map((one) => one.textContent)`)
	}
	eventually(t, "the button", func() bool { return b.is(`!document.getElementById("check").hidden`) })
	check("Yes, the draw is right.")
	if done := b.number(`document.querySelectorAll("#checked .pine").length`); done != 8 || len(wrong()) != 0 {
		t.Errorf("%d things are right, wrong are %q", done, wrong())
	}
	accessible(b, "the draw")

	tamper := func(change string) {
		do(b, "tamper", chromedp.Evaluate[bool](`window.real ??= fetch, window.fetch = async (address, ...more) => {
			const document = await (await real(address, ...more)).json();
			(`+change+`)(document);
			return new Response(JSON.stringify(document));
		}, true`))
	}
	for change, want := range map[string]string{
		`(d) => d.lots && ([d.lots[0].number, d.lots[1].number] = [d.lots[1].number, d.lots[0].number])`: "The numbers follow from the seed",
		`(d) => { if (d.firstRound) d.firstRound.reverse(); }`:                                           "The order of the first round follows from the seed",
		`(d) => { if (d.entrants) d.entrants[3].player = d.entrants[3].player.replace(/.$/, "x"); }`:     "The seed follows from the secret and the list of players",
		`(d) => { if (d.secret) d.secret = "00" + d.secret.slice(2); }`:                                  "The secret has the fingerprint that was published before",
		`(d) => { if (d.tables) d.tables[0].entries.reverse(); }`:                                        "Round 1: the tables follow from the order",
		`(d) => { if (d.seating) d.seating.order.reverse(); }`:                                           "Round 1: the order is the one that was drawn",
		`(d) => { if (d.round) d.event = "another"; }`:                                                   "Round 1: the document is the one of this page, unchanged",
	} {
		tamper(change)
		check("No.")
		if found := strings.Join(wrong(), "; "); !strings.Contains(found, "✗ "+want) {
			t.Errorf("%s: found %q, want %q", change, found, want)
		}
	}
	tamper(`() => { throw new Error("away"); }`)
	check("The documents of the draw could not be fetched.")
}
