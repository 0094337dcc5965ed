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

// fillIn enters a result in the form of the console as it asks: points from the given ones, further figures by their
// minimum, one objective for each seat, and no holder for figures of the table. Questions of the pad are answered on
// the pad, which advances by itself. It knows no regulation, and returns the keys that were pressed and the fields
// that were typed in or chosen from.
const fillIn = `(async (points) => {
	let pressed = 0, typed = 0;
	const press = (key) => { key.click(); pressed++; };
	const type = (field, value) => { field.value = value; field.dispatchEvent(new Event("input", {bubbles: true})); typed++; };
	const settled = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
	const seats = [...document.querySelectorAll("fieldset.pl")];
	for (let pad; (pad = document.querySelector(".pad")) && pressed < 200; await settled()) {
		const seat = seats.findIndex((one) => one.querySelector("[name$='-" + pad.dataset.seat + "']"));
		const keys = () => [...document.querySelectorAll(".pad button:not(.turn)")];
		if (pad.dataset.pad !== "vp") { press(keys()[0]); continue; }
		const wanted = () => keys().find((one) => one.textContent === String(points[seat]));
		while (!wanted()) { press(document.querySelector(".pad .turn")); await settled(); }
		press(wanted());
	}
	for (const [i, seat] of seats.entries()) {
		for (const keys of seat.querySelectorAll(".keys")) press([...keys.querySelectorAll("input")].find((one) => one.value === String(points[i])));
		for (const field of seat.querySelectorAll("input[type=number], .numbers-of input")) if (!field.value) type(field, points[i]);
		for (const field of seat.querySelectorAll("input[inputmode=decimal]")) type(field, String(points[i]));
		for (const field of seat.querySelectorAll("select")) {
			field.value = [...field.options].filter((one) => one.value)[i].value;
			field.dispatchEvent(new Event("change", {bubbles: true}));
			typed++;
		}
	}
	for (const one of document.querySelectorAll("form > fieldset.one:not(#declarer)")) press(one.querySelector("input"));
	await settled();
	return [pressed, typed];
})`

// Results of each of the five regulations are entered in the console and declared by the table itself: both forms
// follow from the API's description of a result. The referee takes the declaration into the form, and registers it.
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
		{"FG14", "firenzegioca-2014", 12, []int{10, 8, 7, 5}, openapi.EndingDeclared, []int{20, 0}},
		{"JP22", "just-play-2022", 12, []int{10, 8, 7, 5}, openapi.EndingDeclared, []int{8, 0}},
		{"BG", "catan-ranglista-bg", 12, []int{13, 8, 7, 5}, openapi.EndingDeclared, []int{4, 0}},
		{"SQ00", "risiko-squadre-2000", 12, []int{30, 24, 20, 19, 15, 12}, openapi.EndingCompleted, []int{19, 12}},
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
			if acts := evaluate[[]int](h.tab, fillIn+"("+string(points)+")", chromedp.EvalAwaitPromise); !slices.Equal(acts, one.acts) {
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

// BG 1.1.6: the points of a leaver are not asked, since they do not count; the result without them is accepted. A
// player whose withdrawal was recorded before is marked on the page of the table and in the form of the referee, and
// declares nothing.
func TestTheFormAsksNoPointsOfWhoHasLeft(t *testing.T) {
	t.Parallel()
	s := newEventBy(t, apitest.Start(t), 12, apitest.JSON{"kind": "club", "ruleset": "catan-ranglista-bg"})
	h := s.atTables(t, "")
	h.tap(`[data-table="1"]`)
	h.shows("fieldset.pl")
	h.unfold(".entry-form details.more")
	h.tap(".entry-form .many label:last-of-type input")
	h.says("fieldset.pl:nth-of-type(4) legend", "left")
	if h.is(`document.querySelector("fieldset.pl:nth-of-type(4)").querySelector("input, button") !== null`) {
		t.Error("points of who has left are asked")
	}
	h.sound("leaver")
	points := evaluate[[]int](h.tab, fillIn+"([13, 8, 7])", chromedp.EvalAwaitPromise)
	if h.is(`document.getElementById("register").disabled`) {
		t.Fatalf("after %v the form still asks: %s", points, h.text(".sum [role=status]"))
	}
	h.tap("#register")
	h.shows(`[data-table="1"][data-state="confirmed"]`)
	var table openapi.Table
	s.referee.Get(s.path + "/rounds/1/tables/1").Want(200).Into(&table)
	if last := table.Result.Seats[3]; last.Left != 1 || last.Counted != 0 {
		t.Errorf("who has left has %+v", last)
	}

	s.referee.Get(s.path + "/rounds/1/tables/2").Want(200).Into(&table)
	gone := table.Seats[1].Number
	s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": gone}).Want(201)
	var codes openapi.TableCodeList
	s.referee.Get(s.path + "/rounds/1/table-codes").Want(200).Into(&codes)
	at := strings.Replace(codes.Items[1].Url, "https://referto.example", s.server.Address, 1)
	b := open(t, chromium(t), at+"?lang=en")
	loadAxe(b)
	do(b, "load", chromedp.Reload())
	if got := b.text(`#declaring fieldset:nth-of-type(2)`); !strings.Contains(got, "left the game") || strings.Contains(got, "Victory points") {
		t.Errorf("of who has left the page of the table has %q", got)
	}
	if b.is(fmt.Sprintf(`document.querySelector('#declaring option[value="%d"]')`, gone)) {
		t.Error("who has left can declare")
	}
	do(b, "declare", chromedp.Evaluate[bool](fmt.Sprintf(`for (const [name, value] of [["entry", "%[1]d"], ["declaredBy", "%[1]d"], ["vp-%[1]d", "13"], ["vp-%[2]d", "8"], ["vp-%[3]d", "7"]]) document.querySelector("#declaring [name=" + name + "]").value = value; true`,
		table.Seats[0].Number, table.Seats[2].Number, table.Seats[3].Number)))
	(&hand{tab: b}).sound("table-leaver")
	press(b, "#declaring button")
	eventually(t, "it is declared", func() bool { return strings.Contains(b.text(".says"), "has declared this") })
	h.tap(`[data-table="2"]`)
	h.says("fieldset.pl:nth-of-type(2) legend", "left")
	h.tap("#confirm-declared")
	h.shows(`[data-table="2"][data-state="confirmed"]`)
	s.referee.Get(s.path + "/rounds/1/tables/2").Want(200).Into(&table)
	if seat := table.Result.Seats[1]; seat.Entry != gone || seat.Left != 1 || seat.Counted != 0 {
		t.Errorf("who has left has %+v", seat)
	}
}

// A game that the time limit has ended, and one that is void for everybody at the table: neither needs a winner's declaration, and the
// list of tables has both as done.
func TestAGameThatTimeEndedAndAVoidOne(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	var table openapi.Table
	s := newStage(t, server)
	h := s.atTables(t, "")
	h.tap(`[data-table="1"]`)
	for seat, points := range []int{9, 8, 7, 5} {
		h.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, points))
	}
	h.unfold(".entry-form details.more")
	h.tap(`.entry-form details.more label:has(input[name="ended"]):nth-of-type(1)`)
	h.says(".sum [role=status]", "Nobody has 10 points to declare victory with.")
	h.tap(`.entry-form details.more label:has(input[name="ended"]):nth-of-type(2)`)
	h.sound("time-limit")
	h.tap("#register")
	h.shows(`[data-table="1"][data-state="confirmed"]`)
	s.referee.Get(s.path + "/rounds/1/tables/1").Want(200).Into(&table)
	if got := table.Result; got.Ended != openapi.EndingTimeLimit || !slices.Equal(vps(got), []int{9, 8, 7, 5}) {
		t.Errorf("ended by time: %s of %v", got.Ended, vps(got))
	}

	s = newEventBy(t, server, 12, apitest.JSON{"kind": "club", "ruleset": "risiko-squadre-2000"})
	h = s.atTables(t, "")
	h.tap(`[data-table="1"]`)
	h.shows("fieldset.pl")
	evaluate[[]int](h.tab, fillIn+"([30, 24, 20, 19, 15, 12])", chromedp.EvalAwaitPromise)
	h.unfold(".entry-form details.more")
	h.tap(`.entry-form details.more > label.check`)
	h.says(".sum [role=status]", "Say for whom the game is void.")
	for seat := range h.number(`document.querySelectorAll("fieldset.pl").length`) {
		h.tap(fmt.Sprintf(`.entry-form details.more > label.check + fieldset label:nth-of-type(%d)`, seat+1))
	}
	h.sound("void")
	h.tap("#register")
	h.shows(`[data-table="1"][data-state="confirmed"]`)
	s.referee.Get(s.path + "/rounds/1/tables/1").Want(200).Into(&table)
	if void := table.Result.Void; len(void.For) != len(table.Seats) {
		t.Errorf("void: %+v", table.Result)
	}
}

// The pad asks two short figures at once, turns its page for large numbers and advances by itself; on a keyboard the
// same numbers are typed, each with Enter. Entered values can be edited at any number.
func TestThePadAndTheKeyboardEnterTheSameNumbers(t *testing.T) {
	t.Parallel()
	s := newEventBy(t, apitest.Start(t), 12, apitest.JSON{"kind": "club", "ruleset": "firenzegioca-2014"})
	h := s.atTables(t, "")
	loadAxe(h.tab)
	h.tap(`[data-table="1"]`)
	asks := func(seat int, what string) {
		t.Helper()
		eventually(t, "the pad asks "+what, func() bool {
			return h.is(fmt.Sprintf(`document.querySelector(".pad")?.dataset.pad === %q && document.querySelector("fieldset.pl:nth-of-type(%d) .now")`, what, seat))
		})
	}
	key := func(label string) {
		t.Helper()
		h.tap(fmt.Sprintf(`.pad button[aria-label=%q]`, label))
	}
	asks(1, "vp")
	key("Points 10")
	asks(1, "settlements cities")
	accessible(h.tab, "the pad")
	key("3·2: Settlements 3, Cities 2")
	asks(1, "roads")
	key("Roads 9")
	asks(1, "dev-cards-bought")
	h.tap(`.pad .turn`)
	key("Development cards bought 24")
	asks(1, "resource-cards")
	for range 4 {
		h.tap(`.pad .turn`)
	}
	key("Resource cards in hand 95")
	asks(2, "vp")
	h.tap(`fieldset.pl:nth-of-type(2) input[name^="vp-"]`)
	for _, number := range []string{"8", "2", "3", "11", "4", "7"} {
		do(h.tab, "type "+number, chromedp.KeyEvent(number+"\r"))
	}
	asks(3, "vp")
	entered := func(seat int) string {
		return evaluate[string](h.tab, fmt.Sprintf(`[...document.querySelectorAll("fieldset.pl:nth-of-type(%d) .numbers-of input")].map((one) => one.value).join(" ")`, seat))
	}
	if first, second := entered(1), entered(2); first != "10 3 2 9 24 95" || second != "8 2 3 11 4 7" {
		t.Errorf("entered are %q and %q", first, second)
	}
	h.tap(`fieldset.pl:nth-of-type(1) input[name^="cities-"]`) // a mistake is seen
	asks(1, "settlements cities")
	key("4·1: Settlements 4, Cities 1")
	asks(3, "vp")
	do(h.tab, "too many", chromedp.SendKeys(`fieldset.pl:nth-of-type(3) input[name^="settlements-"]`, "9"))
	if got := entered(1); got != "10 4 1 9 24 95" || !h.is(`document.getElementById("register").disabled`) {
		t.Errorf("entered is %q", got)
	}
	fits(h.tab, "the pad with large letters")
}

func vps(r openapi.Result) []int {
	return openapi.Each(r.Seats, func(s openapi.SeatResult) int { return s.Vp })
}
