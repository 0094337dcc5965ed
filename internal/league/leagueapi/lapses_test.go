package leagueapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/openapi"
)

// lapses writes the lapses of a player, as the manager sees them, the latest event first.
func (s *stage) lapses(player uuid.UUID) string {
	s.t.Helper()
	var list openapi.LapseList
	s.federation.Manager.Get(s.address("players/" + player.String() + "/lapses")).Want(200).Into(&list)
	if list.Player.Id.UUID != player {
		s.t.Errorf("of %s: %+v", player, list.Player)
	}
	return lapsesIn(list.Items)
}

func lapsesIn(items []openapi.Lapse) string {
	var out []string
	for _, l := range items {
		text := fmt.Sprintf("%s %s %s %s", l.Kind, l.LocalDate, l.Explanation.Rule.Paragraph, l.Follows)
		if l.Excused {
			text += " excused"
		}
		if l.Counts {
			text += " counts"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// decideLapse decides whether an entry was not kept for a good reason.
func (s *stage) decideLapse(by *apitest.Client, entry int, excused bool) *apitest.Answer {
	s.t.Helper()
	return by.Post(s.entry(entry)+"/lapse-decision", apitest.JSON{"excused": excused, "reason": "беше в болница"})
}

// strict makes a federation whose regulation is that of the Bulgarian ranking tournaments with a number: two
// lapses within a year bar for three months.
func strict(t *testing.T) *stage {
	t.Helper()
	return appearing(t, rules.Appearance{InTime: rules.DayBefore, Paragraph: "FP 2", Bars: []rules.LapseBar{
		{Lapses: []rules.LapseKind{rules.LapseNoShow, rules.LapseLate}, Count: 2, Within: 12, Months: 3, Paragraph: "FP 18"},
	}})
}

// appearing makes a federation whose regulation is that of the Bulgarian ranking tournaments with another rule
// on coming.
func appearing(t *testing.T, rule rules.Appearance) *stage {
	t.Helper()
	s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"formula": "three-rounds"})
	r, err := presets.Find("catan-ranglista-bg")
	if err != nil {
		t.Fatal(err)
	}
	r.ID, r.Code = "strogo", "STR1"
	r.Appearance = &rule
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	s.federation.Manager.Post(s.address("rulesets"), `{"document":`+string(text)+`}`).Want(201)
	s.federation.Manager.Post(s.address("rulesets/strogo/versions"), apitest.JSON{"draft": 1}).Want(201)
	return s
}

// evening is an event by the strict regulation that takes entries, on a day.
func (s *stage) evening(day string) *stage { return s.eveningOf(day, 20) }

// eveningOf is an evening with so many seats.
func (s *stage) eveningOf(day string, seats int) *stage {
	s.t.Helper()
	next := *s
	next.id = s.federation.Manager.Post(s.address("events"), apitest.JSON{
		"kind": "club", "title": "Вечер " + day, "startsAt": day + "T16:00:00Z", "timeZone": "Europe/Sofia",
		"venue": apitest.JSON{"name": "Клуб", "city": "София"}, "ruleset": "strogo", "formula": "two-rounds", "capacity": seats,
	}).Want(201).ID("id")
	next.path = s.address("events/" + next.id.String())
	next.organizer = s.federation.Manager
	next.referee = next.appoint("Съдия "+day, "first-referee")
	next.open()
	return &next
}

// startWith has some entries checked in and the event started.
func (s *stage) startWith(entries ...int) {
	s.t.Helper()
	s.checkIn(entries...)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
}

// BG FP 2, 1.1.7: players who did not come, withdrew too late or left are seen by the manager and by
// themselves, with the consequences; a good reason, a revoked leaving and a void event remove them again.
func TestLapses(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"formula": "three-rounds", "startsAt": "2009-02-09T09:30:00Z"})
	s.open()
	manager := s.federation.Manager
	missing := s.server.SignUp("Мария Неявила")
	one := missing.Post(s.path+"/my-entry", apitest.JSON{}).Want(201).ID("player.id")
	s.enter(9) // the entries 2 to 10
	early, late, leaver := s.playerOf(2), s.playerOf(3), s.playerOf(4)
	cancel := func(entry int) {
		t.Helper()
		s.organizer.Post(s.entry(entry)+"/cancellation", apitest.JSON{"reason": "отказа се"}).Want(200)
	}
	cancel(2)
	s.server.Clock.Set(time.Date(2009, 2, 9, 6, 0, 0, 0, time.UTC)) // the day of the event
	for _, who := range []*apitest.Client{manager, s.organizer, s.referee, missing} {
		who.Renew()
	}
	cancel(3)
	if got := s.lapses(late); got != "" {
		t.Errorf("before the start: %s", got)
	}
	s.startWith(4, 5, 6, 7, 8, 9, 10)
	withdrawal := s.leaves(4)

	want := map[uuid.UUID]string{
		one:           "no-show 2009-02-09 FP 2 nothing counts",
		early:         "",
		late:          "late-cancellation 2009-02-09 FP 2 nothing counts",
		leaver:        "left 2009-02-09 1.1.7 undecided counts",
		s.playerOf(5): "",
	}
	for player, lapse := range want {
		if got := s.lapses(player); got != lapse {
			t.Errorf("got %q, want %q", got, lapse)
		}
	}
	mine := func(who *apitest.Client) []openapi.Lapse {
		t.Helper()
		var list openapi.MyLapses
		who.Get(s.address("my-lapses")).Want(200).Into(&list)
		return list.Items
	}
	if got := mine(missing); lapsesIn(got) != want[one] || got[0].Event.Id.UUID != s.id || got[0].Entry != 1 || got[0].Explanation.Text == "" {
		t.Errorf("my lapses: %+v", got)
	}
	if got := mine(s.server.SignUp("Никой")); len(got) != 0 {
		t.Errorf("of somebody without a record: %+v", got)
	}

	// The manager reads the lapses of all, the last entry first; pages and the whole list agree.
	all := map[uuid.UUID]string{}
	numbers := []int{}
	for at := "?limit=1"; at != ""; {
		var page openapi.PlayerLapsePage
		manager.Get(s.address("lapses" + at)).Want(200).Into(&page)
		if len(page.Items) != 1 {
			t.Fatalf("a page of one: %+v", page)
		}
		all[page.Items[0].Player.Id.UUID] = lapsesIn([]openapi.Lapse{page.Items[0].Lapse})
		numbers = append(numbers, page.Items[0].Lapse.Entry)
		if at = ""; page.NextCursor != "" {
			at = "?limit=1&cursor=" + page.NextCursor
		}
	}
	lapsed := maps.Clone(want)
	maps.DeleteFunc(lapsed, func(_ uuid.UUID, text string) bool { return text == "" })
	if !maps.Equal(all, lapsed) || !slices.IsSortedFunc(numbers, func(a, b int) int { return b - a }) {
		t.Errorf("of all: %v in the order %v, want %v", all, numbers, lapsed)
	}

	// Nobody else reads them: the manager does (above).
	path := s.address("players/" + one.String() + "/lapses")
	for _, who := range []*apitest.Client{s.organizer, s.referee, missing} {
		who.Get(path).Refused(403, "role-missing")
		who.Get(s.address("lapses")).Refused(403, "role-missing")
		s.decideLapse(who, 1, true).Refused(403, "role-missing")
	}
	s.server.Anonymous().Get(path).Want(401)
	s.server.Anonymous().Get(s.address("my-lapses")).Want(401)
	manager.Get(s.address("players/"+uuid.NewString()+"/lapses")).Refused(404, "not-found")

	// The manager decides about the reason, and anew; about leaving as about a report.
	found := s.decideLapse(manager, 1, true).Want(200)
	if found.Value("excused") != true || found.Value("counts") != false || found.Int("decision.number") != 1 || found.Text("decision.reason") != "беше в болница" {
		t.Errorf("a good reason: %s", found.Body)
	}
	if got := lapsesIn(mine(missing)); got != "no-show 2009-02-09 FP 2 nothing excused" {
		t.Errorf("excused: %s", got)
	}
	s.decideLapse(manager, 1, true).Refused(409, "lapse-decided-so")
	if again := s.decideLapse(manager, 1, false).Want(200); again.Int("decision.number") != 2 || again.Value("counts") != true {
		t.Errorf("not good after all: %s", again.Body)
	}
	s.decideLapse(manager, 3, false).Refused(409, "lapse-decided-so")
	s.decideLapse(manager, 4, true).Refused(409, "leaving-is-reported")
	s.decideLapse(manager, 5, true).Refused(409, "entry-was-kept")
	s.decideLapse(manager, 2, true).Refused(409, "entry-was-kept")
	s.decideLapse(manager, 99, true).Refused(404, "not-found")
	manager.Post(s.entry(1)+"/lapse-decision", apitest.JSON{"excused": true, "reason": ""}).Want(422)

	// Decisions about leaving are shown there too; after a revocation, nobody has left.
	decided := manager.Post(s.path+"/withdrawals/"+withdrawal+"/decision", ban("2009-03-01", "2009-06-30")).Want(201)
	if got := s.lapses(leaver); got != "left 2009-02-09 1.1.7 ban counts" {
		t.Errorf("banned: %s", got)
	}
	cases := s.address("bans/" + decided.ID("id").String())
	manager.Post(cases+"/decisions", noBan(), apitest.Match(manager.Get(cases).Want(200).ETag())).Want(201)
	if got := s.lapses(leaver); got != "left 2009-02-09 1.1.7 nothing excused" {
		t.Errorf("lifted: %s", got)
	}
	s.organizer.Post(s.path+"/withdrawals/"+withdrawal+"/revocation", apitest.JSON{"reason": "грешка"}).Want(200)
	if got := s.lapses(leaver); got != "" {
		t.Errorf("taken back: %s", got)
	}

	// The lapses of an event disappear while it is void, and are there again once it counts after all, also if it
	// is reopened.
	for round := 1; round <= 3; round++ {
		for _, table := range s.draw().Tables {
			s.record(table, map[int]string{3: "declared 13! 8 7", 4: "declared 13! 8 7 6"}[len(table.Seats)])
		}
		s.close(round)
	}
	s.referee.Post(s.path+"/completion", nil).Want(200)
	manager.Post(s.path+"/validity", apitest.JSON{"valid": false, "reason": "друга карта"}).Want(200)
	for player := range want {
		if got := s.lapses(player); got != "" {
			t.Errorf("of a void event: %s", got)
		}
	}
	manager.Post(s.path+"/validity", apitest.JSON{"valid": true, "reason": "все пак"}).Want(200)
	s.referee.Post(s.path+"/reopening", apitest.JSON{"reason": "грешен резултат"}).Want(200)
	if got := s.lapses(one); got != want[one] {
		t.Errorf("it counts after all: %s", got)
	}
}

// Nobody decides about themselves, also as the manager.
func TestOwnLapse(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"formula": "three-rounds"})
	s.open()
	manager := s.federation.Manager
	manager.Post(s.path+"/my-entry", apitest.JSON{}).Want(201)
	s.enter(4)
	s.startWith(2, 3, 4, 5)
	s.decideLapse(manager, 1, true).Refused(403, "own-case")
}

// Two managers decide about one entry at the same moment: one of them does, every time.
func TestRaceOfTwoLapseDecisions(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"formula": "three-rounds"})
	s.open()
	s.enter(7)
	s.startWith(4, 5, 6, 7)
	other := s.server.SignUp("Altro responsabile")
	s.federation.Appoint(other, "championship-manager", apitest.WholeTenant())
	for entry := 1; entry <= 3; entry++ {
		decide := func(by *apitest.Client) func() *apitest.Answer {
			return func() *apitest.Answer { return s.decideLapse(by, entry, true) }
		}
		if got := statuses(race(decide(s.federation.Manager), decide(other))); !slices.Equal(got, []int{200, 409}) {
			t.Fatalf("two decisions about entry %d: %v", entry, got)
		}
		if again := s.decideLapse(other, entry, false).Want(200); again.Int("decision.number") != 2 {
			t.Errorf("entry %d: %s", entry, again.Body)
		}
	}
}

// A regulation may bar by a number of lapses: at every door, until a day, unless one of them
// was for a good reason. Others read only that they may not take part.
func TestTooManyLapsesBar(t *testing.T) {
	t.Parallel()
	s := strict(t)
	manager := s.federation.Manager
	first := s.evening("2009-03-01")
	who := s.server.SignUp("Мария Неявила")
	player := who.Post(first.path+"/my-entry", apitest.JSON{}).Want(201).ID("player.id")
	others := make([]uuid.UUID, 4)
	for i := range others {
		others[i] = s.player(i)
	}
	gather := func(e *stage) {
		t.Helper()
		for _, other := range others {
			e.enterPlayer(other).Want(201)
		}
		e.startWith(2, 3, 4, 5)
	}
	gather(first)
	second, soon := s.evening("2009-03-15"), s.evening("2009-03-22")
	who.Post(second.path+"/my-entry", apitest.JSON{}).Want(201) // one is not two
	who.Post(soon.path+"/my-entry", apitest.JSON{}).Want(201)
	gather(second)

	last, after := s.evening("2009-06-15"), s.evening("2009-06-16")
	refused := who.Post(last.path+"/my-entry", apitest.JSON{}).Refused(422, "invalid")
	if refused.Text("rule.paragraph") != "FP 18" || refused.Text("errors.0.reason") != "too-many-lapses" || !strings.Contains(refused.Text("errors.0.text"), "2") {
		t.Errorf("by one's own entry: %s", refused.Body)
	}
	if byManager := last.enterPlayer(player).Refused(422, "invalid"); byManager.Text("errors.0.reason") != "too-many-lapses" {
		t.Errorf("by the office: %s", byManager.Body)
	}
	if byReferee := last.referee.Post(last.path+"/entries", apitest.JSON{"player": player}).Refused(422, "invalid"); byReferee.Text("errors.0.reason") != "may-not-take-part" ||
		strings.Contains(string(byReferee.Body), "lapses") || strings.Contains(string(byReferee.Body), "2009-06-15") {
		t.Errorf("whoever runs the event reads why: %s", byReferee.Body)
	}
	after.enterPlayer(player).Want(201) // the day after the last

	// Entered before, they are struck at the start.
	gather(soon)
	if e := who.Get(soon.path + "/my-entry"); e.Status != 200 && e.Status != 404 {
		t.Errorf("struck: %d %s", e.Status, e.Body)
	}
	if e := manager.Get(soon.entry(1)).Want(200); e.Text("state") != "cancelled" || e.Text("barred.0.reason") != "struck-for-lapses" || e.Text("barred.0.rule.paragraph") != "FP 2" {
		t.Errorf("struck: %s", e.Body)
	}
	if got := s.lapses(player); got != "no-show 2009-03-15 FP 2 nothing counts; no-show 2009-03-01 FP 2 nothing counts" {
		t.Errorf("who was refused has not stayed away: %s", got)
	}

	// A good reason for one of two, and the door is open; the preset's own events never shut it.
	s.open()
	s.enterPlayer(player).Want(201)
	first.decideLapse(manager, 1, true).Want(200)
	who.Post(last.path+"/my-entry", apitest.JSON{}).Want(201)
	first.decideLapse(manager, 1, false).Want(200)
	if e := manager.Get(last.path + "/entries?limit=10").Want(200); e.Text("items.0.barred.0.reason") != "too-many-lapses" {
		t.Errorf("whoever entered meanwhile is to be struck: %s", e.Body)
	}
}

// BG FP 2, by a house rule: a player who has not come goes behind the others if seats are short, until a day
// and unless they had a good reason. The person and the manager read why, the people who run the event that it
// is so, the public nothing.
func TestLapsesLosePriority(t *testing.T) {
	t.Parallel()
	s := appearing(t, rules.Appearance{InTime: rules.DayBefore, Paragraph: "FP 2", Yields: []rules.LapseBar{
		{Lapses: []rules.LapseKind{rules.LapseNoShow}, Count: 1, Within: 12, Months: 3, Paragraph: "FP 2"},
	}})
	first := s.evening("2009-03-01")
	who := s.server.SignUp("Мария Неявила")
	who.Post(first.path+"/my-entry", apitest.JSON{}).Want(201)
	others := make([]uuid.UUID, 5)
	for i := range others {
		others[i] = s.player(i)
	}
	for _, other := range others[:4] {
		first.enterPlayer(other).Want(201)
	}
	first.startWith(2, 3, 4, 5)

	second := s.eveningOf("2009-03-15", 3)
	for _, other := range others[:3] {
		second.enterPlayer(other).Want(201)
	}
	why := func(by *apitest.Client) string {
		t.Helper()
		path := second.entry(4)
		if by == who {
			path = second.path + "/my-entry"
		}
		e := by.Get(path).Want(200)
		if e.Value("yields") == nil {
			return ""
		}
		return e.Text("yields.reason") + " " + e.Text("yields.rule.paragraph")
	}
	at := func(entry int) int {
		t.Helper()
		return second.referee.Get(second.entry(entry)).Want(200).Int("waitingPosition")
	}
	who.Post(second.path+"/my-entry", apitest.JSON{}).Want(201)
	if at(4) != 1 {
		t.Errorf("alone on the list, they wait at %d", at(4))
	}
	second.enterPlayer(others[3]).Want(201)
	second.enterPlayer(others[4]).Want(201)
	if at(5) != 1 || at(6) != 2 || at(4) != 3 {
		t.Errorf("on the waiting list: %d %d %d", at(5), at(6), at(4))
	}
	for by, want := range map[*apitest.Client]string{
		s.federation.Manager: "yields-for-lapses FP 2", who: "yields-for-lapses FP 2", second.referee: "yields-to-others FP 2",
	} {
		if got := why(by); got != want {
			t.Errorf("read is %q, want %q", got, want)
		}
	}
	if slug := second.organizer.Get(second.path).Want(200).Text("slug"); slug != "" {
		if _, _, body := s.seasonPage("/e/"+slug+"?lang=en", ""); strings.Contains(body, "where seats are short") {
			t.Error("the public reads it on the page")
		}
	}
	cancel := func(entry int) {
		t.Helper()
		second.organizer.Post(second.entry(entry)+"/cancellation", apitest.JSON{"reason": "отказа се"}).Want(200)
	}
	cancel(1)
	if got := second.referee.Get(second.entry(5)).Want(200).Text("state"); got != "entered" {
		t.Errorf("who came later and has priority is %s", got)
	}
	first.decideLapse(s.federation.Manager, 1, true).Want(200)
	if got := why(s.federation.Manager); got != "" || at(4) != 1 || at(6) != 2 {
		t.Errorf("excused: %q, at %d, the other at %d", got, at(4), at(6))
	}
	first.decideLapse(s.federation.Manager, 1, false).Want(200)
	if got := why(s.federation.Manager); got != "yields-for-lapses FP 2" || at(4) != 2 {
		t.Errorf("not excused after all: %q at %d", got, at(4))
	}
	later := s.eveningOf("2009-06-02", 3)
	if e := who.Post(later.path+"/my-entry", apitest.JSON{}).Want(201); e.Value("yields") != nil {
		t.Errorf("the day after the last: %s", e.Body)
	}
}

// A player who has entered before they did not come elsewhere goes behind the others at the start.
func TestPriorityAtTheStart(t *testing.T) {
	t.Parallel()
	s := appearing(t, rules.Appearance{InTime: rules.DayBefore, Paragraph: "FP 2", Yields: []rules.LapseBar{
		{Lapses: []rules.LapseKind{rules.LapseNoShow}, Count: 1, Within: 12, Months: 3, Paragraph: "FP 2"},
	}})
	first, second := s.evening("2009-03-01"), s.evening("2009-03-15")
	player := s.player(9)
	second.enterPlayer(player).Want(201)
	first.enterPlayer(player).Want(201)
	for i := range 4 {
		other := s.player(i)
		first.enterPlayer(other).Want(201)
		second.enterPlayer(other).Want(201)
	}
	first.startWith(2, 3, 4, 5)
	second.startWith(1, 2, 3, 4)
	if e := s.federation.Manager.Get(second.entry(1)).Want(200); e.Text("state") != "playing" || e.Text("yields.reason") != "yields-for-lapses" {
		t.Errorf("at the start: %s", e.Body)
	}
}
