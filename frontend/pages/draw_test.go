package pages_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/internal/league"
	"referto/internal/league/seating"
	"referto/openapi"
)

func drawPage(t *testing.T, phase sample.Phase, change func(*pages.Draw)) document {
	t.Helper()
	view, err := sample.Draw(pages.Reader{Lang: "en"}, phase)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&view)
	}
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Draw(out, view) })
}

// The data on the page is enough to repeat the draw, by the steps given there.
func TestTheDrawCanBeDoneAgainFromThePage(t *testing.T) {
	t.Parallel()
	page := drawPage(t, sample.Running, nil)
	facts := map[string]string{}
	for _, fact := range within(page.one(class("proof")), tag("div")) {
		facts[text(within(fact, tag("dt"))[0])] = text(within(fact, tag("dd"))[0])
	}
	secret, err := hex.DecodeString(facts["Secret, revealed at the start"])
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(secret); hex.EncodeToString(sum[:]) != facts["Fingerprint of the secret, published before entries closed (SHA-256)"] {
		t.Error("the secret does not give the fingerprint")
	}
	list := within(page.one(class("bound")), tag("pre"))[0].FirstChild.Data
	seed := sha256.Sum256(append(secret, list...))
	if hex.EncodeToString(seed[:]) != facts["Seed"] {
		t.Error("the secret and the list do not give the seed")
	}
	var entries []league.Entry
	shown := map[league.Entry]int{}
	for _, row := range within(page.one(tag("tbody")), tag("tr")) {
		cells := within(row, tag("td"))
		lot, entry := number(t, cells[0]), league.Entry(number(t, cells[1]))
		entries = append(entries, entry)
		shown[entry] = lot
	}
	for entry, lot := range seating.DrawLots(seed, entries) {
		if shown[entry] != lot {
			t.Errorf("entry %d: drawn %d, shown %d", entry, lot, shown[entry])
		}
	}
	if steps := within(page.one(class("steps")), tag("li")); len(steps) != 5 {
		t.Errorf("%d steps", len(steps))
	}
}

func number(t *testing.T, cell *html.Node) int {
	t.Helper()
	n, err := strconv.Atoi(text(cell))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestASealedDrawShowsItsFingerprintOnly(t *testing.T) {
	t.Parallel()
	page := drawPage(t, sample.Open, nil)
	proof := text(page.one(class("proof")))
	if !strings.Contains(proof, "Fingerprint") || !strings.Contains(proof, "not revealed yet") {
		t.Errorf("got %q", proof)
	}
	if len(page.all(tag("table"))) != 0 || len(page.all(class("steps"))) != 0 {
		t.Error("a sealed draw has lots")
	}
}

func TestADrawByHandSaysWhy(t *testing.T) {
	t.Parallel()
	page := drawPage(t, sample.Running, func(view *pages.Draw) {
		view.Draw = openapi.Draw{
			Method: openapi.DrawMethodByHand, Reason: "No power at the venue", Commitment: strings.Repeat("c", 64), Secret: strings.Repeat("5", 64), Seed: strings.Repeat("e", 64), Lots: []openapi.DrawnNumber{{Entry: 2, Number: 2}, {Entry: 1, Number: 1}},
			Places:   []openapi.DrawnNumber{{Entry: 1, Number: 7}},
			Schedule: []openapi.ScheduledRound{{Round: 1}},
			Quality: openapi.ScheduleQuality{
				Algorithm: "schedule/1", Repeats: 13, LeastRepeats: 9,
				ShortTables: openapi.ScheduleSpread{Most: 2}, Seats: openapi.ScheduleSpread{Least: 1, Most: 3},
			},
		}
		view.Rounds[1].HandReason = "A table too many was drawn"
	})
	main := text(page.one(tag("main")))
	for _, want := range []string{"Drawn by hand at the venue.", "Why by hand: No power at the venue", "A draw had been sealed by the program before. It was not used.", "Places in the preset pairings", "Set by hand: A table too many was drawn"} {
		if !strings.Contains(main, want) {
			t.Errorf("%q is missing", want)
		}
	}
	proof := texts(page.all(class("proof")))
	if len(proof) != 1 {
		t.Fatalf("a draw by hand has nothing to recompute but its schedule: %q", proof)
	}
	for _, want := range []string{"have met before 13", "no pairings could avoid 9", "with fewer players 0 to 2 times", "the same seat 1 to 3 times", "Algorithm schedule/1"} {
		if !strings.Contains(proof[0], want) {
			t.Errorf("%q is missing in %q", want, proof[0])
		}
	}
	for _, sealed := range []string{"cccc", "5555", "eeee"} {
		if strings.Contains(main, sealed) {
			t.Errorf("it shows %q of the draw that was sealed", sealed)
		}
	}
	if lots := texts(within(page.all(tag("tbody"))[0], tag("tr"))); !strings.HasPrefix(lots[0], "1 ") {
		t.Errorf("lots are not in order: %q", lots)
	}
}

func TestRoundsSayHowTheyWereMade(t *testing.T) {
	t.Parallel()
	rounds := text(drawPage(t, sample.Running, nil).one(with("aria-labelledby", "h-rounds")))
	want := regexp.MustCompile(`^Round by round Round 1: by lot .*\. § 3\.2 Round 2: by the standings .*\. § 3\.2a .*\. § 3\.2b Round 3: by the standings .*\. § 3\.2a .*\. § 3\.2b$`)
	if !want.MatchString(rounds) {
		t.Errorf("got %q", rounds)
	}
}

// The story comes before the figures, which are folded if the browser can compute them; a sealed draw has nothing
// else to show.
func TestTheStoryOfADrawComesFirst(t *testing.T) {
	t.Parallel()
	page := drawPage(t, sample.Running, nil)
	method := page.one(with("aria-labelledby", "h-method"))
	story, button, proof := strings.Index(text(method), "Before entries closed a secret was made"), strings.Index(text(method), "Check the draw here"), strings.Index(text(method), "Fingerprints")
	if story < 0 || button < story || proof < button {
		t.Errorf("got %q", text(method))
	}
	if fold := within(method, class("fold"))[0]; has("open")(fold) || len(within(fold, class("proof"))) != 1 {
		t.Error("the figures are not folded")
	}
	if button := page.one(with("id", "check")); !has("hidden")(button) {
		t.Error("a button that does nothing without script")
	}
	sealed := drawPage(t, sample.Open, nil)
	if len(sealed.all(with("id", "check"))) != 0 || !has("open")(sealed.one(class("fold"))) || !strings.Contains(text(sealed.root), "A secret has been made") {
		t.Errorf("got %q", text(sealed.one(tag("main"))))
	}
}
