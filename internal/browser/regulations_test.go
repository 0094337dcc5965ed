package browser_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/openapi"
)

// fillIn enters a result in the form of the console as its fields ask: points from those given, further figures by the least
// they may be, one objective for each seat, and nobody for what one of the table may have. It knows no regulation, and comes to the keys
// that were pressed and the fields that were typed in or chosen from.
const fillIn = `((points) => {
	let pressed = 0, typed = 0;
	const press = (key) => { key.click(); pressed++; };
	const type = (field, value) => { field.value = value; field.dispatchEvent(new Event("input", {bubbles: true})); typed++; };
	for (const [i, seat] of [...document.querySelectorAll("fieldset.pl")].entries()) {
		for (const keys of seat.querySelectorAll(".keys")) {
			const all = [...keys.querySelectorAll("input")], own = all[0].name.startsWith("vp-");
			press(all.find((one) => one.value === String(points[i]) && own) ?? all[0]);
		}
		for (const field of seat.querySelectorAll("input[type=number]")) type(field, field.closest(".also-figure") ? field.min : points[i]);
		for (const field of seat.querySelectorAll("input[inputmode=decimal]")) type(field, String(points[i]));
		for (const field of seat.querySelectorAll("select")) {
			field.value = [...field.options].filter((one) => one.value)[i].value;
			field.dispatchEvent(new Event("change", {bubbles: true}));
			typed++;
		}
	}
	for (const one of document.querySelectorAll("form > fieldset.one:not(#declarer)")) press(one.querySelector("input"));
	return [pressed, typed];
})`

// Results of each of the five regulations are entered in the console and declared by the table itself: both forms follow from what
// the API says a result has to hold. The referee takes what was declared into the form, and registers it.
func TestResultsOfEachRegulation(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	for _, one := range []struct {
		code, ruleset string
		players       int
		points        []int
		ended         openapi.Ending
		acts          []int // keys pressed and fields typed in, besides opening the table and registering (U8, U10, U11)
	}{
		{"CN09", "catan-nazionale-2009", 12, []int{10, 8, 7, 5}, openapi.EndingDeclared, []int{4, 0}},
		{"FG14", "firenzegioca-2014", 12, []int{10, 8, 7, 5}, openapi.EndingDeclared, []int{12, 12}},
		{"JP22", "just-play-2022", 12, []int{10, 8, 7, 5}, openapi.EndingDeclared, []int{11, 0}},
		{"BG", "catan-ranglista-bg", 12, []int{13, 8, 7, 5}, openapi.EndingDeclared, []int{4, 0}},
		{"SQ00", "risiko-squadre-2000", 12, []int{30, 24, 20, 19, 15, 12}, openapi.EndingCompleted, []int{1, 30}},
	} {
		if testing.Short() && one.code != "JP22" && one.code != "SQ00" { // they ask most; make e2e has all
			continue
		}
		t.Run(one.code, func(t *testing.T) {
			t.Parallel()
			s := newEventBy(t, server, one.players, apitest.JSON{"kind": "club", "ruleset": one.ruleset})
			recorded := func(table int) (r openapi.Table) {
				s.referee.Get(fmt.Sprintf("%s/rounds/1/tables/%d", s.path, table)).Want(200).Into(&r)
				return r
			}
			points, err := json.Marshal(one.points)
			if err != nil {
				t.Fatal(err)
			}
			h := s.atTables(t, "")
			h.tap(`[data-table="1"]`)
			h.shows("fieldset.pl")
			if acts := evaluate[[]int](h.tab, fillIn+"("+string(points)+")"); !slices.Equal(acts, one.acts) {
				t.Errorf("%d keys and %d fields for a result, not %v", acts[0], acts[1], one.acts)
			}
			if lacks := h.text(".sum [role=status]"); h.is(`document.getElementById("register").disabled`) {
				t.Fatalf("the form still asks: %s", lacks)
			}
			h.tap("#register")
			eventually(t, "the result arrives", func() bool {
				return h.is(`document.querySelector('[data-table="1"]:is([data-state="confirmed"], [data-state="conflict"])')`)
			})
			if h.state(1) == "conflict" {
				h.tap(`.sync a`)
				h.shows("h1")
				t.Fatalf("what was entered is refused: %s", h.text("main"))
			}
			if got := recorded(1).Result; got.Version != 1 || got.Ended != one.ended || !slices.Equal(vps(got), one.points[:len(got.Seats)]) {
				t.Errorf("entered is %s of %v", got.Ended, vps(got))
			}

			code := s.referee.Get(s.path + "/rounds/1/table-codes").Want(200).Text("items.1.url")
			b := open(t, chromium(t), strings.Replace(code, "https://referto.example", server.Address, 1)+"?lang=en")
			do(b, "fill in", chromedp.Evaluate[bool](`((points) => {
				for (const [i, seat] of [...document.querySelectorAll(".declare fieldset")].entries()) {
					for (const field of seat.querySelectorAll("input")) field.value = field.name.startsWith("vp-") || field.name.startsWith("points-") ? points[i] : field.min;
					for (const field of seat.querySelectorAll("select")) field.selectedIndex = i + 1;
				}
				for (const field of document.querySelectorAll(".declare .one select")) {
					const nobody = [...field.options].findIndex((one) => one.value === "0");
					field.selectedIndex = field.name === "entry" || field.name === "declaredBy" && points[0] < 30 ? 1 : Math.max(nobody, 0);
				}
				const ended = document.querySelector("[name=ended]");
				if (ended) ended.value = "completed";
				return true;
			})(`+string(points)+`)`))
			press(b, "#declaring button")
			eventually(t, "it is declared", func() bool { return strings.Contains(b.text(".says"), "has declared this") || b.text("#problem") != "" })
			if fault := b.text("#problem"); fault != "" {
				t.Fatalf("what was declared is refused: %s", fault)
			}
			h.tap(`[data-declared="2"] a`)
			h.shows("fieldset.pl")
			h.tap("#register")
			h.shows(`[data-table="2"][data-state="confirmed"]`)
			if got := recorded(2).Result; got.Ended != one.ended || !slices.Equal(vps(got), one.points[:len(got.Seats)]) {
				t.Errorf("declared and registered is %s of %v", got.Ended, vps(got))
			}
		})
	}
}

func vps(r openapi.Result) []int {
	return openapi.Each(r.Seats, func(s openapi.SeatResult) int { return s.Vp })
}
