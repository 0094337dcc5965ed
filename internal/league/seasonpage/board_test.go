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

// A region shows its contact, the day of its final, its guest regions, and the decisions about it (CN09 1.2b,
// 1.7.1, 1.7.4).
func TestARegionOnTheBoard(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio", "Umbria", "Molise")
	s.names.Regions[s.region("Lazio")] = seasonpage.Region{Name: "Lazio", Contact: "Carla", Final: pages.Appointment{Day: date(2010, 1, 31), City: "Latina"}}
	for i, city := range []string{"Roma", "Tivoli", "Rieti", "Latina", "Fondi", "Anzio"} {
		s.play(city, "Lazio", rules.Day("2009-03-01").Plus(i), 12)
	}
	s.play("Terni", "Umbria", "2009-03-22", 12, "Fede")
	s.facts.Merges = []season.Merge{{Region: s.region("Umbria"), Into: s.region("Lazio")}}
	board := s.board()
	lazio, umbria, molise := board.Regions[0], board.Regions[1], board.Regions[2]
	if lazio.Contact != "Carla" || lazio.Final.City != "Latina" || !lazio.Final.Day.Equal(date(2010, 1, 31)) || lazio.Host != "" {
		t.Errorf("CN09 1.2b got %+v", lazio)
	}
	is(t, "CN09 1.7.1 its guests", strings.Join(lazio.Guests, " "), "Umbria")
	is(t, "CN09 1.7 seven play a tournament", string(lazio.Format.Kind)+" "+lazio.Why.Rule.Paragraph+" "+lazio.Why.Reason, "tournament 1.7 final-as-tournament")
	if lazio.Decided {
		t.Error("CN09 1.7 nobody has decided anything")
	}
	is(t, "CN09 1.7.1 the guest's final is the host's", umbria.Host+" "+umbria.Final.City, "Lazio Latina")
	is(t, "CN09 1.7 a region without events", string(molise.Format.Kind)+" "+molise.Why.Rule.Paragraph, "none 1.7")
	s.facts.Decisions = []season.Decision{{Region: s.region("Lazio"), Kind: season.Tournament, Why: "a Latina"}}
	decided := s.board().Regions[0]
	if !decided.Decided || decided.Why.Reason != "manager-decided" || !strings.Contains(decided.Why.Text, "a Latina") {
		t.Errorf("CN09 1.7 the manager has, and says why: %+v", decided.Why)
	}
}

// The place of a player who was called up shows the stage from which they come, and its size (CN09 1.7.4).
func TestCalledUpOnTheBoard(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	for i, city := range []string{"Roma", "Tivoli", "Rieti", "Latina", "Fondi"} {
		s.play(city, "Lazio", rules.Day("2009-03-01").Plus(i), 12+i, "Prima "+city, "Seconda "+city)
	}
	r := s.board().Regions[0]
	if r.CalledUp != 1 || len(r.Finalists) != 6 {
		t.Fatalf("CN09 1.7.4 %d called up, %d finalists", r.CalledUp, len(r.Finalists))
	}
	last := r.Finalists[5]
	want := pages.PlaceOrigin{Kind: season.FromCallUp, Event: "Tappa di Fondi", Slug: "fondi", Region: "Lazio", Rank: 2, Players: 16}
	if diff := cmp.Diff(want, last.Origin); diff != "" || last.Holder != "Seconda Fondi" {
		t.Errorf("CN09 1.7.4 the second of the largest stage: %s, %s", last.Holder, diff)
	}
	is(t, "CN09 1.7.4 by its paragraph", last.Rule.Paragraph+" "+said(last)[0], "1.7.4 Seconda Fondi: Called up as no. 2 of a tournament to fill the final. 1.7.4")
}

// A place that passed to a substitute shows the player who lost it, and the paragraph for the substitution.
func TestWhoWasReplaced(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, replaced string
		change         func(*tale)
	}{
		{"CN09 1.9 who cannot come", "Olga", func(s *tale) { s.away("Olga", rules.ToNationalFinal) }},
		{"CN09 1.9 who did not answer", "Olga", func(s *tale) {
			s.facts.Unavailable = append(s.facts.Unavailable, season.Unavailability{Player: s.player("Olga"), To: rules.ToNationalFinal, Lapsed: true})
		}},
		{"CN09 1.5 who may not take part", "Olga", func(s *tale) {
			s.facts.Bars = append(s.facts.Bars, season.Bar{Player: s.player("Olga"), Reason: rules.Banned, From: "2009-06-01"})
		}},
	} {
		s := newTale(t, "Lazio")
		s.play("Napoli", "", "2009-03-01", 16, "Olga", "Pia")
		tt.change(s)
		page, _ := s.list("")
		is(t, tt.name, page.Places[0].Holder+" for "+page.Places[0].For, "Pia for "+tt.replaced)
		if page.Places[0].Origin.Rank != 2 || page.Places[0].Rule.Paragraph != "1.9" {
			t.Errorf("%s: %+v by %s", tt.name, page.Places[0].Origin, page.Places[0].Rule.Paragraph)
		}
	}
}

// The season shows its champion, its dates and its ruleset. An event whose name the page does not know is shown
// with the data that is known.
func TestHeadOfTheBoard(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	s.facts.Champion = s.player("Rex")
	s.names.National = pages.Appointment{Day: date(2010, 3, 14), City: "Modena", Slug: "modcon"}
	s.play("Roma", "Lazio", "2009-03-01", 12, "Anna")
	delete(s.names.Events, league.EventID{UUID: id("Roma")})
	board := s.board()
	if board.Season.Champion != "Rex" || board.Season.National.City != "Modena" || board.Season.Title != "2009/10" || !board.Season.FinalsBy.Equal(date(2010, 2, 14)) {
		t.Errorf("CN09 1.4, 1.9 got %+v", board.Season)
	}
	if e := board.Regions[0].Events[0]; e.Title != "" || e.Winner != "Anna" || e.Players != 12 {
		t.Errorf("got %+v", e)
	}
	s.facts.Period.FinalsBy = ""
	if got := s.board().Season.FinalsBy; !got.IsZero() {
		t.Errorf("a season without finals of regions: %s", got)
	}
	page, _ := s.list("")
	if page.Final.Slug != "modcon" {
		t.Errorf("CN09 1.9 where the national final is: %+v", page.Final)
	}
}

// Each language explains a place in its own words, citing the same paragraphs.
func TestStepsInEachLanguage(t *testing.T) {
	t.Parallel()
	s := newTale(t, "Lazio")
	s.play("Roma", "Lazio", "2009-05-30", 28, "Anna", "Bruno")
	s.away("Anna", rules.ToNationalFinal)
	texts := map[string]string{}
	for _, lang := range []string{"en", "it", "bg"} {
		board := s.source().Board(pages.Reader{Lang: lang}, openapi.Tenant{}, instant(t, "2010-01-30T12:00:00Z"))
		var paragraphs []string
		for _, step := range board.Places[0].Steps {
			paragraphs = append(paragraphs, step.Rule.Paragraph)
			if step.Text == "" || strings.Contains(step.Text, "{") {
				t.Errorf("%s: %q", lang, step.Text)
			}
		}
		is(t, lang+" cites", strings.Join(paragraphs, " "), "1.7 1.7 1.9 1.9")
		texts[board.Places[0].Steps[0].Text] = lang
	}
	if len(texts) != 3 {
		t.Errorf("two languages say the same: %v", texts)
	}
}
