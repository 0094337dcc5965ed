package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// pastEvenings is a table of so many tournaments of twenty people.
func pastEvenings(events int) string {
	var table strings.Builder
	table.WriteString("event,day,place,name,member,points,vp\n")
	for e := range events {
		for n := range 20 {
			who := (e*7 + n*11) % 97
			fmt.Fprintf(&table, "Вечер %d,%d-%02d-%02d,%d,Играч номер %d,%d,%d,%d\n", e+1, 1999+e/336, 1+e/28%12, 1+e%28, n+1, who, who+1, (20-n)%4, 20-n)
		}
	}
	return table.String()
}

// file gives a file to a field of a form.
func (h *hand) file(field, name, content string) {
	h.t.Helper()
	h.shows(field)
	do(h.tab, "choose "+name, chromedp.Evaluate[bool](fmt.Sprintf(`{
		const chosen = new DataTransfer();
		chosen.items.add(new File([%q], %q));
		document.querySelector(%q).files = chosen.files;
	}; true`, content, name, field)))
}

// The past of a federation is uploaded on the page. The server stops in the middle of storing it, and a reader who
// comes back to the page finds the bar where it was: it continues to the end, and everything is stored once. A
// truncated table that ends within a line is refused with that line and changes nothing.
func TestAPastGoesOnAfterTheServerHasStopped(t *testing.T) {
	t.Parallel()
	const events = 220
	server := apitest.Start(t)
	federation := server.Federation("Federatsiya")
	ranking := federation.Path + "/rankings/" + federation.Manager.Post(federation.Path+"/rankings", apitest.JSON{
		"slug": "ranglista", "title": "Ranglista", "ruleset": "catan-ranglista-bg", "counted": []string{"ranking"},
	}).Want(201).Text("id")
	tables := "/t/" + federation.Slug + "/histories"
	h := &hand{tab: open(t, chromium(t), server.Address+tables+"?lang=en")}
	loadAxe(h.tab)
	signIn(h.tab, federation.Manager)
	sends := func(name, table string) {
		h.write("#send-table-subject", "results")
		h.write("#send-table-ranking", ranking[strings.LastIndex(ranking, "/")+1:])
		h.file("#send-table-file", name, table)
		h.tap("#send form button")
		h.write("#check-table-timeZone", "Europe/Sofia")
		h.tap("#reading form button[type=submit]")
	}

	whole := pastEvenings(events)
	cut := whole[:strings.LastIndex(whole[:len(whole)/2], ",")]
	sends("half.csv", cut)
	h.says("#faults", fmt.Sprintf("Line 2,%03d: The file ends in the middle of this line", 1+strings.Count(cut, "\n")-2000))
	if h.is(`document.querySelector('[value="apply-table"]')`) {
		t.Error("what was cut off can be stored")
	}

	do(h.tab, "the other tables", chromedp.Navigate(server.Address+tables+"?lang=en"))
	sends("past.csv", whole)
	h.says("#state", "Ready to be stored")
	at := evaluate[string](h.tab, "location.pathname + location.search")
	h.tap(`#state form button`)
	table := federation.Path + "/histories/" + at[strings.LastIndex(at, "/")+1:strings.Index(at, "?")]
	stands := 0
	for stands == 0 { // a part of the lines is stored
		if got := federation.Manager.Get(table).Want(200); got.Text("progress.phase") == "lines" {
			stands = got.Int("progress.done")
		}
	}
	release := server.Database.Hold(t, `select from league.histories where state = 'storing' for update`) // nothing goes on
	server.Restart()
	federation.Manager = federation.Manager.In(t)
	stands = federation.Manager.Get(table).Want(200).Int("progress.done")
	do(h.tab, "come back", chromedp.Navigate(server.Address+at))
	bar := fmt.Sprintf(`document.querySelector('#state progress[aria-label="Lines"][max="%d"]')?.value ?? 0`, 20*events)
	if got := h.number(bar); got != stands || got == 0 || got == 20*events {
		t.Fatalf("the bar stands at %d of %d, the work at %d: %s", got, 20*events, stands, h.text("#state"))
	}
	h.sound("past-being-stored")
	release()
	eventually(t, "everything is stored", func() bool { return h.is(`document.querySelector('[value="undo-table"]')`) }) // the page looks by itself
	if h.is(`document.querySelector("#state progress")`) {
		t.Error("the bar stays")
	}
	if got := federation.Manager.Get(ranking + "/standings?limit=1").Want(200).Int("players"); got != 97 {
		t.Errorf("%d people are ranked", got)
	}
	if got := server.Database.Text(t, `select count(*) || ' ' || count(distinct (event_id, player_id)) || ' ' || count(distinct event_id) from league.entered_gains`); got != fmt.Sprintf("%d %d %d", 20*events, 20*events, events) {
		t.Errorf("results, different ones and tournaments: %s", got)
	}
	if got := server.Database.Count(t, `select count(*) from league.players`); got != 97 {
		t.Errorf("%d people in the register", got)
	}
}
