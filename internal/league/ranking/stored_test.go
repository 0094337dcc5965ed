package ranking_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
)

// Whoever reached the cap in an earlier event may not play a later one: earlier is the day at the venue, then the
// time of day, then the smaller id (D003-16).
func TestPrecedes(t *testing.T) {
	t.Parallel()
	at := func(hour int) time.Time { return time.Date(2009, 5, 3, hour, 0, 0, 0, time.UTC) }
	event := facts.Event{ID: league.EventID{UUID: uuid.UUID{5}}, StartsAt: at(10), TimeZone: "Europe/Sofia"}
	for _, tt := range []struct {
		says string
		day  rules.Day
		at   time.Time
		id   byte
		want bool
	}{
		{"D003-16 the day before, later on its day", "2009-05-02", at(18), 9, true},
		{"D003-16 the day after, earlier on its day", "2009-05-04", at(8), 1, false},
		{"D003-16 in the morning of the day", "2009-05-03", at(8), 9, true},
		{"D003-16 in the evening of the day", "2009-05-03", at(18), 1, false},
		{"D003-16 at the same time, with a smaller id", "2009-05-03", at(10), 4, true},
		{"D003-16 at the same time, with a larger id", "2009-05-03", at(10), 6, false},
		{"D003-16 the event itself", "2009-05-03", at(10), 5, false},
	} {
		p := facts.RankedPosting{EventID: league.EventID{UUID: uuid.UUID{tt.id}}, Day: tt.day, StartsAt: tt.at}
		if got := ranking.Precedes(p, event); got != tt.want {
			t.Errorf("%s: precedes %t", tt.says, got)
		}
	}
}

// Points entered for an event of which nothing else is known fill the columns of the same names. The event counts
// as one tournament unless the number was entered too; all other figures are zero.
func TestPostingsEntered(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(bulgaria(t)) // points vp share firsts seconds thirds tournaments
	player := league.PlayerID{UUID: uuid.UUID{1}}
	for _, tt := range []struct {
		says    string
		columns []string
		figures []string
		want    string
	}{
		{"BG 1 only its points", []string{"points"}, []string{"12"}, "[12 0 0 0 0 0 1]"},
		{"BG 1 some figures, in another order", []string{"firsts", "points", "vp"}, []string{"2", "9", "31"}, "[9 31 0 2 0 0 1]"},
		{"BG 1 several tournaments in one line", []string{"points", "tournaments"}, []string{"40", "4"}, "[40 0 0 0 0 0 4]"},
		{"BG 1 a column that the ranking does not have", []string{"goals", "points"}, []string{"7", "3"}, "[3 0 0 0 0 0 1]"},
	} {
		got := k.PostingsEntered(facts.EnteredPoints{Columns: tt.columns, Gains: []facts.EnteredGain{{PlayerID: player, Place: 2, Figures: tt.figures}}})
		if len(got) != 1 || got[0].PlayerID != player || got[0].Place != 2 || fmt.Sprint(got[0].Figures) != tt.want {
			t.Errorf("%s: %v, want %s", tt.says, got, tt.want)
		}
	}
}

// Stored openings and postings become exact numbers; a removed opening is none, and events are numbered in their
// order.
func TestParse(t *testing.T) {
	t.Parallel()
	ann, bo := league.PlayerID{UUID: uuid.UUID{1}}, league.PlayerID{UUID: uuid.UUID{2}}
	first, second := league.EventID{UUID: uuid.UUID{11}}, league.EventID{UUID: uuid.UUID{12}}
	posting := func(event league.EventID, player league.PlayerID, figure string, penalties ...facts.PostedPenalty) facts.RankedPosting {
		return facts.RankedPosting{EventID: event, Posting: facts.Posting{PlayerID: player, Figures: []string{figure}, Penalties: penalties}}
	}
	opened, posted, err := ranking.Parse(
		[]facts.RankingOpening{{PlayerID: ann, Figures: []string{"2.5"}, National: "1"}, {PlayerID: bo, National: "0"}},
		[]facts.RankedPosting{
			posting(first, ann, "1/3"),
			posting(first, bo, "4", facts.PostedPenalty{Points: "-1"}, facts.PostedPenalty{Points: "-1/2"}),
			posting(second, ann, "7"),
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	half := league.NewFrac(5, 2)
	want := []ranking.Opening{{Player: ann, Figures: []league.Frac{half}, National: league.Int(1)}}
	if diff := cmp.Diff(want, opened); diff != "" {
		t.Errorf("BG 1 openings: %s", diff)
	}
	if diff := cmp.Diff([]ranking.Posting{
		{Event: 1, Player: ann, Figures: []league.Frac{league.NewFrac(1, 3)}},
		{Event: 1, Player: bo, Figures: []league.Frac{league.Int(4)}, Penalty: league.NewFrac(-3, 2)},
		{Event: 2, Player: ann, Figures: []league.Frac{league.Int(7)}},
	}, posted); diff != "" {
		t.Errorf("BG 1 postings: %s", diff)
	}
	for _, broken := range []facts.RankedPosting{posting(first, ann, "many"), posting(first, ann, "1", facts.PostedPenalty{Points: ""})} {
		if _, _, err := ranking.Parse(nil, []facts.RankedPosting{broken}); err == nil {
			t.Errorf("no error for %v", broken)
		}
	}
	if _, _, err := ranking.Parse([]facts.RankingOpening{{Figures: []string{"1"}, National: "none"}}, nil); err == nil {
		t.Error("no error for national points that are no number")
	}
}

// A stored career says whether the player has arrived in the hall, and with which figures.
func TestParseCareer(t *testing.T) {
	t.Parallel()
	stored := facts.RankingCareer{Figures: []string{"301.5"}, National: "2", Nationals: 1, Penalty: "-3"}
	got, err := ranking.ParseCareer(stored)
	if err != nil || got.Arrived || got.Arrival != nil || got.Nationals != 1 || got.Figures[0] != league.NewFrac(603, 2) || got.National != league.Int(2) || got.Penalty != league.Int(-3) {
		t.Errorf("A003-8 below the cap: %+v, %v", got, err)
	}
	stored.Arrival = []string{"300"}
	if got, err = ranking.ParseCareer(stored); err != nil || !got.Arrived || got.Arrival[0] != league.Int(300) {
		t.Errorf("A003-8 in the hall: %+v, %v", got, err)
	}
	for _, broken := range []facts.RankingCareer{
		{Figures: []string{"x"}, National: "0", Penalty: "0"},
		{Figures: []string{"1"}, National: "", Penalty: "0"},
		{Figures: []string{"1"}, National: "0", Penalty: "?"},
		{Figures: []string{"1"}, National: "0", Penalty: "0", Arrival: []string{"-"}},
	} {
		if _, err := ranking.ParseCareer(broken); err == nil {
			t.Errorf("no error for %+v", broken)
		}
	}
}
