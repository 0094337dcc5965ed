package register_test

import (
	"reflect"
	"strings"
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// done returns the season after the manager has decided about an event, with an earlier verdict
// reversed.
func done(t *testing.T, b *registertest.Book, s *register.Season, event string, n homologation.NewVerdict, now string) *register.Season {
	t.Helper()
	c, err := s.Case(b.Event(event), true)
	if err != nil {
		t.Fatal(err)
	}
	if c.Last.Stands() {
		v, err := c.Reverse("Da rivedere", b.At(now))
		if err != nil {
			t.Fatal(err)
		}
		if c, err = c.Ruled(v).Case(b.Event(event), true); err != nil {
			t.Fatal(err)
		}
	}
	n.Manager = true
	v, err := c.Homologate(n, b.At(now))
	if err != nil {
		t.Fatal(err)
	}
	return c.Ruled(v)
}

// A previewed verdict equals the season after the verdict.
func TestPreviewedVerdictComes(t *testing.T) {
	t.Parallel()
	unsound := homologation.NewVerdict{Kind: facts.VerdictInvalidated, Unsound: true, Reason: "Inventati"}
	few := homologation.NewVerdict{Kind: facts.VerdictInvalidated, Demands: demand(season.TooFewPlayers), Reason: "Undici"}
	homologated := homologation.NewVerdict{Kind: facts.VerdictHomologated}
	const now = "2010-02-10 12:00"
	for _, tt := range []struct {
		name, event string
		valid       bool
		verdict     homologation.NewVerdict
	}{
		{"CN09 1.11/a homologation", "stage aosta 2009-06-07 12 pending: nadia olga", true, homologated},
		{"CN09 1.11/of what was invalid", "stage aosta 2009-06-07 12 invalid: nadia olga", true, homologated},
		{"CN09 1.11/unsound results", "stage aosta 2009-06-07 12 pending: nadia olga", false, unsound},
		{"CN09 1.11/of a stage that was homologated", "stage aosta 2009-06-07 12: nadia olga", false, unsound},
		{"CN09 1.7/too few players", "stage aosta 2009-06-07 11 pending: nadia olga", false, few},
		{"CN09 1.8/of a Grande Evento", "open 2009-06-07 36 pending: nadia olga", true, homologated},
		{"CN09 1.9/of a regional final", "regional aosta 2010-01-31 3 pending: anna bea cleo", true, homologated},
		{"CN09 1.9/of one that was homologated", "regional aosta 2010-01-31 3: anna bea cleo", false, unsound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := cn09(t, "e "+tt.event)
			asked, err := b.Season().PreviewVerdict(b.Event("e").ID, tt.valid, b.At(now))
			if err != nil {
				t.Fatal(err)
			}
			if came := done(t, b, b.Season(), "e", tt.verdict, now); !reflect.DeepEqual(asked.State, came.State) {
				t.Errorf("asked %s\ncame %s", changes(b, b.Season(), asked), changes(b, b.Season(), came))
			}
		})
	}
}

// A previewed report equals the season after the report: one that is too late has the event
// declared invalid.
func TestPreviewedReportComes(t *testing.T) {
	t.Parallel()
	late := homologation.NewVerdict{Kind: facts.VerdictInvalidated, Demands: demand(season.ResultsLate), Reason: "Tardi"}
	for day, verdict := range map[string]*homologation.NewVerdict{"2009-06-07": nil, "2009-06-14": nil, "2009-06-15": &late, "2009-07-07": &late} {
		b := cn09(t, "e stage aosta 2009-06-07 12 unreported: nadia olga")
		e := b.Event("e")
		b.Photograph(e, "winner", "panorama", "final-table")
		asked, err := b.Season().PreviewReport(e.ID, rules.Day(day))
		if err != nil {
			t.Fatal(err)
		}
		came := b.Season().Reported(e, facts.ReportReceipt{EventID: e.ID, Number: 1, ReceivedAt: b.At(day + " 12:00")})
		if verdict != nil {
			came = done(t, b, came, "e", *verdict, day+" 12:00")
		}
		if !reflect.DeepEqual(asked.State, came.State) {
			t.Errorf("CN09 1.11 a report on %s: asked %s\ncame %s", day, changes(b, b.Season(), asked), changes(b, b.Season(), came))
		}
	}
}

// A previewed event equals the season after it was played.
func TestPreviewedEventComes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, circuit, region, day string
		players                    int
		first                      string
		line                       string // the line of the book once it was played
	}{
		{"CN09 1.7/a stage", "regional", "aosta", "2009-09-06", 12, "nadia olga", "stage aosta 2009-09-06 12"},
		{"CN09 1.7/one of five players", "regional", "aosta", "2009-09-06", 5, "nadia olga", "stage aosta 2009-09-06 5 invalid"},
		{"CN09 1.7/a Grande Torneo", "regional", "piemonte", "2009-09-06", 28, "nadia olga", "stage piemonte 2009-09-06 28"},
		{"CN09 1.5/won by who has qualified", "regional", "piemonte", "2009-09-06", 13, "anna nadia olga", "stage piemonte 2009-09-06 13"},
		{"CN09 1.8/an open tournament", "open", "-", "2009-09-06", 16, "nadia olga", "open 2009-09-06 16"},
		{"CN09 2.3/announced too late", "open", "-", "2009-08-07", 16, "nadia olga", "open 2009-08-07 16"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := cn09(t, "")
			before := b.Season()
			asked, err := before.PreviewEvent(register.PlannedEvent{
				Circuit: rules.Circuit(tt.circuit), Region: b.Region(tt.region), Day: rules.Day(tt.day), Players: tt.players, Ranking: b.Players(strings.Fields(tt.first)...),
			}, b.At("2009-08-01 12:00"))
			if err != nil {
				t.Fatal(err)
			}
			came := b.Add("x " + tt.line + " announced=2009-08-01 received=" + tt.day + ": " + tt.first).Season()
			is(t, "asked", changes(b, before, asked), strings.ReplaceAll(changes(b, before, came), " x ", " "))
		})
	}
}
