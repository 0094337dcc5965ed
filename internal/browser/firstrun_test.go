package browser_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/internal/sampling"
)

// U13: a newcomer makes an account, founds a club and announces tomorrow's tournament, with a browser and a mailbox
// only: in 25 acts, each a field filled in or an element pressed, and three minutes. Everyone who follows the shared
// link can enter. Eight people sit at drawn tables within five minutes from the beginning, and within 45 acts, without those by which
// the first referee, whom the club invites, makes an account of their own and takes the role.
func TestAClubFromNothing(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	h := &hand{tab: open(t, chromium(t), server.Address+"/?lang=en")}
	loadAxe(h.tab)
	began := time.Now()
	h.tap(`#yours a[href*="/account/registration"]`)
	h.registers(server, "Anna Lodi", "anna.lodi@example.org")
	h.tap(`a[href*="/account/founding"]`)
	h.write("[name=name]", "Gilda del Dado")
	h.sound("founding")
	h.tap("#founding button[type=submit]")
	h.write("[name=title]", "Torneo di Natale")
	h.write("[name=day]", "2009-02-09")
	h.write("[name=hour]", "20:30")
	h.write("[name=place]", "Bar Centrale")
	h.write("[name=city]", "Lodi")
	h.tap("#next")
	h.says("#field", "12")
	h.write("[name=ruleset]", "catan-ranglista-bg")
	h.says("#field", "3") // a regulation that eight are enough for: CN09 3.2 asks twelve
	h.tap("#next")
	h.shows("[name=fee]")
	h.tap("#next")
	h.tap("#publish-open")
	h.says("#says", "Entries are open.")
	if h.acts > 25 || h.effort() > 3*time.Minute {
		t.Errorf("%d acts, %s", h.acts, h.effort())
	}
	t.Logf("from the front page to open entries: %d acts, %d letters, %s of a person and %s of the machine", h.acts, h.letters, h.effort(), time.Since(began).Round(time.Second))

	enter := open(t, chromium(t), strings.Replace(evaluate[string](h.tab, `document.getElementById("address").value`), apitest.PublicURL, server.Address, 1))
	if !enter.is(`document.querySelector('main a[href*="/enter"]')`) || !strings.Contains(enter.text("main"), "Torneo di Natale") {
		t.Errorf("whoever follows the link reads %s", enter.text("main"))
	}
	h.saturday(server, enter, began)
}

// registers makes an account on the page of signing up, confirms the address by the link of the letter, and signs in.
func (h *hand) registers(server *apitest.Server, name, mail string) {
	h.t.Helper()
	h.write("#name", name)
	h.write("#email", mail)
	h.write("#password", apitest.Password)
	h.tap("#entry button[type=submit]")
	h.shows(".said")
	b := open(h.t, chromium(h.t), server.Address+linked(server, mail, "verify-address")) // on the telephone with the mail
	press(b, "#entry button[type=submit]")
	h.did(2)
	eventually(h.t, "the address is confirmed", func() bool { return b.is(`document.querySelector(".said") && document.getElementById("email")`) })
	h.tap(`#also a[href*="/sign-in"]`)
	h.write("#email", mail)
	h.write("#password", apitest.Password)
	h.tap("#entry button[type=submit]")
}

// linked is the path to which the first link of a letter leads.
func linked(server *apitest.Server, mail, kind string) string {
	_, link, _ := strings.Cut(server.Mailbox.Wait(mail, kind).Text, apitest.PublicURL)
	link, _, _ = strings.Cut(link, "\n")
	return strings.TrimSpace(link)
}

// saturday continues from open entries to the winner on the page, in the browser alone: eight people are entered from
// a pasted list, a first referee is invited and accepts, checks them in, draws, takes the results of every table, and
// finishes. A spectator at home reads it there. With -short it ends with the first tables.
func (h *hand) saturday(server *apitest.Server, home tab, began time.Time) {
	t := h.t
	t.Helper()
	rita := server.Anonymous()
	rita.Name, rita.Email, rita.Password = "Rita Arbitri", "rita.arbitri@example.org", apitest.Password
	r, came := h.opens(server, rita, "Ada Bruni", "Bice Corti", "Carlo Dosi", "Dino Elli", "Elsa Fava", "Fulvio Gatti", "Gina Hofer", "Ivo Lupi")
	if acts, effort := h.acts+r.acts-came, h.effort()+r.effort(); acts > 45 || effort > 5*time.Minute {
		t.Errorf("%d acts without the %d of the first referee's account, %s", acts, came, effort)
	}
	t.Logf("to the first drawn tables: %d acts, of which %d make the first referee's account, %d letters, %s of two people and %s of the machine",
		h.acts+r.acts, came, h.letters+r.letters, h.effort()+r.effort(), time.Since(began).Round(time.Second))
	if testing.Short() {
		return
	}
	r.plays([]int{8, 13, 7, 5})
	t.Logf("%d acts of the first referee", r.acts)
	home.tellsTheWinner()
}

// opens goes on from open entries to the first drawn tables: a first referee is invited and takes it on, people are entered from a pasted
// list, all of them are checked in at once, and the first round is drawn. A referee without an account makes one, from the link of the
// letter that invites them. It returns the hand of the first referee, and how many acts the account took.
func (h *hand) opens(server *apitest.Server, rita *apitest.Client, names ...string) (r *hand, came int) {
	t := h.t
	t.Helper()
	h.write("[name=staff-name]", rita.Name)
	h.write("[name=staff-mail]", rita.Email)
	h.write("[name=staff-role]", "first-referee")
	h.tap("#invite")
	h.says("#staff-list", rita.Name)
	h.tap(`.screens a[href$="/entries"]`)
	h.write("#paste", strings.Join(names, "\n"))
	h.tap("#read")
	h.tap("#all-new")
	h.tap("#enter-list")
	h.says("#entered", fmt.Sprintf("%d entrants", len(names)))

	r = &hand{tab: open(t, chromium(t), server.Address+linked(server, rita.Email, "invitation"))}
	r.did(1)
	if rita.Access == "" {
		r.tap(`#also a[href*="/account/registration"]`)
		r.registers(server, rita.Name, rita.Email)
		came = r.acts
	} else {
		signIn(r.tab, rita)
		r.did(3)
	}
	r.tap("main form button.primary")
	eventually(t, "it is accepted", func() bool { return r.is(`!document.querySelector("main form button.primary")`) })
	at := strings.TrimSuffix(evaluate[string](h.tab, `location.pathname`), "/entries")
	do(r.tab, "a phone", chromedp.EmulateViewport(390, 844))
	do(r.tab, "to the door", chromedp.Navigate(server.Address+at+"/checkin?lang=en"))
	r.tap("#all-here")
	r.says("#all-listed", names[len(names)-1])
	r.tap("#all-now")
	r.says("#tally", fmt.Sprintf("%d of %d here", len(names), len(names)))
	r.tap("#start")
	r.tap("#start-now")
	r.tap("#next")
	r.tap("#draw")
	r.shows(`a[data-table]`)
	return r, came
}

// plays enters the result of each table of each round, with as many of the points as there are seats, closes and draws the rounds, and finishes the tournament.
func (h *hand) plays(points []int) {
	t := h.t
	t.Helper()
	given := strings.ReplaceAll(fmt.Sprint(points), " ", ",")
	for {
		h.shows(`a[data-table="1"]`)
		for table := range h.number(`document.querySelectorAll("a[data-table]").length`) {
			press(h.tab, fmt.Sprintf(`a[data-table="%d"]`, table+1)) // the list moves as results come in
			h.shows("fieldset.pl")
			acts := evaluate[[]int](h.tab, fillIn+"("+given+")", chromedp.EvalAwaitPromise)
			h.did(1 + acts[0] + acts[1])
			h.tap("#register")
			h.shows(fmt.Sprintf(`[data-table="%d"][data-state="confirmed"]`, table+1))
		}
		h.tap("#close")
		eventually(t, "what comes next", func() bool { return h.is(`document.querySelector("#draw, #finish")`) })
		if h.is(`document.getElementById("finish")`) {
			break
		}
		h.tap("#draw")
		if h.acts > 900 {
			t.Fatal("it does not end")
		}
	}
	h.tap("#finish")
}

// asksTheFigure opens a table, whose form asks each seat for points and for a figure by its name in the ruleset.
func (h *hand) asksTheFigure(name string) {
	h.t.Helper()
	h.tap(`a[data-table="1"]`)
	h.shows("fieldset.pl")
	seats := h.number(`document.querySelectorAll("fieldset.pl").length`)
	if asked := h.number(fmt.Sprintf(`[...document.querySelectorAll("fieldset.pl input")].filter((one) => one.ariaLabel?.includes(%q) || one.closest("label")?.textContent.includes(%q)).length`, name, name)); asked != seats {
		h.t.Errorf("%d of %d seats are asked for %s: %s", asked, seats, name, h.text("fieldset.pl"))
	}
	h.tap(".ehd .btn")
}

// tellsTheWinner waits until the page of an event names who has won.
func (b tab) tellsTheWinner() {
	b.t.Helper()
	eventually(b.t, "the winner is on the page at home", func() bool {
		return strings.Contains(b.text("main"), "Winner") || b.is(`document.querySelector(".podium")`)
	})
}

// ownRuleset publishes a ruleset of the club's own: that of docs/rulesets.md by another name, with other points for places and a figure
// that each seat has to be asked for. It returns its id.
func ownRuleset(t *testing.T, club *apitest.Tenant) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/rulesets.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```yaml\n")
	document, _, _ := strings.Cut(rest, "```")
	for _, change := range [][2]string{
		{"id: club-evening", "id: dice-guild"},
		{"code: CE26", "code: DG26"},
		{"name: Club evening", "name: Evening of the Dice Guild"},
		{`["5", "3", "2", "1"]`, `["9", "6", "4", "2"]`},
		{"declaration: {required: true, paragraph: \"1\"}", "declaration: {required: true, paragraph: \"1\"}\n  figures: [{id: harbors, name: Harbors, range: {min: 0, max: 5}, paragraph: \"1\"}]"},
		{"{figure: lot,", "{figure: harbors, best: most, paragraph: \"3\"}\n      - {figure: lot,"},
	} {
		if !strings.Contains(document, change[0]) {
			t.Fatalf("docs/rulesets.md has no %q", change[0])
		}
		document = strings.Replace(document, change[0], change[1], 1)
	}
	club.Manager.Post(club.Path+"/rulesets", "document:\n  "+strings.ReplaceAll(document, "\n", "\n  "), apitest.Header("Content-Type", "application/yaml")).Want(201)
	club.Manager.Post(club.Path+"/rulesets/dice-guild/versions", apitest.JSON{"draft": 1, "notes": "First version"}).Want(201)
	return "dice-guild"
}

// By each regulation, and by a ruleset of its own, a club announces a tournament, and it is played to its winner: in the browser alone, by
// forms that know no regulation (by that of Bulgaria: [TestAClubFromNothing]).
func TestEachRegulationFromItsAnnouncementToTheWinner(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	for _, one := range sampling.Of("regulation", []struct {
		code, ruleset string
		points        []int
	}{
		{"CN09", "catan-nazionale-2009", []int{10, 8, 7, 5}},
		{"FG14", "firenzegioca-2014", []int{10, 8, 7, 5}},
		{"JP22", "just-play-2022", []int{10, 8, 7, 5}},
		{"SQ00", "risiko-squadre-2000", []int{30, 24, 20, 19, 15, 12}},
		{"a ruleset of its own", "", []int{10, 8, 7, 5}},
	}) {
		t.Run(one.code, func(t *testing.T) {
			t.Parallel()
			club := server.Federation("Gilda " + one.code)
			if one.ruleset == "" {
				one.ruleset = ownRuleset(t, club)
			}
			h := atDesk(t, server, club.Manager, "/console/t/"+club.Slug+"/events/new")
			h.write("[name=kind]", "club")
			h.write("[name=title]", "Torneo di Natale")
			h.write("[name=day]", "2009-02-09")
			h.write("[name=hour]", "20:30")
			h.write("[name=place]", "Bar Centrale")
			h.write("[name=city]", "Lodi")
			h.tap("#next")
			h.write("[name=ruleset]", one.ruleset)
			h.tap("#next")
			h.shows("[name=fee]")
			h.tap("#next")
			h.tap("#publish-open")
			h.says("#says", "Entries are open.")
			home := open(t, chromium(t), strings.Replace(evaluate[string](h.tab, `document.getElementById("address").value`), apitest.PublicURL, server.Address, 1))
			r, _ := h.opens(server, server.SignUp("Rita Arbitri"), "Ada Bruni", "Bice Corti", "Carlo Dosi", "Dino Elli", "Elsa Fava", "Fulvio Gatti", "Gina Hofer", "Ivo Lupi", "Lia Mori", "Mino Neri", "Nora Orsi", "Olmo Pini")
			if one.ruleset == "dice-guild" {
				r.asksTheFigure("Harbors")
			}
			r.plays(one.points)
			home.tellsTheWinner()
			t.Logf("%d acts to announce it, %d of the first referee", h.acts, r.acts)
		})
	}
}
