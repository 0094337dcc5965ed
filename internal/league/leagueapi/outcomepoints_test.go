package leagueapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// pointed is a stage that a ranking with the cap of BG 1 takes, and of which the points alone are known.
type pointed struct {
	*tappa
	ranking string // path
}

func newPointed(t *testing.T) *pointed {
	t.Helper()
	x := newTappa(t, 12, nil)
	path := x.federation.Path + "/rankings"
	id := x.federation.Manager.Post(path, apitest.JSON{
		"slug": "storica", "title": "Storica", "ruleset": "catan-ranglista-bg", "counted": []string{"stage"}, "national": []string{"national-final"},
	}).Want(201).ID("id").String()
	x.now("2009-03-01 20:00")
	return &pointed{x, path + "/" + id}
}

// points is the outcome in which each player gets so many points, by the order of the register; "" is none.
func (p *pointed) points(changes apitest.JSON, points ...string) apitest.JSON {
	entrants := []apitest.JSON{}
	for i, player := range p.players {
		one := apitest.JSON{"player": player, "played": true}
		switch {
		case i >= len(points):
			one["figures"] = apitest.JSON{"points": "0"}
		case points[i] != "":
			one["figures"] = apitest.JSON{"points": points[i], "vp": fmt.Sprint(20 - i)}
		}
		entrants = append(entrants, one)
	}
	out := p.outcome(apitest.JSON{"entrants": entrants})
	for name, value := range changes {
		out[name] = value
	}
	return out
}

// top lists the first three of a list, and how many there are: "1 AA 290/20".
func (p *pointed) top(list string) string {
	p.t.Helper()
	var page openapi.RankingStandings
	p.server.Anonymous().Get(p.ranking + "/" + list).Want(200).Into(&page)
	texts := []string{fmt.Sprint(page.Players)}
	for _, row := range page.Items[:min(3, len(page.Items))] {
		texts = append(texts, fmt.Sprintf("%d %s %s", row.Rank, strings.TrimPrefix(row.Player.Name, "Giocatore "), strings.Join(row.Figures, "/")))
	}
	return strings.Join(texts, ", ")
}

func (p *pointed) homologated() { p.t.Helper(); p.decide(p.contact, "homologate", nil).Want(200) }

func (p *pointed) reversed() {
	p.t.Helper()
	p.contact.Post(p.path+"/homologation/reversal", apitest.JSON{"reason": "Da rivedere"}).Want(200)
}

// An event known only by its ranking posts the points that were entered with its outcome, once it counts: not
// before it is homologated, and as they were entered. The distance to the cap, the hall and the doors of later events
// follow (BG 1). What is corrected is replaced, and what is withdrawn is gone as if it had never been.
func TestPointsOfAnOutcome(t *testing.T) {
	t.Parallel()
	p := newPointed(t)
	before, hall := p.top("standings"), p.top("hall")
	p.organizer.Post(p.path+"/outcome", p.points(nil, "295.5", "40", "8")).Want(200)
	if got := p.top("standings"); got != before {
		t.Errorf("CN09 1.6: it counts before it is homologated: %s", got)
	}
	p.photographs()
	p.report(nil).Want(201)
	p.homologated()
	const first = "12, 1 AA 295.5/20/0.00/0/0/0/1, 2 AB 40/19/0.00/0/0/0/1, 3 AC 8/18/0.00/0/0/0/1"
	if got := p.top("standings"); got != first {
		t.Errorf("posted: %s", got)
	}
	if got := p.federation.Manager.Get(p.ranking + "/players/" + p.players[0].String()).Want(200); got.Text("row.distance") != "4.5" || got.Int("events.0.place") != 1 {
		t.Errorf("BG 1: the way: %s", got.Body)
	}
	if got := p.federation.Manager.Get(p.federation.Path + "/players/" + p.players[0].String() + "/biography").Want(200); got.Text("results.0.points") != "295.5" || got.Text("results.0.vp") != "20" {
		t.Errorf("the page of the player: %s", got.Body)
	}
	for day, want := range map[string]string{"2009-02-28": before, "2009-03-01": first} {
		if got := p.top("standings?asOf=" + day); got != want {
			t.Errorf("at the end of %s: %s", day, got)
		}
	}
	p.reversed()
	if got := p.top("standings"); got != before {
		t.Errorf("CN09 1.11: taken back: %s", got)
	}

	// A correction replaces them: the first crosses the cap.
	p.organizer.Post(p.path+"/outcome", p.points(apitest.JSON{"reason": "Una cifra sbagliata"}, "305", "41")).Want(200)
	p.homologated()
	if got := p.top("hall"); got != "1, 1 AA 305/20/0.00/0/0/0/1" {
		t.Errorf("BG 1: the hall: %s", got)
	}
	if got := p.top("standings"); !strings.HasPrefix(got, "11, 1 AB 41/19/") {
		t.Errorf("BG 1: the ranking: %s", got)
	}
	if got := p.top("hall?asOf=2009-02-28"); got != hall {
		t.Errorf("BG 1: the hall before: %s", got)
	}
	next := p.weekLater()
	entered := func() *apitest.Answer { return next.enterPlayer(p.players[0]) }
	if got := entered().Refused(422, "invalid"); !slices.Contains(faults(got), "/player in-the-hall") {
		t.Errorf("BG 1: %s", got.Body)
	}
	p.reversed()
	p.organizer.Post(p.path+"/outcome/withdrawal", apitest.JSON{"reason": "Era un altro torneo"}).Want(200)
	if got := p.top("standings") + p.top("hall"); got != before+hall {
		t.Errorf("withdrawn: %s", got)
	}
	entered().Refused(409, "entries-not-open") // and for no other reason any more

	// Without figures it gives nothing, whatever was entered before.
	p.organizer.Post(p.path+"/outcome", p.outcome(nil)).Want(200)
	p.homologated()
	if got := p.top("standings") + p.top("hall"); got != before+hall {
		t.Errorf("an outcome without points: %s", got)
	}
}

// A ranking that begins later takes the points like those of any other event, and gives them back like those.
func TestPointsOfAnOutcomeForALaterRanking(t *testing.T) {
	t.Parallel()
	p := newPointed(t)
	p.organizer.Post(p.path+"/outcome", p.points(nil, "12.5", "7")).Want(200)
	p.photographs()
	p.report(nil).Want(201)
	p.homologated()
	here := p.top("standings")
	path := p.federation.Path + "/rankings"
	later := &pointed{p.tappa, path + "/" + p.federation.Manager.Post(path, apitest.JSON{
		"slug": "anno", "title": "Anno", "ruleset": "catan-ranglista-bg", "counted": []string{"stage"}, "national": []string{},
	}).Want(201).ID("id").String()}
	if got := later.top("standings"); got != here || !strings.HasPrefix(here, "12, 1 AA 12.5/20/") {
		t.Errorf("a ranking that begins later: %s, the other: %s", got, here)
	}
	p.reversed()
	if got := p.top("standings") + later.top("standings"); got != "00" {
		t.Errorf("CN09 1.11: taken back, they have %s", got)
	}
	p.homologated()
	if got := p.top("standings") + later.top("standings"); got != here+here {
		t.Errorf("homologated once more, they have %s", got)
	}
}

// Points are exact, within the bounds of the rankings that take them, and known for everybody who played or for
// nobody. A refusal cites the paragraph of the ranking.
func TestPointsOfAnOutcomeAreRefused(t *testing.T) {
	t.Parallel()
	p := newPointed(t)
	change := func(at int, figures apitest.JSON) apitest.JSON {
		out := p.points(nil, "12", "7")
		one := out["entrants"].([]apitest.JSON)[at]
		if delete(one, "figures"); figures != nil {
			one["figures"] = figures
		}
		return out
	}
	for _, tt := range []struct {
		name string
		body apitest.JSON
		want []string
	}{
		{"BG 1 quarters of a point", change(1, apitest.JSON{"points": "7.25"}), []string{"/entrants/1/figures/points too-many-digits"}},
		{"BG 1 more than there may be", change(0, apitest.JSON{"points": "1000001"}), []string{"/entrants/0/figures/points outside-range"}},
		{"BG 1 half a victory", change(0, apitest.JSON{"firsts": "0.5"}), []string{"/entrants/0/figures/firsts too-many-digits"}},
		{"a figure that no ranking has", change(3, apitest.JSON{"luck": "7"}), []string{"/entrants/3/figures/luck figure-of-no-ranking"}},
		{"of some", change(4, nil), []string{"/entrants/4 figures-of-some"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			refused := p.organizer.In(t).Post(p.path+"/outcome", tt.body).Want(422)
			same(t, faults(refused), tt.want...)
			if paragraph := refused.Text("rule.paragraph"); strings.HasPrefix(tt.name, "BG 1") && paragraph != "1" {
				t.Errorf("cited: %q in %s", paragraph, refused.Body)
			}
		})
	}
	for _, text := range []string{"-1", "1/2", "1e3", "sette"} {
		p.organizer.Do(http.MethodPost, p.path+"/outcome", change(0, apitest.JSON{"points": text})).Refused(422, "invalid")
	}
	absent := p.points(nil, "12", "7")
	absent["entrants"].([]apitest.JSON)[11]["played"] = false
	same(t, faults(p.organizer.Post(p.path+"/outcome", absent).Want(422)), "/entrants/11 figures-without-playing")
	absent["entrants"] = append(absent["entrants"].([]apitest.JSON)[:11], apitest.JSON{"player": uuid.New(), "played": true, "figures": apitest.JSON{"points": "1"}})
	same(t, faults(p.organizer.Post(p.path+"/outcome", absent).Want(422)), "/entrants/11 unknown-player")
	if n := p.server.Database.Count(t, `select count(*) from league.outcomes`); n != 0 {
		t.Errorf("%d outcomes were stored", n)
	}
}

// Whoever entered by a record that is merged into another one since has the points of a corrected outcome under the
// record by which they entered, as its place has it: they are theirs together, and part again with the records.
func TestPointsOfAnOutcomeAndMergedRecords(t *testing.T) {
	t.Parallel()
	p := newPointed(t)
	p.organizer.Post(p.path+"/outcome", p.points(nil, "12.5", "7")).Want(200)
	manager, tenant := p.federation.Manager, p.federation.Path
	kept := manager.Post(tenant+"/players", apitest.JSON{"name": "Giocatore Intero"}).Want(201).ID("id")
	merging(manager, tenant, p.players[0], kept).Want(200)
	p.organizer.Post(p.path+"/outcome", p.points(apitest.JSON{"reason": "Una cifra sbagliata"}, "13.5", "7")).Want(200)
	p.photographs()
	p.report(nil).Want(201)
	p.homologated()
	life := func(player uuid.UUID) string {
		t.Helper()
		got := manager.Get(p.ranking + "/players/" + player.String()).Want(200)
		results := manager.Get(tenant + "/players/" + player.String() + "/biography").Want(200)
		return fmt.Sprintf("%s, place %d, on the page %s", got.Text("row.figures.0"), got.Int("events.0.place"), results.Text("results.0.points"))
	}
	const whole = "13.5, place 1, on the page 13.5"
	if got := life(kept); got != whole {
		t.Errorf("merged: %s", got)
	}
	unmerging(manager, tenant, p.players[0]).Want(200)
	if got := life(p.players[0]); got != whole {
		t.Errorf("parted: %s", got)
	}
	if got := manager.Get(p.ranking + "/players/" + kept.String()).Want(200); got.Len("events") != 0 {
		t.Errorf("parted, the record that was kept has %s", got.Body)
	}
}
