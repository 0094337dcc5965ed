package bans_test

import (
	"strings"
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/bans"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules/presets"
)

var carla = league.PlayerID{UUID: id(20)}

// entered returns an event by a preset in which Carla has the second entry, in a given state.
func entered(t *testing.T, preset string, event facts.EventState, entry facts.EntryState) *officiating.Situation {
	t.Helper()
	r, err := presets.Find(preset)
	if err != nil {
		t.Fatal(err)
	}
	s := &officiating.Situation{Rules: r}
	s.Event = facts.Event{State: event, Kind: facts.KindStage, SeasonID: &season, StartsAt: time.Date(2009, 3, 8, 9, 0, 0, 0, time.UTC), TimeZone: "Europe/Rome"}
	s.Entries = []facts.Entry{{Number: 1, PlayerID: league.PlayerID{UUID: id(21)}, State: facts.Entered}, {Number: 2, PlayerID: carla, State: entry}}
	return s
}

// banned returns a background with a ban of Carla's.
func banned(term facts.BanTerm) *officiating.Background {
	term.PlayerID = carla
	return &officiating.Background{Bans: []facts.BanTerm{term}}
}

// CN09 1.5, 5.5: a ban takes the entries of events that have not started. A running event goes on with the
// banned player, who plays or is expelled there.
func TestEntriesThatABanTakes(t *testing.T) {
	t.Parallel()
	takes := "draft announced open closed"
	waits := "entered waiting checked-in"
	for _, event := range []facts.EventState{facts.Draft, facts.Announced, facts.Open, facts.Closed, facts.Running, facts.Finished, facts.Cancelled} {
		for _, entry := range []facts.EntryState{facts.Entered, facts.Waiting, facts.CheckedIn, facts.Playing, facts.NoShow, facts.EntryCancelled} {
			got, why := bans.Cancels(entered(t, "catan-nazionale-2009", event, entry), banned(facts.BanTerm{FromDay: "2009-03-01"}), carla)
			want := strings.Contains(takes, string(event)) && strings.Contains(waits, string(entry))
			if want != (got != nil) || want && (got.Number != 2 || why.String() != "CN09 1.5: banned") {
				t.Errorf("an entry that is %s in an event that is %s: %v, %s", entry, event, got, why)
			}
		}
	}
}

// The ruleset of the event and the ban together decide whether a ban keeps a person from an event: the ban by
// its days, kinds of events and season.
func TestWhoIsBarred(t *testing.T) {
	t.Parallel()
	const cn09 = "catan-nazionale-2009"
	other := league.SeasonID{UUID: id(99)}
	for _, tt := range []struct {
		name, preset string
		ban          facts.BanTerm
		barred       bool
	}{
		{"CN09 1.5 on the first day", cn09, facts.BanTerm{FromDay: "2009-03-08"}, true},
		{"CN09 1.5 on the last day", cn09, facts.BanTerm{FromDay: "2009-03-01", UntilDay: "2009-03-08"}, true},
		{"CN09 1.5 the day before", cn09, facts.BanTerm{FromDay: "2009-03-09"}, false},
		{"CN09 1.5 the day after", cn09, facts.BanTerm{FromDay: "2009-03-01", UntilDay: "2009-03-07"}, false},
		{"CN09 5.5 from stages", cn09, facts.BanTerm{FromDay: "2009-03-01", Kinds: []string{"open", "stage"}}, true},
		{"CN09 5.5 from open events", cn09, facts.BanTerm{FromDay: "2009-03-01", Kinds: []string{"open"}}, false},
		{"CN09 5.5 from this season", cn09, facts.BanTerm{FromDay: "2009-03-01", SeasonID: &season}, true},
		{"CN09 5.5 from another season", cn09, facts.BanTerm{FromDay: "2009-03-01", SeasonID: &other}, false},
		{"BG 1.1.7 from future events", "catan-ranglista-bg", facts.BanTerm{FromDay: "2009-03-01"}, true},
		{"FG14 heeds no bans", "firenzegioca-2014", facts.BanTerm{FromDay: "2009-03-01"}, false},
		{"JP22 heeds no bans", "just-play-2022", facts.BanTerm{FromDay: "2009-03-01"}, false},
		{"SQ00 heeds no bans", "risiko-squadre-2000", facts.BanTerm{FromDay: "2009-03-01"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, tt.preset, facts.Open, facts.Entered)
			if got := bans.Barred(s, banned(tt.ban), carla); got != tt.barred {
				t.Errorf("barred: %t", got)
			}
			if e, _ := bans.Cancels(s, banned(tt.ban), carla); (e != nil) != tt.barred {
				t.Errorf("the entry %v is taken", e)
			}
			if bans.Barred(s, banned(tt.ban), s.Entries[0].PlayerID) {
				t.Error("another is barred")
			}
		})
	}
}

// A player who may not enter for another reason than a ban keeps their entry: another decision takes it.
func TestOtherReasonsAreNoBan(t *testing.T) {
	t.Parallel()
	s := entered(t, "catan-nazionale-2009", facts.Open, facts.Entered)
	why := map[league.PlayerID]league.Grounds{carla: {Reason: "in-the-hall"}}
	for name, known := range map[string]*officiating.Background{"in the hall": {Hall: why}, "for lapses": {Lapses: why}, "by the season": {Season: why}} {
		if len(s.Excludes(known, carla, nil)) == 0 {
			t.Errorf("%s: nothing excludes", name)
		}
		if e, g := bans.Cancels(s, known, carla); bans.Barred(s, known, carla) || e != nil {
			t.Errorf("%s: it is taken for a ban, %s", name, g)
		}
	}
}

// The ban takes the first entry of an event like any other, and takes nothing from a player without an entry.
func TestBanOfTheFirstEntry(t *testing.T) {
	t.Parallel()
	s := entered(t, "catan-nazionale-2009", facts.Open, facts.Entered)
	first, nobody := s.Entries[0].PlayerID, league.PlayerID{UUID: id(77)}
	for player, want := range map[league.PlayerID]int{first: 1, carla: 2, nobody: 0} {
		known := &officiating.Background{Bans: []facts.BanTerm{{PlayerID: player, FromDay: "2009-03-01"}}}
		got := 0
		if e, _ := bans.Cancels(s, known, player); e != nil {
			got = e.Number
		}
		if got != want {
			t.Errorf("CN09 1.5/the entry %d is taken, want %d", got, want)
		}
	}
}
