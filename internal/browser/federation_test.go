package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// A club asks to join with one field and one tap, the manager accepts it with one tap, and ends the affiliation after
// reading the consequences. J01: the manager adds two regions, and invites the contact of one of them, who takes the role by the letter.
func TestTheConsoleTakesClubsIn(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation, club := server.Federation("Federazione"), server.Club("Circolo degli Scacchi")
	clubs := func(of *apitest.Tenant) string { return "/console/t/" + of.Slug + "/clubs" }

	c := atDesk(t, server, club.Manager, clubs(club))
	c.says("main", "The club belongs to no federation.")
	c.acts = 0
	c.write("#federation", "nessuna-federazione")
	c.tap("#ask")
	c.shows("main [role=alert]")
	if left := c.value(`document.querySelector("#federation").value`); left != "nessuna-federazione" {
		t.Errorf("what was typed is gone: %q", left)
	}
	c.acts = 0
	c.write("#federation", server.Address+"/t/"+federation.Slug+"?lang=it")
	c.tap("#ask")
	c.says("#says", "Federazione is asked.")
	if c.acts != 2 {
		t.Errorf("%d acts to ask", c.acts)
	}
	c.says(`[data-affiliation="requested"]`, "Federazione")

	m := atDesk(t, server, federation.Manager, "/console/t/"+federation.Slug)
	m.tap(`.sections a[href$="/clubs"]`)
	m.says(`[data-affiliation="requested"]`, "Circolo degli Scacchi")
	m.sound("clubs")
	if foot := m.number(`document.querySelectorAll(".dock > *").length`); foot != 4 || m.number(`document.querySelectorAll(".dock details a").length`) != m.number(`document.querySelectorAll(".sections a").length`)-3 {
		t.Errorf("a phone has %d entries at its foot, and %q", foot, m.text(".dock"))
	}
	m.acts = 0
	m.tap(`[data-act="accept"]`)
	m.says("#says", "Circolo degli Scacchi belongs to the federation.")
	if m.acts != 1 {
		t.Errorf("%d taps to take in", m.acts)
	}
	m.write("#region", "Valle d'Aosta")
	m.tap("#add")
	m.says("#region-list", "Valle d'Aosta")
	m.write("#region", "Piemonte")
	m.tap("#add")
	m.says("#region-list", "Piemonte")
	m.write("#region", "valle d’AOSTA")
	m.tap("#add")
	if got := federation.Manager.Get(federation.Path + "/regions").Want(200); got.Len("items") != 2 || !strings.Contains(string(got.Body), `"Valle d'Aosta"`) {
		t.Errorf("%s", got.Body)
	}

	m.tap(`[data-act="end"]`)
	m.says("form.care", "Circolo degli Scacchi can ask for no more tournaments here.")
	m.sound("clubs-end")
	m.write("form.care input", "Il circolo si è sciolto")
	m.tap(`[data-act="end-now"]`)
	m.says("#says", "The membership has ended: Circolo degli Scacchi.")
	if got := club.Manager.Get(club.Path + "/affiliations").Want(200); got.Text("items.0.state") != "ended" || got.Text("items.0.reason") != "Il circolo si è sciolto" {
		t.Errorf("%s", got.Body)
	}

	m.invitesContact(server, "Piemonte")

	// A person who has lost the role is told so, and sees no other club's.
	o := atDesk(t, server, federation.Member("Anna Revisora", "auditor", apitest.WholeTenant()), clubs(federation))
	o.says("#stand", "Clubs of the federation")
	if o.is(`document.querySelector("[data-act], #add")`) {
		t.Error("an auditor may decide")
	}
}

// invitesContact goes from the regions of a federation to the page of roles and invites the contact of one of them, who follows the link of
// the letter, signs in and takes the role with one tap.
func (h *hand) invitesContact(server *apitest.Server, region string) {
	h.t.Helper()
	carla := server.SignUp("Carla Referente")
	h.tap(`main a[href*="/staff"]`)
	h.tap("#role-regional-contact summary")
	h.write("#invite-regional-contact-email", carla.Email)
	h.write("#invite-regional-contact-over", h.value(fmt.Sprintf(`[...document.querySelectorAll("#invite-regional-contact-over option")].find((one) => one.textContent === %q)?.value ?? ""`, region)))
	h.tap(`#role-regional-contact form button[type=submit]`)
	h.says("#role-regional-contact", carla.Email)
	c := &hand{tab: open(h.t, chromium(h.t), server.Address+linked(server, carla.Email, "invitation"))}
	signIn(c.tab, carla)
	c.says("main", region)
	c.tap("main form button.primary")
	eventually(h.t, "the role is taken", func() bool { return c.is(`!document.querySelector("main form button.primary")`) })
	do(h.tab, "reload", chromedp.Reload())
	h.says("#role-regional-contact", carla.Name)
	h.says("#role-regional-contact", region)
}

// A club's request to hold an event waits for the contact of its region with the conflicts. They ask, read the
// answer, and approve the version that they have seen; later changes are shown before it is decided (CN09 2.2, 2.3).
func TestTheConsoleDecidesWhatClubsHold(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	club := w.server.Club("Circolo")
	joined := club.Manager.Post(club.Path+"/affiliations", apitest.JSON{"federation": w.federation.Slug}).Want(201).ID("id").String()
	w.federation.Manager.Post(w.federation.Path+"/affiliations/"+joined+"/decision", apitest.JSON{"decision": "accept"}).Want(200)
	w.stage("Tappa vicina", 0)
	wish := func(title string) (mine string) {
		return club.Path + "/hostings/" + club.Manager.Post(club.Path+"/hostings", apitest.JSON{
			"federation": w.federation.Slug, "season": w.season, "kind": "stage", "region": w.region, "title": title, "startsAt": "2009-03-04T08:00:00Z", "timeZone": "Europe/Rome",
			"venue": apitest.JSON{"name": "Circolo", "city": "Aosta"}, "formula": "club", "fee": apitest.JSON{"amount": "5.00", "currency": "EUR"}, "expected": 30, "notes": "Abbiamo la sala",
		}).Want(201).Text("id")
	}
	mine := wish("Tappa del circolo")

	h := atDesk(t, w.server, w.contact, "/console/t/"+w.federation.Slug)
	h.says(".due", "Tappa del circolo")
	h.acts = 0
	h.tap(`.due a[href*="/hosting"]`)
	h.says("[data-clash]", "Tappa vicina is 3 days away, near by.")
	h.says(`[data-hosting="requested"]`, "Abbiamo la sala")
	h.sound("hosting")
	h.tap(`[data-act="question"]`)
	h.write(`[data-form] textarea`, "Quanti tavoli avete?")
	h.tap(`[data-act="now"]`)
	h.says("#says", "Circolo is asked.")
	if h.acts != 4 {
		t.Errorf("%d acts from what waits to the question", h.acts)
	}
	club.Manager.Post(mine+"/answer", apitest.JSON{"text": "Dieci"}).Want(200)

	h.tap(`[data-act="approval"]`)
	h.says(`[data-form]`, "becomes a tournament of the federation, as a draft that Circolo announces")
	h.tap(`[data-act="now"]`) // later changes are shown first
	h.shows("main [role=alert]")
	h.says(`[data-hosting="answered"]`, "Dieci")
	if got := club.Manager.Get(mine).Want(200); got.Text("state") != "answered" {
		t.Errorf("%s", got.Body)
	}
	h.sound("hosting-answered")
	h.tap(`[data-act="now"]`)
	h.says("#says", "Tappa del circolo is approved: Circolo can announce it.")
	if got := club.Manager.Get(mine).Want(200); got.Text("state") != "approved" || got.Text("event.state") != "draft" {
		t.Errorf("%s", got.Body)
	}
	h.says("#nothing", "No request waits")

	second := wish("Seconda tappa")
	do(h.tab, "reload", chromedp.Reload())
	h.tap(`[data-act="refusal"]`)
	h.write(`[data-form] textarea`, "Troppo vicina alla prima")
	h.tap(`[data-act="now"]`)
	h.says("#says", "Seconda tappa is refused.")
	if got := club.Manager.Get(second).Want(200); got.Text("state") != "refused" {
		t.Errorf("%s", got.Body)
	}
}
