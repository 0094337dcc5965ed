package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/openapi"
)

// playerAt returns the name of the player at a seat of a table of the first round, from 0.
func (s *stage) playerAt(table, seat int) string {
	return s.referee.Get(s.path + "/rounds/1").Want(200).Text(fmt.Sprintf("tables.%d.seats.%d.player.name", table, seat))
}

// A player at a table reads the code on its score sheet with a phone and declares the result, without an account. A
// fault is shown with the name of the seat, and the typed values stay. The referee sees it in pencil beside the
// entered results, confirms it by one button, and goes to a table that has called; the table sees who comes, the
// clock and the result without a reload.
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
	do(b, "the phone again", chromedp.EmulateViewport(360, 740))
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
	if wide := b.number(`document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("%d wide on a phone", wide)
	}
	(&hand{tab: b}).sound("table-declared")
	press(b, ".sure:last-of-type summary")
	press(b, `section form button[type=submit]`)
	eventually(t, "it has called", func() bool { return strings.Contains(b.text("section p"), "Nobody has answered") })

	h.shows(`[data-declared="2"]`)
	h.sound("tables that have declared and called")
	h.tap(`[data-call="2"] button`)
	eventually(t, "the table sees who comes, by itself", func() bool {
		return strings.Contains(b.text("[data-part=calls] p"), "Fabio Primo Arbitro is coming")
	})
	fill(b, `#declaring input[name=vp-`+seats[0]+`]`, "4") // another declaration is begun
	h.tap("#clock-start")
	eventually(t, "the table sees the clock", func() bool { return b.is(`document.querySelector("[data-part=clock] [data-ends-at]")`) })
	if !b.is(`document.querySelector("#declaring input[name=vp-` + seats[0] + `]").value === "4"`) {
		t.Error("what is typed is taken away")
	}

	(&hand{tab: b}).sound("table-clock")
	h.tap(`[data-table="2"]`)
	name := s.playerAt(1, 2)
	h.says("#declared", name)
	h.says("#declared", "10")
	h.tap(`fieldset.pl:nth-of-type(1) input[value="5"]`)
	h.shows(`#declared[data-differs="true"] .differs`)
	h.sound("a declared result beside another")
	h.tap("#confirm-declared")
	h.shows(`[data-table="2"][data-state="confirmed"]`)
	eventually(t, "the table sees the result, by itself", func() bool {
		return strings.Contains(b.text("[data-part=said] .says"), "Fabio Primo Arbitro has recorded")
	})
	if b.is(`document.getElementById("declaring")`) {
		t.Error("a result can be declared that stands already")
	}
	h.tap(`[data-table="2"]`)
	h.unfold("#versions")
	h.says("#versions [data-declared]", "declared by "+name)
	h.says("#versions", "Fabio Primo Arbitro")
	h.tap(".ehd .btn")

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

// The page of a table gets no news any more: the stream is open and silent, and so is the server. The page shows
// since when, keeps the typed values, and continues by itself.
func TestTheTableHearsNothing(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	quiet := newSilence(t, s.server.Address)
	var codes openapi.TableCodeList
	s.referee.Get(s.path + "/rounds/1/table-codes").Want(200).Into(&codes)
	b := open(t, chromium(t), strings.Replace(codes.Items[0].Url, "https://referto.example", quiet.address, 1)+"?lang=en")
	b.hidden(false)
	eventually(t, "it hears", func() bool { return b.is("hears()") })
	seat := evaluate[string](b, `document.querySelector("#declare-entry option:nth-child(2)").value`)
	fill(b, `input[name=vp-`+seat+`]`, "7")
	quiet.falls(true)
	s.result(1)
	eventually(t, "it says since when", func() bool { return strings.Contains(b.text("#connection:not([hidden])"), "No connection since") })
	if b.is(`!document.getElementById("declaring")`) || !b.is(`document.querySelector("input[name=vp-`+seat+`]").value === "7"`) {
		t.Error("without connection the form is gone")
	}
	quiet.falls(false)
	eventually(t, "it shows what stands", func() bool {
		return strings.Contains(b.text("[data-part=said]"), "Fabio Primo Arbitro has recorded")
	})
	if b.is(`!document.getElementById("connection").hidden`) {
		t.Error("it still says that there is no connection")
	}
}
