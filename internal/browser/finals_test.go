package browser_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/tenant/tenantdb"
)

// winter is a championship whose stages were played in spring, in January, when regional finals are prepared.
type winter struct {
	*apitest.Tenant
	t       *testing.T
	server  *apitest.Server
	season  uuid.UUID
	path    string // of the season
	regions map[string]uuid.UUID
	contact *apitest.Client // of Toscana
	players [][]uuid.UUID   // of the stages, the winner first
}

// newWinter plays as many stages in each region as it is to have finalists: Valle d'Aosta one, Piemonte two, Toscana
// three and Lazio five. Their results are written into the database.
func newWinter(t *testing.T) *winter {
	t.Helper()
	server := apitest.Start(t)
	w := &winter{Tenant: server.Federation("Federazione"), t: t, server: server, regions: map[string]uuid.UUID{}}
	names := []string{"Valle d'Aosta", "Piemonte", "Toscana", "Lazio"}
	var all []uuid.UUID
	for _, name := range names {
		w.regions[name] = w.Region(name)
		all = append(all, w.regions[name])
	}
	w.season = w.Manager.Post(w.Path+"/seasons", apitest.JSON{"slug": "campionato", "title": "Campionato 2009", "ruleset": "catan-nazionale-2009", "regions": all}).Want(201).ID("id")
	w.path = w.Path + "/seasons/" + w.season.String()
	w.Manager.Post(w.path+"/opening", nil).Want(200)
	w.contact = w.Member("Carla Referente", "regional-contact", apitest.Region(w.regions["Toscana"]))
	for n, stages := range []int{1, 2, 3, 5} {
		for range stages {
			w.stage(names[n])
		}
	}
	err := tenantdb.In(t.Context(), server.DB(), w.ID, nil, func(tx tenantdb.Tx) error {
		desk.TouchSeason(tx, league.SeasonID{UUID: w.season})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w.day(time.Date(2010, 1, 10, 9, 0, 0, 0, time.UTC))
	return w
}

// day moves the clock; everybody signs in again.
func (w *winter) day(now time.Time) {
	w.server.Clock.Set(now)
	w.Manager.SignIn()
	w.contact.SignIn()
}

// stage is a homologated stage of twelve players. The winner of the third one is "Vincitore 3", the second "Secondo
// 3".
func (w *winter) stage(region string) {
	w.t.Helper()
	played := len(w.players) + 1
	id := w.Manager.Post(w.Path+"/events", apitest.JSON{
		"kind": "stage", "slug": fmt.Sprintf("tappa-%d", played), "title": fmt.Sprintf("Tappa %d", played), "startsAt": fmt.Sprintf("2009-%02d-01T08:00:00Z", 2+played%10), "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "season": w.season, "region": w.regions[region], "fee": apitest.JSON{"amount": "0.00", "currency": "EUR"},
	}).Want(201).ID("id")
	var players []uuid.UUID
	for range 12 {
		players = append(players, uuid.Must(uuid.NewV7()))
	}
	w.players = append(w.players, players)
	alter := func(sql string, args ...any) { w.server.Database.Alter(w.t, sql, args...) }
	alter(`insert into league.players (tenant_id, id, name, name_key, email, created_at)
		select $1, p, x.name || ' ' || $3, lower(x.name) || ' ' || $3, case when n < 3 then lower(x.name) || $3 || '@example.org' else '' end, now()
		from unnest($2::uuid[]) with ordinality as y (p, n), lateral (select case n when 1 then 'Vincitore' when 2 then 'Secondo' else 'Giocatore ' || n end as name) as x`, w.ID, players, fmt.Sprint(played))
	alter(`insert into league.entries (tenant_id, event_id, number, player_id, state, entered_by, entered_at)
		select $1, $2, n, p, 'playing', $4, now() from unnest($3::uuid[]) with ordinality as x (p, n)`, w.ID, id, players, w.Manager.ID)
	alter(`insert into league.outcomes (tenant_id, event_id, number, ranking, recorded_by, recorded_at) values ($1, $2, 1, $3, $4, now())`, w.ID, id, players, w.Manager.ID)
	alter(`update league.events set state = 'finished', announced_at = starts_at - interval '30 days', draw_secret = sha256('secret'), draw_commitment = encode(sha256(sha256('secret')), 'hex'),
		started_at = starts_at, finished_at = starts_at + interval '6 hours', entry_count = 12 where id = $1`, id)
	alter(`insert into league.verdicts (tenant_id, event_id, number, kind, decided_by, decided_at) values ($1, $2, 1, 'homologated', $3, now())`, w.ID, id, w.Manager.ID)
}

// formats returns how each region plays its final, from the API.
func (w *winter) formats() string {
	w.t.Helper()
	got := w.Manager.Get(w.path + "/finals").Want(200)
	var out []string
	for i := range got.Len("items") {
		out = append(out, fmt.Sprintf("%s %s", got.Text(fmt.Sprintf("items.%d.region.name", i)), got.Text(fmt.Sprintf("items.%d.format.kind", i))))
	}
	return strings.Join(out, ", ")
}

// J26: for regions with one, two, three and five finalists the screen shows the format of the regulation (CN09
// 1.7.1-1.7.4). The manager names the region with which one of them plays, decides if there is no rule, and undoes
// that.
func TestTheConsoleDecidesFinals(t *testing.T) {
	t.Parallel()
	w := newWinter(t)
	for _, players := range w.players[6:] { // in Lazio no call-up is possible
		for _, player := range players[1:3] {
			w.Manager.Post(w.path+"/answers", apitest.JSON{"player": player, "final": "regional-final", "coming": false, "how": "Per telefono"}).Want(201)
		}
	}
	wanda := w.Manager.Post(w.Path+"/players", apitest.JSON{"name": "Wanda Chiamata"}).Want(201).Text("id")
	h := atDesk(t, w.server, w.Manager, "/console/t/"+w.Slug)
	h.says(".due", "Valle d'Aosta")
	h.tap(`.due a[href*="/finals"]`)
	for region, paragraph := range map[string]string{"Valle d'Aosta": "CN09 1.7.1", "Piemonte": "CN09 1.7.2", "Toscana": "CN09 1.7.3", "Lazio": "CN09 1.7.4"} {
		h.says(fmt.Sprintf(`[data-region="%s"] .ref`, region), paragraph)
	}
	h.sound("finals")

	h.acts = 0
	h.tap(`[data-region="Valle d'Aosta"] [data-act="merge"]`)
	h.write(`[name="into"]`, w.regions["Piemonte"].String())
	h.sound("finals-merge")
	h.tap(`[data-act="merge-now"]`)
	h.says("#says", "Valle d'Aosta plays its final with Piemonte.")
	if h.acts != 3 {
		t.Errorf("%d acts to name a region", h.acts)
	}
	before := w.formats()
	if !strings.Contains(before, "Valle d'Aosta merged") {
		t.Errorf("got %s", before)
	}
	if h.is(`document.querySelector('[data-region="Toscana"] [data-act="decide"], [data-region="Toscana"] [data-act="merge"]')`) {
		t.Error("it offers to decide where the regulation has a rule")
	}
	lazio := func(act string) { h.tap(`[data-region="Lazio"] [data-act="` + act + `"]`) }
	lazio("decide")
	h.write(`[name="semifinals"]`, "2")
	h.write(`[name="why"]`, "Il migliore della regione completa i tavoli")
	lazio("decide-now")
	h.says(`main [role=alert]`, "5 players") // five do not fill two tables, and the typed values are kept
	if !h.is(`document.querySelector('[name="why"]').value.startsWith("Il migliore")`) {
		t.Error("what was typed is gone")
	}
	h.write(`[name="bring"]`, "wanda")
	h.tap(`.offers [data-player="` + wanda + `"]`)
	h.sound("finals-decide")
	lazio("decide-now")
	h.says(`[data-region="Lazio"]`, "Brought in: Wanda Chiamata")
	h.says(`[data-region="Lazio"]`, "Il migliore della regione completa i tavoli")
	if got := w.formats(); !strings.Contains(got, "Lazio final") {
		t.Errorf("got %s", got)
	}
	lazio("undo")
	h.write(`[name="reason"]`, "Ci ripensiamo")
	lazio("undo-now")
	h.says("#says", "Lazio: the decision is taken back.")
	if got := w.formats(); got != before {
		t.Errorf("%s is not what it was: %s", got, before)
	}

	h.tap(`[data-region="Toscana"] [data-act="announce"]`)
	eventually(t, "the final is what is being announced", func() bool {
		return h.is(fmt.Sprintf(`document.querySelector('[name="kind"]')?.value === "regional-final" && document.querySelector('[name="region"]')?.value === %q`, w.regions["Toscana"]))
	})
}

// J27: a contact convokes their finalists with two taps, records who does not come, and the next in line is to be
// convoked; the place is never offered beyond them. Another region's finalists are not on the screen. Those who are convoked answer by the
// link of their letter: the second comes, and another cannot, is asked once more before that holds, and comes after all.
func TestTheConsoleConvokes(t *testing.T) {
	t.Parallel()
	w := newWinter(t)
	h := atDesk(t, w.server, w.contact, "/console/t/"+w.Slug)
	h.says(".due", "Toscana")
	h.acts = 0
	h.tap(`.due a[href*="/finals"]`)
	h.says(`[data-final="regional-final"]`, "Vincitore 4")
	if text := h.text("main .calling"); strings.Contains(text, "Vincitore 1 ") || strings.Contains(text, "Vincitore 7") {
		t.Errorf("other regions: %s", text)
	}
	h.sound("convoke")
	h.tap(`[data-act="convoke"]`)
	h.says("#says", "3 people are convoked.")
	if h.acts != 2 {
		t.Errorf("%d taps from what waits to the letters", h.acts)
	}
	h.says("#nobody", "Nobody is to be convoked now.")
	if n := h.number(`document.querySelectorAll('[data-act="announce"]').length`); n != 1 {
		t.Errorf("a contact may announce the finals of %d regions", n)
	}
	letters := map[string]string{}
	for _, n := range []string{"4", "5", "6"} {
		letters[n] = apitest.Token(t, w.server.Mailbox.Wait("vincitore"+n+"@example.org", "convocation"))
	}

	first := `#called > li:first-child`
	who := strings.Fields(h.text(first + " b"))[1]
	h.acts = 0
	h.tap(first + ` [data-act="answer"]`)
	h.sound("convoke-answer")
	h.tap(first + ` .one label:nth-of-type(2) input`)
	h.write(first+` [name="how"]`, "Per telefono")
	h.tap(first + ` [data-act="record"]`)
	h.says("#says", "Vincitore "+who+" does not come.")
	if h.acts != 4 {
		t.Errorf("%d acts to record an answer", h.acts)
	}
	h.says(`[data-called="not-coming"]`, "Vincitore "+who)
	h.says(".calling", "Secondo "+who)
	h.tap(`[data-act="convoke"]`)
	h.says("#says", "1 person is convoked.")

	other := map[string]string{"4": "5", "5": "6", "6": "4"}[who]
	second := w.opensLetter(apitest.Token(t, w.server.Mailbox.Wait("secondo"+who+"@example.org", "convocation")))
	second.says(".answer", "You have not answered yet.")
	second.acts = 0
	second.tap(`button[name=coming][value="true"]`)
	second.says(".answer", "You have said that you come.")
	if second.acts != 1 {
		t.Errorf("%d taps to come", second.acts)
	}
	doubts := w.opensLetter(letters[other])
	doubts.tap("details.sure summary")
	doubts.says("details.sure", "Your place then goes to Secondo "+other)
	doubts.sound("convocation-sure")
	if state := h.text(`[data-called="not-coming"]`); strings.Contains(state, "Vincitore "+other) {
		t.Errorf("a tap before the question has declined: %s", state)
	}
	doubts.tap(`button[name=coming][value="false"]`)
	doubts.says(".answer", "You have said that you cannot come.")
	doubts.sound("convocation-no")
	doubts.tap(`button[name=coming][value="true"]`)
	doubts.says(".answer", "You have said that you come.")

	w.day(time.Date(2010, 1, 30, 9, 0, 0, 0, time.UTC)) // no other answer came in time
	late := atDesk(t, w.server, w.contact, "/console/t/"+w.Slug+"/finals")
	overdue := `[data-called="overdue"]:has([data-act="lapse"])`
	late.shows(overdue)
	for _, name := range []string{"Secondo " + who, "Vincitore " + other} {
		if !late.is(fmt.Sprintf(`[...document.querySelectorAll('[data-called="coming"]')].some((one) => one.textContent.includes(%q))`, name)) {
			t.Errorf("the contact does not see that %s comes: %s", name, late.text("#called"))
		}
	}
	for late.number(`document.querySelectorAll('[data-called="overdue"]').length`) > 0 {
		count := late.number(`document.querySelectorAll('[data-called="overdue"]').length`)
		late.tap(overdue + ` [data-act="lapse"]`)
		late.tap(`[data-act="lapse-now"]`)
		eventually(t, "one less is overdue", func() bool {
			return late.number(`document.querySelectorAll('[data-called="overdue"]').length`) < count
		})
	}
	if text := late.text(".calling"); strings.Contains(text, "Secondo "+who) || strings.Contains(text, "Giocatore 3 "+who) {
		t.Errorf("offered beyond the second: %s", text)
	}
	if late.is(`document.querySelector('[data-act="merge"], [data-act="decide"], [data-act="undo"]')`) {
		t.Error("a contact may decide what the manager does")
	}
	do(late.tab, "the foot", chromedp.Evaluate[bool](`scrollTo(0, 0), true`))
	late.sound("convoked")
}

// opensLetter is a person who opens the link of their convocation on a phone.
func (w *winter) opensLetter(token string) *hand {
	w.t.Helper()
	h := &hand{tab: open(w.t, chromium(w.t), w.server.Address+"/t/"+w.Slug+"/convocation?lang=en&token="+token)}
	loadAxe(h.tab)
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	do(h.tab, "load", chromedp.Reload())
	return h
}
