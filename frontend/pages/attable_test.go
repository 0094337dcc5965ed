package pages_test

import (
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/openapi"
)

// atTable is the page of a table of four, with the test's changes.
func atTable(t *testing.T, change func(*pages.AtTable)) document {
	t.Helper()
	ref := func(n int, name string) openapi.EntryRef {
		return openapi.EntryRef{Number: n, Player: openapi.PlayerRef{Name: name}}
	}
	v := pages.AtTable{Reader: pages.Reader{Lang: "en"}, Tenant: openapi.Tenant{Slug: "fic", Name: "FIC"}, Code: "1-3-abcdefghijkmnpqr", Table: openapi.TableAtCode{
		Event: openapi.Event{Title: "Tappa", Slug: "tappa", TimeZone: "Europe/Rome"}, Round: openapi.Round{Number: 1, Kind: openapi.RoundKindPreliminary},
		Table:        openapi.Table{Number: 3, Seats: []openapi.EntryRef{ref(7, "Ada"), ref(2, "Bice"), ref(11, "Carlo"), ref(4, "Dino")}},
		Form:         openapi.TableForm{Seats: 4, Vp: openapi.IntegerRange{Max: 25}, Endings: []openapi.Ending{openapi.EndingDeclared, openapi.EndingTimeLimit}},
		TableResults: openapi.TableResultsReferee,
	}}
	change(&v)
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.AtTable(out, v) })
}

// declaration holds the declaration of Bice, and the players who agree with it.
func declaration(agreed ...int) openapi.Declaration {
	return openapi.Declaration{Number: 2, By: openapi.EntryRef{Number: 2, Player: openapi.PlayerRef{Name: "Bice"}}, Agreed: agreed, Result: openapi.NewResult{
		Ended: openapi.EndingDeclared, DeclaredBy: 7, Seats: []openapi.NewSeatResult{{Entry: 7, Vp: 10}, {Entry: 2, Vp: 8}, {Entry: 11, Vp: 7}, {Entry: 4, Vp: 5}},
	}}
}

// buttons are the texts of the buttons of the page's own forms.
func buttons(d document) []string {
	return texts(within(d.one(tag("main")), tag("button")))
}

// Players who still have to agree have a button with their name, if the event lets its tables agree. Otherwise there
// is none, and the page names the person who confirms.
func TestWhoAgreesAtTheTable(t *testing.T) {
	t.Parallel()
	d := atTable(t, func(v *pages.AtTable) {
		v.Table.TableResults, v.Table.Declaration = openapi.TableResultsTable, declaration(11)
	})
	if got := strings.Join(buttons(d), "|"); !strings.Contains(got, "I am Ada: it is right|I am Dino: it is right|") || strings.Contains(got, "Bice") || strings.Contains(got, "Carlo") {
		t.Errorf("may agree: %s", got)
	}
	d = atTable(t, func(v *pages.AtTable) { v.Table.Declaration = declaration(11) })
	if got := strings.Join(buttons(d), "|"); strings.Contains(got, "it is right") {
		t.Errorf("where a referee confirms there is %s", got)
	}
	contains(t, "where a referee confirms", text(d.one(tag("main"))), "Bice has declared this", "A referee confirms it.", "Ada 10")
}

// A late declaration is not lost silently: the page shows the recorded result, and why the declaration was refused.
func TestTooLateAtTheTable(t *testing.T) {
	t.Parallel()
	d := atTable(t, func(v *pages.AtTable) {
		v.Table.Table.Result = openapi.Result{Version: 1, EnteredBy: "Fabio", Seats: []openapi.SeatResult{{Entry: 7, Vp: 10}}}
		v.Sent = &pages.Sent{Act: pages.ActDeclare, Refused: &pages.Refusal{Text: "Table 3 has a result already.", Fields: map[string]string{}}}
	})
	contains(t, "too late", text(d.one(tag("main"))), "Table 3 has a result already.", "Fabio has recorded the result.")
	if forms := d.all(func(n *html.Node) bool { return attribute(n, "id") == "declaring" }); len(forms) > 0 {
		t.Error("a result can be declared that stands already")
	}
}

// A fault is shown with the name of its seat, and the typed values are kept.
func TestFaultsAtTheTable(t *testing.T) {
	t.Parallel()
	d := atTable(t, func(v *pages.AtTable) {
		v.Sent = &pages.Sent{
			Act: pages.ActDeclare, Typed: map[string]string{"vp-11": "99"},
			Refused: &pages.Refusal{Fields: map[string]string{"seats/2/vp": "Between 0 and 25."}},
		}
	})
	contains(t, "the fault", text(d.one(class("fault"))), "Carlo: Between 0 and 25.")
	if typed := d.one(with("name", "vp-11")); attribute(typed, "value") != "99" {
		t.Errorf("typed was 99, there is %q", attribute(typed, "value"))
	}
}

// If tables declare nothing the page explains it, and a referee can still be called.
func TestTablesThatDeclareNothing(t *testing.T) {
	t.Parallel()
	d := atTable(t, func(v *pages.AtTable) { v.Table.TableResults = openapi.TableResultsOff })
	contains(t, "off", text(d.one(tag("main"))), "give them the sheet", "Call a referee")
	if got := strings.Join(buttons(d), "|"); strings.Contains(got, "Declare") {
		t.Errorf("it has %s", got)
	}
}

// Known leavers of the game are marked, and neither declare the result nor victory. Their points are asked if they
// count.
func TestLeaversAtTheTable(t *testing.T) {
	t.Parallel()
	for _, without := range []bool{true, false} {
		d := atTable(t, func(v *pages.AtTable) { v.Table.Table.Left, v.Table.Form.LeaversWithoutVp = []int{2}, without })
		contains(t, "the seat", text(d.all(tag("legend"))[1]), "Bice left the game")
		if asked := len(d.all(with("name", "vp-2"))) > 0; asked == without {
			t.Errorf("without points %t: asked %t", without, asked)
		}
		if options := strings.Join(texts(d.all(tag("option"))), "|"); strings.Contains(options, "Bice") || strings.Count(options, "Carlo") != 2 {
			t.Errorf("to choose from are %s", options)
		}
	}
}
