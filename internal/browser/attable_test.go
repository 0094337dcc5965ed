package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/openapi"
)

// Whoever sits at a table reads the code on its score sheet with a phone and declares the result, without an account. What is
// wrong is said with the name of the seat, and what was typed stays. The referee sees it in pencil, confirms it by one button,
// and goes to a table that has called; the table sees who comes.
func TestTheTableItself(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "")
	browser := chromium(t)
	var codes openapi.TableCodeList
	s.referee.Get(s.path + "/rounds/1/table-codes").Want(200).Into(&codes)
	local := func(at string) string {
		return strings.Replace(at, "https://referto.example", s.server.Address, 1) + "?lang=en"
	}

	b := open(t, browser, local(codes.Items[1].Url))
	loadAxe(b)
	do(b, "a phone", chromedp.EmulateViewport(360, 740))
	do(b, "load", chromedp.Reload())
	accessible(b, "the page of a table")
	choose := func(selector, value string) {
		t.Helper()
		if !b.is(`(() => { const e = document.querySelector("` + selector + `"); e.value = "` + value + `"; return e.value === "` + value + `" })()`) {
			t.Fatalf("%s has no %s", selector, value)
		}
	}
	seats := evaluate[[]string](b, `[...document.querySelectorAll("#declare-entry option")].map((one) => one.value).filter((one) => one)`)
	choose("#declare-entry", seats[2])
	for i, points := range []string{"8", "10", "7", "5"} {
		fill(b, `input[name=vp-`+seats[i]+`]`, points)
	}
	choose("#declare-declaredBy", seats[0]) // eight points win nothing
	press(b, "#declaring button")
	eventually(t, "it is refused", func() bool { return b.text("#problem") != "" })
	if got := b.text(`#declaring`); !b.is(`document.querySelector("input[name=vp-`+seats[1]+`]").value === "10"`) || got == "" {
		t.Error("what was typed is gone")
	}
	choose("#declare-declaredBy", seats[1])
	press(b, "#declaring button")
	eventually(t, "it is declared", func() bool { return strings.Contains(b.text(".says"), "has declared this") })
	accessible(b, "a table that has declared")
	if wide := b.number(`document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("%d wide on a phone", wide)
	}
	press(b, ".sure:last-of-type summary")
	press(b, `section form button[type=submit]`)
	eventually(t, "it has called", func() bool { return strings.Contains(b.text("section p"), "Nobody has answered") })

	h.shows(`[data-declared="2"]`)
	h.sound("tables that have declared and called")
	h.tap(`[data-call="2"] button`)
	h.tap(`[data-declared="2"] button`)
	h.shows(`[data-table="2"][data-state="confirmed"]`)
	do(b, "look again", chromedp.Reload())
	if got := b.text(".says"); !strings.Contains(got, "Fabio Primo Arbitro has recorded") {
		t.Errorf("the table sees %q", got)
	}
	if got := b.text("section p"); !strings.Contains(got, "Fabio Primo Arbitro is coming") {
		t.Errorf("of its call it sees %q", got)
	}

	h.unfold("#at-tables")
	h.tap(`#at-tables input[value=table]`)
	eventually(t, "tables agree by themselves", func() bool {
		return s.referee.Get(s.path+"/rounds/1/at-tables").Want(200).Text("tableResults") == "table"
	})
	other := open(t, browser, local(codes.Items[0].Url))
	mine := evaluate[[]string](other, `[...document.querySelectorAll("#declare-entry option")].map((one) => one.value).filter((one) => one)`)
	b = other
	choose("#declare-entry", mine[0])
	for i, points := range []string{"10", "8", "7", "5"} {
		fill(b, `input[name=vp-`+mine[i]+`]`, points)
	}
	choose("#declare-declaredBy", mine[0])
	press(b, "#declaring button")
	for agreed := range 3 {
		eventually(t, "the next may agree", func() bool { return b.number(`document.querySelectorAll(".seats-said .tag").length`) == agreed+1 })
		press(b, "form button[name=entry]")
	}
	eventually(t, "everybody has agreed", func() bool { return strings.Contains(b.text(".says"), "Everybody at the table has agreed") })
	h.shows(`[data-table="1"][data-state="confirmed"]`)
}
