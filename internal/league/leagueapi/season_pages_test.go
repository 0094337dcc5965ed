package leagueapi_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/tenant/tenantdb"
)

// inSeason is an announced stage of a region in a season of CN09.
func inSeason(t *testing.T, state string) *stage {
	t.Helper()
	s := newStage(t, nil)
	region := s.federation.Manager.Post(s.federation.Path+"/regions", apitest.JSON{"name": "Valle d’Aosta"}).Want(201).ID("id")
	season := uuid.New()
	s.sql(`insert into league.seasons (id, slug, title, state, plays_from, plays_to, finals_by, contact, created_by, created_at)
		select $1, '2009', 'Campionato 2009/10', $2, '2009-02-01', '2009-12-31', '2010-02-14', 'cm@example.org', created_by, created_at
		from league.events where id = $3`, season, state, s.id)
	s.sql(`insert into league.season_regions (season_id, region_id, position) values ($1, $2, 1)`, season, region)
	s.sql(`insert into league.season_rulesets (season_id, ordinal, ruleset_version_id, decided_by, decided_at)
		select $1, 1, ruleset_version_id, created_by, created_at from league.events where id = $2`, season, s.id)
	s.sql(`update league.events set season_id = $1, region_id = $2, circuit = 'regional' where id = $3`, season, region, s.id)
	if state != "draft" { // events of a draft are not announced
		s.open()
	}
	return s
}

// sql makes changes for which there is no operation yet.
func (s *stage) sql(statement string, args ...any) {
	s.t.Helper()
	tenant := s.federation.Manager.Get(s.federation.Path).Want(200).ID("id")
	err := tenantdb.In(s.t.Context(), s.server.DB(), tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		b.Queue(statement, args...)
		return tx.Send(b)
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// seasonPage gets a page of the federation.
func (s *stage) seasonPage(rest, etag string) (status int, tag, body string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.server.Address+"/t/"+s.federation.Slug+rest, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("If-None-Match", etag)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return response.StatusCode, response.Header.Get("ETag"), string(text)
}

// fromMemory counts the answers that a reader has the latest without the server
// behind being asked.
func (s *stage) fromMemory() string {
	s.t.Helper()
	for line := range strings.Lines(s.server.Metrics()) {
		if rest, ok := strings.CutPrefix(line, "publication_unchanged_total "); ok {
			return strings.TrimSpace(rest)
		}
	}
	s.t.Fatal("publications are not counted")
	return ""
}

func TestSeasonPages(t *testing.T) {
	t.Parallel()
	s := inSeason(t, "running")
	for rest, wants := range map[string][]string{
		"/s/2009/qualification?lang=en": {"Valle d’Aosta", "Events homologated</dt><dd>0 <small>of 1</small>", "#s-planned", "No finalists, no final"},
		"/s/2009?lang=en":               {"Campionato 2009/10", "1 February 2009 to 31 December 2009", "Tappa di Aosta", "Valle d’Aosta", "February 2009", "cm@example.org"},
		"?lang=en":                      {"/s/2009?lang=en", "/s/2009/qualification?lang=en"},
	} {
		status, _, body := s.seasonPage(rest, "")
		if status != http.StatusOK {
			t.Errorf("%s: %d", rest, status)
		}
		for _, want := range wants {
			if !strings.Contains(body, want) {
				t.Errorf("%s lacks %q", rest, want)
			}
		}
	}
	for _, rest := range []string{"/s/2010", "/s/2010/qualification"} {
		if status, _, _ := s.seasonPage(rest, ""); status != http.StatusNotFound {
			t.Errorf("%s: %d", rest, status)
		}
	}
}

func TestDraftSeasonsHaveNoPage(t *testing.T) {
	t.Parallel()
	s := inSeason(t, "draft")
	for _, rest := range []string{"/s/2009", "/s/2009/qualification"} {
		if status, _, _ := s.seasonPage(rest, ""); status != http.StatusNotFound {
			t.Errorf("%s: %d", rest, status)
		}
	}
	if _, _, body := s.seasonPage("", ""); strings.Contains(body, "/s/2009") {
		t.Error("the home page leads to a draft")
	}
}

// A reader who has the board is answered 304 without a query until the season changes, and sees the change at
// once.
func TestBoardIsPublishedByTheSeasonsRevision(t *testing.T) {
	t.Parallel()
	s := inSeason(t, "running")
	const calendar = "/s/2009?lang=en"
	var tag string
	for range 100 { // until the server hears of other replicas it answers for itself
		_, tag, _ = s.seasonPage(calendar, "")
		before := s.fromMemory()
		if status, _, body := s.seasonPage(calendar, tag); status != http.StatusNotModified || body != "" {
			t.Fatalf("%d, %q", status, body)
		}
		if s.fromMemory() != before {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	before := s.fromMemory()
	if status, _, _ := s.seasonPage(calendar, tag); status != http.StatusNotModified || s.fromMemory() == before {
		t.Fatalf("%d, %s unchanged", status, before)
	}
	s.enter(1)
	status, changed, body := s.seasonPage(calendar, tag)
	if status != http.StatusOK || changed == tag || !strings.Contains(body, "1 entrant") {
		t.Errorf("after an entry: %d, %s, %s", status, changed, body)
	}
	champion := s.player(5)
	s.sql(`update league.seasons set champion_id = $1, revision = revision + 1`, champion)
	s.server.Clock.Advance(2 * time.Minute) // published pages are no longer answered from memory alone
	if _, _, body = s.seasonPage(calendar, ""); !strings.Contains(body, "Giocatore AF") {
		t.Error("the champion is not named")
	}
	s.federation.Manager.Patch(s.federation.Path+"/players/"+champion.String(), apitest.JSON{"name": "Anna Neri"}, apitest.Match(`"1"`)).Want(200)
	if _, _, body = s.seasonPage(calendar, ""); !strings.Contains(body, "Anna Neri") {
		t.Error("a corrected name is not shown")
	}
}

// CN09 1.7: the page of an event of a season shows the stakes by its present entrants, and others when these
// change.
func TestStakesStandOnThePage(t *testing.T) {
	t.Parallel()
	s := inSeason(t, "running")
	page := "/e/" + s.organizer.Get(s.path).Want(200).Text("slug") + "?lang=en"
	status, tag, before := s.seasonPage(page, "")
	if status != http.StatusOK || !strings.Contains(before, `id="h-stakes"`) {
		t.Fatalf("%d without what is at stake:\n%s", status, before)
	}
	if status, _, _ := s.seasonPage(page, tag); status != http.StatusNotModified {
		t.Errorf("asked again, %d", status)
	}
	s.enter(1)
	status, again, after := s.seasonPage(page, tag)
	if status != http.StatusOK || again == tag || after == before {
		t.Errorf("after an entry %d, the tag was %s and is %s", status, tag, again)
	}
}
