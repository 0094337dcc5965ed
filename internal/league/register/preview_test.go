package register_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
)

// follows writes the changes of a preview, or why it is refused.
func follows(b *registertest.Book, after *register.Season, err error) string {
	if err != nil {
		return registertest.Why(err)
	}
	return changes(b, b.Season(), after)
}

// Previews of a homologation and of an invalidation.
func TestPreviewVerdict(t *testing.T) {
	t.Parallel()
	const pending = "regions aosta\na1 stage aosta 2009-06-07 12 pending: nadia olga\n"
	const voided = "event-demand results-unsound open>failed (CN09 1.11), region-format aosta merge>none (CN09 1.7), " +
		"place-holder nadia → - held>void (CN09 1.11), place-provisional aosta true>false (CN09 1.11)"
	for _, tt := range []struct {
		name, book, event string
		valid             bool
		want              string
	}{
		{"CN09 1.11/homologated its winner's place is certain", pending, "a1", true, "event-standing a1 provisional>homologated (CN09 1.7), place-provisional nadia true>false (CN09 1.7)"},
		{"CN09 1.11/its results are unsound where nothing else is wrong: there is no place", pending, "a1", false, "event-standing a1 provisional>invalidated (CN09 1.11), " + voided},
		{
			"CN09 1.7/for the players that are missing", strings.Replace(pending, "12 ", "11 ", 1), "a1", false,
			"event-standing a1 provisional>invalidated (CN09 1.7), region-format aosta merge>none (CN09 1.7), " +
				"place-holder nadia → - held>void (CN09 1.11), place-provisional aosta true>false (CN09 1.11)",
		},
		{"CN09 1.11/what was homologated is taken back first", strings.Replace(pending, "pending", "", 1), "a1", false, "event-standing a1 homologated>invalidated (CN09 1.11), event-demand results-unsound met>failed (CN09 1.11), region-format aosta merge>none (CN09 1.7), place-holder nadia → - held>void (CN09 1.11)"},
		{"CN09 1.11/what is homologated stays so", strings.Replace(pending, "pending", "", 1), "a1", true, ""},
		{"CN09 1.11/what was invalid counts", strings.Replace(pending, "pending", "invalid", 1), "a1", true, "event-standing a1 invalidated>homologated (CN09 1.7), region-format aosta none>merge (CN09 1.7.1), place-holder - → nadia void>held (CN09 1.7)"},
		{"CN09 1.7/not with too few players", strings.Replace(pending, "12 ", "11 ", 1), "a1", true, "/decision CN09 1.7: too-few-players (least=12, players=11)"},
		{
			"CN09 1.6.a/nor without photos, each of which is named", strings.Replace(pending, "pending", "pending photos=winner", 1), "a1", true,
			"/decision CN09 1.6.a: photos-missing (kind=panorama); /decision CN09 1.6.a: photos-missing (kind=final-table)",
		},
		{"CN09 1.11/nor before the report", strings.Replace(pending, "pending", "unreported", 1), "a1", true, "now CN09 1.11: report-missing (day=2009-06-14)"},
		{"CN09 1.11/nor while a returned one is awaited", strings.Replace(pending, "pending", "returned", 1), "a1", true, "now report-returned"},
		{"CN09 1.11/nor before it is played", "regions aosta\na1 stage aosta 2009-06-07", "a1", true, "now event-not-finished"},
		{"CN09 1.9/the national final is not judged", pending + "n national 2010-03-14 4: anna", "n", true, "now final-not-checked"},
		{"CN09 1.9/nothing is taken back once the national final has begun", strings.Replace(pending, "pending", "", 1) + "n national 2010-03-14 running: anna", "a1", false, "now CN09 1.9: national-final-started"},
		{"CN09 1.9/but what is not decided may be still", pending + "n national 2010-03-14 running: anna", "a1", true, "event-standing a1 provisional>homologated (CN09 1.7), place-provisional nadia true>false (CN09 1.7)"},
		{
			"CN09 1.9/of a regional final the champion's place becomes certain", threeStages + "f regional aosta 2010-01-31 3 pending: anna bea cleo", "f", true,
			"region-result aosta provisional>homologated (CN09 1.7.3), place-provisional anna true>false (CN09 1.9)",
		},
		{
			"CN09 1.9/or there is none", threeStages + "f regional aosta 2010-01-31 3 pending: anna bea cleo", "f", false,
			"region-result aosta provisional>invalidated (CN09 1.7.3), place-holder anna → - held>void (CN09 1.11), place-provisional f true>false (CN09 1.11), place-refund f true>false (CN09 1.9)",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book)
			after, err := b.Season().PreviewVerdict(b.Event(tt.event).ID, tt.valid, b.At("2009-06-10 12:00"))
			is(t, "follows", follows(b, after, err), tt.want)
		})
	}
	b := registertest.Read(t, registertest.CN09, pending)
	_, err := b.Season().PreviewVerdict(league.EventID{UUID: uuid.New()}, true, b.At("2009-06-10 12:00"))
	is(t, "an event of another season", registertest.Why(err), "not found")
	after, err := b.Season().PreviewVerdict(b.Event("a1").ID, false, b.At("2009-06-20 12:00"))
	if v := after.LastVerdict(b.Event("a1").ID); err != nil || v.Reason != register.Previewed || !v.Unsound {
		t.Errorf("got %+v, %v", v, err)
	}
}

// Previews of the reversal of a verdict.
func TestPreviewReversal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, verdict, want string }{
		{"CN09 1.11/a homologation: its place is provisional again", "", "event-standing a1 homologated>provisional (CN09 1.7), place-provisional nadia false>true (CN09 1.7)"},
		{"CN09 1.11/an invalidation: there is a place for the time being", "invalid", "event-standing a1 invalidated>provisional (CN09 1.7), region-format aosta none>merge (CN09 1.7.1), place-holder - → nadia void>held (CN09 1.7), place-provisional nadia false>true (CN09 1.7)"},
		{"CN09 1.11/a waiver: the demand fails again", "received=2009-06-15 waived=results-late", "event-demand results-late waived>failed (CN09 1.11)"},
		{"CN09 1.11/not where nothing was decided", "pending", "now nothing-decided"},
		{"CN09 1.11/nor a question", "returned", "now nothing-decided"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-06-07 12 "+tt.verdict+": nadia olga")
			after, err := b.Season().PreviewReversal(b.Event("a1").ID, b.At("2009-06-20 12:00"))
			is(t, "follows", follows(b, after, err), tt.want)
		})
	}
	b := registertest.Read(t, registertest.CN09, "")
	_, err := b.Season().PreviewReversal(league.EventID{UUID: uuid.New()}, b.At("2009-06-20 12:00"))
	is(t, "an event of another season", registertest.Why(err), "not found")
}

// Previews of a report that comes on a given day.
func TestPreviewReport(t *testing.T) {
	t.Parallel()
	const judged, late = "provisional, open results-unsound (CN09 1.11)", "invalidated, failed results-late (CN09 1.11)"
	for _, tt := range []struct{ name, event, day, want string }{
		{"CN09 1.11/on the last day of the week it is to be judged", "stage aosta 2009-06-07 12 unreported", "2009-06-14", judged},
		{"CN09 1.11/a day later the stage is declared invalid", "stage aosta 2009-06-07 12 unreported", "2009-06-15", late},
		{"CN09 1.11/a week after the second day of two", "stage aosta 2009-06-07 12 unreported ended=2009-06-08", "2009-06-15", judged},
		{"CN09 1.11/a regional final too", "regional aosta 2010-01-31 3 unreported", "2010-02-08", "invalidated, failed results-late (CN09 1.11), failed finalist-without-place (CN09 1.7)"},
		{"CN09 1.11/after it was returned", "stage aosta 2009-06-07 12 returned", "2009-06-14", judged},
		{"CN09 1.11/not before the last day of the stage", "stage aosta 2009-06-07 12 unreported ended=2009-06-08", "2009-06-07", "/receivedAt CN09: received-before-event (day=2009-06-08)"},
		{"CN09 1.11/not twice", "stage aosta 2009-06-07 12 pending", "2009-06-14", "now report-sent"},
		{"CN09 1.11/not of a decided stage", "stage aosta 2009-06-07 12", "2009-06-14", "now event-decided (decision=homologated)"},
		{"CN09 1.11/not before its end", "stage aosta 2009-06-07 running", "2009-06-14", "now report-before-end (state=running)"},
		{"CN09 1.9/not of the national final", "national 2009-06-07 4", "2009-06-14", "now final-not-checked"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, "regions aosta\na1 "+tt.event+": nadia olga")
			is(t, "stands", reported(b, tt.day, "winner", "panorama", "final-table"), tt.want)
		})
	}
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-06-07 12 unreported: nadia olga")
	is(t, "CN09 1.6.a without two of the photos", reported(b, "2009-06-14", "winner"),
		"provisional, failed photos-missing (CN09 1.6.a), failed photos-missing (CN09 1.6.a), open results-unsound (CN09 1.11)")
	_, err := b.Season().PreviewReport(league.EventID{UUID: uuid.New()}, "2009-06-14")
	is(t, "an event of another season", registertest.Why(err), "not found")
	b = registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-06-07 12 returned received=2009-06-15: nadia olga")
	b.Verdicts[0].Waived = []string{"results-late"}
	is(t, "CN09 1.11 what was waived before it was returned stays so", reported(b, "2009-06-22"), "provisional, waived results-late (CN09 1.11), open results-unsound (CN09 1.11)")
	after, err := b.Season().PreviewReport(b.Event("a1").ID, "2009-06-22")
	if got := after.LastReport(b.Event("a1").ID); err != nil || got.Number != 2 {
		t.Errorf("it is the report number %d, %v", got.Number, err)
	}
}

// reported writes the state of a1 if its report came on a day, with further photos.
func reported(b *registertest.Book, day string, photos ...string) string {
	e := b.Event("a1")
	b.Photograph(e, photos...)
	after, err := b.Season().PreviewReport(e.ID, rules.Day(day))
	if err != nil {
		return registertest.Why(err)
	}
	return checks(after, e.ID)
}

// Previews of a further event: played on its day, reported in time with all photos, and decided.
func TestPreviewEvent(t *testing.T) {
	t.Parallel()
	const stage = "regions aosta\na1 stage aosta 2009-03-01 12: anna ida"
	for _, tt := range []struct {
		name, circuit, region, day string
		players                    int
		first, want                string
	}{
		{"CN09 1.7/with twelve its winner is a finalist", "regional", "aosta", "2009-09-06", 12, "bea lea", "event-new >homologated (CN09 1.7), region-format aosta merge>final 4 (CN09 1.7.2), place-new bea >held (CN09 1.7), place-new ida >held (CN09 1.7.2), place-new lea >held (CN09 1.7.2)"},
		{"CN09 1.7/with eleven it is declared invalid", "regional", "aosta", "2009-09-06", 11, "bea lea", "event-new >invalidated (CN09 1.7), place-new aosta >void (CN09 1.11)"},
		{"CN09 1.7/with twenty-eight a Grande Torneo", "regional", "aosta", "2009-09-06", 28, "bea lea", "event-new >homologated (CN09 1.7), region-format aosta merge>final 3 (CN09 1.7.2), place-new bea >held (CN09 1.7), place-new lea >held (CN09 1.7), place-new ida >held (CN09 1.7.2)"},
		{"CN09 1.8/an open tournament with sixteen", "open", "-", "2009-09-06", 16, "elio fanny", "event-new >homologated (CN09 1.8), place-new elio >held (CN09 1.8)"},
		{"CN09 1.8/with fifteen", "open", "-", "2009-09-06", 15, "elio fanny", "event-new >invalidated (CN09 1.8), place-new >void (CN09 1.11)"},
		{"CN09 1.8.1/one on-line is alike", "online", "-", "2009-09-06", 36, "elio fanny", "event-new >homologated (CN09 1.8), place-new elio >held (CN09 1.8), place-new fanny >held (CN09 1.8)"},
		{"CN09 1.5/won by who is qualified already, who does not count", "regional", "aosta", "2009-09-06", 13, "anna bea lea", "event-new >homologated (CN09 1.7), entrant-refused anna >already-qualified (CN09 1.5), region-format aosta merge>final 4 (CN09 1.7.2), place-new bea >held (CN09 1.7), place-new ida >held (CN09 1.7.2), place-new lea >held (CN09 1.7.2)"},
		{"CN09 2.3/announced less than two weeks before", "open", "-", "2009-08-14", 16, "elio", "event-new >homologated (CN09 1.8), event-breach >announced-late (CN09 2.3), place-new elio >held (CN09 1.8)"},
		{"CN09 1.4/on the last day of the season", "open", "-", "2009-12-31", 16, "elio", "event-new >homologated (CN09 1.8), place-new elio >held (CN09 1.8)"},
		{"CN09 1.4/a day later", "open", "-", "2010-01-01", 16, "elio", "/startsAt CN09 1.4: day-outside-season (day=2010-01-01, from=2009-02-01, to=2009-12-31)"},
		{"CN09 1.1/in a region that takes no part", "regional", "umbria", "2009-09-06", 12, "bea", "/region CN09 1.1: region-not-in-season"},
		{"CN09 1.1/a stage is in a region", "regional", "-", "2009-09-06", 12, "bea", "/region CN09 1.1: region-missing"},
		{"CN09 1.1/an open tournament in none", "open", "aosta", "2009-09-06", 16, "elio", "/region CN09 1.1: event-of-no-region"},
		{"CN09 1.7/of two players three are not ranked", "regional", "aosta", "2009-09-06", 2, "bea lea mara", "/ranking CN09: more-places-than-players (players=2)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, stage)
			n := register.PlannedEvent{
				Circuit: rules.Circuit(tt.circuit), Region: b.Region(tt.region), Day: rules.Day(tt.day), Players: tt.players, Ranking: b.Players(strings.Fields(tt.first)...),
			}
			after, err := b.Season().PreviewEvent(n, b.At("2009-08-01 12:00"))
			is(t, "follows", follows(b, after, err), tt.want)
		})
	}
}
