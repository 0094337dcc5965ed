package leagueapi_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules"
	"referto/openapi"
)

// bytesOf is the header for a workbook or an archive.
var bytesOf = apitest.Header("Content-Type", "application/octet-stream")

// TestEveryRegulationGoesInAndComesOut: an event of each regulation is imported
// from each form, and its exports are the document that came in.
func TestEveryRegulationGoesInAndComesOut(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	for i, preset := range rulesetdesk.Presets() {
		d, r := eventfiletest.Play(t, preset, uint64(i)+7)
		for _, form := range []eventfile.Form{eventfile.JSON, eventfile.XLSX, eventfile.CSV} {
			data, err := eventfile.Write(form, d, r, "it")
			if err != nil {
				t.Fatal(err)
			}
			got := importFile(federation, form, data, "false")
			if got.State != "stored" || got.Counts.Entries != len(d.Entries) || got.Counts.Ambiguous != 0 {
				t.Fatalf("%s as %s: %+v", preset, form, got)
			}
			path := federation.Path + "/events/" + got.Event.String()
			for _, shown := range []string{"", "/standings", "/rounds", "/draw", "/rounds/1/draw", "/sanctions", "/withdrawals"} {
				federation.Manager.Get(path + shown).Want(200)
			}
			for _, out := range []string{"json", "xlsx", "csv"} {
				exported := federation.Manager.Get(path + "/export?format=" + out).Want(200)
				back, err := eventfile.Read(eventfile.Form(out), exported.Body, eventfile.Standard(), eventfiletest.Rulesets)
				if err != nil || len(back.Faults) > 0 {
					t.Fatalf("%s as %s: %v %v", preset, out, err, back.Faults)
				}
				if diff := cmp.Diff(encoded(t, asStored(d, back.Document)), encoded(t, back.Document)); diff != "" {
					t.Fatalf("%s as %s (-in +out)\n%s", preset, out, diff)
				}
			}
		}
	}
}

// importFile sends a file to be stored at once.
func importFile(federation *apitest.Tenant, form eventfile.Form, data []byte, dryRun string) openapi.Import {
	federation.Manager.T.Helper()
	options := []apitest.Option{}
	if form != eventfile.JSON {
		options = append(options, bytesOf)
	}
	var got openapi.Import
	federation.Manager.Post(federation.Path+"/imports?dryRun="+dryRun, data, options...).Want(201).Into(&got)
	return got
}

func encoded(t *testing.T, d eventfile.Document) string {
	t.Helper()
	text, err := eventfile.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// asStored completes a document with the values that its event gets for missing ones.
func asStored(d, stored eventfile.Document) eventfile.Document {
	d.Event.Capacity, d.Ruleset.Version, d.Ruleset.Digest = stored.Event.Capacity, stored.Ruleset.Version, stored.Ruleset.Digest
	return d
}

// TestNothingIsStoredBeforeTheFileIsClean: a dry run finds the faults with their places and words, and a faulty
// or undecided event is in no list afterwards.
func TestNothingIsStoredBeforeTheFileIsClean(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	d, r := eventfiletest.Play(t, "catan-nazionale-2009", 1)
	d.Facts.Rounds[0].Tables[0].Result.Seats[0].VP = 31
	data, err := eventfile.Write(eventfile.XLSX, d, r, "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, dryRun := range []string{"true", "false"} {
		got := importFile(federation, eventfile.XLSX, data, dryRun)
		if got.State != "faulty" || len(got.Faults) == 0 || len(got.People) > 0 {
			t.Fatalf("dryRun=%s: %+v", dryRun, got)
		}
		f := got.Faults[0]
		if f.Sheet != "Results" || f.Line != 2 || f.Column != "VP" || f.Value != "31" || f.Reason != "points-out-of-range" || f.Text == "" || f.Rule.Code != "CN09" {
			t.Errorf("the fault is %+v", f)
		}
		federation.Manager.Get(federation.Path + "/imports/" + got.Id.String()).Want(200)
		federation.Manager.Post(federation.Path+"/imports/"+got.Id.String()+"/application", apitest.JSON{}).Refused(409, "import-state")
	}
	empty(t, federation)
}

// empty: the tenant has neither events nor players.
func empty(t *testing.T, federation *apitest.Tenant) {
	t.Helper()
	for _, list := range []string{"/events", "/players"} {
		if n := federation.Manager.Get(federation.Path + list).Want(200).Len("items"); n > 0 {
			t.Errorf("%s has %d", list, n)
		}
	}
}

// TestPeopleAreFoundInTheRegister: by name and club; people who cannot be distinguished need a decision.
func TestPeopleAreFoundInTheRegister(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	d, r := eventfiletest.Play(t, "catan-nazionale-2009", 1)
	add := func(name, club string) string {
		return federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": name, "club": club, "sameNameAccepted": true}).Want(201).Text("id")
	}
	same := add(d.Entries[0].Name, d.Entries[0].Club)
	add(d.Entries[2].Name, "Altro circolo")
	one, other := add(d.Entries[1].Name, ""), add(d.Entries[1].Name, "")
	data, err := eventfile.Write(eventfile.CSV, d, r, "it")
	if err != nil {
		t.Fatal(err)
	}
	got := importFile(federation, eventfile.CSV, data, "false")
	if got.State != "clean" || got.Counts.Matched != 1 || got.Counts.Ambiguous != 2 || got.Counts.New != len(d.Entries)-3 {
		t.Fatalf("%+v", got.Counts)
	}
	if p := got.People[0]; p.Match != "matched" || p.Player.String() != same {
		t.Errorf("%+v", p)
	}
	if p := got.People[1]; p.Match != "ambiguous" || len(p.Candidates) != 2 {
		t.Errorf("%+v", p)
	}
	apply := func(body apitest.JSON) *apitest.Answer {
		return federation.Manager.Post(federation.Path+"/imports/"+got.Id.String()+"/application", body)
	}
	apply(apitest.JSON{}).Refused(409, "people-undecided")
	apply(apitest.JSON{"people": []apitest.JSON{{"entry": 2, "player": same}, {"entry": 3}}}).Refused(422, "invalid")
	if n := federation.Manager.Get(federation.Path + "/events").Want(200).Len("items"); n > 0 {
		t.Fatalf("%d events before the decision", n)
	}
	applied := apply(apitest.JSON{"people": []apitest.JSON{{"entry": 2, "player": other}, {"entry": 3}}, "slug": "di-carta"}).Want(200)
	if applied.Text("state") != "stored" || applied.Int("counts.new") != len(d.Entries)-2 {
		t.Errorf("%s", applied.Body)
	}
	path := federation.Path + "/events/" + applied.Text("event")
	event := federation.Manager.Get(path).Want(200)
	if event.Text("slug") != "di-carta" || event.Text("state") != "finished" {
		t.Errorf("the event is %s", event.Body)
	}
	entries := federation.Manager.Get(path + "/entries").Want(200)
	if entries.Text("items.1.player.id") != other && !bytes.Contains(entries.Body, []byte(other)) || bytes.Contains(entries.Body, []byte(one)) {
		t.Errorf("%s", entries.Body)
	}
	audit := federation.Manager.Get(federation.Path + "/audit?limit=1").Want(200)
	if audit.Text("items.0.operation") != "ApplyImport" || audit.Text("items.0.subject") != "event "+applied.Text("event") {
		t.Errorf("the audit says %s", audit.Body)
	}
	if log := federation.Manager.Get(federation.Path + "/log").Want(200); !bytes.Contains(log.Body, []byte(`"event.imported"`)) {
		t.Errorf("the log says %s", log.Body)
	}
	apply(apitest.JSON{}).Refused(409, "import-state")
	again := importFile(federation, eventfile.CSV, data, "true")
	if again.Counts.Ambiguous > 2 || again.Counts.New != 0 {
		t.Errorf("the second time %+v", again.Counts)
	}
}

// TestALongFileIsWorkedOnAfterTheAnswer: it waits, reports how far it is, and ends
// as a short one does.
func TestALongFileIsWorkedOnAfterTheAnswer(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	d, r := eventfiletest.Play(t, "catan-nazionale-2009", 1)
	data, err := eventfile.Write(eventfile.CSV, d, r, "en")
	if err != nil {
		t.Fatal(err)
	}
	got := importFile(federation, eventfile.CSV, padded(t, data, 300<<10), "false")
	if got.State != "waiting" || got.Progress.Phase != "waiting" {
		t.Fatalf("%+v", got)
	}
	await(t, func() bool {
		federation.Manager.Get(federation.Path + "/imports/" + got.Id.String()).Want(200).Into(&got)
		return got.State == "stored"
	})
	if got.Progress.Phase != "done" || got.Progress.Done != got.Progress.Total || got.Progress.Total == 0 {
		t.Errorf("%+v", got.Progress)
	}
	back := federation.Manager.Get(federation.Path + "/events/" + got.Event.String() + "/export").Want(200)
	stored, err := eventfile.Decode(back.Body)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(encoded(t, asStored(d, stored)), encoded(t, stored)); diff != "" {
		t.Error(diff)
	}
}

// TestAnUnstartedEventIsFilledIn: its export is a form to be filled in by hand; the returned form is its event.
func TestAnUnstartedEventIsFilledIn(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	s.enter(13)
	form := s.federation.Manager.Get(s.path + "/export?format=xlsx").Want(200)
	f, err := eventfile.Read(eventfile.XLSX, form.Body, eventfile.Standard(), eventfiletest.Rulesets)
	if err != nil || len(f.Faults) != 1 || f.Faults[0].Reason != "nothing-played" {
		t.Fatalf("%v %v", err, f.Faults)
	}
	d, r := eventfiletest.PlayWith(t, "catan-nazionale-2009", 5, f.Document)
	data, err := eventfile.Write(eventfile.XLSX, d, r, "en")
	if err != nil {
		t.Fatal(err)
	}
	got := importFile(s.federation, eventfile.XLSX, data, "true")
	apply := s.federation.Path + "/imports/" + got.Id.String() + "/application"
	applied := s.federation.Manager.Post(apply, apitest.JSON{"event": s.id}).Want(200)
	if applied.Text("event") != s.id.String() {
		t.Errorf("%s", applied.Body)
	}
	if event := s.federation.Manager.Get(s.path).Want(200); event.Text("state") != "finished" || event.Text("title") != "Tappa di Aosta" {
		t.Errorf("%s", event.Body)
	}
	if n := len(s.standings().Rows); n == 0 {
		t.Error("no standings")
	}
	again := importFile(s.federation, eventfile.XLSX, data, "true")
	s.federation.Manager.Post(s.federation.Path+"/imports/"+again.Id.String()+"/application", apitest.JSON{"event": s.id}).Refused(409, "event-state")
}

// padded is an archive of so many bytes: its files are stored as they are, the last
// with lines of nothing at its end.
func padded(t *testing.T, data []byte, size int) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i, part := range in.File {
		w, err := z.CreateHeader(&zip.FileHeader{Name: part.Name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		r, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(w, r); err != nil {
			t.Fatal(err)
		}
		if i == len(in.File)-1 {
			if _, err := w.Write(bytes.Repeat([]byte("\r\n"), size/2)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// await polls until something is so; the test ends if it never is.
func await(t *testing.T, so func() bool) {
	t.Helper()
	awaitAsking(t, 50*time.Millisecond, so)
}

// awaitAsking is [await] for an expensive question, with a pause before it is asked again.
func awaitAsking(t *testing.T, pause time.Duration, so func() bool) {
	t.Helper()
	for began := time.Now(); time.Since(began) < 5*time.Minute; time.Sleep(pause) { // on a machine with much to do an import takes one
		if so() {
			return
		}
	}
	t.Fatal("it never comes")
}

// TestACleanDryRunCanBeStored: of a ruleset that draws no lots too, whose files have
// none.
func TestACleanDryRunCanBeStored(t *testing.T) {
	t.Parallel()
	server, tenant := federation(t)
	path := tenant.Path + "/rulesets/club-evening"
	document := exampleWith(t, "      - {figure: lot, best: fewest, paragraph: \"3\"}\n", "")
	tenant.Manager.Do("PUT", path+"/draft", document, apitest.Match(`"1"`)).Want(200)
	tenant.Manager.Post(path+"/versions", apitest.JSON{"draft": 2, "notes": "Senza sorteggio"}).Want(201)
	s := own(t, server, tenant, nil)
	s.start(8)
	for round := 1; round <= 2; round++ {
		s.play(s.draw())
		s.close(round)
	}
	var file map[string]any
	tenant.Manager.Get(s.path + "/export?format=json").Want(200).Into(&file)
	facts := file["facts"].(map[string]any)
	for _, drawn := range []string{"with lots", "without"} {
		if drawn == "without" {
			facts["lots"] = map[string]any{}
		}
		file["event"].(map[string]any)["title"] = "Serata " + drawn
		for _, dryRun := range []string{"true", "false"} {
			var got openapi.Import
			tenant.Manager.Post(tenant.Path+"/imports?dryRun="+dryRun, file).Want(201).Into(&got)
			if want := map[string]openapi.ImportState{"true": "clean", "false": "stored"}[dryRun]; got.State != want {
				t.Errorf("%s, dryRun=%s: %s %+v", drawn, dryRun, got.State, got.Faults)
			}
		}
	}
}

// TestContractHasTheBoundsOfRulesets: every value that a ruleset may require can be sent, with a result and in
// a file.
func TestContractHasTheBoundsOfRulesets(t *testing.T) {
	t.Parallel()
	spec, err := openapi.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	schemas := spec.Components.Schemas
	seat := schemas["NewSeatResult"].Value.Properties
	file := schemas["EventDocument"].Value.Properties["facts"].Value.Properties["rounds"].Value.Items.Value.
		Properties["tables"].Value.Items.Value.Properties["result"].Value.Properties["seats"].Value.Items.Value.Properties
	bound := func(name string, s *openapi3.SchemaRef, least, most int) {
		if s == nil || s.Value.Min == nil || s.Value.Max == nil || int(*s.Value.Min) != least || int(*s.Value.Max) != most {
			t.Errorf("%s is not from %d to %d", name, least, most)
		}
	}
	for where, members := range map[string]openapi3.Schemas{"a result": seat, "a file": file} {
		bound(where+": vp", members["vp"], -rules.MaxRecorded, rules.MaxRecorded)
		bound(where+": figures", members["figures"].Value.AdditionalProperties.Schema, -rules.MaxRecorded, rules.MaxRecorded)
		if most := members["figures"].Value.MaxProps; most == nil || *most != rules.MaxFigures {
			t.Errorf("%s: figures are not at most %d", where, rules.MaxFigures)
		}
		for _, points := range []string{fmt.Sprint(rules.MaxRecorded), fmt.Sprint(-rules.MaxRecorded) + ".5"} {
			if p := regexp.MustCompile(members["points"].Value.Pattern); !p.MatchString(points) {
				t.Errorf("%s: %s points cannot be sent", where, points)
			}
		}
	}
	if p := regexp.MustCompile(schemas["NewSanction"].Value.Properties["points"].Value.Pattern); !p.MatchString(fmt.Sprint(-rules.MaxPenalty)) {
		t.Error("the greatest penalty cannot be sent")
	}
	bound("minutes late", schemas["NewAttendance"].Value.Properties["minutesLate"], 1, rules.MaxMinutesLate)
	for name, length := range map[string][2]int{"id": {rules.MinRulesetID, rules.MaxRulesetID}, "code": {1, rules.MaxRulesetCode}} {
		s := schemas["NewRuleset"].Value.Properties[name].Value
		if int(s.MinLength) != length[0] || s.MaxLength == nil || int(*s.MaxLength) != length[1] {
			t.Errorf("%s of a ruleset is not %v long", name, length)
		}
	}
}
