package leagueapi_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// playedAgain is a second event of the ranking, played by others and by one record.
func (r *ranglista) playedAgain(record uuid.UUID) *ranglista {
	r.t.Helper()
	other := ranglista{r.next(), r.ranking}
	other.referee = other.appoint("Rita Altra", "first-referee")
	for n := 1; n <= 8; n++ {
		player := record
		if n > 1 {
			player = r.player(20 + n)
		}
		other.enterPlayer(player).Want(201)
	}
	other.checkIn(upTo(8)...)
	other.begin(upTo(8)...).Want(200)
	other.played()
	return &other
}

var revisions = regexp.MustCompile(`"revision":\d+`)

// shownOf reads the public views of rankings and of some players: in the ranking now and between its two
// events, found by name, and as biographies and pages.
func (r *ranglista) shownOf(records ...uuid.UUID) map[string]string {
	r.t.Helper()
	out := map[string]string{"now": r.rows("standings"), "before": r.rows("standings?asOf=2009-02-08"), "hall": r.rows("hall"), "moved": r.rows("standings?since=2009-02-08")}
	for _, id := range records {
		for _, rest := range []string{"biography", "page", "career", "around"} {
			switch rest {
			case "biography":
				out[rest+id.String()] = string(r.server.Anonymous().Get(r.address("players/" + id.String() + "/biography")).Want(200).Body)
			case "career": // the revision goes on
				body := r.server.Anonymous().Get(r.ranking + "/players/" + id.String()).Want(200).Body
				out[rest+id.String()] = string(revisions.ReplaceAll(body, nil))
			case "around":
				out[rest+id.String()] = r.rows("standings?limit=1&around=" + id.String())
			default:
				status, _, body := r.seasonPage("/players/"+id.String()+"?lang=en", "")
				if status != http.StatusOK {
					r.t.Fatalf("the page of %s: %d", id, status)
				}
				_, body, _ = strings.Cut(body, "<main")
				out[rest+id.String()] = body
			}
		}
	}
	return out
}

// sumOf adds up game scores figure by figure, without the share of points, which is shown rounded:
// "3/13/38.24%/1/0/0/1" twice is [6 26 2 0 0 2].
func sumOf(t *testing.T, scores ...string) string {
	t.Helper()
	var sums [6]int
	for _, score := range scores {
		figures := slices.DeleteFunc(strings.Split(score, "/"), func(figure string) bool { return strings.HasSuffix(figure, "%") })
		for i := range sums {
			n, err := strconv.Atoi(figures[i])
			if err != nil {
				t.Fatalf("%s: %v", score, err)
			}
			sums[i] += n
		}
	}
	return fmt.Sprint(sums)
}

// Two records with an event each are one player in the ranking, with the sum of both, and have one
// biography, whichever of them is asked for; parted, everything that is shown is as it was before.
func TestMergedRecordsHaveOneBiography(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager, tenant := r.federation.Manager, r.federation.Path
	r.played()
	kept, alias := r.playerOf(1), r.player(50)
	manager.Patch(tenant+"/players/"+alias.String(), apitest.JSON{"name": "Zoran Petkov"}, apitest.Match(manager.Get(tenant+"/players/"+alias.String()).Want(200).ETag())).Want(200)
	second := r.playedAgain(alias)
	r.showAll()
	one, other := r.biography(kept, ""), r.biography(alias, "")
	if one.Played != 1 || other.Played != 1 {
		t.Fatalf("before: %d and %d events", one.Played, other.Played)
	}
	rows := r.page(r.server.Anonymous(), "standings")
	points := map[uuid.UUID]string{}
	for _, row := range rows.Items {
		points[row.Player.Id.UUID] = row.ScoreLine
	}
	was := r.shownOf(kept, alias, r.playerOf(2))

	merging(manager, tenant, alias, kept).Want(200)
	var seen []openapi.RankingRow
	for _, row := range r.page(r.server.Anonymous(), "standings").Items {
		if row.Player.Id.UUID == kept || row.Player.Id.UUID == alias {
			seen = append(seen, row)
		}
	}
	if len(seen) != 1 || seen[0].Player.Id.UUID != kept {
		t.Fatalf("merged they stand in %d rows: %+v", len(seen), seen)
	}
	career := r.server.Anonymous().Get(r.ranking + "/players/" + alias.String()).Want(200)
	if career.ID("player.id") != kept || career.Len("events") != 2 || career.Text("row.scoreLine") != seen[0].ScoreLine {
		t.Errorf("the career of both: %s", career.Body)
	}
	if points[alias] == "" || sumOf(t, points[kept], points[alias]) != sumOf(t, seen[0].ScoreLine) {
		t.Errorf("%s and %s make %s", points[kept], points[alias], seen[0].ScoreLine)
	}
	for _, id := range []uuid.UUID{kept, alias} {
		b := r.biography(id, "")
		if b.Player.Id.UUID != kept || b.Played != 2 || b.Games != one.Games+other.Games || b.GamesWon != one.GamesWon+other.GamesWon || b.Met != one.Met+other.Met {
			t.Errorf("the biography of both: %+v", b)
		}
		if _, _, body := r.seasonPage("/players/"+id.String()+"?lang=en", ""); !strings.Contains(body, b.Player.Name) || strings.Contains(body, "Zoran Petkov") || !strings.Contains(body, "Следващ турнир") || !strings.Contains(body, seen[0].ScoreLine) {
			t.Errorf("the page of %s is not that of both", id)
		}
		if got := r.page(r.server.Anonymous(), "standings?limit=1&around="+id.String()); len(got.Items) != 1 || got.Items[0].Player.Id.UUID != kept {
			t.Errorf("around %s: %+v", id, got.Items)
		}
	}
	var met uuid.UUID
	for _, o := range other.Opponents {
		met = o.Player.Id.UUID
		back := r.biography(met, "?against="+alias.String())
		if back.Against.Player.Id.UUID != kept || back.Against.Games != o.Games {
			t.Errorf("who met the alias has met %+v", back.Against)
		}
	}
	if got := r.page(r.server.Anonymous(), "standings?name=zoran"); len(got.Items) != 1 || got.Items[0].Player.Id.UUID != kept {
		t.Errorf("found by the name of the alias: %+v", got.Items)
	}
	if entry := manager.Get(second.entry(1)).Want(200); entry.ID("player.id") != kept {
		t.Errorf("the entry: %s", entry.Body)
	}

	unmerging(manager, tenant, alias).Want(200)
	if diff := cmp.Diff(was, r.shownOf(kept, alias, r.playerOf(2))); diff != "" {
		t.Errorf("parted (-want +got):\n%s", diff)
	}
}

// Records are parted exactly even after new results: results of a record meanwhile stay with it.
func TestRecordsArePartedAfterNewResults(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager, tenant := r.federation.Manager, r.federation.Path
	alias := r.playerOf(1)
	kept := manager.Post(r.address("players"), apitest.JSON{"name": "Zoran Petkov"}).Want(201).ID("id")
	r.opened(kept, "10").Want(201)
	career := func(player uuid.UUID) openapi.Career {
		var c openapi.Career
		manager.Get(r.ranking + "/players/" + player.String()).Want(200).Into(&c)
		return c
	}
	opened := career(kept)

	merging(manager, tenant, alias, kept).Want(200)
	r.played()
	one := career(kept)
	if len(one.Events) != 1 || one.Row.ScoreLine == opened.Row.ScoreLine || one.Opening.ScoreLine == "" {
		t.Fatalf("as one: %+v", one)
	}
	unmerging(manager, tenant, alias).Want(200)
	if diff := cmp.Diff(opened.Row.ScoreLine, career(kept).Row.ScoreLine); diff != "" || len(career(kept).Events) != 0 {
		t.Errorf("the record that was kept (-want +got):\n%s", diff)
	}
	if played := career(alias); len(played.Events) != 1 || played.Opening.ScoreLine != "" || played.Row.ScoreLine == "" || !strings.HasSuffix(played.Row.ScoreLine, "/1") {
		t.Errorf("the record under which the event was played: %+v", played)
	}
}
