package pages_test

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
)

func finalPage(t *testing.T, region string) (document, pages.FinalList) {
	t.Helper()
	view, known, err := sample.Final(pages.Reader{Lang: "en"}, region)
	if err != nil || !known {
		t.Fatal(known, err)
	}
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.FinalList(out, view) }), view
}

// CN09 1.9: the list of the national final shows the players with the right by which they come, whose journey is
// refunded by which paragraph, and which places were lost and why.
func TestListOfTheNationalFinal(t *testing.T) {
	t.Parallel()
	page, view := finalPage(t, "")
	coming := page.one(with("aria-labelledby", "h-coming"))
	rows := within(coming, func(n *html.Node) bool { return n.Data == "tr" && class("row")(n) })
	if len(view.Places) == 0 || len(rows) != len(view.Places) {
		t.Fatalf("%d rows of %d places", len(rows), len(view.Places))
	}
	for i, row := range rows {
		if opener := within(row, tag("summary")); len(opener) != 1 || text(opener[0]) != strconv.Itoa(i+1)+", how this came about" {
			t.Errorf("row %d is opened by %q", i+1, texts(opener))
		}
	}
	if got := text(coming); !strings.Contains(got, "Aurelio Bonsignori") || !strings.Contains(got, "Reigning champion § 1.9") || !strings.Contains(got, "Journey paid: Yes") || !strings.Contains(got, "The reigning champion has a place. § 1.9") {
		t.Errorf("who comes: %s", got)
	}
	lost := text(page.one(with("aria-labelledby", "h-lost")))
	for _, place := range view.Lost {
		if last := place.Steps[len(place.Steps)-1].Text; !strings.Contains(lost, last) {
			t.Errorf("why it is lost is not said: %s", last)
		}
	}
}

// The list of a region has its data at the API, and leads to the other lists.
func TestListOfARegionalFinal(t *testing.T) {
	t.Parallel()
	page, view := finalPage(t, "Lazio")
	if got := text(page.one(tag("h1"))); got != "List of the regional final, Lazio" {
		t.Errorf("heading: %s", got)
	}
	if len(page.all(class("rb")))+len(page.all(class("why-paid"))) > 0 {
		t.Error("it speaks of journeys that nobody pays")
	}
	want := "/v1/tenants/fic/seasons/" + view.Season.ID.String() + "/places?final=regional-final&region=" + view.RegionID.String()
	if got := page.alternates(); !slices.Equal(got, []string{"application/json " + want, "text/csv " + want + "&format=csv"}) {
		t.Errorf("its data: %q", got)
	}
	if others := page.all(func(n *html.Node) bool { return strings.Contains(attribute(n, "href"), "/final?region=") }); len(others) < len(view.Regions) {
		t.Errorf("%d lists of %d regions", len(others), len(view.Regions))
	}
}

// alternates returns the alternative forms that a page declares.
func (d document) alternates() (out []string) {
	for _, n := range d.all(with("rel", "alternate")) {
		out = append(out, attribute(n, "type")+" "+attribute(n, "href"))
		links := d.all(func(a *html.Node) bool { return a.Data == "a" && attribute(a, "href") == attribute(n, "href") })
		if len(links) == 0 {
			d.t.Errorf("nobody sees %s", attribute(n, "href"))
		}
	}
	return out
}

// Pages of a season declare the addresses at which programs find the same data.
func TestTwinsOfSeasonPages(t *testing.T) {
	t.Parallel()
	board := boardView(t, "en")
	at := "/v1/tenants/fic/seasons/" + board.Season.ID.String() + "/places"
	if got := boardPage(t, board).alternates(); !slices.Equal(got, []string{"application/json " + at, "text/csv " + at + "?format=csv"}) {
		t.Errorf("of the board: %q", got)
	}
	view, err := sample.Calendar(pages.Reader{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	calendar := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Calendar(out, view) })
	want := []string{"application/json /v1/tenants/fic/events?season=" + board.Season.ID.String(), "text/calendar /t/fic/s/2026/calendar.ics"}
	if got := calendar.alternates(); !slices.Equal(got, want) {
		t.Errorf("of the calendar: %q", got)
	}
}
