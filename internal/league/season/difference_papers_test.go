package season_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/season"
)

// The changes by the papers of a stage and the verdict on it, demand by demand: the same stage
// twice, with different papers.
func TestDifferenceOfDemands(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, was, is, want string }{
		{"CN09 1.6.a two photos are sent later", "12 pending photos=winner", "12 pending", `
			event-demand a1 photos-missing failed → met (1.6.a)
			event-demand a1 photos-missing failed → met (1.6.a)`},
		{"CN09 1.6.a one photo is taken back", "12 pending photos=winner,panorama,final-table", "12 pending photos=winner,panorama", `
			event-demand a1 photos-missing met → failed (1.6.a)`},
		{"CN09 1.6 the report comes, and with it nothing is open but the word on it", "12 unreported", "12 pending", `
			event-demand a1 photos-missing open → met (1.6.a)
			event-demand a1 photos-missing open → met (1.6.a)
			event-demand a1 photos-missing open → met (1.6.a)
			event-demand a1 results-late open → met (1.11)`},
		{"CN09 1.11 it comes on the eighth day, with one photo", "12 unreported", "12 pending received=2009-03-23 photos=winner", `
			event-demand a1 photos-missing open → met (1.6.a)
			event-demand a1 photos-missing open → failed (1.6.a)
			event-demand a1 photos-missing open → failed (1.6.a)
			event-demand a1 results-late open → failed (1.11)`},
		{"CN09 1.11 it came on the seventh after all", "12 pending received=2009-03-23", "12 pending received=2009-03-22", `
			event-demand a1 results-late failed → met (1.11)`},
		{"CN09 1.11 somebody looks at the results and finds them wrong", "12 pending", "12 pending unsound", `
			event-demand a1 results-unsound open → failed (1.11)`},
		{"CN09 1.11 what was wrong is corrected before a word on it", "12 pending unsound", "12 pending", `
			event-demand a1 results-unsound failed → open (1.11)`},
		{"CN09 1.11 what was wrong is corrected, and the stage is valid after all", "12 invalid unsound", "12", `
			event-standing a1 invalidated → homologated (1.7)
			event-demand a1 results-unsound failed → met (1.11)
			place-holder a1/1 void → held anna (1.7)`},
		{"CN09 1.11 who homologates has looked and found nothing: no consequence of it", "12 pending", "12", `
			event-standing a1 provisional → homologated (1.7)
			place-provisional a1/1 true → false (1.7)`},
		{"CN09 1.11 nor is it one that the word is taken back", "12", "12 pending", `
			event-standing a1 homologated → provisional (1.7)
			place-provisional a1/1 false → true (1.7)`},
		{"CN09 1.11 the publisher accepts eleven of a new organizer", "11 new invalid", "11 new valid waived=too-few-players", `
			event-standing a1 invalidated → homologated (1.7)
			event-demand a1 too-few-players failed → waived (1.7)
			place-holder a1/1 void → held anna (1.7)`},
		{"CN09 1.10 prizes that an invalid stage was to return it may keep for the next", "12 invalid prizes=2500", "12 invalid prizes=kept", `
			prizes-kept a1 prizes-go-back → prizes-kept (1.10)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			stage := func(papers string) *book { return read(t, cn09(t), "a1 regional A 2009-03-15 "+papers+": anna") }
			before, after := stage(tt.was), stage(tt.is)
			got := after.describeChanges(season.Difference(before.state(), after.state()))
			if diff := cmp.Diff(trimmed(tt.want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The change of a place that is new, gone or has another holder names the event in which it was
// won, and the region whose final it leads to, if any, so that it is found by either (CN09 1.7,
// 1.9).
func TestDifferenceNamesWhereAPlaceWasWon(t *testing.T) {
	t.Parallel()
	const won = "a1 regional A 2009-03-01 28: anna bo"
	without, with, away := read(t, cn09(t), ""), read(t, cn09(t), won), read(t, cn09(t), won+"\naway anna national")
	gone := read(t, cn09(t), won+"\naway anna national\naway bo national")
	const small = "a1 regional A 2009-03-01 12: anna bo"
	regional, second := read(t, cn09(t), small), read(t, cn09(t), small+"\naway anna regional")
	for _, tt := range []struct {
		name          string
		before, after *book
		want          string
	}{
		{"CN09 1.7 new", without, with, "place-new place-new"},
		{"CN09 1.7 gone", with, without, "place-gone place-gone"},
		{"CN09 1.9 another's", with, away, "place-holder"},
		{"CN09 1.9 nobody's", away, gone, "place-holder place-refund"},
		{"CN09 1.7 new, of a regional final", without, regional, "place-new"},
		{"CN09 1.7 gone, of a regional final", regional, without, "place-gone"},
		{"CN09 1.7 another's, of a regional final", regional, second, "place-holder"},
	} {
		var got []string
		for _, c := range season.Difference(tt.before.state(), tt.after.state()) {
			if c.Place == "" {
				continue
			}
			got = append(got, string(c.Kind))
			region := league.RegionID{}
			if strings.HasPrefix(string(c.Place), "regional-final/") {
				region = with.region("A")
			}
			if c.Event != with.event("a1") || c.Region != region {
				t.Errorf("%s: %s of event %v in region %v", tt.name, c.Kind, c.Event, c.Region)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: got %v, want %s", tt.name, got, tt.want)
		}
	}
}

// A region that is listed, or no longer, is no consequence of anything (CN09 1.1).
func TestDifferenceOfRegionsThatAreListed(t *testing.T) {
	t.Parallel()
	one, two := read(t, cn09(t), "regions A"), read(t, cn09(t), "regions A B")
	for name, changes := range map[string][]season.Change{
		"one more": season.Difference(one.state(), two.state()), "one fewer": season.Difference(two.state(), one.state()),
	} {
		if len(changes) != 0 {
			t.Errorf("CN09 1.1 %s: %v", name, changes)
		}
	}
}
