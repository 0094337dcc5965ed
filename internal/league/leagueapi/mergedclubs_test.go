package leagueapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// The clubs of the records of one person are the history of the person: in the lists of members, in the filters
// of a ranking, and with the games. Parted, everything is as it was.
func TestClubsOfMergedRecords(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager, reader := r.federation.Manager, r.server.Anonymous()
	club := func(name string) uuid.UUID {
		return manager.Post(r.address("player-clubs"), apitest.JSON{"name": name}).Want(201).ID("id")
	}
	wolves, bears, owls := club("Lupi"), club("Orsi"), club("Gufi")
	r.played()
	kept, alias := r.playerOf(1), r.player(50)
	r.opened(alias, "20").Want(201)
	r.server.Clock.Advance(30 * 24 * time.Hour)
	manager.SignIn()
	today := r.server.Clock.Now().UTC().Format("2006-01-02")
	event := manager.Get(r.path).Want(200).Text("startsAt")[:10]
	path := func(player uuid.UUID) string { return r.address("players/" + player.String()) }
	correct := func(player uuid.UUID, list ...apitest.JSON) *apitest.Answer {
		return manager.Do(http.MethodPut, path(player)+"/memberships", apitest.JSON{"memberships": append([]apitest.JSON{}, list...), "reason": "Elenco della società"},
			apitest.Match(manager.Get(path(player)).Want(200).ETag()))
	}
	correct(kept, apitest.JSON{"club": bears, "from": "2005-01-01"}).Want(200)
	correct(alias, apitest.JSON{"club": wolves, "from": "2004-01-01", "until": "2006-12-31"}, apitest.JSON{"club": wolves, "from": "2008-01-01"}).Want(200)

	shown := func() map[string]string {
		out := map[string]string{"kept": playerClubs(manager.Get(path(kept) + "/memberships").Want(200)), "register": manager.Get(path(kept)).Want(200).Text("club")}
		for _, row := range r.page(reader, "standings").Items {
			if row.Player.Id.UUID == kept {
				out["row"] = row.Player.Club
			}
		}
		for name, id := range map[string]uuid.UUID{"Lupi": wolves, "Orsi": bears, "Gufi": owls} {
			for _, list := range []string{"members", "members?former=true"} {
				var page openapi.ClubMemberPage
				reader.Get(r.address("player-clubs/" + id.String() + "/" + list)).Want(200).Into(&page)
				for _, m := range page.Items {
					out[name+" "+list] += whose(m.Player.Id.UUID, kept, alias) + " "
				}
			}
			for _, at := range []string{"standings?club=", "standings?asOf=" + event + "&club="} {
				for _, row := range r.page(reader, at+id.String()).Items {
					out[name+" "+at] += whose(row.Player.Id.UUID, kept, alias) + " "
				}
			}
			status, _, body := r.seasonPage("/clubs/"+id.String()+"?lang=en", "")
			if status != http.StatusOK {
				t.Fatalf("the page of %s: %d", name, status)
			}
			_, body, _ = strings.Cut(body, "<main")
			out[name+" page"] = body
			out[name+" counted"] = reader.Get(r.address("player-clubs/" + id.String())).Want(200).Text("name")
		}
		return out
	}
	before := shown()
	if before["Orsi members"] != "kept " || before["Lupi members"] != "alias " || before["register"] != "Orsi" {
		t.Fatalf("before: %v %v %v", before["Orsi members"], before["Lupi members"], before["register"])
	}

	merging(manager, r.federation.Path, alias, kept).Want(200)
	one := shown()
	if got := one["kept"]; got != "Lupi 2008-01-01–, Orsi 2005-01-01–2007-12-31, Lupi 2004-01-01–2004-12-31" {
		t.Errorf("the clubs of both: %s", got)
	}
	for what, want := range map[string]string{
		"register": "Lupi", "row": "Lupi", "Lupi members": "kept ", "Orsi members": "", "Lupi members?former=true": "kept ", "Orsi members?former=true": "kept ",
		"Lupi standings?club=": "kept ", "Orsi standings?club=": "", "Lupi standings?asOf=" + event + "&club=": "kept ",
	} {
		if one[what] != want {
			t.Errorf("%s: %q, want %q", what, one[what], want)
		}
	}
	if got := reader.Get(r.address("player-clubs/" + wolves.String())).Want(200).Int("members"); got != 1 {
		t.Errorf("%d members", got)
	}
	if got := r.biography(alias, ""); len(got.Results) > 0 && got.Player.Club != "Lupi" {
		t.Errorf("the page of the player: %q", got.Player.Club)
	}
	correct(kept, apitest.JSON{"club": bears}).Refused(409, "memberships-of-alias")
	var list openapi.MembershipList
	if manager.Get(path(kept) + "/memberships").Want(200).Into(&list); !list.OfAlias {
		t.Error("nobody says that an alias names clubs")
	}
	unmerging(manager, r.federation.Path, alias).Want(200)
	if diff := cmp.Diff(before, shown()); diff != "" {
		t.Errorf("parted (-want +got):\n%s", diff)
	}

	// A person who leaves the club leaves it by every record, and joins another by the one that is kept.
	merging(manager, r.federation.Path, alias, kept).Want(200)
	manager.Post(path(kept)+"/transfers", apitest.JSON{"club": wolves, "day": today}).Refused(409, "club-as-it-was")
	manager.Post(path(kept)+"/transfers", apitest.JSON{"club": owls, "day": "2007-06-01"}).Refused(409, "transfer-before-the-last")
	manager.Post(path(kept)+"/transfers", apitest.JSON{"day": today}).Want(201)
	if got := shown(); got["register"] != "" || got["Lupi members"]+got["Orsi members"] != "" {
		t.Errorf("left: %q, %q, %q", got["register"], got["Lupi members"], got["Orsi members"])
	}
	if got := patched(manager, path(kept), apitest.JSON{"club": "Gufi"}).Want(200).Text("club"); got != "Gufi" {
		t.Errorf("joined %q", got)
	}
	if got := shown(); got["register"] != "Gufi" || got["Gufi members"] != "kept " {
		t.Errorf("joined: %q, %q", got["register"], got["Gufi members"])
	}
}

// whose names one of two records.
func whose(id, kept, alias uuid.UUID) string {
	switch id {
	case kept:
		return "kept"
	case alias:
		return "alias"
	}
	return "another"
}
