package leagueapi_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/league/eventfile"
	"referto/openapi"
)

// BG 1.2.3, 2.1.12: an event announces to how many points its games are played. The number is drafted and
// changed until the event starts, refused outside the range that the regulation leaves open, required by the
// form and the results, shown by the page, and contained in the file of the event.
func TestTheAnnouncedWinningScore(t *testing.T) {
	t.Parallel()
	s := newEvent(t, "catan-ranglista-bg", apitest.JSON{"target": 12})
	change := func(target any) *apitest.Answer {
		event := s.organizer.Get(s.path).Want(200)
		return s.organizer.Do("PATCH", s.path, apitest.JSON{"target": target}, apitest.Match(event.ETag()))
	}
	if event := s.organizer.Get(s.path).Want(200); event.Int("target") != 12 {
		t.Errorf("drafted: %s", event.Body)
	}
	for _, outside := range []int{7, 21} {
		refused := change(outside).Want(422)
		if refused.Text("errors.0.reason") != "target-not-allowed" || refused.Text("errors.0.pointer") != "/target" ||
			refused.Text("errors.0.rule.code") != "BG" || refused.Text("errors.0.rule.paragraph") != "2.1.12" {
			t.Errorf("%d: %s", outside, refused.Body)
		}
	}
	change(14).Want(200)
	s.start(8)
	change(12).Want(409) // the event has started
	if form := s.form(4); form.Target != 14 {
		t.Errorf("the form asks for %d", form.Target)
	}
	round := s.draw()
	table := round.Tables[0]
	s.refuses(table, "a winner below the announced score", "declared 13! 8 7 5", nil, "/declaredBy declarer-below-target BG 2.1.12")
	for _, table := range round.Tables {
		s.record(table, "declared 14! 8 7 5")
	}
	s.close(1)
	change(12).Want(409)
	for {
		next := s.referee.Post(s.path+"/rounds", apitest.JSON{})
		if next.Status != 201 {
			break
		}
		var round openapi.Round
		next.Into(&round)
		for _, table := range round.Tables {
			s.record(table, "declared 14! 8 7 5")
		}
		s.close(round.Number)
	}
	slug := s.organizer.Get(s.path).Want(200).Text("slug")
	page := fetch(t, s.server.Address+"/t/"+s.federation.Slug+"/e/"+slug+"?lang=en", "")
	if _, after, ok := strings.Cut(page.text, "Winning score"); !ok || !strings.Contains(after[:min(len(after), 120)], "14") {
		t.Errorf("the page does not tell the winning score: %.200s", after)
	}
	s.targetInFiles()
}

// targetInFiles: the file holds the winning score in every form, is taken as JSON within the
// contract, and refused with a score that the regulation does not leave open.
func (s *stage) targetInFiles() {
	s.t.Helper()
	var file map[string]any
	s.federation.Manager.Get(s.path + "/export?format=json").Want(200).Into(&file)
	facts := file["facts"].(map[string]any)
	if fmt.Sprint(facts["target"]) != "14" {
		s.t.Errorf("the file says %v", facts["target"])
	}
	file["event"].(map[string]any)["startsAt"] = "2008-11-09T09:30:00Z"
	var stored openapi.Import
	s.federation.Manager.Post(s.federation.Path+"/imports?dryRun=false", file).Want(201).Into(&stored)
	if stored.State != openapi.ImportStateStored {
		s.t.Fatalf("%+v", stored.Faults)
	}
	if back := s.federation.Manager.Get(s.federation.Path + "/events/" + stored.Event.String()).Want(200); back.Int("target") != 14 {
		s.t.Errorf("imported: %s", back.Body)
	}
	workbook := s.federation.Manager.Get(s.path + "/export?format=xlsx").Want(200)
	if again := importFile(s.federation, eventfile.XLSX, workbook.Body, "true"); again.State != openapi.ImportStateClean {
		s.t.Errorf("as a workbook: %+v", again.Faults)
	}
	for target, reason := range map[int]string{7: "target-not-allowed", 21: "target-not-allowed", 15: "declarer-below-target"} {
		facts["target"] = target
		var got openapi.Import
		s.federation.Manager.Post(s.federation.Path+"/imports?dryRun=true", file).Want(201).Into(&got)
		if got.State != openapi.ImportStateFaulty || got.Faults[0].Reason != reason || got.Faults[0].Rule.Paragraph == "" {
			s.t.Errorf("%d in the file: %s %+v", target, got.State, got.Faults)
		}
	}
}
