package facts_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

func person(n byte) league.PlayerID { return league.PlayerID{UUID: uuid.UUID{15: n}} }

func personRef(n byte) *league.PlayerID {
	id := person(n)
	return &id
}

// A distinction of a pair does not depend on the order of the two.
func TestTwoPeople(t *testing.T) {
	t.Parallel()
	said := facts.TwoPeople{{person(1), person(2)}, {person(3), person(4)}}
	for _, tt := range []struct {
		one, other byte
		want       bool
	}{{1, 2, true}, {2, 1, true}, {3, 4, true}, {4, 3, true}, {1, 3, false}, {2, 3, false}, {1, 1, false}, {2, 4, false}} {
		if got := said.Are(person(tt.one), person(tt.other)); got != tt.want {
			t.Errorf("%d and %d: %t", tt.one, tt.other, got)
		}
	}
	if (facts.TwoPeople{}).Are(person(1), person(2)) {
		t.Error("two of whom nobody has said it")
	}
}

// The last fact about a record determines whether it is an alias and of which record, in whatever
// order the facts come.
func TestAliasesOf(t *testing.T) {
	t.Parallel()
	merge := func(alias byte, number int, kept byte) facts.Merge {
		m := facts.Merge{AliasID: person(alias), Number: number}
		if kept > 0 {
			m.KeptID = personRef(kept)
		}
		return m
	}
	for _, tt := range []struct {
		says   string
		merges []facts.Merge
		want   facts.Aliases
	}{
		{"nothing said", nil, facts.Aliases{}},
		{"merged", []facts.Merge{merge(1, 1, 9)}, facts.Aliases{person(1): person(9)}},
		{"merged and parted", []facts.Merge{merge(1, 1, 9), merge(1, 2, 0)}, facts.Aliases{}},
		{"parted is said first", []facts.Merge{merge(1, 2, 0), merge(1, 1, 9)}, facts.Aliases{}},
		{"parted and merged with another", []facts.Merge{merge(1, 1, 9), merge(1, 3, 8), merge(1, 2, 0)}, facts.Aliases{person(1): person(8)}},
		{"two aliases of one", []facts.Merge{merge(1, 1, 9), merge(2, 1, 9)}, facts.Aliases{person(1): person(9), person(2): person(9)}},
		{"two aliases, one parted", []facts.Merge{merge(1, 1, 9), merge(2, 1, 9), merge(1, 2, 0)}, facts.Aliases{person(2): person(9)}},
		{"one number twice: the first", []facts.Merge{merge(1, 1, 9), merge(1, 1, 8)}, facts.Aliases{person(1): person(9)}},
	} {
		if d := cmp.Diff(tt.want, facts.AliasesOf(tt.merges)); d != "" {
			t.Errorf("%s:\n%s", tt.says, d)
		}
	}
}

// An alias is replaced by its kept record, any other record stays.
func TestAliases(t *testing.T) {
	t.Parallel()
	a := facts.Aliases{person(1): person(9)}
	list := []league.PlayerID{person(1), person(2), person(9), person(1)}
	if got := a.Of(person(1)); got != person(9) {
		t.Errorf("the alias stands for %s", got)
	}
	if got := a.Of(person(2)); got != person(2) {
		t.Errorf("another stands for %s", got)
	}
	if a.All(list); !slices.Equal(list, []league.PlayerID{person(9), person(2), person(9), person(9)}) {
		t.Errorf("all: %v", list)
	}
	if got := facts.Aliases(nil).Of(person(1)); got != person(1) {
		t.Errorf("without aliases it stands for %s", got)
	}
}

// Every record in the facts of a season is replaced by its person, in all lists; without aliases
// and without a champion the facts stay the same.
func TestSeasonMerge(t *testing.T) {
	t.Parallel()
	first, second := league.EventID{UUID: uuid.UUID{1}}, league.EventID{UUID: uuid.UUID{2}}
	naming := func(n byte) facts.SeasonFacts {
		return facts.SeasonFacts{
			SeasonSetup: facts.SeasonSetup{Season: facts.Season{ChampionID: personRef(n)}},
			Entrants: map[league.EventID][]facts.Entrant{
				first: {{Player: person(2)}, {Player: person(n), Played: true}}, second: {{Player: person(n), Exempt: true}},
			},
			Rankings:         map[league.EventID][]league.PlayerID{first: {person(2), person(n)}, second: {person(n)}},
			Referees:         []facts.SeasonStaff{{PlayerID: person(2)}, {PlayerID: person(n)}},
			Bars:             []facts.SeasonBar{{PlayerID: person(2)}, {PlayerID: person(n)}},
			Decisions:        []facts.FinalDecision{{CalledUp: []league.PlayerID{person(2)}}, {CalledUp: []league.PlayerID{person(2), person(n)}}},
			Convocations:     []facts.Convocation{{PlayerID: person(2)}, {PlayerID: person(n)}},
			Unavailabilities: []facts.Unavailability{{PlayerID: person(2)}, {PlayerID: person(n)}},
		}
	}
	aliases := facts.Aliases{person(1): person(9)}
	got, want := naming(1), naming(9)
	want.Aliases = aliases
	if got.Merge(aliases); cmp.Diff(want, got) != "" {
		t.Error(cmp.Diff(want, got))
	}
	got, want = naming(1), naming(1)
	want.Aliases = facts.Aliases{}
	if got.Merge(facts.Aliases{}); cmp.Diff(want, got) != "" {
		t.Error(cmp.Diff(want, got))
	}
	got, want = naming(1), naming(9)
	got.Season.ChampionID, want.Season.ChampionID, want.Aliases = nil, nil, aliases
	if got.Merge(aliases); cmp.Diff(want, got) != "" {
		t.Error(cmp.Diff(want, got))
	}
}

// Replacing the champion of a season does not change the value that the facts were read from.
func TestSeasonMergeLeavesTheChampionOfOthers(t *testing.T) {
	t.Parallel()
	champion := person(1)
	f := facts.SeasonFacts{SeasonSetup: facts.SeasonSetup{Season: facts.Season{ChampionID: &champion}}}
	if f.Merge(facts.Aliases{person(1): person(9)}); champion != person(1) || *f.Season.ChampionID != person(9) {
		t.Errorf("%s, of the season %s", champion, *f.Season.ChampionID)
	}
}

// An entry is stored with the record by which it was made, which may be an alias.
func TestRecordOfEntry(t *testing.T) {
	t.Parallel()
	if got := (facts.Entry{PlayerID: person(1)}).Record(); got != person(1) {
		t.Errorf("the person's own: %s", got)
	}
	if got := (facts.Entry{PlayerID: person(1), EnteredAs: person(2)}).Record(); got != person(2) {
		t.Errorf("an alias: %s", got)
	}
}

// EntryOf finds the entry of a player that is not cancelled.
func TestEntryOf(t *testing.T) {
	t.Parallel()
	s := &facts.EventFacts{Entries: []facts.Entry{
		{Number: 1, PlayerID: person(1), State: facts.EntryCancelled},
		{Number: 2, PlayerID: person(2), State: facts.Playing},
		{Number: 3, PlayerID: person(1), State: facts.Entered},
		{Number: 4, PlayerID: person(3), State: facts.EntryCancelled},
	}}
	for player, want := range map[byte]*facts.Entry{1: &s.Entries[2], 2: &s.Entries[1], 3: nil, 4: nil} {
		if got := s.EntryOf(person(player)); got != want {
			t.Errorf("of %d: %+v", player, got)
		}
	}
}

// The version of a case counts its decisions and appeals; the last decision stands.
func TestBanVersions(t *testing.T) {
	t.Parallel()
	at := time.Unix(0, 0)
	for _, tt := range []struct {
		appealed []bool
		version  int
	}{{[]bool{false}, 1}, {[]bool{true}, 2}, {[]bool{true, false}, 3}, {[]bool{true, true}, 4}, {[]bool{false, false, true}, 4}} {
		b := &facts.Ban{}
		for i, appealed := range tt.appealed {
			d := facts.BanDecision{Ordinal: i + 1}
			if appealed {
				d.AppealedAt = &at
			}
			b.Decisions = append(b.Decisions, d)
		}
		if got := b.Version(); got != tt.version || b.Stands().Ordinal != len(tt.appealed) {
			t.Errorf("%v: version %d, want %d; decision %d stands", tt.appealed, got, tt.version, b.Stands().Ordinal)
		}
	}
}

// CN09 5.5b: a confirmation counts from a moment that was written down whole; of half of one nothing is read.
func TestHalfAMoment(t *testing.T) {
	t.Parallel()
	now, two, yes := time.Unix(0, 0), 2, true
	for says, s := range map[string]facts.Sanction{
		"the round alone": {Round: 1, ConfirmedAt: &now, ConfirmedRound: &two}, "whether in a game alone": {Round: 1, ConfirmedAt: &now, ConfirmedDuring: &yes},
	} {
		if got := s.League(); got.ConfirmedAt != nil || !got.Confirmed {
			t.Errorf("CN09 5.5b/%s: confirmed at %+v", says, got.ConfirmedAt)
		}
		if got := s.ConfirmedMoment(); got != (league.Moment{Round: 1}) {
			t.Errorf("CN09 5.5b/%s: at %+v", says, got)
		}
	}
}

// CN09 1.6.a: a photo withheld because of a person on it is not public, whatever its uploader
// states.
func TestWithheldPhotoIsNotPublic(t *testing.T) {
	t.Parallel()
	for _, why := range []facts.Withheld{facts.WithoutConsent, facts.WithoutGuardian, facts.AskedOff, facts.ErasedPerson} {
		if (facts.Photo{State: facts.PhotoReady, PhotoConsent: facts.PhotoConsent{PeopleAgree: true}, Withheld: why}).Public() {
			t.Errorf("CN09 1.6.a/%s: it is public", why)
		}
	}
}

// BG 1: the openings of two records are added up for the first one's person, with both reasons; a
// figure that is no number is refused in either.
func TestOpeningsOfTwoRecords(t *testing.T) {
	t.Parallel()
	a := facts.RankingOpening{PlayerID: person(1), Number: 1, Figures: []string{"1", "2.5"}, National: "1", Reason: "A"}
	b := facts.RankingOpening{PlayerID: person(2), Number: 4, Figures: []string{"2", "0.25"}, National: "2", Reason: "B"}
	got, err := facts.AddOpenings(a, b)
	want := facts.RankingOpening{PlayerID: person(1), Number: 4, Figures: []string{"3", "2.75"}, National: "3", Reason: "A; B"}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("BG 1: %v\n%s", err, d)
	}
	broken := func(change func(*facts.RankingOpening)) facts.RankingOpening {
		o := a
		o.Figures = slices.Clone(a.Figures)
		change(&o)
		return o
	}
	for says, o := range map[string]facts.RankingOpening{
		"the first figure": broken(func(o *facts.RankingOpening) { o.Figures[0] = "x" }), "the last": broken(func(o *facts.RankingOpening) { o.Figures[1] = "" }),
		"the national points": broken(func(o *facts.RankingOpening) { o.National = "1,5" }),
	} {
		if _, err := facts.AddOpenings(o, b); err == nil {
			t.Errorf("BG 1/%s of the first is added", says)
		}
		if _, err := facts.AddOpenings(b, o); err == nil {
			t.Errorf("BG 1/%s of the second is added", says)
		}
	}
}

// CN09 1.2: an office over something else of the same id as a region is none over the region.
func TestOfficeOfTheSameID(t *testing.T) {
	t.Parallel()
	id := uuid.New()
	if (facts.Office{Scope: "club", ScopeID: &id}).Over(league.EventID{}, league.RegionID{UUID: id}) {
		t.Error("CN09 1.2/an office over a club is one over the region of its id")
	}
}

// CN09 1.7, 1.9: of the events of a season that belong to no circuit its two finals are finals, and no other.
func TestStageWithoutCircuitIsNoFinal(t *testing.T) {
	t.Parallel()
	season := league.SeasonID{UUID: uuid.New()}
	if (facts.Event{SeasonID: &season, Kind: facts.KindStage}).IsFinal() {
		t.Error("CN09 1.7/a stage is a final")
	}
}
