package pages_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

// marks are a row's criteria with how each is marked: "1= 18= 62,03!" has two
// figures equal to the row above and one that decides.
func marks(row *html.Node) string {
	var b strings.Builder
	for _, cell := range within(row, func(n *html.Node) bool { return n.Data == "td" && class("num")(n) && !class("gm")(n) }) {
		b.WriteString(" " + text(cell))
		switch {
		case class("dec")(cell):
			b.WriteString("!")
		case class("eq")(cell):
			b.WriteString("=")
		}
	}
	return strings.TrimSpace(b.String())
}

// The order of the columns is the rule (CN09 3.2b, 3.2c): the first figure that
// differs from the row above decides. The last number is the table.
func TestDecidingFigure(t *testing.T) {
	t.Parallel()
	page := stagePage(t, stageView(t, "it", sample.Running))
	tests := []struct{ name, rule, want string }{
		{"Marta Bellandi", "nobody stands above the first", "2 20 81,25 0 1"},
		{"Valentina Sighinolfi", "level on wins and points, the share decides", "2= 20= 68,76! 0 1"},
		{"Nicolò Tassinari", "fewer wins, whatever the rest", "1! 18 63,46 0 1"},
		{"Riccardo Fabbri", "across the cut", "1= 18= 61,27! 0 2"},
		{"Filippo Montanari", "fewer points, with a greater share", "1= 16! 77,77 0 2"},
		{"Simone Malagoli", "a warning counts only after the share", "0= 13= 42,63! 1 4"},
		{"Elisa Morandi", "level on all, by lot: no figure decides", "0= 9= 47,22= 0= 6"},
	}
	for _, tt := range tests {
		t.Run(tt.name+" "+tt.rule, func(t *testing.T) {
			t.Parallel()
			if got := marks(page.row(tt.name)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if lots := page.all(class("lot")); len(lots) != 1 || text(lots[0]) != "sorteggio" {
		t.Errorf("the word for the lot stands %d times", len(lots))
	}
}

func TestFiguresAreWrittenAsTheReaderDoes(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"en": "68.76", "it": "68,76", "bg": "68,76"} {
		page := stagePage(t, stageView(t, lang, sample.Running))
		if got := marks(page.row("Valentina Sighinolfi")); !strings.Contains(got, want+"!") {
			t.Errorf("%s: %q lacks %q", lang, got, want)
		}
	}
}

func TestExplanation(t *testing.T) {
	t.Parallel()
	page := stagePage(t, stageView(t, "it", sample.Running))
	tests := []struct{ below, want string }{
		{"Riccardo Fabbri", "Federica Lodi è davanti a Riccardo Fabbri per la percentuale di punti vittoria: 62,03 contro 61,27. " +
			"Pari per vittorie e punti vittoria. § 3.2c " +
			"Federica Lodi 10 su 27 37,03 + 8 su 32 25,00 = 62,03 Riccardo Fabbri 8 su 33 24,24 + 10 su 27 37,03 = 61,27"},
		{"Nicolò Tassinari", "Valentina Sighinolfi è davanti a Nicolò Tassinari per le vittorie: 2 contro 1. § 3.2b " +
			"Valentina Sighinolfi 1 + 1 = 2 Nicolò Tassinari 1 + 0 = 1"},
		{"Elisa Morandi", "Matteo Burzacchi è davanti a Elisa Morandi per sorteggio: i criteri sono tutti pari. § 3.2b"},
	}
	for _, tt := range tests {
		if got := text(page.why(tt.below)); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: got  %q\nwant %q", tt.below, got, tt.want)
		}
		summary := within(page.row(tt.below), tag("summary"))[0]
		if described := page.one(with("id", attribute(summary, "aria-describedby"))); !strings.HasPrefix(tt.want, text(described)) {
			t.Errorf("%s: described by %q", tt.below, text(described))
		}
	}
	open := page.all(func(n *html.Node) bool { return n.Data == "details" && has("open")(n) })
	if len(open) != 1 || open[0] != within(page.row("Riccardo Fabbri"), tag("details"))[0] {
		t.Errorf("%d rows are open, want the one below the cut", len(open))
	}
}

// Each row opens the sum of its share, the first too, unless it has decided and stands there already.
func TestTheShareOfEachRow(t *testing.T) {
	t.Parallel()
	page := stagePage(t, stageView(t, "it", sample.Running))
	for who, want := range map[string]string{
		"Marta Bellandi":   "Percentuale di punti vittoria 10 su 20 50,00 + 10 su 32 31,25 = 81,25 § 3.2c",
		"Nicolò Tassinari": "Percentuale di punti vittoria 10 su 26 38,46 + 8 su 32 25,00 = 63,46 § 3.2c",
	} {
		contains(t, who, text(page.why(who)), want)
	}
	if said := text(page.why("Riccardo Fabbri")); strings.Contains(said, "Percentuale di punti vittoria") {
		t.Errorf("the share that has decided stands there twice: %s", said)
	}
}

// A figure of the best games is the sum of those that count, a mean is divided.
func TestExplanationOfCombinedGames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		combined openapi.ComparisonLineCombined
		dropped  bool
		want     string
	}{
		{openapi.ComparisonLineCombinedBest, true, "Federica Lodi 37.03 = 62.03 (not counted: 25.00)"},
		{openapi.ComparisonLineCombinedMean, false, "Federica Lodi ( 37.03 + 25.00 ) ÷ 2 = 62.03"},
		{openapi.ComparisonLineCombinedSum, false, "Federica Lodi 37.03 + 25.00 = 62.03"},
	} {
		view := stageView(t, "en", sample.Running)
		for _, comparison := range view.Why {
			for i := range comparison.Lines {
				line := &comparison.Lines[i]
				line.Combined = tt.combined
				for _, side := range []openapi.ComparisonSide{line.A, line.B} {
					for j := range side.Terms {
						side.Terms[j].Dropped, side.Terms[j].Of = tt.dropped && j == 1, ""
					}
				}
			}
		}
		contains(t, string(tt.combined), text(stagePage(t, view).why("Riccardo Fabbri")), tt.want)
	}
}

func TestARowWithoutComparisonShowsTheStandingsOwnReason(t *testing.T) {
	t.Parallel()
	view := stageView(t, "en", sample.Running)
	view.Why = nil
	page := stagePage(t, view)
	if got, want := text(page.why("Riccardo Fabbri")), "Federica Lodi is ahead of Riccardo Fabbri on the share of victory points: 62.03 to 61.27. § 3.2c"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCutLine(t *testing.T) {
	t.Parallel()
	t.Run("stands below the last who goes on", func(t *testing.T) {
		t.Parallel()
		page := stagePage(t, stageView(t, "it", sample.Running))
		cut := page.one(func(n *html.Node) bool { return n.Data == "tr" && class("cut")(n) })
		if got, want := text(cut), "Passano in finale i primi quattro § 3.2d"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if next := page.why("Riccardo Fabbri"); next.PrevSibling.PrevSibling != cut {
			t.Error("it does not stand above the fifth")
		}
	})
	t.Run("says when players are level across it", func(t *testing.T) {
		t.Parallel()
		view := stageView(t, "it", sample.Running)
		level := &view.Standings.Rows[4]
		view.Standings.Rows[3].Shared, level.Shared, level.Rank, level.DecidedBy = true, true, 4, openapi.DecidedBy{}
		delete(view.Why, level.Entry.Number)
		page := stagePage(t, view)
		cut := page.one(func(n *html.Node) bool { return n.Data == "tr" && class("cut")(n) })
		if got, want := text(cut), "2 giocatori a pari merito su questa linea: l’ordine non è ancora deciso § 3.2d"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := text(within(page.row("Riccardo Fabbri"), tag("td"))[0]); !strings.HasPrefix(got, "=4") {
			t.Errorf("the shared place is written %q", got)
		}
		if got, want := marks(page.row("Riccardo Fabbri")), "1= 18= 61,27= 0= 2"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("is absent where nobody goes on", func(t *testing.T) {
		t.Parallel()
		view := stageView(t, "it", sample.Running)
		view.Standings.Cut = openapi.StandingsCut{}
		if cuts := stagePage(t, view).all(class("cut")); len(cuts) != 0 {
			t.Errorf("%d lines", len(cuts))
		}
	})
}

func TestMovement(t *testing.T) {
	t.Parallel()
	view := stageView(t, "en", sample.Running)
	view.Standings.Rows[21].Movement = nil
	page := stagePage(t, view)
	for name, want := range map[string]string{
		"Marta Bellandi": "· unchanged", "Valentina Sighinolfi": "3 up 3", "Pietro Scalabrin": "6 down 6", "Elisa Morandi": "new",
	} {
		if got := text(within(page.row(name), class("mv"))[0]); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	for i := range view.Standings.Rows {
		view.Standings.Rows[i].Movement = nil
	}
	if found := stagePage(t, view).all(class("mvc")); len(found) != 0 {
		t.Error("a column of changes without any")
	}
}

func TestStandingsOfARunningRoundArePencil(t *testing.T) {
	t.Parallel()
	page := stagePage(t, stageView(t, "it", sample.Provisional))
	section := page.one(with("id", "standings"))
	if got, want := text(within(section, tag("header"))[0]), "Classifica provvisoria 2 su 6 tavoli"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(within(section, class("pencil"))) == 0 || len(within(section, class("provisional"))) == 0 {
		t.Error("not written in pencil")
	}
	if standing := stagePage(t, stageView(t, "it", sample.Running)).one(with("id", "standings")); len(within(standing, class("pencil"))) != 0 {
		t.Error("the standings after a closed round are in pencil")
	}
}

func TestWhoLeftIsListedWithoutTheReason(t *testing.T) {
	t.Parallel()
	view := stageView(t, "it", sample.Running)
	view.Standings.Left = []openapi.LeftRow{{
		Entry: openapi.EntryRef{Number: 30, Player: openapi.PlayerRef{Name: "Carlo Assente"}}, AfterRound: 2,
		Text: "Espulsione: 2 ammonizioni.", Rule: openapi.Rule{Code: "CN09", Paragraph: "3.5"},
	}}
	page := stagePage(t, view)
	if got, want := text(page.one(class("left"))), "Non più in gara Carlo Assente uscita dopo il turno 2 § 3.5"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if strings.Contains(page.source, "Espulsione") {
		t.Error("the reason is public")
	}
}

// An order that is not one by criteria marks no figure: the places of the final.
func TestFinalStandings(t *testing.T) {
	t.Parallel()
	page := stagePage(t, stageView(t, "it", sample.Finished))
	if got, want := text(page.one(with("id", "h-standings"))), "Classifica finale"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for name, want := range map[string]string{
		"Lorenzo Guidetti": "2 27 90,25 0",    // won the final from the third place
		"Marta Bellandi":   "3 30 111,55 0",   // second in it, with more wins
		"Riccardo Fabbri":  "1 26 87,93 0",    // the first outside of it
		"Federica Lodi":    "1= 26= 86,27! 0", // from here on by the preliminary standings
	} {
		if got := marks(page.row(name)); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	games := within(page.row("Lorenzo Guidetti"), class("gm"))[0]
	if got, want := text(games), "7 10 10 | 10"; got != want {
		t.Errorf("games: got %q, want %q", got, want)
	}
}

// A sum of one term ("1 = 1") or of none (" = 0") is not shown; terms that are rounded for display are distinguished
// from their sum.
func TestSumsThatSayNothing(t *testing.T) {
	t.Parallel()
	first := func(side *openapi.ComparisonSide, of bool) {
		side.Terms = side.Terms[:1]
		side.Sum = side.Terms[0].Value
		if !of {
			side.Terms[0].Of = ""
		}
	}
	for _, tt := range []struct {
		name          string
		change        func(line *openapi.ComparisonLine)
		want, without string
	}{
		{"one game each", func(line *openapi.ComparisonLine) { first(&line.A, false); first(&line.B, false) }, "3.2c", "37.03"},
		{"one game each, of a table", func(line *openapi.ComparisonLine) { first(&line.A, true); first(&line.B, true) }, "Federica Lodi 10 of 27 = 37.03", "37.03 = 37.03"},
		{"no game on one side", func(line *openapi.ComparisonLine) { line.B.Terms, line.B.Sum = nil, "0" }, "Riccardo Fabbri 0", "= 0"},
		{"of terms that are not rounded", func(line *openapi.ComparisonLine) { line.A.Unrounded = true }, "= 62.03 (of figures before rounding)", "= 61.27 (of"},
	} {
		view := stageView(t, "en", sample.Running)
		for _, comparison := range view.Why {
			for i := range comparison.Lines {
				if line := &comparison.Lines[i]; len(line.A.Terms) > 1 && len(line.B.Terms) > 1 {
					tt.change(line)
				}
			}
		}
		got := text(stagePage(t, view).why("Riccardo Fabbri"))
		contains(t, tt.name, got, tt.want)
		if _, sums, _ := strings.Cut(got, "61.27."); strings.Contains(sums, tt.without) {
			t.Errorf("%s: %q has %q", tt.name, sums, tt.without)
		}
	}
}

// The points by round are those that the ruleset gives where they go before those on
// the board, also behind another criterion.
func TestPointsByRoundAreTheRulesets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ keys, want string }{
		{"wins points vp", "2.5"},
		{"points wins", "2.5"},
		{"wins vp points", "8"},
		{"wins", "2.5"},
	} {
		view := stageView(t, "en", sample.Running)
		view.Standings.Criteria = nil
		for _, key := range strings.Fields(tt.keys) {
			view.Standings.Criteria = append(view.Standings.Criteria, openapi.Criterion{Key: key, Label: key})
		}
		for i := range view.Standings.Rows {
			view.Standings.Rows[i].Figures = view.Standings.Rows[i].Figures[:0]
			for j := range view.Standings.Rows[i].Games {
				view.Standings.Rows[i].Games[j].Counted, view.Standings.Rows[i].Games[j].Points = 8, "2.5"
			}
		}
		cell := within(stagePage(t, view).row("Riccardo Fabbri"), class("gm"))
		if got := strings.Fields(text(cell[0])); got[0] != tt.want {
			t.Errorf("%s: got %v, want %s", tt.keys, got, tt.want)
		}
	}
}

// Different figures that look alike are marked, with an explanation; without such figures there is none.
func TestFiguresThatLookAlike(t *testing.T) {
	t.Parallel()
	view := stageView(t, "en", sample.Running)
	const said = "they differ from another row’s in later digits"
	if page := stagePage(t, view); strings.Contains(text(page.root), said) {
		t.Error("said although no figures look alike")
	}
	view.Standings.Rows[2].Alike = []string{"share"}
	page := stagePage(t, view)
	if got := marks(page.row(view.Standings.Rows[2].Entry.Player.Name)); !strings.Contains(got, "…") || strings.Contains(got, "…!…") {
		t.Errorf("got %q", got)
	}
	if got := marks(page.row(view.Standings.Rows[3].Entry.Player.Name)); strings.Contains(got, "…") {
		t.Errorf("the next row: %q", got)
	}
	if !strings.Contains(text(page.root), said) {
		t.Error("not said why")
	}
}

// Of an event that was played elsewhere there is an order without games, which would look like a fault.
func TestAnOrderWithoutGamesSaysWhy(t *testing.T) {
	t.Parallel()
	view := stageView(t, "en", sample.Finished)
	if said := stagePage(t, view).all(class("why-none")); len(said) > 0 {
		t.Errorf("with games: %q", texts(said))
	}
	view.Event.Elsewhere, view.Rounds = true, nil
	if got, want := text(stagePage(t, view).one(class("why-none"))), "The tournament was played without this program: its final order is known, its games are not."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
