package pages_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

func rankingPage(t *testing.T, hall bool, size int, change func(*pages.Ranking)) document {
	t.Helper()
	view, err := sample.Ranking(pages.Reader{Lang: "en"}, hall, size)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&view)
	}
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Ranking(out, view) })
}

func playerPage(t *testing.T, lang string, n int, against bool) (document, pages.Player) {
	t.Helper()
	view, err := sample.Player(pages.Reader{Lang: lang}, n, against)
	if err != nil {
		t.Fatal(err)
	}
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Player(out, view) }), view
}

// rankedRow is a row of the table by its number.
func (d document) rankedRow(n int) *html.Node {
	rows := d.all(func(x *html.Node) bool {
		return x.Data == "tr" && !class("why")(x) && len(within(x, tag("th"))) == 1 && len(within(x, class("pos"))) == 1
	})
	return rows[n]
}

func TestRankingShowsTheFiguresOfItsCriteria(t *testing.T) {
	t.Parallel()
	var view pages.Ranking
	page := rankingPage(t, false, 50, func(v *pages.Ranking) { view = *v })
	for i, row := range view.Part.Items {
		got := text(page.rankedRow(i))
		for _, want := range append(append([]string{row.Player.Name}, row.ScoreLine), strings.ReplaceAll(row.Distance, ".0", "")) {
			if !strings.Contains(got, want) {
				t.Errorf("row %d lacks %q: %q", i, want, got)
			}
		}
		if link := attribute(within(page.rankedRow(i), tag("a"))[0], "href"); link != "/t/fic/players/"+row.Player.Id.String() {
			t.Errorf("%s leads to %q", row.Player.Name, link)
		}
	}
	headings := texts(within(page.one(tag("thead")), tag("th")))
	if want := []string{"Pos", "Change", "Player", "Pts", "Progress", "To 300", "VP", "VP %", "1st", "2nd", "3rd", "Played", "Last"}; !slices.Equal(headings, want) {
		t.Errorf("headings %q", headings)
	}
}

func TestRankingSaysWhatCounts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(*openapi.Ranking)
		want   string
	}{
		{"a cap", func(*openapi.Ranking) {}, "Who gathers 300 points leaves the ranking and takes a place in the hall of fame."},
		{"the best events", func(r *openapi.Ranking) { r.Cap.Points, r.Best = 0, 6 }, "The 6 best events of each player count."},
		{"everything", func(r *openapi.Ranking) { r.Cap.Points = 0 }, "All events of a player count."},
		{"some games", func(r *openapi.Ranking) {
			r.Cap.Points, r.Games = 0, []openapi.CountedGame{{Game: "RisiKo!"}, {Game: "I coloni di Catan", Variant: "seafarers", Title: "Marinai"}}
		}, "Games of RisiKo!, I coloni di Catan (Marinai) count. All events of a player count."},
	} {
		page := rankingPage(t, false, 50, func(v *pages.Ranking) { tt.change(&v.Ranking) })
		if got := text(page.one(func(x *html.Node) bool { return x.Data == "p" && class("lead")(x) })); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
}

// The players shown can be chosen: everybody, a year category, and a club, which is chosen from the page of clubs.
// The day that is shown is kept.
func TestRankingChoices(t *testing.T) {
	t.Parallel()
	juniors := openapi.Category{Key: "u18", Title: "Juniors"}
	club := pages.Only{Club: openapi.ClubID{UUID: uuid.UUID{15: 7}}, ClubName: "Torre"}
	for _, tt := range []struct {
		name string
		only pages.Only
		want string
	}{
		{"all", pages.Only{}, "*All players /t/fic/rankings/%s, Juniors /t/fic/rankings/%s?category=u18, By club /t/fic/clubs"},
		{"a category", pages.Only{Category: "u18", CategoryTitle: "Juniors"}, "All players /t/fic/rankings/%s, *Juniors /t/fic/rankings/%s?category=u18, By club /t/fic/clubs"},
		{"a club", club, "All players /t/fic/rankings/%s, Juniors /t/fic/rankings/%s?category=u18, *Torre /t/fic/rankings/%s?club=" + club.Club.String() + ", By club /t/fic/clubs"},
	} {
		slug := ""
		page := rankingPage(t, false, 50, func(v *pages.Ranking) {
			v.Categories, v.Only, slug = []openapi.Category{juniors}, tt.only, v.Ranking.Slug
		})
		var got []string
		for _, link := range within(page.one(func(x *html.Node) bool { return x.Data == "nav" && class("lists")(x) }), tag("a")) {
			mark := ""
			if attribute(link, "aria-current") == "true" {
				mark = "*"
			}
			got = append(got, mark+text(link)+" "+attribute(link, "href"))
		}
		if want := strings.ReplaceAll(tt.want, "%s", slug); strings.Join(got, ", ") != want {
			t.Errorf("%s: got %s, want %s", tt.name, strings.Join(got, ", "), want)
		}
	}
}

// Where a player has reached the hall a hexagon is on the line of the cap, with the name above as far as no two cover one
// another; on a phone without names. A player from the start of the ranking has none, nor has a ranking without a cap.
func TestTheChartMarksTheHall(t *testing.T) {
	t.Parallel()
	view, err := sample.Ranking(pages.Reader{Lang: "en"}, false, 50)
	if err != nil {
		t.Fatal(err)
	}
	shown := func(change func(*pages.Ranking)) (marks [2]int, names []string) {
		changed := view
		changed.Race = slices.Clone(view.Race)
		change(&changed)
		page := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Ranking(out, changed) })
		for i, svg := range within(page.one(class("race")), tag("svg")) {
			marks[i] = len(within(svg, class("hx")))
			names = append(names, texts(within(svg, class("dl")))...)
		}
		return marks, names
	}
	arrived, last := 0, 0
	for i, c := range view.Race {
		if c.Hall && !c.Row.Since.Day.IsZero() {
			arrived, last = arrived+1, i
		}
	}
	marks, names := shown(func(*pages.Ranking) {})
	if arrived == 0 || marks != [2]int{arrived, arrived} || len(names) == 0 || len(names) > arrived {
		t.Errorf("%d have arrived, %v are marked, named %q", arrived, marks, names)
	}
	if marks, _ := shown(func(v *pages.Ranking) { v.Race[last].Row.Since = openapi.RankingEvent{} }); marks != [2]int{arrived - 1, arrived - 1} {
		t.Errorf("from the start: %v", marks)
	}
	if marks, names := shown(func(v *pages.Ranking) { v.Ranking.Cap.Points = 0 }); marks != [2]int{} || len(names) > 0 {
		t.Errorf("without a cap: %v %q", marks, names)
	}
	// Of many who arrive on one day as many are named as there are lines.
	marks, names = shown(func(v *pages.Ranking) {
		v.Race = append(v.Race, v.Race[last], v.Race[last], v.Race[last])
	})
	if marks[0] != arrived+3 || len(names) > arrived+1 {
		t.Errorf("on one day: %v, named %q", marks, names)
	}
}

// The form for a day carries along the players shown and the one in the middle, the search for a name neither, as it
// looks among all players.
func TestTheFormForADayKeepsThePlayersShown(t *testing.T) {
	t.Parallel()
	player, club := openapi.PlayerID{UUID: uuid.UUID{15: 9}}, openapi.ClubID{UUID: uuid.UUID{15: 7}}
	page := rankingPage(t, false, 50, func(v *pages.Ranking) {
		v.Theme, v.Only, v.Around = "dark", pages.Only{Club: club, ClubName: "Torre", Category: "u18", CategoryTitle: "Juniors"}, &player
	})
	var got []string
	for _, form := range within(page.one(class("find")), tag("form")) {
		var fields []string
		for _, input := range within(form, with("type", "hidden")) {
			fields = append(fields, attribute(input, "name")+"="+attribute(input, "value"))
		}
		got = append(got, strings.Join(fields, "&"))
	}
	if want := []string{"theme=dark", "club=" + club.String() + "&category=u18&around=" + player.String() + "&theme=dark"}; !slices.Equal(got, want) {
		t.Errorf("kept %q, want %q", got, want)
	}
}

// BG 2.2.2: the criterion between two players who are level in points is marked, and cited with its paragraph.
func TestRankingSaysWhatDecided(t *testing.T) {
	t.Parallel()
	page := rankingPage(t, false, 50, func(v *pages.Ranking) {
		rows := v.Part.Items
		rows[1].Figures[0], rows[1].DecidedBy = rows[0].Figures[0], "vp"
		rows[1].Figures[1] = "7"
		rows[2].Rank, rows[2].Shared, rows[1].Shared, rows[2].DecidedBy = rows[1].Rank, true, true, ""
	})
	if got := text(within(page.rankedRow(1), class("dec"))[0]); got != "7" {
		t.Errorf("the figure that decided is %q", got)
	}
	if got := len(within(page.rankedRow(1), class("eq"))); got != 1 {
		t.Errorf("%d figures are level", got)
	}
	whys := texts(page.all(class("why")))
	if !strings.Contains(whys[0], "by victory points: 7 against") || !strings.HasSuffix(whys[0], "2.2.2") || !strings.Contains(whys[1], "share the place") {
		t.Errorf("%q", whys[:2])
	}
	if got := text(within(page.rankedRow(2), class("pos"))[0]); !strings.HasPrefix(got, "=") {
		t.Errorf("a shared rank is %q", got)
	}
}

func TestRankingPages(t *testing.T) {
	t.Parallel()
	page := rankingPage(t, false, 5, func(v *pages.Ranking) { v.Part.Players = 13 })
	pager := page.one(class("pager"))
	if got := text(pager); got != "1 to 5 of 13 players Next Last" {
		t.Errorf("the first page: %q", got)
	}
	if got := attribute(within(pager, with("rel", "next"))[0], "href"); got != "/t/fic/rankings/ranglista?page=2" {
		t.Errorf("next is %q", got)
	}
	page = rankingPage(t, false, 5, func(v *pages.Ranking) { v.Part.Players, v.From, v.Part.Items = 13, 10, v.Part.Items[:3] })
	if got := text(page.one(class("pager"))); got != "First Previous 11 to 13 of 13 players" {
		t.Errorf("the last page: %q", got)
	}
	for _, n := range page.all(with("type", "application/json")) {
		if got := attribute(n, "href"); !strings.HasSuffix(got, "/standings?from=11&limit=5") {
			t.Errorf("its figures are at %q", got)
		}
	}
}

// The form works without script: it is a search by the address, which keeps the reader's choices.
func TestFindingAPlayer(t *testing.T) {
	t.Parallel()
	page := rankingPage(t, false, 50, func(v *pages.Ranking) {
		v.Find, v.Part.Items, v.Race, v.Theme = "kol", v.Part.Items[2:3], nil, "dark"
	})
	row := page.rankedRow(0)
	where := within(row, class("where"))
	if len(where) != 1 || !strings.Contains(attribute(where[0], "href"), "?around=") {
		t.Errorf("no way to the place in the ranking: %q", text(row))
	}
	if got := text(page.one(with("id", "h-list"))); got != "Found: kol" {
		t.Errorf("heading %q", got)
	}
	form := page.one(with("role", "search"))
	if attribute(form, "action") != "/t/fic/rankings/ranglista" || len(within(form, func(n *html.Node) bool { return attribute(n, "name") == "theme" && attribute(n, "value") == "dark" })) != 1 {
		t.Error("the form forgets what the reader chose")
	}
	if len(page.all(class("pager"))) != 0 || len(page.all(class("dec"))) != 0 {
		t.Error("who is found stands beside nobody")
	}
}

func TestHallSaysSinceWhen(t *testing.T) {
	t.Parallel()
	var view pages.Ranking
	page := rankingPage(t, true, 50, func(v *pages.Ranking) { view = *v })
	if len(view.Part.Items) == 0 {
		t.Fatal("nobody is in the hall")
	}
	for i, row := range view.Part.Items {
		links := within(page.rankedRow(i), tag("a"))
		if got := attribute(links[len(links)-1], "href"); got != "/t/fic/e/"+row.Since.Slug {
			t.Errorf("%s came by %q", row.Player.Name, got)
		}
	}
}

// The table has the same content as the chart: the gain of each event, and the player's total then.
func TestPlayerChartAndTable(t *testing.T) {
	t.Parallel()
	page, view := playerPage(t, "bg", 3, false)
	career := view.Careers[0].Career
	rows := within(page.one(with("id", "c1")), tag("tr"))[1:]
	if len(rows) != len(career.Events) {
		t.Fatalf("%d rows for %d events", len(rows), len(career.Events))
	}
	punished := false
	for i, e := range career.Events {
		got := text(rows[len(rows)-1-i])
		if !strings.Contains(got, e.Event.Title) || !strings.HasSuffix(got, "+"+e.Figures[0]+" "+e.Total) {
			t.Errorf("%+v is %q", e, got)
		}
		if penalty := strings.Contains(got, "от тях −2 от наказание § 1.1.4"); penalty != (e.Penalty == "-2") {
			t.Errorf("the penalty of %+v is in %q: %t", e, got, penalty)
		}
		punished = punished || e.Penalty != ""
	}
	if !punished {
		t.Error("no event with a penalty: the test says nothing of them")
	}
	if last := career.Events[len(career.Events)-1].Total; last != career.Row.Figures[0] {
		t.Errorf("the way ends with %s, the career has %s", last, career.Row.Figures[0])
	}
	desc := text(page.one(tag("desc")))
	if !strings.Contains(desc, career.Row.Figures[0]+" от 300") || !strings.Contains(desc, "остават "+career.Row.Distance) {
		t.Errorf("the chart says %q", desc)
	}
	if n := len(page.all(func(n *html.Node) bool { return n.Data == "svg" && attribute(n, "role") == "img" })); n != 2 {
		t.Errorf("%d drawings", n)
	}
}

func TestPlayerOfTheHall(t *testing.T) {
	t.Parallel()
	page, view := playerPage(t, "en", 0, false)
	career := view.Careers[0].Career
	if !career.Hall {
		t.Fatal("not in the hall")
	}
	section := text(page.one(with("id", "c1")))
	for _, want := range []string{"Hall of fame", career.Row.Since.Title, "Brought along", "Хартиена ранглиста"} {
		if !strings.Contains(section, want) {
			t.Errorf("no %q in %q", want, section)
		}
	}
}

// Every record, streak and opponent leads to where it comes from.
func TestPlayerFiguresAreTraced(t *testing.T) {
	t.Parallel()
	page, view := playerPage(t, "en", 3, true)
	b := view.Biography
	records := within(page.one(class("recs")), tag("div"))
	if len(records) != len(b.Records)+len(b.Streaks) || len(b.Records) == 0 {
		t.Fatalf("%d lines", len(records))
	}
	for i, r := range b.Records {
		want := "/t/fic/e/" + r.At.Event.Slug
		if r.At.Round > 0 {
			want += "?round=" + string(rune('0'+r.At.Round)) + "#tables"
		}
		if got := attribute(within(records[i], tag("a"))[0], "href"); got != want {
			t.Errorf("%s leads to %q, not %q", r.Kind, got, want)
		}
	}
	meetings := within(page.one(with("id", "against")), tag("tr"))[1:]
	if len(meetings) != b.Against.Games || len(meetings) == 0 {
		t.Errorf("%d games of %d", len(meetings), b.Against.Games)
	}
	ahead := len(within(page.one(with("id", "against")), class("ahead")))
	if ahead != b.Against.Ahead {
		t.Errorf("ahead in %d of %d", ahead, b.Against.Ahead)
	}
	first := within(page.one(class("opp")), tag("li"))[0]
	if marks := within(first, tag("i")); len(marks) != b.Opponents[0].Games || len(within(first, class("a"))) != b.Opponents[0].Ahead {
		t.Errorf("%d marks", len(marks))
	}
}

func TestNamesLeadToPlayers(t *testing.T) {
	t.Parallel()
	view := stageView(t, "en", sample.Finished)
	page := stagePage(t, view)
	for _, row := range view.Standings.Rows {
		link := within(within(page.row(row.Entry.Player.Name), tag("th"))[0], tag("a"))
		if len(link) != 1 || attribute(link[0], "href") != "/t/fic/players/"+row.Entry.Player.Id.String() {
			t.Errorf("%s leads nowhere", row.Entry.Player.Name)
		}
	}
}
