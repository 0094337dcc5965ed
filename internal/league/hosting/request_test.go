package hosting_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/hosting"
	"referto/internal/league/leaguetest"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// Olga asks for her club, Osvaldo is to organize, Renata is the regional contact.
var olga, osvaldo, renata = id(1), id(2), id(3)

func id(n byte) uuid.UUID { return uuid.UUID{15: n} }

var now = time.Date(2009, 3, 1, 12, 0, 0, 0, time.UTC)

// request returns a request of Olga's after the given steps, such as "asked answered". She takes the steps of
// the club, and Renata the others.
func request(t testing.TB, steps string) hosting.Request {
	t.Helper()
	r := hosting.New(facts.Hosting{ID: id(9), Title: "Tappa del circolo", Organizers: []uuid.UUID{osvaldo}}, olga, now)
	for _, kind := range strings.Fields(steps) {
		step := facts.HostingStep{Kind: facts.HostingState(kind), TakenBy: renata, TakenAt: now}
		if step.Kind.OfClub() {
			step.TakenBy = olga
		}
		next, err := r.Take(step)
		if err != nil {
			t.Fatalf("%s after %s: %v", kind, r.State, err)
		}
		r = next
	}
	return r
}

// CN09 1.2c, 2.2: a club makes a request, and place, day and formula are agreed with the decision maker: by
// questions and answers, and by changes to the request, until it is decided.
func TestStepsOfARequest(t *testing.T) {
	t.Parallel()
	all := []facts.HostingState{
		facts.HostingRequested, facts.HostingChanged, facts.HostingAsked, facts.HostingAnswered, facts.HostingApproved, facts.HostingRefused, facts.HostingWithdrawn,
	}
	for _, tt := range []struct{ steps, then string }{
		{"", "changed asked approved refused withdrawn"},
		{"changed", "changed asked approved refused withdrawn"},
		{"asked", "changed answered approved refused withdrawn"},
		{"asked answered", "changed asked approved refused withdrawn"},
		{"approved", ""},
		{"refused", ""},
		{"withdrawn", ""},
	} {
		r := request(t, tt.steps)
		for _, step := range all {
			want := "state hosting-state (state=" + string(r.State) + ")"
			if slices.Contains(strings.Fields(tt.then), string(step)) {
				want = ""
			}
			if got := leaguetest.Answer(r.MayTake(step)); got != want {
				t.Errorf("CN09 2.2 after %q it is %s: %q, want %q", tt.steps, step, got, want)
			}
			if _, err := r.Take(facts.HostingStep{Kind: step}); leaguetest.Answer(err) != want {
				t.Errorf("CN09 2.2 after %q it becomes %s: %v, want %q", tt.steps, step, err, want)
			}
		}
	}
}

// The decision maker is not the requester: nobody decides a request that they have made, changed or answered
// for, or whose event they will organize.
func TestWhoDecides(t *testing.T) {
	t.Parallel()
	const own = "state own-request"
	changed := func(r hosting.Request, by uuid.UUID, organizers ...uuid.UUID) hosting.Request {
		next, err := r.Replace(facts.Hosting{Organizers: organizers}, by, now)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	for _, tt := range []struct {
		name string
		r    hosting.Request
		who  uuid.UUID
		want string
	}{
		{"CN09 2.2 the regional contact", request(t, ""), renata, ""},
		{"CN09 2.2 who has asked the club something", request(t, "asked answered"), renata, ""},
		{"CN09 2.2 who has asked for it", request(t, ""), olga, own},
		{"CN09 2.2 who is to organize it", request(t, ""), osvaldo, own},
		{"CN09 2.2 who has asked for something else since", changed(request(t, ""), renata), renata, own},
		{"CN09 2.2 who had asked first", changed(request(t, ""), renata), olga, own},
		{"CN09 2.2 who is not to organize it any more", changed(request(t, ""), olga), osvaldo, ""},
		{"CN09 2.2 who is to organize what is asked for now", changed(request(t, ""), olga, renata), renata, own},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := leaguetest.Answer(tt.r.RequireOther(tt.who)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A changed request keeps its requester, its time and its steps.
func TestARequestThatIsChanged(t *testing.T) {
	t.Parallel()
	before := request(t, "asked")
	later := now.AddDate(0, 0, 2)
	got, err := before.Replace(facts.Hosting{ID: id(99), Title: "Tappa spostata", State: facts.HostingApproved, RequestedBy: osvaldo}, osvaldo, later)
	if err != nil {
		t.Fatal(err)
	}
	want := facts.Hosting{ID: id(9), Title: "Tappa spostata", State: facts.HostingChanged, RequestedBy: olga, RequestedAt: now}
	if diff := cmp.Diff(want, got.Hosting); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if last := got.Steps[2]; got.Version() != 3 || last != (facts.HostingStep{Number: 3, Kind: facts.HostingChanged, TakenBy: osvaldo, TakenAt: later}) {
		t.Errorf("the last step is %+v", last)
	}
	if before.Version() != 2 || before.Title != "Tappa del circolo" {
		t.Errorf("the request before has changed: %+v", before)
	}
	if _, err := request(t, "refused").Replace(facts.Hosting{}, olga, later); leaguetest.Answer(err) != "state hosting-state (state=refused)" {
		t.Errorf("one that was refused: %v", err)
	}
}

// The state of a request follows from its last step, whatever state is stored in its row.
func TestARequestIsAsFarAsItsLastStep(t *testing.T) {
	t.Parallel()
	made := league.EventID{UUID: id(30)}
	r := request(t, "asked answered")
	approved, err := r.Take(facts.HostingStep{Kind: facts.HostingApproved, EventID: &made})
	if err != nil {
		t.Fatal(err)
	}
	stored := hosting.Of(facts.Hosting{State: facts.HostingRequested}, approved.Steps)
	if stored.State != facts.HostingApproved || *stored.EventID != made || stored.Version() != 4 {
		t.Errorf("%+v", stored)
	}
	if again := hosting.Of(facts.Hosting{EventID: &made}, r.Steps); again.State != facts.HostingAnswered || again.EventID != nil {
		t.Errorf("%+v", again)
	}
}

// CN09 1.4: a season takes requests while it is running.
func TestSeasonsThatTakeRequests(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]string{
		planning.SeasonRunning: "", planning.SeasonDraft: "state season-state (state=draft)", planning.SeasonClosed: "state season-state (state=closed)",
	} {
		if got := leaguetest.Answer(hosting.RequireRunning(facts.Season{State: state})); got != want {
			t.Errorf("CN09 1.4 a season that is %s: %q, want %q", state, got, want)
		}
	}
}

// CN09 1.4: the roles of the club's people end thirty days after the last day of the regional finals, 14
// February 2010, or after the event if it is later at its venue.
func TestRolesEnd(t *testing.T) {
	t.Parallel()
	season := facts.Season{FinalsBy: rules.Day("2010-02-14").Midnight()}
	for _, tt := range []struct{ name, starts, zone, want string }{
		{"CN09 1.4 a stage", "2009-04-05T08:00:00Z", "Europe/Rome", "2010-03-16"},
		{"CN09 1.4 an event on the last day", "2010-02-14T22:59:59Z", "Europe/Rome", "2010-03-16"},
		{"CN09 1.4 an event a day later at its venue", "2010-02-14T23:00:00Z", "Europe/Rome", "2010-03-17"},
		{"CN09 1.4 the same moment in London", "2010-02-14T23:00:00Z", "Europe/London", "2010-03-16"},
		{"CN09 1.4 the national final", "2010-05-02T08:00:00Z", "Europe/Rome", "2010-06-01"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			at, err := time.Parse(time.RFC3339, tt.starts)
			if err != nil {
				t.Fatal(err)
			}
			if got := hosting.RolesUntil(season, facts.Event{StartsAt: at, TimeZone: tt.zone}); got != rules.Day(tt.want).Midnight() {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// The announcement of the event is the one requested.
func TestAnnouncementOfARequest(t *testing.T) {
	t.Parallel()
	fee, euro, latitude, longitude := 500, "EUR", 45_737_000, 7_320_000
	h := facts.Hosting{
		Title: "Tappa del circolo", StartsAt: now, TimeZone: "Europe/Rome", VenueName: "Circolo", VenueAddress: "Via Roma 1", VenueCity: "Aosta",
		SeasonID: league.SeasonID{UUID: id(8)}, FeeCents: &fee, FeeCurrency: &euro, Formula: "club", Capacity: 30, NewOrganizer: true, VenueLatitude: &latitude,
	}
	want := planning.Announcement{
		Title: "Tappa del circolo", StartsAt: now, TimeZone: "Europe/Rome", VenueName: "Circolo", VenueAddress: "Via Roma 1", VenueCity: "Aosta",
		Season: &h.SeasonID, FeeCents: &fee, FeeCurrency: &euro, Formula: "club", Capacity: 30, NewOrganizer: true,
	}
	if diff := cmp.Diff(want, hosting.Announcement(h)); diff != "" {
		t.Errorf("half a position is none (-want +got):\n%s", diff)
	}
	h.VenueLongitude, want.VenueAt = &longitude, &planning.Position{Latitude: latitude, Longitude: longitude}
	if diff := cmp.Diff(want, hosting.Announcement(h)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// After any steps of a request, its steps are numbered and earlier steps stay, and once it is decided or
// withdrawn no further step is possible.
func TestRequestsEnd(t *testing.T) {
	t.Parallel()
	kinds := []facts.HostingState{
		facts.HostingRequested, facts.HostingChanged, facts.HostingAsked, facts.HostingAnswered, facts.HostingApproved, facts.HostingRefused, facts.HostingWithdrawn,
	}
	rapid.Check(t, func(t *rapid.T) {
		r, over := hosting.New(facts.Hosting{}, olga, now), false
		for _, kind := range rapid.SliceOfN(rapid.SampledFrom(kinds), 0, 12).Draw(t, "steps") {
			next, err := r.Take(facts.HostingStep{Kind: kind})
			switch {
			case err != nil && next.Version() != r.Version():
				t.Fatalf("%s was refused and taken: %+v", kind, next)
			case err == nil && (over || next.Version() != r.Version()+1 || next.Steps[r.Version()].Number != next.Version() || next.State != kind):
				t.Fatalf("%s after %s: %+v", kind, r.State, next)
			}
			if !slices.Equal(next.Steps[:r.Version()], r.Steps) {
				t.Fatalf("%v have become %v", r.Steps, next.Steps)
			}
			r, over = next, over || err == nil && slices.Contains([]facts.HostingState{facts.HostingApproved, facts.HostingRefused, facts.HostingWithdrawn}, kind)
		}
	})
}

// CN09 3.2: other structures are agreed in advance. The regulation must allow the requested structure; the
// other regulations allow none but their own.
func TestStructuresThatAreAskedFor(t *testing.T) {
	t.Parallel()
	const cn09 = "catan-nazionale-2009"
	ask := func(rounds int, semifinal, final bool, advance int) facts.Hosting {
		reason := "Due giorni di gioco"
		return facts.Hosting{StructureRounds: &rounds, StructureSemifinal: &semifinal, StructureFinal: &final, StructureAdvance: advance, StructureReason: &reason}
	}
	for _, tt := range []struct {
		name, preset string
		h            facts.Hosting
		want         string
	}{
		{"CN09 3.2 that of the formula", cn09, facts.Hosting{}, ""},
		{"CN09 3.2 five rounds, semifinals and a final", cn09, ask(5, true, true, 0), ""},
		{"CN09 3.2 semifinals and a final only", cn09, ask(0, true, true, 1), ""},
		{"CN09 3.2 no rounds, and nobody goes on", cn09, ask(0, true, true, 0), "faults /structure/rounds: CN09: outside-range (max=50, min=1)"},
		{"CN09 3.2 fifty-one rounds", cn09, ask(51, false, true, 0), "faults /structure/rounds: CN09: outside-range (max=50, min=1)"},
		{"CN09 3.2 semifinals without a final", cn09, ask(5, true, false, 0), "faults /structure/semifinal: CN09: no-semifinal-rule"},
		{"JP22 2 no other than its own", "just-play-2022", ask(2, false, true, 0), "faults /structure: JP22 2: no-other-structure"},
		{"FG14 3 no other than its own", "firenzegioca-2014", ask(3, false, true, 0), "faults /structure: FG14 3: no-other-structure"},
		{"BG 1.2.5 no final", "catan-ranglista-bg", ask(3, false, true, 0), "faults /structure: BG 1.2.3: no-other-structure; /structure/final: BG: no-final-rule"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, err := presets.Find(tt.preset)
			if err != nil {
				t.Fatal(err)
			}
			if got := leaguetest.Answer(hosting.CheckStructure(r, tt.h)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// The requested event gets the position of the request, if both latitude and longitude are given.
func TestPlaceOfAnAnnouncement(t *testing.T) {
	t.Parallel()
	north, east := 45_070_000, 7_690_000
	for _, tt := range []struct {
		says                string
		latitude, longitude *int
		want                *planning.Position
	}{
		{"neither", nil, nil, nil},
		{"the latitude", &north, nil, nil},
		{"the longitude", nil, &east, nil},
		{"both", &north, &east, &planning.Position{Latitude: north, Longitude: east}},
	} {
		got := hosting.Announcement(facts.Hosting{VenueLatitude: tt.latitude, VenueLongitude: tt.longitude}).VenueAt
		if (got == nil) != (tt.want == nil) || got != nil && *got != *tt.want {
			t.Errorf("%s: %+v, want %+v", tt.says, got, tt.want)
		}
	}
}

// The first step of a request records that it was made, by whom and when.
func TestFirstStepOfARequest(t *testing.T) {
	t.Parallel()
	r := hosting.New(facts.Hosting{Title: "Tappa"}, olga, now)
	want := []facts.HostingStep{{Number: 1, Kind: facts.HostingRequested, TakenBy: olga, TakenAt: now}}
	if d := cmp.Diff(want, r.Steps); d != "" || r.RequestedBy != olga || !r.RequestedAt.Equal(now) || r.Version() != 1 {
		t.Errorf("by %s at %s, version %d: %s", r.RequestedBy, r.RequestedAt, r.Version(), d)
	}
}
