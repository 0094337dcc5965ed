package pages_test

import (
	"bytes"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/internal/league/season"
	"referto/openapi"
)

// boardView is the board of the sample season, to be changed by a test.
func boardView(t *testing.T, lang string) pages.Board {
	t.Helper()
	view, err := sample.Board(pages.Reader{Lang: lang})
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func boardPage(t *testing.T, view pages.Board) document {
	t.Helper()
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Board(out, view) })
}

// boardRow returns the text of a row of the board beside its strip, by its id.
func (d document) boardRow(id string) []string {
	d.t.Helper()
	row := d.one(with("id", id))
	var cells []string
	for _, n := range within(row, func(n *html.Node) bool { return (n.Data == "td" || n.Data == "th") && !class("tl")(n) }) {
		cells = append(cells, text(n))
	}
	return cells
}

// below returns the part that opens under a row.
func (d document) below(id string) *html.Node {
	d.t.Helper()
	for n := d.one(with("id", id)).NextSibling; n != nil; n = n.NextSibling {
		if n.Type == html.ElementNode {
			return n
		}
	}
	d.t.Fatalf("nothing below %s", id)
	return nil
}

func TestBoardFigures(t *testing.T) {
	t.Parallel()
	page := boardPage(t, boardView(t, "it"))
	if got, want := text(page.one(class("fgs"))), "Tappe omologate 37 su 45 Da omologare 3 Posti al nazionale 7 su 16"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := text(page.one(class("period"))), "Tappe dal 1 febbraio 2026 al 31 dicembre 2026, finali regionali entro il 14 febbraio 2027."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The effect of the rule on the finalists of each region is shown beside them, with its paragraph.
func TestBoardSaysWhatTheRuleWillDo(t *testing.T) {
	t.Parallel()
	page := boardPage(t, boardView(t, "it"))
	for id, want := range map[string][]string{
		"r2": {
			"Lombardia Guido Tresoldi", "Finalisti: 6",
			"Torneo a 6, con formula concordata § 1.7 Deciso dal Responsabile del Campionato: tre partite a due tavoli da tre, formula del referente.", "24 gen Milano",
		},
		"r3":  {"Veneto Alvise Contarin", "Finalisti: 4", "Tavolo unico da 4 § 1.7 Con i finalisti di: Friuli-Venezia Giulia", "10 gen Padova"},
		"r4":  {"Friuli-Venezia Giulia Irma Cossutti", "Finalisti: 1", "Accorpata: si gioca con Veneto § 1.7.1", "10 gen Padova"},
		"r5":  {"Liguria Tilde Parodi", "Finalisti: 2 +2", "Tavolo unico da 4 § 1.7.2 Ripescaggio: Orso Cavazzoni e Ada Lanza", "31 gen Genova"},
		"r7":  {"Toscana Nora Bindi", "Finalisti: 5 +1", "Semifinali a 2 tavoli, poi la finale: 6 giocatori § 1.7.4 Ripescaggio: Tullio Sartori", "16 gen Firenze"},
		"r8":  {"Marche Delio Santini", "Finalisti: 1", "1 finalista: da accorpare a un’altra regione § 1.7.1", "–"},
		"r10": {"Campania Rosaria Imparato", "Finalisti: 3", "Tavolo unico da 3 § 1.7.3", "23 gen Napoli"},
	} {
		if diff := cmp.Diff(want, page.boardRow(id)); diff != "" {
			t.Errorf("%s (-want +got): %s", id, diff)
		}
	}
	for id, tentative := range map[string]bool{"r1": true, "r2": false, "r8": true} {
		if got := len(within(page.one(with("id", id)), class("pencil"))) > 0; got != tentative {
			t.Errorf("%s in pencil: %v", id, got)
		}
	}
}

// Every name leads to the page of the player: the holders of places, the winners of events, and those who are named in
// the steps of a place. A name whose player is not known stands alone.
func TestNamesOnTheBoardLeadToTheirPages(t *testing.T) {
	t.Parallel()
	view := boardView(t, "it")
	page := boardPage(t, view)
	links := map[string]string{}
	for _, link := range page.all(func(n *html.Node) bool {
		return n.Data == "a" && strings.HasPrefix(attribute(n, "href"), "/t/fic/players/")
	}) {
		links[text(link)] = attribute(link, "href")
	}
	named := 0
	leads := func(what, words string, player openapi.PlayerID) {
		if named++; links[words] != "/t/fic/players/"+player.String() {
			t.Errorf("%s %q leads to %q", what, words, links[words])
		}
	}
	for _, region := range view.Regions {
		for _, e := range region.Events {
			if e.Winner != "" && e.Standing != season.Invalidated {
				leads("the winner", "vince "+e.Winner, e.WinnerID)
			}
		}
		for _, place := range region.Finalists {
			for _, step := range place.Steps {
				if step.Name != "" {
					leads("a step", step.Name, step.Player)
				}
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d names", named)
	}
	view.Regions[0].Events = slices.Clone(view.Regions[0].Events)
	view.Regions[0].Events[0].WinnerID = openapi.PlayerID{}
	if got := within(boardPage(t, view).below("r1"), with("href", "/t/fic/players/00000000-0000-0000-0000-000000000000")); len(got) > 0 {
		t.Error("a name that nobody has leads somewhere")
	}
}

func TestBoardOfFinals(t *testing.T) {
	t.Parallel()
	day := time.Date(2027, 1, 17, 0, 0, 0, 0, time.UTC)
	late := []openapi.Explanation{{Text: "Troppo tardi.", Rule: openapi.Rule{Code: "CN09", Paragraph: "1.4"}}}
	tests := []struct {
		name   string
		change func(*pages.BoardRegion)
		want   string // from the third cell on
	}{
		{"nobody is qualified", func(r *pages.BoardRegion) {
			r.Format, r.Finalists, r.Final = season.FinalState{Kind: season.NoFinal}, nil, pages.Appointment{}
		}, "Nessun finalista, nessuna finale § 1.7 | –"},
		{"the regulation has no rule", func(r *pages.BoardRegion) {
			r.Format, r.Final = season.FinalState{Kind: season.Unresolved}, pages.Appointment{}
		}, "4 finalisti e nessuna regola: decide il Responsabile § 1.7 | Da fissare"},
		{"its day is not fixed", func(r *pages.BoardRegion) { r.Final = pages.Appointment{} }, "Tavolo unico da 4 § 1.7 | Da fissare"},
		{"played", func(r *pages.BoardRegion) {
			r.Result, r.Champion, r.Final = season.Homologated, "Anna Neri", pages.Appointment{Day: day, City: "Torino", Slug: "finale-piemonte"}
		}, "Campione: Anna Neri § 1.7 | 17 gen Torino"},
		{"played too late", func(r *pages.BoardRegion) {
			r.Result, r.Champion, r.Breaches = season.Invalidated, "Anna Neri", late
		}, "La finale è invalidata § 1.7 Troppo tardi. § 1.4 | 17 gen Torino"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			view := boardView(t, "it")
			tt.change(&view.Regions[0])
			page := boardPage(t, view)
			if got := strings.Join(page.boardRow("r1")[2:], " | "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if view.Regions[0].Final.Slug != "" && len(within(page.one(with("id", "r1")), with("href", "/t/fic/e/finale-piemonte"))) != 1 {
				t.Error("the final has no link")
			}
		})
	}
}

// The shapes of a strip show how far an event counts; color repeats it.
func TestBoardStrips(t *testing.T) {
	t.Parallel()
	view := boardView(t, "en")
	page := boardPage(t, view)
	shapes := func(id string) string {
		var names []string
		for _, use := range within(within(page.one(with("id", id)), class("tl"))[0], tag("use")) {
			names = append(names, strings.TrimPrefix(attribute(use, "href"), "#s-"))
		}
		return strings.Join(names, " ")
	}
	for id, want := range map[string]string{
		"r1":   "homologated homologated homologated waiting planned final",
		"r2":   "homologated homologated large-homologated homologated homologated homologated final",
		"r3":   "homologated homologated invalidated homologated final",
		"r4":   "homologated",
		"open": "large-homologated homologated large-homologated planned",
	} {
		if got := shapes(id); got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
	for _, use := range page.all(tag("use")) {
		if len(page.all(with("id", strings.TrimPrefix(attribute(use, "href"), "#")))) != 1 {
			t.Errorf("no shape %q", attribute(use, "href"))
		}
	}
	if got, want := text(within(page.one(with("id", "r1")), tag("use"))[3]), "Novara, 8 Nov, 14 players, to be homologated"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	marks := within(page.one(with("id", "r1")), tag("use"))
	if !slices.IsSortedFunc(marks, func(a, b *html.Node) int { return numbers(attribute(a, "x"), attribute(b, "x")) }) {
		t.Error("the marks do not follow the days")
	}
}

// numbers compares whole numbers as they are written.
func numbers(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

func TestTodayIsALineWithinTheSeason(t *testing.T) {
	t.Parallel()
	view := boardView(t, "en")
	if got := len(boardPage(t, view).all(class("now"))); got != len(view.Regions)+1 {
		t.Errorf("%d lines", got)
	}
	view.Today = time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC)
	page := boardPage(t, view)
	if len(page.all(class("now"))) != 0 || strings.Contains(text(page.root), "vertical line") {
		t.Error("a line for a day that is not on the strip")
	}
}

// The players of the national final, with the origin of their place, the payment of their journey and their answer.
func TestNationalFinal(t *testing.T) {
	t.Parallel()
	page := boardPage(t, boardView(t, "en"))
	for id, want := range map[string][]string{
		"n1": {"1, how this came about", "Aurelio Bonsignori", "Reigning champion § 1.9", "Journey paid: Yes § 1.9", "Confirmed"},
		"n3": {"3, how this came about", "Fabrizio Tanzi Lazio", "Grande Torneo, Tappa di Roma, place 1 of 34 § 1.7", "Journey paid: Yes § 1.9", "Answers by 30 Nov"},
		"n6": {"6, how this came about", "Carmen Solimene", "Open di Napoli, place 2 of 18; in place of Sandra Iovine § 1.9", "Journey paid: No § 1.8", "Answers by 30 Nov"},
	} {
		if diff := cmp.Diff(want, page.boardRow(id)); diff != "" {
			t.Errorf("%s (-want +got): %s", id, diff)
		}
	}
	want := "30 May 2026 Sandra Iovine Won as no. 1 of this tournament: Torneo open. § 1.8 8 June 2026 Sandra Iovine The tournament is homologated. § 1.8 " +
		"9 November 2026 Sandra Iovine Cannot come. § 1.9 9 November 2026 Carmen Solimene Steps in as no. 2 of the same tournament. § 1.9 " +
		"10 November 2026 Carmen Solimene Invited to the final; the answer is due by Monday 30 November 2026, 18:00 (CET). § 1.9 Who qualified at a tournament of the tier “Torneo open” is not refunded the travel expenses. § 1.8"
	if got := text(page.below("n6")); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got, want := text(page.one(class("rest"))), "8–16 Regional champions, with their attested travel expenses paid § 1.9"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	lost := "No answer Grande Evento, Torneo on-line, place 2 of 64 § 1.8 5 September 2026 Olga Berti Won as no. 2 of this tournament: Grande Evento. § 1.8 " +
		"14 September 2026 Olga Berti The tournament is homologated. § 1.8 9 November 2026 Olga Berti Did not answer in time. § 1.9 Nobody may step in for this place. § 1.9"
	if got := text(page.one(with("id", "l1"))); got != lost {
		t.Errorf("got  %q\nwant %q", got, lost)
	}
}

// A place from an event that is not homologated is in pencil and is marked so.
func TestPlacesThatAreNotCertain(t *testing.T) {
	t.Parallel()
	view := boardView(t, "en")
	held, offered := &view.Places[1], &view.Places[2]
	held.State, held.Provisional = season.Held, true
	offered.Provisional = true
	view.Places[3].State, view.Places[3].Provisional = season.Held, false
	page := boardPage(t, view)
	for id, want := range map[string]string{"n2": "Provisional", "n3": "Answers by 30 Nov Provisional", "n4": "To be invited"} {
		if got := page.boardRow(id)[4]; got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
	if len(within(page.one(with("id", "n2")), class("pencil"))) != 1 || len(within(page.one(with("id", "n4")), class("pencil"))) != 0 {
		t.Error("pencil is for what is not certain, and only for that")
	}
}

func TestBoardBeforeTheFirstEvent(t *testing.T) {
	t.Parallel()
	view := pages.Board{
		Reader: pages.Reader{Lang: "en"}, Tenant: sample.Tenant(), Season: pages.Season{Title: "2026"},
		Regions: []pages.BoardRegion{{Name: "Molise", Format: season.FinalState{Kind: season.NoFinal}}},
	}
	page := boardPage(t, view)
	if got, want := strings.Join(page.boardRow("r1"), "|"), "Molise|Finalists: 0|No finalists, no final|–"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := text(page.one(class("national"))); got != "National final not fixed yet Nobody yet." {
		t.Errorf("got %q", got)
	}
}

// The whole page with its style sheets is within the 40 kB of public pages.
func TestBoardTransfer(t *testing.T) {
	t.Parallel()
	p, err := newPages()
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := p.Board(&page, boardView(t, "bg")); err != nil {
		t.Fatal(err)
	}
	size := zipped(t, page.Bytes())
	for _, name := range []string{"referto.css", "season.css", "icon.svg"} {
		url, err := p.AssetURL(name)
		if err != nil {
			t.Fatal(err)
		}
		content, err := fs.ReadFile(p.Assets(), strings.TrimPrefix(url, pages.AssetPath))
		if err != nil {
			t.Fatal(err)
		}
		size += zipped(t, content)
	}
	if size > 40_000 {
		t.Errorf("the board takes %d bytes", size)
	}
}

func TestNamesOnTheBoardAreText(t *testing.T) {
	t.Parallel()
	const evil = `<script>alert(1)</script>"><img src=x onerror=alert(2)>'`
	view := boardView(t, "it")
	view.Season.Title, view.Regions[0].Name, view.Regions[0].Contact, view.Regions[0].Final.City = evil, evil, evil, evil
	view.Regions[0].Events[0].City, view.Regions[0].Events[0].Title, view.Regions[1].Why.Text = evil, evil, evil
	view.Places[0].Holder, view.Places[0].Origin.Event, view.Lost[0].Steps[0].Name = evil, evil, evil
	page := boardPage(t, view)
	if len(page.all(tag("script"))) != 0 || len(page.all(tag("img"))) != 0 {
		t.Error("a name became markup")
	}
}
