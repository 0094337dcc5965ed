package officiating_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
)

// The person of these tests, with an account of their own, and somebody else.
var person, account, stranger = uuid.UUID{15: 1}, uuid.UUID{14: 1}, uuid.UUID{15: 2}

// known makes records about the person of short words.
func known(words string) *officiating.Background {
	p, day := &officiating.Background{Season: map[league.PlayerID]league.Grounds{}}, rules.Day("2009-01-01")
	for word := range strings.FieldsSeq(words) {
		switch word {
		case "referee":
			p.Staff = append(p.Staff, facts.Staff{Role: "referee", PlayerID: &league.PlayerID{UUID: person}})
		case "referee-by-account":
			p.Staff = append(p.Staff, facts.Staff{Role: "first-referee", AccountID: &account})
		case "helper":
			p.Staff = append(p.Staff, facts.Staff{Role: "helper", PlayerID: &league.PlayerID{UUID: person}})
		case "another-referees":
			p.Staff = append(p.Staff, facts.Staff{Role: "referee", PlayerID: &league.PlayerID{UUID: stranger}, AccountID: &stranger})
		case "left":
			p.Left = append(p.Left, league.PlayerID{UUID: person})
		case "banned":
			p.Bans = append(p.Bans, facts.BanTerm{PlayerID: league.PlayerID{UUID: person}, FromDay: day})
		case "another-is-banned":
			p.Bans = append(p.Bans, facts.BanTerm{PlayerID: league.PlayerID{UUID: stranger}, FromDay: day})
		case "employee":
			p.Exclusions = append(p.Exclusions, facts.Exclusion{PlayerID: league.PlayerID{UUID: person}, Kind: rules.EmployeeOfPublisher, FromDay: day})
		case "another-is-employee":
			p.Exclusions = append(p.Exclusions, facts.Exclusion{PlayerID: league.PlayerID{UUID: stranger}, Kind: rules.EmployeeOfPublisher, FromDay: day})
		case "qualified":
			p.Season[league.PlayerID{UUID: person}] = league.Grounds{Code: "CN09", Par: "1.7", Reason: officiating.QualifiedAt, Params: map[string]string{"event": "Torneo di Aosta"}}
		case "without-place":
			p.Season[league.PlayerID{UUID: person}] = league.Grounds{Code: "CN09", Par: "1.9", Reason: "no-place-in-final"}
		}
	}
	return p
}

// TestExcludes: the exclusions by each regulation, with their reasons: CN09 1.5 excludes the
// referees of the event, qualified players, the publisher's employees and banned players; BG 1.1.7
// those who left without good reason or are banned; the others nobody.
func TestExcludes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, known, want string }{
		{"CN09 1.5/nothing is known", "", ""},
		{"CN09 1.5/a referee of the event", "referee", "CN09 1.5: referee-of-event"},
		{"CN09 1.5/the first referee, known by their account", "referee-by-account", "CN09 1.5: referee-of-event"},
		{"CN09 1.5/a helper", "helper", ""},
		{"CN09 1.5/others referee", "another-referees", ""},
		{"CN09 1.5/qualified for a final of the season", "qualified", "CN09 1.5: qualified-at (event=Torneo di Aosta)"},
		{"CN09 1.5/an employee of the publisher", "employee", "CN09 1.5: employee-of-publisher"},
		{"CN09 1.5/another is", "another-is-employee", ""},
		{"CN09 1.5/banned for grave offenses", "banned", "CN09 1.5: banned"},
		{"CN09 1.5/another is banned", "another-is-banned", ""},
		{"CN09 1.5/all of it, in the order of the paragraph", "banned employee referee qualified", "CN09 1.5: referee-of-event; CN09 1.5: qualified-at (event=Torneo di Aosta); CN09 1.5: employee-of-publisher; CN09 1.5: banned"},
		{"CN09 1.9/without a place in the final that the event is", "without-place", "CN09 1.9: no-place-in-final"},
		{"CN09 1.9/without a place, and banned", "without-place banned", "CN09 1.5: banned; CN09 1.9: no-place-in-final"},
		{"BG 1.1.7/left an event without good reason", "left", "BG 1.1.7: banned"},
		{"BG 1.1.7/banned", "banned", "BG 1.1.7: banned"},
		{"BG 1.1.7/both is said once", "left banned", "BG 1.1.7: banned"},
		{"BG 1.1.7/referees may play", "referee", ""},
		{"BG 1.1.7/employees may play", "employee", ""},
		{"JP22 2/excludes nobody", "banned employee referee left", ""},
		{"FG14 1/excludes nobody", "banned employee referee left", ""},
		{"SQ00 4/excludes nobody", "banned employee referee left", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, p := gathered(t, tt.name, 1), known(tt.known)
			var got []string
			for _, g := range s.Excludes(p, league.PlayerID{UUID: person}, &account) {
				got = append(got, g.String())
			}
			if strings.Join(got, "; ") != tt.want {
				t.Errorf("got  %s\nwant %s", strings.Join(got, "; "), tt.want)
			}
			e := facts.Entry{Number: 7, PlayerID: league.PlayerID{UUID: person}, AccountID: &account}
			faults := ""
			if tt.want != "" {
				faults = "faults /entries/7: " + strings.ReplaceAll(tt.want, "; ", "; /entries/7: ")
			}
			if got := leaguetest.Answer(s.RefuseExcluded(p, []facts.Entry{{Number: 8, PlayerID: league.PlayerID{UUID: uuid.UUID{13: 1}}}, e})); got != faults {
				t.Errorf("of those who have entered: got %q, want %q", got, faults)
			}
		})
	}
}

// TestExclusionOf: the reason qualified-at stands for the ruleset's already-qualified.
func TestExclusionOf(t *testing.T) {
	t.Parallel()
	for reason, want := range map[string]rules.ExclusionReason{
		officiating.QualifiedAt: rules.AlreadyQualified, "banned": rules.Banned, "referee-of-event": rules.RefereeOfEvent,
	} {
		if got := officiating.ExclusionOf(league.Grounds{Reason: reason}); got != want {
			t.Errorf("%s: got %s, want %s", reason, got, want)
		}
	}
}

// TestTermsOfExclusion: a ban and an employment include their first and their last day, and the day
// is that of the event at its venue (CN09 1.5).
func TestTermsOfExclusion(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		starts      string // UTC
		from, until rules.Day
		excluded    bool
	}{
		{"CN09 1.5/the day before it begins", "2009-02-07T09:00", "2009-02-08", "", false},
		{"CN09 1.5/its first day", "2009-02-08T09:00", "2009-02-08", "", true},
		{"CN09 1.5/years later, without an end", "2012-02-08T09:00", "2009-02-08", "", true},
		{"CN09 1.5/its last day", "2009-03-08T09:00", "2009-02-08", "2009-03-08", true},
		{"CN09 1.5/the day after it", "2009-03-09T09:00", "2009-02-08", "2009-03-08", false},
		{"CN09 1.5/in the evening, still the day before in Rome", "2009-02-07T22:59", "2009-02-08", "", false},
		{"CN09 1.5/in the evening, already the first day in Rome", "2009-02-07T23:00", "2009-02-08", "", true},
		{"CN09 1.5/in the evening of the last day, already the next in Rome", "2009-03-08T23:00", "2009-02-08", "2009-03-08", false},
	} {
		starts, err := time.Parse("2006-01-02T15:04", tt.starts)
		if err != nil {
			t.Fatal(err)
		}
		s := gathered(t, tt.name, 1)
		s.Event.StartsAt = starts
		id := league.PlayerID{UUID: person}
		for what, p := range map[string]*officiating.Background{
			"a ban":      {Bans: []facts.BanTerm{{PlayerID: id, FromDay: tt.from, UntilDay: tt.until}}},
			"employment": {Exclusions: []facts.Exclusion{{PlayerID: id, Kind: rules.EmployeeOfPublisher, FromDay: tt.from, UntilDay: tt.until}}},
		} {
			if got := len(s.Excludes(p, id, nil)) > 0; got != tt.excluded {
				t.Errorf("%s: %s excludes: %t", tt.name, what, got)
			}
		}
	}
}

// TestBansOfSomeEvents: a ban may cover only some kinds of events, or the events of one season
// (CN09 5.5).
func TestBansOfSomeEvents(t *testing.T) {
	t.Parallel()
	season, other := league.SeasonID{UUID: uuid.New()}, league.SeasonID{UUID: uuid.New()}
	for _, tt := range []struct {
		name     string
		ban      facts.BanTerm
		event    facts.Event
		excluded bool
	}{
		{"CN09 5.5/from all, a stage", facts.BanTerm{}, facts.Event{Kind: facts.KindStage}, true},
		{"CN09 5.5/from stages, a stage", facts.BanTerm{Kinds: []string{facts.KindStage, facts.KindOpen}}, facts.Event{Kind: facts.KindStage}, true},
		{"CN09 5.5/from stages, an online tournament", facts.BanTerm{Kinds: []string{facts.KindStage, facts.KindOpen}}, facts.Event{Kind: facts.KindOnline}, false},
		{"CN09 5.5/from a season, an event of it", facts.BanTerm{SeasonID: &season}, facts.Event{SeasonID: &season}, true},
		{"CN09 5.5/from a season, an event of another", facts.BanTerm{SeasonID: &season}, facts.Event{SeasonID: &other}, false},
		{"CN09 5.5/from a season, an event of none", facts.BanTerm{SeasonID: &season}, facts.Event{}, false},
		{"CN09 5.5/from all, an event of a season", facts.BanTerm{}, facts.Event{SeasonID: &season}, true},
		{"CN09 5.5/from finals of a season, a stage of it", facts.BanTerm{SeasonID: &season, Kinds: []string{facts.KindRegionalFinal}}, facts.Event{SeasonID: &season, Kind: facts.KindStage}, false},
	} {
		s := gathered(t, tt.name, 1)
		s.Event.Kind, s.Event.SeasonID = tt.event.Kind, tt.event.SeasonID
		id := league.PlayerID{UUID: person}
		tt.ban.PlayerID, tt.ban.FromDay = id, "2009-01-01"
		if got := len(s.Excludes(&officiating.Background{Bans: []facts.BanTerm{tt.ban}}, id, nil)) > 0; got != tt.excluded {
			t.Errorf("%s: excluded: %t", tt.name, got)
		}
	}
}
