package seasonpage_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/season"
	"referto/internal/league/seasonpage"
	"referto/openapi"
)

// tale is a season of CN09 under construction, in which people, regions and events are known by their names.
type tale struct {
	t     *testing.T
	facts season.Facts
	names seasonpage.Names
}

func id(name string) uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)) }

func newTale(t *testing.T, regions ...string) *tale {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	s := &tale{
		t: t, facts: season.Facts{Rules: r, Period: season.Period{From: "2009-02-01", To: "2009-12-31", FinalsBy: "2010-02-14"}},
		names: seasonpage.Names{
			Slug: "2009", Title: "2009/10", Zone: zone, Players: map[league.PlayerID]string{},
			Regions: map[league.RegionID]seasonpage.Region{}, Events: map[league.EventID]seasonpage.Event{},
		},
	}
	for _, name := range regions {
		s.facts.Regions = append(s.facts.Regions, s.region(name))
		s.names.Regions[s.region(name)] = seasonpage.Region{Name: name}
	}
	return s
}

func (s *tale) region(name string) league.RegionID { return league.RegionID{UUID: id(name)} }

func (s *tale) player(name string) league.PlayerID {
	player := league.PlayerID{UUID: id(name)}
	s.names.Players[player] = name
	return player
}

// play adds an event that was played and homologated, with a number of players of whom the first are named.
func (s *tale) play(city, region string, day rules.Day, players int, first ...string) *season.Event {
	e := season.Event{
		ID: league.EventID{UUID: id(city)}, Circuit: rules.RegionalCircuit, Day: day, Announced: "2009-01-01",
		Report:  &season.Report{Received: day, Documents: []string{"winner", "panorama", "final-table"}},
		Verdict: &season.Verdict{Valid: true, At: instant(s.t, "2009-06-01T21:30:00Z")},
	}
	if region == "" {
		e.Circuit = rules.OpenCircuit
	} else {
		e.Region = s.region(region)
	}
	for i := range players {
		name := city + " " + strconv.Itoa(i+1)
		if i < len(first) {
			name = first[i]
		}
		e.Entrants = append(e.Entrants, facts.Entrant{Player: s.player(name), Played: true})
		e.Ranking = append(e.Ranking, s.player(name))
	}
	s.names.Events[e.ID] = seasonpage.Event{Title: "Tappa di " + city, City: city, Slug: strings.ToLower(city)}
	s.facts.Events = append(s.facts.Events, e)
	return &s.facts.Events[len(s.facts.Events)-1]
}

func (s *tale) source() seasonpage.Source {
	return seasonpage.Source{Facts: s.facts, State: season.Derive(s.facts), Names: s.names}
}

func (s *tale) board() pages.Board {
	return s.source().Board(pages.Reader{Lang: "en"}, openapi.Tenant{}, instant(s.t, "2009-06-30T22:30:00Z"))
}

func instant(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func date(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// said writes the steps of a place, one per line: day, player, text, paragraph.
func said(p pages.BoardPlace) []string {
	var lines []string
	for _, s := range p.Steps {
		line := s.Name + ": " + s.Text + " " + s.Rule.Paragraph
		if !s.Day.IsZero() {
			line = s.Day.Format(time.DateOnly) + " " + line
		}
		lines = append(lines, line)
	}
	return lines
}

// CN09 1.7 and 1.9: the winner of a Grande Torneo goes to the national final and gets the journey refunded; the
// second of the event steps in for them.
func TestAPlaceShowsItsSteps(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	s.play("Roma", "Lazio", "2009-05-30", 31, "Anna", "Bruno")
	s.facts.Unavailable = []season.Unavailability{{Player: s.player("Anna"), To: rules.ToNationalFinal, At: instant(t, "2009-06-20T08:00:00Z")}}
	answered := instant(t, "2009-06-25T08:00:00Z")
	s.facts.Convocations = []season.Convocation{{
		Player: s.player("Bruno"), To: rules.ToNationalFinal, At: instant(t, "2009-06-21T08:00:00Z"), AnswerBy: instant(t, "2009-06-28T21:00:00Z"), Accepted: &answered,
	}}
	board := s.board()
	if len(board.Places) != 1 {
		t.Fatalf("%d places", len(board.Places))
	}
	p := board.Places[0]
	want := []string{
		"2009-05-30 Anna: Won as no. 1 of this tournament: Grande Torneo. 1.7",
		"2009-06-01 Anna: The tournament is homologated. 1.7",
		"2009-06-20 Anna: Cannot come. 1.9",
		"2009-06-20 Bruno: Steps in as no. 2 of the same tournament. 1.9",
		"2009-06-21 Bruno: Invited to the final; the answer is due by Sunday 28 June 2009, 23:00 (CEST). 1.9",
		"2009-06-25 Bruno: Has said yes. 1.9",
	}
	if diff := cmp.Diff(want, said(p)); diff != "" {
		t.Error(diff)
	}
	origin := pages.PlaceOrigin{
		Kind: season.FromEvent, Event: "Tappa di Roma", Slug: "roma", Region: "Lazio", Tier: "Grande Torneo", Rank: 2, Players: 31,
	}
	if diff := cmp.Diff(origin, p.Origin); diff != "" {
		t.Error(diff)
	}
	if p.Holder != "Bruno" || p.For != "Anna" || p.State != season.Accepted || !p.Refund || p.Rule.Paragraph != "1.9" || p.RefundWhy.Rule.Paragraph != "1.9" {
		t.Errorf("%+v", p)
	}
}

// The day of a decision late in the evening is that of the season's time zone, whatever the zone of the server.
func TestDaysAreThoseOfTheSeason(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	s.play("Roma", "Lazio", "2009-05-30", 12, "Anna").Verdict.At = instant(t, "2009-06-01T22:30:00Z")
	board := s.board()
	if got, want := board.Regions[0].Finalists[0].Steps[1].Day, date(2009, 6, 2); !got.Equal(want) {
		t.Errorf("homologated on %v, want %v", got, want)
	}
	if want := date(2009, 7, 1); !board.Today.Equal(want) {
		t.Errorf("today is %v, want %v", board.Today, want)
	}
}

// The reason why a person may not take part in anything is private (CN09 1.5, 5.5).
func TestBansAreNotShown(t *testing.T) {
	t.Parallel()
	for _, reason := range []rules.ExclusionReason{rules.Banned, rules.EmployeeOfPublisher} {
		s := newTale(t, "Lazio")
		s.play("Roma", "Lazio", "2009-05-30", 31, "Anna", "Bruno")
		s.play("Napoli", "", "2009-06-06", 18, "Carla", "Bruno")
		for _, name := range []string{"Anna", "Bruno"} {
			s.facts.Bars = append(s.facts.Bars, season.Bar{Player: s.player(name), Reason: reason, From: "2009-07-01"})
		}
		board := s.board()
		if len(board.Lost) != 1 {
			t.Fatalf("%s: %d places are lost", reason, len(board.Lost))
		}
		want := []string{
			"2009-05-30 Anna: Won as no. 1 of this tournament: Grande Torneo. 1.7",
			"2009-06-01 Anna: The tournament is homologated. 1.7",
			"Anna: May not take part. ",
			"Bruno: May not take part. ",
			": Nobody else of the tournament may step in: the place is lost. 1.9",
		}
		if diff := cmp.Diff(want, said(board.Lost[0])); diff != "" {
			t.Errorf("%s: %s", reason, diff)
		}
	}
}

// CN09 1.7.1 to 1.7.4: the format of the final with one, two, three and five finalists.
func TestRegionsByTheirFinalists(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Una", "Due", "Tre", "Cinque", "Nessuna")
	for region, events := range map[string]int{"Una": 1, "Due": 2, "Tre": 3, "Cinque": 5} {
		for i := range events {
			s.play(region+strconv.Itoa(i), region, rules.Day("2009-03-0"+strconv.Itoa(i+1)), 12)
		}
	}
	s.facts.Merges = []season.Merge{{Region: s.region("Una"), Into: s.region("Tre")}}
	type row struct {
		kind             season.FinalKind
		field, semis, up int
		people           int
		paragraph, host  string
		guests           []string
	}
	want := map[string]row{
		"Una":     {kind: season.Merged, people: 1, paragraph: "1.7.1", host: "Tre"},
		"Due":     {kind: season.Table, field: 4, up: 2, people: 4, paragraph: "1.7.2"},
		"Tre":     {kind: season.Table, field: 4, people: 4, paragraph: "1.7", guests: []string{"Una"}},
		"Cinque":  {kind: season.Table, field: 6, semis: 2, up: 1, people: 6, paragraph: "1.7.4"},
		"Nessuna": {kind: season.NoFinal, paragraph: "1.7"},
	}
	board := s.board()
	for _, r := range board.Regions {
		got := row{r.Format.Kind, r.Format.Field, r.Format.Semifinals, r.CalledUp, len(r.Finalists), r.Why.Rule.Paragraph, r.Host, r.Guests}
		if diff := cmp.Diff(want[r.Name], got, cmp.AllowUnexported(row{})); diff != "" {
			t.Errorf("%s: %s", r.Name, diff)
		}
		if r.Tentative {
			t.Errorf("%s: nothing is left to be played", r.Name)
		}
	}
	if board.Coming != 3 || !board.ComingRefund || board.ComingRule.Paragraph != "1.9" {
		t.Errorf("%d places to come, %v, %v", board.Coming, board.ComingRefund, board.ComingRule)
	}
}

// A final that depends on events that are not over is tentative; for a host region, the events of its guest
// regions matter as well.
func TestTentative(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio", "Umbria")
	s.play("Roma", "Lazio", "2009-03-01", 12)
	s.play("Tivoli", "Lazio", "2009-03-08", 12)
	s.play("Terni", "Umbria", "2009-03-15", 12).Verdict = nil
	tentative := func() (out []bool) {
		for _, r := range s.board().Regions {
			out = append(out, r.Tentative)
		}
		return out
	}
	if diff := cmp.Diff([]bool{false, true}, tentative()); diff != "" {
		t.Error(diff)
	}
	s.facts.Merges = []season.Merge{{Region: s.region("Umbria"), Into: s.region("Lazio")}}
	if diff := cmp.Diff([]bool{true, true}, tentative()); diff != "" {
		t.Error(diff)
	}
}

// CN09 1.4 and 1.9: the winner of the regional final advances, unless it was played too late.
func TestRegionalFinals(t *testing.T) {
	t.Parallel()
	for day, want := range map[rules.Day]struct {
		standing     season.Standing
		places, lost int
		breach       string
	}{
		"2010-02-14": {standing: season.Homologated, places: 1},
		"2010-02-15": {standing: season.Invalidated, lost: 1, breach: "The regional finals are played by Sunday 14 February 2010."},
	} {
		s := newTale(t, "Lazio")
		s.play("Roma", "Lazio", "2009-03-01", 12, "Anna")
		s.play("Tivoli", "Lazio", "2009-03-08", 12, "Bruno")
		final := league.EventID{UUID: id("finale")}
		s.names.Events[final] = seasonpage.Event{Title: "Finale", City: "Latina", Slug: "finale"}
		s.facts.Finals = []season.Final{{
			Region: s.region("Lazio"), Event: final, Day: day, Ranking: []league.PlayerID{s.player("Bruno"), s.player("Anna")},
			Verdict: &season.Verdict{Valid: true},
		}}
		board := s.board()
		r := board.Regions[0]
		if r.Result != want.standing || r.Champion != "Bruno" || r.Final.City != "Latina" || r.Final.Slug != "finale" || r.Final.Day.Format(time.DateOnly) != string(day) {
			t.Errorf("%s: %+v", day, r)
		}
		if len(board.Places) != want.places || len(board.Lost) != want.lost || board.Coming != 0 {
			t.Errorf("%s: %d places, %d lost, %d to come", day, len(board.Places), len(board.Lost), board.Coming)
		}
		breach := ""
		for _, b := range r.Breaches {
			breach += b.Text
		}
		if breach != want.breach {
			t.Errorf("%s: %q", day, breach)
		}
	}
}

// CN09 1.7, 1.9: if the stage of the regional champion is declared invalid after the final, they are no longer
// shown as champion. Their place in the national final is lost, with the reason.
func TestChampionWithoutPlace(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	s.play("Roma", "Lazio", "2009-03-01", 12, "Anna")
	s.play("Tivoli", "Lazio", "2009-03-08", 12, "Bruno")
	s.play("Rieti", "Lazio", "2009-03-15", 12, "Carla")
	s.facts.Finals = []season.Final{{
		Region: s.region("Lazio"), Event: league.EventID{UUID: id("finale")}, Day: "2010-01-31",
		Ranking: []league.PlayerID{s.player("Bruno"), s.player("Anna"), s.player("Carla")}, Verdict: &season.Verdict{Valid: true},
	}}
	if r := s.board().Regions[0]; r.Champion != "Bruno" {
		t.Errorf("before: %+v", r)
	}
	s.facts.Events[1].Verdict = &season.Verdict{}
	board := s.board()
	if r := board.Regions[0]; r.Champion != "" || r.Result != season.Homologated || len(r.Breaches) != 1 || r.Breaches[0].Rule.Paragraph != "1.7" {
		t.Errorf("got %+v", r)
	}
	if len(board.Places) != 0 || len(board.Lost) != 1 || board.Lost[0].State != season.Void {
		t.Fatalf("%d places, lost %+v", len(board.Places), board.Lost)
	}
	if why := board.Lost[0].Steps[len(board.Lost[0].Steps)-1]; why.Name != "Bruno" || why.Rule.Paragraph != "1.9" {
		t.Errorf("got %+v", why)
	}
}

// An invalid event shows the reason; its places are void.
func TestInvalidEvents(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	e := s.play("Roma", "Lazio", "2009-03-01", 9, "Anna")
	e.Verdict.Valid = false
	r := s.board().Regions[0]
	if len(r.Finalists) != 0 || len(r.Void) != 1 || r.Void[0].Holder != "" || r.Void[0].State != season.Void {
		t.Errorf("%+v", r)
	}
	if got := r.Events[0]; got.Standing != season.Invalidated || len(got.Why) != 1 || got.Why[0].Text != "Players: 9. A tournament is valid from 12." || got.Why[0].Rule.Paragraph != "1.7" {
		t.Errorf("%+v", got)
	}
}

func TestCalendarIsInOrderOfDay(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio", "Umbria")
	s.play("Napoli", "", "2009-04-01", 41, "Anna")
	s.play("Roma", "Lazio", "2009-03-01", 12)
	s.names.Regions[s.region("Lazio")] = seasonpage.Region{Name: "Lazio", Final: pages.Appointment{Day: date(2010, 1, 10), City: "Latina"}}
	c := s.source().Calendar(pages.Reader{Lang: "en"}, openapi.Tenant{})
	var got []string
	for _, e := range c.Events {
		got = append(got, e.City+" "+e.Region+" "+e.Tier+" "+strconv.FormatBool(e.Large)+" "+e.Winner)
	}
	if diff := cmp.Diff([]string{"Roma Lazio Selezione regionale false Roma 1", "Napoli  Grande Evento true Anna"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Lazio", "Umbria"}, c.Regions); diff != "" || len(c.Finals) != 1 || c.Finals["Lazio"].City != "Latina" {
		t.Errorf("%s, %v", diff, c.Finals)
	}
}

// Named returns exactly the players whose names are shown.
func TestNamed(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	s.play("Roma", "Lazio", "2009-03-01", 12, "Anna", "Bruno")
	s.play("Tivoli", "Lazio", "2009-03-08", 12, "Carla")
	s.facts.Champion = s.player("Dario")
	got := map[uuid.UUID]bool{}
	for _, player := range s.source().Named() {
		if got[player.UUID] {
			t.Errorf("%s twice", player)
		}
		got[player.UUID] = true
	}
	for name, want := range map[string]bool{"Anna": true, "Bruno": true, "Carla": true, "Dario": true, "Tivoli 2": true, "Roma 3": false} {
		if got[id(name)] != want {
			t.Errorf("%s is asked for: %v", name, got[id(name)])
		}
	}
}

// CN09 1.8: open events lead to the national final, from 36 with two places.
func TestAtStakeOfOpenEvents(t *testing.T) {
	t.Parallel()
	s := newTale(t)
	e := s.play("Napoli", "", "2009-04-01", 30)
	e.Ranking, e.Report, e.Verdict = nil, nil, nil
	state := season.Derive(s.facts).Events[0]
	got := seasonpage.AtStake(state, rules.OpenCircuit, s.facts.Rules, "en")
	rule := func(paragraph string) openapi.Rule { return openapi.Rule{Code: "CN09", Paragraph: paragraph} }
	first := pages.Stake{Place: 1, Text: "A place in the national final", Rule: rule("1.8")}
	steps := pages.Stake{Place: 2, Text: "Steps in if whoever takes place 1 cannot come", Rule: rule("1.9")}
	want := pages.AtStake{
		Tier:   "Torneo open",
		Why:    openapi.Explanation{Reason: "tier-by-entered", Text: "Counted by those who signed up: 30; it takes 16.", Rule: rule("1.8")},
		Stakes: []pages.Stake{first, steps},
		Next: &pages.NextTier{
			Name: "Grande Evento", Missing: 6, Rule: rule("1.8"),
			Stakes: []pages.Stake{first, {Place: 2, Text: first.Text, Rule: rule("1.8")}, steps},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Once an event is played, a larger tier can no longer be reached.
func TestAtStakeAfterTheEvent(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	s.play("Roma", "Lazio", "2009-03-01", 10)
	got := seasonpage.AtStake(season.Derive(s.facts).Events[0], rules.RegionalCircuit, s.facts.Rules, "it")
	if got.Next != nil || got.Valid.Text != "" || len(got.Stakes) != 2 {
		t.Errorf("%+v", got)
	}
}
