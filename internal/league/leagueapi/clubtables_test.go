package leagueapi_test

import (
	"regexp"
	"strings"
	"testing"

	"referto/internal/apitest"
)

var idInTable = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// The clubs and the members of a club are there as tables: all of them, with texts that would be formulas escaped and
// minors by their initials, in the language of the reader. The pages lead there.
func TestClubsAsTables(t *testing.T) {
	t.Parallel()
	r, players := filled(t)
	manager, reader := r.federation.Manager, r.server.Anonymous()
	clubs := r.address("player-clubs")
	wolves := manager.Post(clubs, apitest.JSON{"name": "=1+1", "city": "Варна", "founded": 2001}).Want(201).ID("id").String()
	manager.Post(clubs, apitest.JSON{"name": "Orsi"}).Want(201)
	for _, player := range players[2:4] {
		person := r.address("players/" + player.String())
		patched(manager, person, apitest.JSON{"club": "=1+1"}).Want(200)
	}
	today := r.server.Clock.Now().UTC().Format("2006-01-02")
	table := func(path string) string {
		t.Helper()
		answer := reader.Get(path, apitest.Header("Accept-Language", "en")).Want(200)
		if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/csv") {
			t.Errorf("%s is %q", path, kind)
		}
		return idInTable.ReplaceAllString(strings.ReplaceAll(string(answer.Body), "\r\n", "\n"), "#")
	}
	members := "player,name,from,until\n"
	for _, tt := range []struct{ name, path, want string }{
		{"the clubs", clubs + "?format=csv", "club,name,shortName,city,founded,closedFrom,members\n#,'=1+1,,Варна,2001,,2\n#,Orsi,,,,,0\n"},
		{"all of them, whatever the limit", clubs + "?format=csv&limit=1", "club,name,shortName,city,founded,closedFrom,members\n#,'=1+1,,Варна,2001,,2\n#,Orsi,,,,,0\n"},
		{"by name", clubs + "?format=csv&name=orsi", "club,name,shortName,city,founded,closedFrom,members\n#,Orsi,,,,,0\n"},
		{"by nothing", clubs + "?format=csv&name=%20", "club,name,shortName,city,founded,closedFrom,members\n"},
		{"the members", clubs + "/" + wolves + "/members?format=csv&limit=1", members + "#,Мария Колева," + today + ",\n#,Søren Kjær," + today + ",\n"},
		{"those who have left", clubs + "/" + wolves + "/members?format=csv&former=true", members},
	} {
		if got := table(tt.path); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	for page, twin := range map[string]string{"/clubs": "/player-clubs?format=csv", "/clubs/" + wolves: "/player-clubs/" + wolves + "/members?format=csv"} {
		if _, _, body := r.seasonPage(page, ""); !strings.Contains(body, `type="text/csv" href="/v1/tenants/`+r.federation.Slug+twin) {
			t.Errorf("%s does not lead to its table", page)
		}
	}
}
