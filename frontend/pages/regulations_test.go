package pages_test

import (
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/internal/league"
	"referto/internal/league/seating"
	"referto/openapi"
)

const (
	ruse    = "ruse-2026-04-11"
	firenze = "firenze-2026-09-20"
	torino  = "just-play-2026-04-17"
	modena  = "risiko-2026-10"
)

// storyView is an event by another regulation than CN09.
func storyView(t *testing.T, lang, slug string, phase sample.Phase, standings string, round int) pages.EventPage {
	t.Helper()
	view, err := sample.Story(pages.Reader{Lang: lang}, slug, phase, standings, round)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func storyPage(t *testing.T, lang, slug string, phase sample.Phase, round int) document {
	t.Helper()
	return stagePage(t, storyView(t, lang, slug, phase, "", round))
}

// table is the n-th table of a page, counted from 1.
func (d document) table(n int) string {
	d.t.Helper()
	tables := d.all(class("tav"))
	if len(tables) < n {
		d.t.Fatalf("there are %d tables", len(tables))
	}
	return text(tables[n-1])
}

func contains(t *testing.T, what, got string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q lacks %q", what, got, want)
		}
	}
}

func TestFieldsBeforeTheStart(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, slug, places, next, format string
	}{
		{
			"JP22 paragraph 4: the last to enter are reserves until the next field is full", torino,
			"Con posto assicurato 8 9 iscritti 1 riserva Con altre 3 iscrizioni si gioca in 12 Si gioca in 8 / 12 / 16 § 2 Iscriviti Senza account.",
			"Giocano i primi iscritti; gli ultimi sono riserve in ordine di iscrizione. § 4", "Formula 1 turno e finale",
		},
		{
			"FG14 paragraph 1: beyond twenty one waits for the referee, and after the deadline in any case", firenze,
			"Completo 0 23 iscritti 3 in lista d’attesa Iscrizioni fino alle 10:20 § 2 Mettiti in lista d’attesa Senza account.",
			"I posti sono 20; chi arriva dopo aspetta un ritiro e la decisione dell’arbitro. § 1", "Formula 2 turni e finale",
		},
		{"BG paragraph 1.2.3: the rounds are announced with the date", ruse, "Posti liberi 13 11 iscritti su 24 posti Iscriviti Senza account.", "Le iscrizioni sono aperte.", "Formula 3 turni"},
		{"SQ00 paragraph 8: three rounds", modena, "Posti liberi 14 10 iscritti su 24 posti Iscriviti Senza account.", "Le iscrizioni sono aperte.", "Formula 3 turni"},
	} {
		page := storyPage(t, "it", tt.slug, sample.Open, 0)
		if got := text(page.one(class("clock"))); got != tt.places {
			t.Errorf("%s: got %q, want %q", tt.rule, got, tt.places)
		}
		contains(t, tt.rule, text(page.one(class("next"))), tt.next)
		contains(t, tt.rule, factsOf(page), tt.format)
	}
}

// A formula without a name in the reader's language has the ruleset's name, as long as there are no entrants.
func TestAFormulaWithoutEntrants(t *testing.T) {
	t.Parallel()
	view := storyView(t, "en", ruse, sample.Open, "", 0)
	view.Event.Format = openapi.EventFormat{}
	contains(t, "formula", factsOf(stagePage(t, view)), "Format Three rounds")
}

// CN09 paragraph 3.2: another structure is agreed beforehand and announced.
func TestAgreedStructure(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Open)
	view.Event.Structure = openapi.AgreedStructure{Rounds: 4, Final: true, Reason: "Due giorni di gioco.", ProposedAt: view.Event.CreatedAt}
	contains(t, "proposed", factsOf(stagePage(t, view)), "Club: 3 turni e finale Proposta, non ancora approvata: 4 turni e finale. Due giorni di gioco.")
	view.Event.Structure.ApprovedAt, view.Event.Format.Rounds = view.Event.CreatedAt, 4
	contains(t, "approved", factsOf(stagePage(t, view)), "Formula 4 turni e finale Concordata per questo torneo: Due giorni di gioco.")
}

func TestTablesByRegulation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, slug string
		phase      sample.Phase
		round      int
		table      int
		wants      []string
	}{
		{
			"SQ00 paragraphs 1 to 3: the winners first, with team, objective, table points and points", modena, sample.Finished, 1, 1,
			[]string{"A · Nord America 80 33 pt, vince", "B · Asia 50 5 pt", "La squadra A ha 210 punti tavolo, l’altra 150. § 3 Tra i migliori delle due squadre: 20.", "Dati del risultato", "Carri armati 40"},
		},
		{"SQ00 paragraph 0: points as entered", modena, sample.Finished, 1, 2, []string{"15,5", "40,4", "Punti come inseriti dall’arbitro."}},
		{"SQ00 paragraph base 22: a void game has another round’s points", modena, sample.Finished, 2, 1, []string{"Tavolo 1 Nulla Conclusa", "– 6,5 pt", "La partita è stata dichiarata nulla. base 22", "ha i punti del turno 3. base 22"}},
		{"SQ00 paragraph base 1: who is late gives up cards", modena, sample.Running, 0, 1, []string{"è in ritardo di 6 minuti e rinuncia a 3 carte, le prime. base 1"}},
		{"FG14 paragraph 3: places and points are shared, and so is a win at the time limit", firenze, sample.Finished, 1, 3, []string{"A tempo", "pari merito al posto 1 9 4 pt, vince", "6 1 pt"}},
		{"FG14 paragraph 3: 10, 8, 8, 5 give 8, 3, 3, 0", firenze, sample.Finished, 1, 1, []string{"10 8 pt, vince", "pari merito al posto 2 8 3 pt", "5 0 pt"}},
		{"JP22 paragraph 3: the figure that decided stands with both", torino, sample.Running, 0, 2, []string{"Colonie + città 5 9, vince", "Colonie + città 4 9", "Strada più lunga 1"}},
		{"JP22 paragraph 3: who started last comes first", torino, sample.Running, 0, 3, []string{"mano 2 9", "mano 3 9, vince", "l’ordine di partenza"}},
		{"BG paragraphs 2.2.1 and 2.2.2: tournament points, and no more than 13 count", ruse, sample.Finished, 1, 2, []string{"14 vale 13 · 5 pt, vince", "pari merito al posto 3 8 2 pt"}},
		{"BG paragraph 1.1.6: a game goes on", ruse, sample.Running, 0, 1, []string{"la partita prosegue con 3 giocatori. § 1.1.6"}},
		{"BG paragraph 1.1.6: who leaves has the fourth place’s point", ruse, sample.Finished, 3, 1, []string{"ha lasciato la partita 0 1 pt"}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			contains(t, tt.rule, storyPage(t, "it", tt.slug, tt.phase, tt.round).table(tt.table), tt.wants...)
		})
	}
}

// Of teams the winners stand first, and the hint does not speak of turns.
func TestTheOrderAtTablesIsSaid(t *testing.T) {
	t.Parallel()
	for slug, want := range map[string]string{modena: "A squadre: prima i vincitori.", firenze: "In ordine di gioco: il primo di ogni tavolo ha iniziato."} {
		contains(t, slug, text(storyPage(t, "it", slug, sample.Finished, 1).one(with("id", "tables"))), want)
	}
}

// The phases after time is up follow the ruleset, with the present phase marked.
func TestPhasesOfTheClock(t *testing.T) {
	t.Parallel()
	for slug, want := range map[string]string{
		torino:  "Allo scadere del tempo Ultimo giro § 1 Conteggio dei punti § 1",
		modena:  "Allo scadere del tempo Terzultimo giro base 2 Ultimo giro base 2 Turni supplementari base 2",
		firenze: "Allo scadere del tempo Turni pari per tutti § 3",
	} {
		page := storyPage(t, "it", slug, sample.Running, 0)
		phases := page.one(class("phases"))
		if got := text(phases); got != want {
			t.Errorf("%s: got %q, want %q", slug, got, want)
		}
		current := within(phases, with("aria-current", "step"))
		if over := slug != firenze; (len(current) == 1) != over {
			t.Errorf("%s: %d phases are the present one", slug, len(current))
		}
	}
	contains(t, "BG paragraph 1.2.2", text(storyPage(t, "en", ruse, sample.Running, 0).one(class("clock"))), "Round 3 of 3 No time limit At most 3:00 for a turn")
}

// BG paragraph 1: the score of seven figures, in the reader's numbers.
func TestScoreLines(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"bg": "11/33/93,12%/1/2/0/0", "en": "11/33/93.12%/1/2/0/0"} {
		page := storyPage(t, lang, ruse, sample.Finished, 0)
		contains(t, lang, text(page.row("Николай Дойчев")), want)
	}
	second := storyPage(t, "it", ruse, sample.Finished, 0).why("Радостина Желева")
	contains(t, "games", text(second), "Turno 1 2/10/23,81%/0/1/0/0", "Turno 3 5/13/29,55%/1/0/0/0", "3,0 + 3,0 + 5,0 = 11,0")
}

// Points of games, copied scores in brackets, penalties beside the name and in the sum.
func TestPointsAndPenalties(t *testing.T) {
	t.Parallel()
	page := storyPage(t, "it", modena, sample.Finished, 0)
	row := page.row("Lorenzo Guidetti")
	contains(t, "SQ00 paragraph penalties", text(row), "penalità −7 51,5", "15,5 10 33")
	contains(t, "SQ00 paragraph base 22", text(page.row("Valentina Sighinolfi")), "33 (31,5) 31,5")
	contains(t, "sum", text(page.why("Lorenzo Guidetti")), "+ penalità −7 = 51,5")
}

func TestUnclassifiedButNotBarred(t *testing.T) {
	t.Parallel()
	view := storyView(t, "it", modena, sample.Finished, "", 0)
	last := &view.Standings.Rows[len(view.Standings.Rows)-1]
	name := last.Entry.Player.Name
	last.Rank, last.DecidedBy = 0, openapi.DecidedBy{Reason: "too-few-games", Text: "Non in classifica: meno partite delle 2 richieste.", Rule: openapi.Rule{Code: "SQ00", Paragraph: "8"}}
	view.Outcome.Barred = []openapi.BarredRow{{Entry: view.Standings.Rows[0].Entry, Text: "Ha lasciato il torneo senza un buon motivo.", Rule: openapi.Rule{Code: "BG", Paragraph: "1.1.7"}}}
	page := stagePage(t, view)
	contains(t, "SQ00 paragraph 8", text(page.one(with("id", "standings"))),
		"Non classificati "+name+" Non in classifica: meno partite delle 2 richieste. § 8")
	if strings.Contains(text(page.root), "senza un buon motivo") {
		t.Error("the page tells who is barred")
	}
	if rows := page.all(has("data-entry")); len(rows) != len(view.Standings.Rows)-1 {
		t.Errorf("%d rows have a place", len(rows))
	}
}

// FG14 paragraph 3: the classification by points is a link away, without script, and
// stays chosen from round to round.
func TestFurtherStandings(t *testing.T) {
	t.Parallel()
	view := storyView(t, "it", firenze, sample.Finished, "class_points_first", 1)
	view.Find = "lodi"
	page := stagePage(t, view)
	links := within(page.one(class("lists")), tag("a"))
	if got := strings.Join(texts(links), ", "); got != "Classifica, Punti classifica" || attribute(links[1], "aria-current") != "true" {
		t.Errorf("got %q", got)
	}
	for i, want := range []string{"/t/fic/e/" + firenze + "?round=1#standings", "/t/fic/e/" + firenze + "?round=1&standings=class_points_first#standings"} {
		if got := attribute(links[i], "href"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	contains(t, "rounds", attribute(within(page.one(class("turns")), tag("a"))[1], "href"), "?round=2&standings=class_points_first#tables")
	if got := text(page.one(with("id", "h-standings"))); got != "Punti classifica" {
		t.Errorf("the standings are called %q", got)
	}
	if cuts := page.all(class("cut")); len(cuts) != 0 {
		t.Error("standings that do not qualify have a cut")
	}
	if got := text(page.one(class("podium"))); !strings.HasPrefix(got, "Risultato 1 Federica Lodi") {
		t.Errorf("the podium is of the shown standings: %q", got)
	}
	if found := stagePage(t, storyView(t, "it", ruse, sample.Running, "", 0)).all(class("lists")); len(found) != 0 {
		t.Error("there is a choice of one")
	}
}

func TestPodiumAndPrizes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, slug, want string }{
		{"BG paragraph 1.2.5: the rounds decide", ruse, "Risultato 1 Николай Дойчев 2 Радостина Желева 3 Виктория Минчева"},
		{
			"FG14 paragraph 5: the winner, and who else has most points", firenze,
			"Risultato 1 Federica Lodi 2 Alice Venturelli 3 Valentina Sighinolfi Premi Vincitore del torneo Federica Lodi Assegnato al vincitore del torneo. § 5 " +
				"Maggior numero di punti Valentina Sighinolfi 14 pt Assegnato al primo della classifica «Punti classifica» che non ha vinto il torneo. § 5",
		},
		{"JP22 paragraph 2: the final decides", torino, "Risultato 1 Filippo Montanari 2 Irene Cavallari 3 Silvia Pedrazzi"},
		{"SQ00 paragraph 6: the general standings", modena, "Risultato 1 Valentina Sighinolfi 2 Alice Venturelli 3 Filippo Montanari"},
	} {
		if got := text(storyPage(t, "it", tt.slug, sample.Finished, 0).one(class("podium"))); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.rule, got, tt.want)
		}
	}
}

// As soon as the last table has its result, of the final or of the last round, the first places stand in place of the clock, provisional
// until the event is finished: on its page and on the wall. Prizes and certificates wait. While a table plays nobody is named.
func TestTheWinnerIsThereWhenTheLastTableEnds(t *testing.T) {
	t.Parallel()
	const until = " Provvisorio finché il primo arbitro non chiude il torneo: fino ad allora un risultato si può correggere."
	for slug, want := range map[string]string{
		firenze: "Risultato 1 Federica Lodi 2 Alice Venturelli 3 Valentina Sighinolfi" + until,
		torino:  "Risultato 1 Filippo Montanari 2 Irene Cavallari 3 Silvia Pedrazzi" + until,
		ruse:    "Risultato 1 Николай Дойчев 2 Радостина Желева 3 Виктория Минчева" + until,
	} {
		view := storyView(t, "it", slug, sample.Finished, "", 0)
		view.Event.State = openapi.EventStateRunning
		view.Rounds[len(view.Rounds)-1].State = openapi.RoundStateOpen
		page := stagePage(t, view)
		if found := page.all(class("prizes")); len(found) != 0 {
			t.Errorf("%s: prizes are given before the end: %s", slug, text(found[0]))
		}
		paper := rendered(t, func(p *pages.Pages, out io.Writer) error {
			return p.Print(out, pages.Printed{EventPage: view, What: pages.PrintCertificates, Paper: pages.A4})
		})
		if found := paper.all(class("leaf")); len(found) != 0 {
			t.Errorf("%s: %d certificates are printed before the end", slug, len(found))
		}
		if got := text(page.one(class("podium"))); got != want {
			t.Errorf("%s: got %q, want %q", slug, got, want)
		}
		if clocks := page.all(with("data-part", "clock")); len(clocks) != 1 {
			t.Errorf("%s: %d parts are the clock", slug, len(clocks))
		}
		if got := text(page.one(with("id", "h-standings"))); got != "Classifica provvisoria" {
			t.Errorf("%s: the standings are called %q", slug, got)
		}
		wall := screenPage(t, view)
		if got := text(wall.one(with("id", "wall-1"))); !strings.Contains(got, strings.TrimSuffix(strings.TrimPrefix(want, "Risultato "), until)) || !strings.Contains(got, "Provvisorio") {
			t.Errorf("%s: the first wall is %q", slug, got)
		}
		view.Outcome.State = openapi.StandingsStateProvisional
		if found := stagePage(t, view).all(class("podium")); len(found) != 0 {
			t.Errorf("%s: somebody has won while a table plays", slug)
		}
	}
}

// JP22 paragraph 2: each table's winner plays the final; a replacement is named.
func TestFinalistsFromTables(t *testing.T) {
	t.Parallel()
	view := storyView(t, "it", torino, sample.Running, "", 0)
	if found := stagePage(t, view).all(with("id", "h-finalists")); len(found) != 0 {
		t.Error("finalists before every table has its result")
	}
	final := storyView(t, "it", torino, sample.Finished, "", 0)
	view.Outcome.Finalists = final.Outcome.Finalists
	view.Outcome.Finalists[1].Replaces = openapi.EntryRef{Number: 6, Player: openapi.PlayerRef{Name: "Andrea Bonfigli"}}
	contains(t, "finalists", text(stagePage(t, view).one(with("id", "finalists"))),
		"In finale Provvisori: il turno è ancora aperto.", "Silvia Pedrazzi In finale dal posto 1 del tavolo 1. § 2", "al posto di Andrea Bonfigli")
}

func TestOnlyARulesetWithCalculatorsLinksToThem(t *testing.T) {
	t.Parallel()
	for _, slug := range sample.Slugs() {
		var hrefs []string
		for _, n := range storyPage(t, "it", slug, sample.Running, 0).all(tag("a")) {
			hrefs = append(hrefs, attribute(n, "href"))
		}
		all := strings.Join(hrefs, " ")
		if got := strings.Contains(all, "/t/fic/rules/risiko-squadre-2000/calculator"); got != (slug == modena) {
			t.Errorf("%s: a link to calculators: %v", slug, got)
		}
		contains(t, slug, all, "/t/fic/rules/")
		if strings.Contains(all, "/v1/tenants/fic/rulesets/") {
			t.Errorf("%s: the rules are still those for programs", slug)
		}
	}
}

// BG paragraph 1.2.4: every round is drawn; one out of a hat names the reason and the person who accepted it.
func TestTheDrawOfEveryRound(t *testing.T) {
	t.Parallel()
	view, err := sample.StoryDraw(pages.Reader{Lang: "it"}, ruse, sample.Running)
	if err != nil {
		t.Fatal(err)
	}
	view.Documents[1].Change.Moved = []openapi.DrawMoved{{Entry: 1, From: 2, To: 1}, {Entry: 2, To: 3}, {Entry: 3, From: 1}}
	page := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Draw(out, view) })
	rounds := page.one(func(n *html.Node) bool { return attribute(n, "aria-labelledby") == "h-rounds" })
	contains(t, "rounds", text(rounds),
		"Turno 2: a mano Formati a mano da Renato Ghisolfi: Жребият е теглен от торба. Approvati da Росица Петрова.",
		"Ивайло Пенев: dal tavolo 2 al tavolo 1", "Мария Стоянова: al tavolo 3", "Георги Колев: non più al tavolo 1",
		"Ordine sorteggiato per i tavoli", view.Documents[2].Hash)
	contains(t, "page", text(page.root), "api verify-draw FILE")
	if orders := within(rounds, class("bound")); len(orders) != 2 || len(within(orders[0], tag("li"))) != 11 {
		t.Errorf("%d orders of later rounds", len(orders))
	}
	var documents []string
	for _, n := range within(rounds, tag("a")) {
		documents = append(documents, attribute(n, "href"))
	}
	if got := strings.Join(documents, " "); strings.Count(got, "/draw") != 3 || !strings.Contains(got, view.Event.Id.String()+"/rounds/2/draw") {
		t.Errorf("documents: %s", got)
	}
}

// BG paragraph 1.2.4: the order of a later round follows from the seed on the page.
func TestALaterRoundCanBeDrawnAgainFromThePage(t *testing.T) {
	t.Parallel()
	view, err := sample.StoryDraw(pages.Reader{Lang: "it"}, ruse, sample.Running)
	if err != nil {
		t.Fatal(err)
	}
	page := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Draw(out, view) })
	seed, err := hex.DecodeString(view.Draw.Seed)
	if err != nil || !strings.Contains(page.source, view.Draw.Seed) {
		t.Fatalf("the seed %q: %v", view.Draw.Seed, err)
	}
	entries, names := make([]league.Entry, len(view.Entrants)), map[league.Entry]string{}
	for i, e := range view.Entrants {
		entries[i], names[league.Entry(e.Number)] = league.Entry(e.Number), e.Player.Name
	}
	var want []string
	for _, entry := range seating.Shuffle([32]byte(seed), "round-3", entries) {
		want = append(want, names[entry])
	}
	rounds := page.one(func(n *html.Node) bool { return attribute(n, "aria-labelledby") == "h-rounds" })
	orders := within(rounds, class("bound"))
	if got := texts(within(orders[1], tag("li"))); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The sample gives the same moment to the clock of the event that is asked for.
func TestStoryNow(t *testing.T) {
	t.Parallel()
	view := storyView(t, "it", firenze, sample.Running, "", 0)
	now, ok := sample.StoryNow(view.Event.Id.String())
	if left := view.Rounds[1].Clock.EndsAt.Sub(now); !ok || left <= 0 || left > 70*time.Minute {
		t.Errorf("%v before the end", left)
	}
	if _, ok := sample.StoryNow("bologna"); ok {
		t.Error("another event has a moment")
	}
}
