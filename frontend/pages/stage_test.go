package pages_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

// The content of the page follows the event's phase; the address never changes.
func TestPhases(t *testing.T) {
	t.Parallel()
	tests := []struct {
		phase           sample.Phase
		state           string
		present, absent []string // ids and names of parts
	}{
		{sample.Announced, "In programma", []string{"h-next", "h-notes"}, []string{"tables", "standings", "feed", "q"}},
		{sample.Open, "Iscrizioni aperte", []string{"h-next", "h-notes", "entrants"}, []string{"tables", "standings", "feed", "q"}},
		{sample.Closed, "Iscrizioni chiuse", []string{"h-next"}, []string{"tables", "standings", "feed", "q"}},
		{sample.Running, "In diretta", []string{"tables", "standings", "feed", "q", "live"}, []string{"h-next", "h-result", "entrants"}},
		{sample.Finished, "Risultato finale", []string{"tables", "standings", "feed", "h-result"}, []string{"h-next", "q", "live", "entrants"}},
	}
	for _, tt := range tests {
		t.Run(string(tt.phase), func(t *testing.T) {
			t.Parallel()
			page := stagePage(t, stageView(t, "it", tt.phase))
			if crumb := text(page.one(class("crumb"))); !strings.HasPrefix(crumb, tt.state) {
				t.Errorf("the phase is written %q, want %q", crumb, tt.state)
			}
			for _, id := range tt.present {
				if len(page.all(with("id", id))) != 1 {
					t.Errorf("%s is missing", id)
				}
			}
			for _, id := range tt.absent {
				if len(page.all(with("id", id))) != 0 {
					t.Errorf("%s is there", id)
				}
			}
		})
	}
}

// Before the start the page lists the entrants, first those with a place: a reserved name is not in the page.
func TestWhoHasEntered(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Closed)
	page := stagePage(t, view)
	lists := page.all(class("entrants"))
	if len(lists) != 2 {
		t.Fatalf("%d lists, want those with a place and those who wait", len(lists))
	}
	named := 0
	for _, e := range view.Entrants {
		if e.Player.Name != "" {
			named++
		}
	}
	said := text(page.one(with("id", "entrants")))
	if got, want := strings.Count(said, "Nome riservato"), len(view.Entrants)-named; got != want || want < 2 {
		t.Errorf("%d names are reserved, want %d: %s", got, want, said)
	}
	if !strings.Contains(said, "24 giocatori") || !strings.Contains(said, "2 in lista d’attesa") {
		t.Errorf("it says %s", said)
	}
	view.Entrants = nil
	if said := text(stagePage(t, view).one(with("id", "entrants"))); !strings.Contains(said, "Ancora nessuno") {
		t.Errorf("of nobody it says %s", said)
	}
}

func TestPlacesBeforeTheStart(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		state  openapi.EventState
		cap    int
		counts openapi.EventCounts
		want   string
	}{
		{"free places", openapi.EventStateOpen, 24, openapi.EventCounts{Entered: 17}, "Posti liberi 7 17 iscritti su 24 posti Iscriviti Senza account."},
		{"places that are held", openapi.EventStateOpen, 24, openapi.EventCounts{Entered: 17, Held: 2}, "Posti liberi 5 17 iscritti su 24 posti 2 posti tenuti finché la posta è confermata Iscriviti Senza account."},
		{"the last are held", openapi.EventStateOpen, 24, openapi.EventCounts{Entered: 23, Held: 1}, "Completo 0 23 iscritti 1 posto tenuto finché la posta è confermata Mettiti in lista d’attesa Senza account."},
		{"one", openapi.EventStateOpen, 24, openapi.EventCounts{Entered: 23}, "Posto libero 1 23 iscritti su 24 posti Iscriviti Senza account."},
		{"full", openapi.EventStateOpen, 24, openapi.EventCounts{Entered: 24, Waiting: 3}, "Completo 0 24 iscritti 3 in lista d’attesa Mettiti in lista d’attesa Senza account."},
		{"more than full, after the capacity shrank", openapi.EventStateOpen, 20, openapi.EventCounts{Entered: 24}, "Completo 0 24 iscritti Mettiti in lista d’attesa Senza account."},
		{"without limit", openapi.EventStateOpen, 0, openapi.EventCounts{Entered: 1}, "Iscritto 1 Iscriviti Senza account."},
		{"entries closed", openapi.EventStateClosed, 24, openapi.EventCounts{Entered: 24, CheckedIn: 20}, "Iscritti 24 20 presenti"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			view := stageView(t, "it", sample.Open)
			view.Event.State, view.Event.Capacity, view.Event.Counts = tt.state, tt.cap, tt.counts
			if got := text(stagePage(t, view).one(class("clock"))); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// factsOf are the facts of an event, those before the way to enter and those after it.
func factsOf(page document) string {
	var all []string
	for _, part := range page.all(class("facts")) {
		all = append(all, text(part))
	}
	return strings.Join(all, " ")
}

// A reader who may enter reads when and where, and then how: the other facts come below the button.
func TestTheWayToEnterStandsBelowWhenAndWhere(t *testing.T) {
	t.Parallel()
	page := stagePage(t, stageView(t, "en", sample.Open))
	parts := page.all(func(n *html.Node) bool { return class("facts")(n) || class("enter")(n) })
	if len(parts) != 3 || !class("enter")(parts[1]) || !strings.HasPrefix(text(parts[0]), "When ") || !strings.Contains(text(parts[0]), " Where ") || !strings.Contains(text(parts[2]), "Entry fee ") {
		t.Errorf("%d parts: %s", len(parts), factsOf(page))
	}
	view := stageView(t, "en", sample.Open)
	view.Event.State = openapi.EventStateClosed
	if all := stagePage(t, view).all(class("facts")); len(all) != 1 {
		t.Errorf("where nobody can enter the facts are in %d parts", len(all))
	}
}

func TestFactsAreThoseOfTheVenue(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Open)
	view.Event.StartsAt = time.Date(2026, 3, 14, 23, 30, 0, 0, time.UTC) // the 15th in Bologna
	facts := factsOf(stagePage(t, view))
	for _, want := range []string{
		"Domenica 15 marzo 2026, 00:30", "Ludoteca La Tana dei Corvi via Mascarella 12, Bologna", "Club: 3 turni e finale",
		"5,00 €", "80 minuti", "Primo arbitro Renato Ghisolfi", "Organizzatore Ombretta Cini",
	} {
		if !strings.Contains(facts, want) {
			t.Errorf("%q lacks %q", facts, want)
		}
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	left := 754
	tests := []struct {
		name  string
		clock openapi.Clock
		want  string
	}{
		{
			"running: the end, which does not pass while the page is kept",
			openapi.Clock{Phase: openapi.ClockPhaseRunning, LimitSeconds: 4800, EndsAt: time.Date(2026, 3, 14, 14, 50, 0, 0, time.UTC)},
			"Turno 3 di 3 limite 80 minuti 15:50 Fine alle 15:50 2 su 6 tavoli conclusi",
		},
		{"paused", openapi.Clock{Phase: openapi.ClockPhasePaused, LimitSeconds: 4800, RemainingSeconds: &left}, "Turno 3 di 3 limite 80 minuti 12:34 In pausa 2 su 6 tavoli conclusi"},
		{"not started", openapi.Clock{Phase: openapi.ClockPhaseReady, LimitSeconds: 4800}, "Turno 3 di 3 limite 80 minuti 80:00 Non ancora avviato 2 su 6 tavoli conclusi"},
		{"in the last turn", openapi.Clock{Phase: openapi.ClockPhaseLastTurn, LimitSeconds: 4800}, "Turno 3 di 3 limite 80 minuti 0:00 Tempo scaduto · Ultimo turno di mano 2 su 6 tavoli conclusi"},
		{"over", openapi.Clock{Phase: openapi.ClockPhaseEnded, LimitSeconds: 4800}, "Turno 3 di 3 limite 80 minuti 0:00 Tempo scaduto 2 su 6 tavoli conclusi"},
		{"without limit", openapi.Clock{Phase: openapi.ClockPhaseReady}, "Turno 3 di 3 Senza limite di tempo 2 su 6 tavoli conclusi"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			view := stageView(t, "it", sample.Running)
			view.Rounds[2].Clock = tt.clock
			clock := stagePage(t, view).one(class("clock"))
			if got := text(clock); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if over := within(clock, class("over")); (len(over) == 1) != strings.Contains(tt.want, " 0:00") {
				t.Errorf("%d figures are over", len(over))
			}
			ticking := within(clock, has("data-ends-at"))
			if running := tt.clock.Phase == openapi.ClockPhaseRunning; (len(ticking) == 1) != running {
				t.Errorf("%d figures tick", len(ticking))
			}
		})
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	page := stagePage(t, stageView(t, "it", sample.Running))
	tables := page.all(class("tav"))
	for i, want := range map[int]string{
		0: "Tavolo 1 In gioco 3 Nicolò Tassinari 1 Marta Bellandi 4 Federica Lodi 2 Valentina Sighinolfi",
		1: "Tavolo 2 Conclusa 8 Pietro Scalabrin 7 6 Lorenzo Guidetti 10, vince 5 Riccardo Fabbri 8 7 Filippo Montanari 5 " +
			"Dati del risultato Pietro Scalabrin % PV: 7 su 30 = 23,33 Lorenzo Guidetti % PV: 10 su 30 = 33,33 Riccardo Fabbri % PV: 8 su 30 = 26,66 " +
			"Filippo Montanari % PV: 5 su 30 = 16,66 Punti del tavolo 7 + 10 + 8 + 5 = 30 § 3.2c",
	} {
		if got := text(tables[i]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got, want := attribute(tables[1], "data-news"), "Tavolo 2: vince Lorenzo Guidetti 10, 8, 7, 5"; got != want {
		t.Errorf("news: got %q, want %q", got, want)
	}
	if len(within(tables[1], class("open"))) != 1 || len(within(tables[0], class("open"))) != 0 {
		t.Error("a hexagon is open when its game is over, and only then")
	}
}

// The total of which shares are parts is shown as a sum, with the reason for extra points.
func TestTheTotalOfATable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		parts  []int
		total  string
		reason string
		want   string
	}{
		{"the sum (CN09 3.2c)", []int{10, 8, 6, 4}, "28", "", "10 + 8 + 6 + 4 = 28 §"},
		{"with a virtual fourth (BG 2.2.3)", []int{10, 8, 6}, "32", "Un terzo in più.", "10 + 8 + 6 = 24. Un terzo in più. In tutto 32. § 2.2.3"},
		{"without shares", nil, "0", "", ""},
	} {
		view := stageView(t, "it", sample.Running)
		result := &view.Rounds[2].Tables[1].Result
		result.Total, result.TotalOf = tt.total, nil
		for i, points := range tt.parts {
			result.TotalOf = append(result.TotalOf, openapi.TotalPart{Entry: result.Seats[i].Entry, Points: points})
		}
		if tt.reason != "" {
			result.AddedToTotal = openapi.Explanation{Reason: "virtual-player", Text: tt.reason, Rule: openapi.Rule{Code: "BG", Paragraph: "2.2.3"}}
		}
		said := text(stagePage(t, view).all(class("tav"))[1])
		if _, total, _ := strings.Cut(said, "Punti del tavolo "); !strings.HasPrefix(total, tt.want) || (total == "") != (tt.want == "") {
			t.Errorf("%s: %q, want %q", tt.name, total, tt.want)
		}
	}
}

func TestAResultSaysWhatWasUnusual(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Running)
	table := &view.Rounds[2].Tables[1]
	table.Result.Version, table.Result.Ended = 2, openapi.EndingTimeLimit
	table.Result.WinnerDecidedBy = openapi.Explanation{Text: "Più punti allo scadere del tempo.", Rule: openapi.Rule{Code: "CN09", Paragraph: "3.4"}}
	table.Result.Seats[0].Vp, table.Result.Seats[0].Counted = 11, 10
	table.Result.Seats[3].Left = 1
	view.Rounds[2].Clock.Tables = []openapi.TableClock{{Table: 1, ExtraSeconds: 300, EndsAt: time.Date(2026, time.March, 14, 15, 42, 0, 0, time.UTC)}, {Table: 2, ExtraSeconds: 300}}
	tables := stagePage(t, view).all(class("tav"))
	want := "Tavolo 2 Corretta A tempo 8 Pietro Scalabrin 11 vale 10 6 Lorenzo Guidetti 10, vince 5 Riccardo Fabbri 8 " +
		"7 Filippo Montanari ha lasciato la partita 5 Più punti allo scadere del tempo. § 3.4 Dati del risultato"
	if got := text(tables[1]); !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := text(tables[0]); !strings.HasPrefix(got, "Tavolo 1 5 minuti in più, fino alle 16:42 In gioco") {
		t.Errorf("extra time is not shown: %q", got)
	}
}

func TestRounds(t *testing.T) {
	t.Parallel()
	view := stageView(t, "en", sample.Running)
	view.LangChosen, view.Shown = true, 2
	page := stagePage(t, view)
	turns := page.one(class("turns"))
	if got, want := strings.Join(texts(within(turns, tag("li"))), "; "), "Round 1 finished 11:34; Round 2 finished 13:05; Round 3 being played; Final to come"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	links := within(turns, tag("a"))
	for i, want := range []string{
		"/t/fic/e/bologna-2026-03-14?round=1&lang=en#tables", "/t/fic/e/bologna-2026-03-14?round=2&lang=en#tables", "/t/fic/e/bologna-2026-03-14?lang=en#tables",
	} {
		if got := attribute(links[i], "href"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if attribute(links[1], "aria-current") != "step" || text(page.one(with("id", "h-tables"))) != "Tables of round 2" {
		t.Error("round 2 is asked for and not shown")
	}
	if got := attribute(within(page.one(class("find")), with("name", "round"))[0], "value"); got != "2" {
		t.Errorf("the search forgets the round: %q", got)
	}
	view.Shown = 99
	if got := text(stagePage(t, view).one(with("id", "h-tables"))); got != "Tables of round 3" {
		t.Errorf("a round that is not drawn shows %q", got)
	}
}

func TestFindMyTable(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, query, want string }{
		{"by surname", "bellandi", "1 Marta Bellandi Tavolo 1 con Nicolò Tassinari, Federica Lodi e Valentina Sighinolfi"},
		{"without accents", "nicolo tass", "1 Nicolò Tassinari Tavolo 1 con Marta Bellandi, Federica Lodi e Valentina Sighinolfi"},
		{"in another script", "Ивайло", "6 Ivajlo Penev Tavolo 6 con Elisa Morandi e Matteo Burzacchi"},
		{"not inside a word", "landi", "Nessuno con questo nome ai tavoli di questo turno."},
		{"by nobody's name", "dojcev", "Nessuno con questo nome ai tavoli di questo turno."},
		{"by too little", "a", ""},
		{"by nothing but signs", "…", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			view := stageView(t, "it", sample.Running)
			view.Find = tt.query
			page := stagePage(t, view)
			got := text(page.one(with("data-part", "found")))
			if tt.query == "a" {
				if want := "4 Andrea Bonfigli"; !strings.Contains(got, want) {
					t.Errorf("got %q without %q", got, want)
				}
				return
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if value := attribute(page.one(with("id", "q")), "value"); value != tt.query {
				t.Errorf("the field holds %q", value)
			}
		})
	}
	view := stageView(t, "it", sample.Running)
	view.Find = "marta"
	if page := stagePage(t, view); len(within(page.row("Marta Bellandi"), func(*html.Node) bool { return true })) == 0 || !class("me")(page.row("Marta Bellandi")) {
		t.Error("the row of who was found is not marked")
	}
	mine := stageView(t, "it", sample.Running)
	mine.Me = mine.Rounds[len(mine.Rounds)-1].Tables[0].Seats[0].Number
	name := mine.Rounds[len(mine.Rounds)-1].Tables[0].Seats[0].Player.Name
	if page := stagePage(t, mine); !strings.HasPrefix(text(page.one(with("data-part", "found"))), "1 "+name+" Tavolo 1") || !class("me")(page.row(name)) {
		t.Error("who has signed in does not see where they sit")
	}
	mine.Find = "penev"
	if page := stagePage(t, mine); class("me")(page.row(name)) {
		t.Error("who has signed in is marked beside whom they look for")
	}
}

func TestFeed(t *testing.T) {
	t.Parallel()
	page := stagePage(t, stageView(t, "it", sample.Running))
	want := []string{
		"15:12 Tavolo 5, vince Giada Ravaglia 10, 7, 6",
		"15:09 Tavolo 2, vince Lorenzo Guidetti 10, 8, 7, 5",
		"14:30 Turno 3, via al tempo",
		"14:24 Turno 3, tavoli formati dalla classifica",
		"13:05 Turno 2, chiuso, classifica aggiornata",
	}
	items := texts(within(page.one(with("id", "feed")), tag("li")))
	if len(items) < len(want) || strings.Join(items[:len(want)], "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(items, "\n"), strings.Join(want, "\n"))
	}
}

// Nothing a person typed is ever markup, wherever it stands.
func TestNamesAreText(t *testing.T) {
	t.Parallel()
	const evil = `<script>alert(1)</script>"><img src=x onerror=alert(2)>'`
	view := stageView(t, "it", sample.Running)
	view.Tenant.Name, view.Event.Title, view.Event.Venue.Name, view.Find = evil, evil, evil, evil
	view.Stakes = &pages.AtStake{Tier: evil, Stakes: []pages.Stake{{Place: 1, Text: evil}}}
	view.Staff[0].Name = evil
	for i := range view.Standings.Rows {
		view.Standings.Rows[i].Entry.Player.Name = evil
	}
	for i := range view.Rounds {
		for j := range view.Rounds[i].Tables {
			for k := range view.Rounds[i].Tables[j].Seats {
				view.Rounds[i].Tables[j].Seats[k].Player.Name = evil
			}
		}
	}
	page := stagePage(t, view)
	if scripts := page.all(tag("script")); len(scripts) != 2 {
		t.Errorf("%d scripts, want the settings and the island", len(scripts))
	}
	if images := page.all(tag("img")); len(images) != 0 {
		t.Errorf("%d images", len(images))
	}
	if got := text(page.one(tag("h1"))); got != evil {
		t.Errorf("the title reads %q", got)
	}
}

// Of an event that was played elsewhere only the ranking is known: nothing on the page
// speaks of tables, games and draws.
func TestPlayedElsewhere(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Finished)
	here := text(stagePage(t, view).root)
	view.Event.Elsewhere, view.Event.Format, view.Event.Counts.Players = true, openapi.EventFormat{}, 16
	view.Rounds = nil
	for i := range view.Standings.Rows {
		view.Standings.Rows[i].Games, view.Standings.Rows[i].Figures = nil, nil
	}
	elsewhere := text(stagePage(t, view).root)
	for _, said := range []string{"16 giocatori", view.Standings.Rows[0].Entry.Player.Name} {
		if !strings.Contains(elsewhere, said) {
			t.Errorf("%q is not there", said)
		}
	}
	for _, unsaid := range []string{"Come si formano i tavoli", "La cifra segnata", "Turni"} {
		if !strings.Contains(here, unsaid) || strings.Contains(elsewhere, unsaid) {
			t.Errorf("%q is to stand on the page of an event played here, and nowhere else", unsaid)
		}
	}
	if strings.Contains(elsewhere, "16 giocatori,") {
		t.Error("tables are counted")
	}
}

// On a phone everything is in one column: the winner comes before the time and place.
func TestTheWinnerComesBeforeTheFacts(t *testing.T) {
	t.Parallel()
	page := stagePage(t, stageView(t, "it", sample.Finished))
	top := text(page.one(class("top")))
	heading, winner, facts := strings.Index(top, text(page.one(tag("h1")))), strings.Index(top, "Risultato 1 "), strings.Index(top, "Quando")
	if heading < 0 || winner < heading || facts < winner {
		t.Errorf("got %q", top)
	}
	if running := text(stagePage(t, stageView(t, "it", sample.Running)).one(class("top"))); strings.Contains(running, "Risultato") {
		t.Errorf("the event is running: %q", running)
	}
}

// CN09 2.3: the note about a late announcement is on the event's page, with the paragraph, before the event and
// after, until it is homologated. A lack of staff is not mentioned there.
func TestALateAnnouncementStaysUntilHomologation(t *testing.T) {
	t.Parallel()
	const late, lacks = "Pubblicato con 4 giorni di ritardo, che viene annotato.", "Servono altri due arbitri."
	for _, phase := range []sample.Phase{sample.Open, sample.Running, sample.Finished} {
		view := stageView(t, "it", phase)
		if strings.Contains(text(stagePage(t, view).root), late) {
			t.Errorf("%v: it was announced in time", phase)
		}
		view.Event.Notices = []openapi.Explanation{
			{Reason: "announced-too-late", Text: late, Rule: openapi.Rule{Code: "CN09", Paragraph: "2.3"}}, {Reason: "few-referees", Text: lacks},
		}
		page := stagePage(t, view)
		said := text(page.one(with("id", "late")))
		if !strings.HasPrefix(said, late) || !strings.Contains(said, "2.3") || strings.Contains(text(page.root), lacks) {
			t.Errorf("%v: the page says %q", phase, said)
		}
		view.Decided = true
		if strings.Contains(text(stagePage(t, view).root), late) {
			t.Errorf("%v: it is homologated, and still said", phase)
		}
	}
}

// On the wall extra time is as short as can be read at ten meters, and gone once the table is over.
func TestExtraTimeOnTheWall(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Running)
	view.Rounds[2].Clock.Tables = []openapi.TableClock{{Table: 1, ExtraSeconds: 270, EndsAt: time.Date(2026, time.March, 14, 15, 42, 0, 0, time.UTC)}, {Table: 2, ExtraSeconds: 300}}
	page := screenPage(t, view)
	tables := texts(within(page.one(class("tb")), tag("li")))
	if tables[0] != "Tavolo 1 In gioco +5 min" || tables[1] != "Tavolo 2 Conclusa" {
		t.Errorf("the wall has %q", tables)
	}
}
