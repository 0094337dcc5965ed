package leagueapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// known is a file of an event of which the order and the points alone are known, by the regulation of its games.
func known(t *testing.T, points ...league.Frac) (eventfile.Document, func(form eventfile.Form) []byte) {
	t.Helper()
	d, r := eventfiletest.Play(t, "catan-nazionale-2009", 11)
	d.Event.Kind = "open"
	d.Facts = tournament.Facts{Variant: d.Facts.Variant, Formula: d.Facts.Formula, Pairing: d.Facts.Pairing, Target: d.Facts.Target, Structure: d.Facts.Structure}
	d.Entries, d.Outcome = d.Entries[:len(points)], &eventfile.Outcome{Points: map[league.Entry]map[string]league.Frac{}}
	for i, p := range points {
		entry := league.Entry(i + 1)
		d.Facts.Entrants, d.Outcome.Ranking = append(d.Facts.Entrants, entry), append(d.Outcome.Ranking, entry)
		d.Outcome.Points[entry] = map[string]league.Frac{"points": p, "vp": league.Int(40 - i)}
	}
	return d, func(form eventfile.Form) []byte {
		data, err := eventfile.Write(form, d, r, "it")
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
}

// Points that were entered for an event come in with its file and go out with it, in every form, and a ranking takes
// them. Figures that no ranking has, or that are out of its bounds, are refused at their line by a dry run.
func TestPointsOfAnOutcomeInFiles(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	path := federation.Path + "/rankings"
	ranking := path + "/" + federation.Manager.Post(path, apitest.JSON{
		"slug": "storica", "title": "Storica", "ruleset": "catan-ranglista-bg", "counted": []string{"open"}, "national": []string{},
	}).Want(201).ID("id").String()

	for name, figures := range map[string]map[string]league.Frac{
		"too-many-digits": {"points": league.NewFrac(29, 4), "vp": league.Int(1)}, "outside-range": {"points": league.Int(1_000_001), "vp": league.Int(1)}, "figure-of-no-ranking": {"points": league.Int(1), "luck": league.Int(1)},
	} {
		d, _ := known(t, league.Int(40), league.Int(8), league.Int(0))
		for entry := range d.Outcome.Points {
			d.Outcome.Points[entry] = map[string]league.Frac{"points": league.Int(1)}
		}
		d.Outcome.Points[2] = figures
		_, r := eventfiletest.Play(t, "catan-nazionale-2009", 11)
		data, err := eventfile.Write(eventfile.CSV, d, r, "it")
		if err != nil {
			t.Fatal(err)
		}
		got := importFile(federation, eventfile.CSV, data, "true")
		if got.State != "faulty" || len(got.Faults) == 0 {
			t.Fatalf("%s: %+v", name, got)
		}
		of := got.Faults[len(got.Faults)-1]
		for _, f := range got.Faults {
			if f.Line == 3 {
				of = f
			}
		}
		if of.Reason != name || of.Line != 3 || !strings.HasPrefix(of.Column, "Figure: ") || of.Text == "" {
			t.Errorf("%s: %+v", name, got.Faults)
		}
	}
	empty(t, federation)

	for n, form := range []eventfile.Form{eventfile.JSON, eventfile.XLSX, eventfile.CSV} {
		d, as := known(t, league.NewFrac(81, 2), league.Int(8), league.Int(0))
		if clean := importFile(federation, form, as(form), "true"); clean.State != "clean" {
			t.Fatalf("%s, a dry run: %+v", form, clean)
		}
		got := importFile(federation, form, as(form), "false")
		if got.State != "stored" {
			t.Fatalf("%s: %+v", form, got)
		}
		for _, out := range []string{"json", "xlsx", "csv"} {
			exported := federation.Manager.Get(federation.Path + "/events/" + got.Event.String() + "/export?format=" + out).Want(200)
			back, err := eventfile.Read(eventfile.Form(out), exported.Body, eventfile.Standard(), eventfiletest.Rulesets)
			if err != nil || len(back.Faults) > 0 {
				t.Fatalf("%s as %s: %v %v", form, out, err, back.Faults)
			}
			if diff := cmp.Diff(encoded(t, asStored(d, back.Document)), encoded(t, back.Document)); diff != "" {
				t.Fatalf("%s as %s (-in +out)\n%s", form, out, diff)
			}
		}
		var page openapi.RankingStandings
		server.Anonymous().Get(ranking + "/standings").Want(200).Into(&page)
		total := league.NewFrac(81, 2).Mul(league.Int(n + 1)).String()
		if len(page.Items) != 3 || page.Items[0].Figures[0] != total {
			t.Fatalf("after the %d. file the ranking has %+v, want %s", n+1, page.Items, total)
		}
	}
}

// A series takes an event of which no game is known by the points that were entered for it, once it counts. It says
// which figure is missing; a correction replaces the points, and what is taken back or withdrawn is gone.
func TestSeriesOfPointsOfAnOutcome(t *testing.T) {
	t.Parallel()
	p := newPointed(t)
	manager, base := p.federation.Manager, p.federation.Path
	document := madeUp(t, "club-series")
	document["calculations"].([]any)[0].(map[string]any)["formula"] = "vp"
	manager.Post(base+"/rulesets", apitest.JSON{"document": document}).Want(201)
	manager.Post(base+"/rulesets/club-series/versions", apitest.JSON{"draft": 1}).Want(201)
	series := base + "/series/" + manager.Post(base+"/series", apitest.JSON{
		"slug": "regionale", "title": "Circuito", "ruleset": "club-series", "season": p.championship.id, "circuit": "regional",
	}).Want(201).ID("id").String()
	manager.Post(series+"/events", apitest.JSON{"events": []any{p.id}}).Want(200)
	stands := func(when, want string) {
		t.Helper()
		var s openapi.SeriesStandings
		p.server.Anonymous().Get(series + "/standings").Want(200).Into(&s)
		texts := []string{s.Events[0].Why.Reason}
		for _, row := range s.Items[:min(2, len(s.Items))] {
			texts = append(texts, fmt.Sprintf("%d %s %s", row.Rank, strings.TrimPrefix(row.Player.Name, "Giocatore "), row.Figures[0]))
		}
		if got := strings.Join(texts, ", "); got != want || s.Events[0].Counts != (len(s.Items) > 0) {
			t.Errorf("%s: %s, want %s; %d players, %+v", when, got, want, len(s.Items), s.Events)
		}
	}
	const counted = "series-event-counts, 1 AA 20, 2 AB 19"

	p.organizer.Post(p.path+"/outcome", p.outcome(nil)).Want(200)
	p.photographs()
	p.report(nil).Want(201)
	p.homologated()
	stands("its ranking alone", "series-event-elsewhere")
	p.reversed()
	p.organizer.Post(p.path+"/outcome", p.points(apitest.JSON{"reason": "Con i punti"}, "40", "8")).Want(200)
	stands("before it is homologated", "series-event-not-homologated")
	p.homologated()
	stands("homologated", counted)
	p.reversed()
	stands("taken back", "series-event-not-homologated")
	p.organizer.Post(p.path+"/outcome", p.points(apitest.JSON{"reason": "Senza punti vittoria"})).Want(200)
	p.homologated()
	stands("without the figure of the series", "series-figure-not-entered")
	p.reversed()
	p.organizer.Post(p.path+"/outcome", p.points(apitest.JSON{"reason": "Ancora"}, "40", "8")).Want(200)
	p.homologated()
	stands("corrected", counted)

	// A series that gets the event afterwards takes the same.
	later := base + "/series/" + manager.Post(base+"/series", apitest.JSON{"slug": "dopo", "title": "Dopo", "ruleset": "club-series"}).Want(201).ID("id").String()
	manager.Post(later+"/events", apitest.JSON{"events": []any{p.id}}).Want(200)
	series, before := later, series
	stands("added afterwards", counted)
	series = before
	p.reversed()
	p.organizer.Post(p.path+"/outcome/withdrawal", apitest.JSON{"reason": "Era un altro torneo"}).Want(200)
	var s openapi.SeriesStandings
	p.server.Anonymous().Get(series + "/standings").Want(200).Into(&s)
	if len(s.Items) != 0 || s.Events[0].Counts {
		t.Errorf("withdrawn: %+v", s)
	}
}
