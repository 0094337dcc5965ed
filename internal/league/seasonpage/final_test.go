package seasonpage_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/league/seasonpage"
	"referto/openapi"
)

// list returns the page of a final: of the national one for "", otherwise of a region's.
func (s *tale) list(region string) (pages.FinalList, bool) {
	return s.source().Final(pages.Reader{Lang: "en"}, openapi.Tenant{}, region)
}

// who writes the holders of places, in their order, each with the state of the place.
func who(places []pages.BoardPlace) string {
	var out []string
	for _, p := range places {
		name := p.Holder
		if name == "" {
			name = "-"
		}
		out = append(out, name+" "+string(p.State))
	}
	return strings.Join(out, ", ")
}

// is compares a text of a page with the wanted one.
func is(t *testing.T, name, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}

// away records that a player cannot come to a final.
func (s *tale) away(name string, to rules.SeasonFinal) {
	s.facts.Unavailable = append(s.facts.Unavailable, season.Unavailability{Player: s.player(name), To: to, At: instant(s.t, "2010-01-10T10:00:00Z")})
}

// final records the final of a region on a day, with its ranking.
func (s *tale) final(name, region string, day rules.Day, valid bool, ranking ...string) {
	f := season.Final{
		Region: s.region(region), Event: league.EventID{UUID: id(name)}, Day: day, Verdict: &season.Verdict{Valid: valid},
		Report: &season.Report{Received: day, Documents: []string{"winner", "panorama", "final-table"}},
	}
	for _, player := range ranking {
		f.Ranking = append(f.Ranking, s.player(player))
	}
	s.names.Events[f.Event] = seasonpage.Event{Title: "Finale " + region, City: name, Slug: strings.ToLower(name)}
	s.facts.Finals = append(s.facts.Finals, f)
}

// The national final lists the champion first, then the players whose journey is paid, then the others, and
// last the winners of regional finals (CN09 1.9).
func TestNationalFinal(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio", "Umbria")
	s.facts.Champion = s.player("Rex")
	s.play("Napoli", "", "2009-03-01", 16, "Olga")
	s.play("Bari", "", "2009-02-15", 36, "Pia", "Quinto")
	s.play("Roma", "Lazio", "2009-05-30", 28, "Anna", "Bruno")
	s.play("Tivoli", "Lazio", "2009-06-06", 12, "Carla")
	s.play("Terni", "Umbria", "2009-06-13", 12, "Dora")
	s.play("Todi", "Umbria", "2009-06-20", 12, "Elio")
	s.play("Narni", "Umbria", "2009-06-27", 12, "Fede")
	s.final("Orvieto", "Umbria", "2010-01-31", true, "Elio", "Dora", "Fede")
	page, known := s.list("")
	is(t, "CN09 1.9 places", who(page.Places), "Rex held, Anna held, Pia held, Quinto held, Olga held, Elio held")
	is(t, "CN09 1.9 nobody has lost one", who(page.Lost), "")
	is(t, "the finals that have a page", strings.Join(page.Regions, " "), "Lazio Umbria")
	if !known || page.Coming != 1 || !page.ComingRefund || page.ComingRule != (openapi.Rule{Code: "CN09", Paragraph: "1.9"}) {
		t.Errorf("CN09 1.9 a place is to come from Lazio: %d, %+v", page.Coming, page.ComingRule)
	}
	s.away("Pia", rules.ToNationalFinal)
	s.away("Rex", rules.ToNationalFinal)
	s.away("Elio", rules.ToNationalFinal)
	page, _ = s.list("")
	is(t, "CN09 1.9 who steps in stands in that place", who(page.Places), "Anna held, Quinto held, Olga held, Dora held")
	is(t, "CN09 1.9 nobody steps in for the champion, nor a second who comes already", who(page.Lost), "- declined, - declined")
	last := page.Places[3]
	if want := (pages.PlaceOrigin{Kind: season.FromRegionalFinal, Event: "Finale Umbria", Slug: "orvieto", Region: "Umbria", Rank: 2}); !cmp.Equal(last.Origin, want) || last.For != "Elio" {
		t.Errorf("CN09 1.9 she is the second of the region: %+v for %s", last.Origin, last.For)
	}
}

// The final of a region lists its players, those of guest regions included, and the lost places (CN09 1.7).
func TestFinalOfARegion(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio", "Umbria", "Molise")
	s.play("Roma", "Lazio", "2009-03-01", 12, "Anna", "Bruno")
	s.play("Tivoli", "Lazio", "2009-03-08", 12, "Carla")
	s.play("Rieti", "Lazio", "2009-03-15", 28, "Dora", "Elio")
	s.play("Terni", "Umbria", "2009-03-22", 12, "Fede")
	s.facts.Merges = []season.Merge{{Region: s.region("Umbria"), Into: s.region("Lazio")}}
	s.away("Anna", rules.ToRegionalFinal)
	s.away("Elio", rules.ToRegionalFinal)
	page, known := s.list("Lazio")
	is(t, "CN09 1.7, 1.7.1 finalists, the guest last", who(page.Places), "Bruno held, Carla held, Fede held")
	is(t, "CN09 1.7 nobody steps in for the second of a Grande Torneo", who(page.Lost), "- declined")
	is(t, "CN09 1.7.1 a region that plays elsewhere has no page of its own", strings.Join(page.Regions, " "), "Lazio Molise")
	if !known || page.Region != "Lazio" || page.RegionID != id("Lazio") {
		t.Errorf("got %s %s", page.Region, page.RegionID)
	}
	page, known = s.list("Molise")
	is(t, "CN09 1.7 of a region without finalists", who(page.Places)+who(page.Lost), "")
	if !known {
		t.Error("CN09 1.7 Molise takes part")
	}
	for _, region := range []string{"Umbria", "Sardegna"} {
		if _, known := s.list(region); known {
			t.Errorf("CN09 1.7.1 there is no final of %s", region)
		}
	}
}

// If a final is played again, the last result counts, and its page shows it (CN09 1.4).
func TestFinalThatIsPlayedAgain(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	s.play("Roma", "Lazio", "2009-03-01", 12, "Anna")
	s.play("Tivoli", "Lazio", "2009-03-08", 12, "Bruno")
	s.play("Rieti", "Lazio", "2009-03-15", 12, "Carla")
	s.final("Latina", "Lazio", "2010-01-10", false, "Anna", "Bruno", "Carla")
	s.final("Fondi", "Lazio", "2010-01-31", true, "Bruno", "Carla", "Anna")
	r := s.board().Regions[0]
	is(t, "CN09 1.4 the champion and where", r.Champion+" at "+r.Final.City, "Bruno at Fondi")
	s.away("Bruno", rules.ToNationalFinal)
	page, _ := s.list("")
	is(t, "CN09 1.9 the second of the last", who(page.Places), "Carla held")
	if page.Places[0].Origin.Rank != 2 {
		t.Errorf("CN09 1.9 of that final she is no. %d", page.Places[0].Origin.Rank)
	}
}

// An open convocation shows when its answer is due, as a day of the season.
func TestAnswersAreAwaited(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	s.play("Napoli", "", "2009-03-01", 16, "Olga")
	s.facts.Convocations = []season.Convocation{{
		Player: s.player("Olga"), To: rules.ToNationalFinal, At: instant(t, "2010-01-10T10:00:00Z"), AnswerBy: instant(t, "2010-01-17T23:30:00Z"),
	}}
	page, _ := s.list("")
	is(t, "CN09 1.9", who(page.Places), "Olga offered")
	if got, want := page.Places[0].AnswerBy, date(2010, 1, 18); !got.Equal(want) {
		t.Errorf("CN09 1.9 in Rome it is the next day already: %s", got)
	}
}

// The calendar shows of an event the number of entries before it, the number of players after it, and why it
// does not count (CN09 1.7, 1.11).
func TestEventsOfTheCalendar(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	planned := s.play("Roma", "Lazio", "2009-03-01", 20)
	planned.Ranking, planned.Report, planned.Verdict = nil, nil, nil
	for i := range 5 {
		planned.Entrants[i].Played = false
	}
	absent := s.play("Tivoli", "Lazio", "2009-03-08", 30, "Bruno")
	for i := 10; i < 30; i++ {
		absent.Entrants[i].Played = false
	}
	absent.Ranking, absent.Verdict.Valid = absent.Ranking[:10], false
	waiting := s.play("Rieti", "Lazio", "2009-03-15", 12, "Carla")
	waiting.Verdict, waiting.Report.Documents = nil, []string{"winner"}
	c := s.source().Calendar(pages.Reader{Lang: "en"}, openapi.Tenant{})
	type row struct {
		title, tier, winner string
		large               bool
		players             int
		standing            season.Standing
		why                 []string
	}
	var got []row
	for _, e := range c.Events {
		r := row{e.Title, e.Tier, e.Winner, e.Large, e.Players, e.Standing, nil}
		for _, why := range e.Why {
			r.why = append(r.why, why.Rule.Paragraph+" "+why.Reason)
		}
		got = append(got, r)
	}
	want := []row{
		{"Tappa di Roma", "Selezione regionale", "", false, 20, season.Planned, nil},
		{"Tappa di Tivoli", "Grande Torneo", "Bruno", true, 10, season.Invalidated, []string{"1.7 too-few-players"}},
		{"Tappa di Rieti", "Selezione regionale", "Carla", false, 12, season.Provisional, []string{"1.6.a photos-missing", "1.6.a photos-missing"}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(row{})); diff != "" {
		t.Error(diff)
	}
	if c.Season.Slug != "2009" || !c.Season.From.Equal(date(2009, 2, 1)) || !c.Season.To.Equal(date(2009, 12, 31)) || !c.Season.FinalsBy.Equal(date(2010, 2, 14)) {
		t.Errorf("CN09 1.4 got %+v", c.Season)
	}
}

// The size of an event with its own ruleset follows from that ruleset.
func TestEventWithItsOwnRuleset(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	small, part := *s.facts.Rules, *s.facts.Rules.Season
	part.Tiers = append([]rules.Tier(nil), part.Tiers...)
	part.Tiers[1].Least, small.Season = 14, &part
	s.play("Roma", "Lazio", "2009-03-01", 14, "Anna", "Bruno").Rules = &small
	s.play("Tivoli", "Lazio", "2009-03-08", 14, "Carla")
	for i, large := range []bool{true, false} {
		if got := s.board().Regions[0].Events[i]; got.Large != large {
			t.Errorf("CN09 1.7 %s of 14 is large: %t", got.Title, got.Large)
		}
	}
}

// The stakes of an event in the words of each language, before the event and for a stage that is not valid yet
// (CN09 1.7).
func TestAtStakeOfAStage(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	e := s.play("Roma", "Lazio", "2009-04-01", 11)
	e.Ranking, e.Report, e.Verdict = nil, nil, nil
	got := seasonpage.AtStake(season.Derive(s.facts).Events[0], rules.RegionalCircuit, s.facts.Rules, "en")
	is(t, "CN09 1.7 a selection", got.Tier, "Selezione regionale")
	if got.Valid.Rule.Paragraph != "1.7" || got.Valid.Text == "" {
		t.Errorf("CN09 1.7 one is missing to a valid stage: %+v", got.Valid)
	}
	var stakes []string
	for _, stake := range got.Next.Stakes {
		stakes = append(stakes, stake.Rule.Paragraph)
	}
	is(t, "CN09 1.7, 1.9 seventeen more make a Grande Torneo", got.Next.Name+" "+strings.Join(stakes, " "), "Grande Torneo 1.7 1.7 1.9")
	if got.Next.Missing != 17 {
		t.Errorf("CN09 1.7 %d are missing", got.Next.Missing)
	}
	for _, lang := range []string{"it", "bg"} {
		other := seasonpage.AtStake(season.Derive(s.facts).Events[0], rules.RegionalCircuit, s.facts.Rules, lang)
		if other.Stakes[0].Text == got.Stakes[0].Text || other.Why.Text == got.Why.Text || other.Valid.Text == got.Valid.Text {
			t.Errorf("%s says what English says: %+v", lang, other)
		}
	}
}
