package leagueapi_test

import (
	"net/http"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// showAll has everybody in the register show all there is of them; nothing else was agreed to before.
func (s *stage) showAll() {
	s.server.Database.Alter(s.t, `update league.players set profile = '{club,city,chart,records,opponents}'`)
	s.server.Database.Alter(s.t, `insert into league.consents (tenant_id, id, player_id, purpose, text_version, guardian, proof, given_on, recorded_by, recorded_at)
		select tenant_id, overlay(gen_random_uuid()::text placing '00000000' from 1)::uuid, id, 'profile', 1, '', 'a form', '2009-01-01', $1, now() from league.players on conflict do nothing`, s.federation.Manager.ID)
}

// The public page of a player and the answer for programs show results and ranks alone, until the person agrees to
// more and turns it on, block by block; an office reads all of it.
func TestProfile(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	r.server.Database.Alter(t, `update league.players set profile = '{}'`)
	r.server.Database.Alter(t, `delete from league.consents`)
	manager, player := r.federation.Manager, r.playerOf(1)
	person := r.address("players/" + player.String())
	patched(manager, person, apitest.JSON{"club": "Orsi Bruni", "city": "Смолян"}).Want(200)
	who := r.server.SignUp("Chi Gioca")
	who.Post(r.address("code-claims"), apitest.JSON{"code": manager.Post(person+"/claim-code", nil).Want(201).Text("code")}).Want(200)
	mine := r.address("my-player")

	marks := map[openapi.ProfileBlock]string{"club": "Orsi Bruni", "city": "Смолян", "chart": `class="chart`, "records": "h-records", "opponents": "h-opponents"}
	shown := func() string {
		t.Helper()
		status, _, page := r.seasonPage("/players/"+player.String()+"?lang=en", "")
		if status != http.StatusOK || !strings.Contains(page, `id="results"`) {
			t.Fatalf("the page: %d", status)
		}
		_, page, _ = strings.Cut(page, "<main")
		b := r.biography(player, "")
		if len(b.Results) != 1 || b.Games != 2 {
			t.Errorf("results are shown always: %+v", b)
		}
		has := map[openapi.ProfileBlock]bool{"club": b.Player.Club != "", "city": b.City != "", "chart": false, "records": len(b.Records)+len(b.Streaks) > 0, "opponents": len(b.Opponents)+b.Met > 0}
		var names []string
		for _, block := range []openapi.ProfileBlock{"club", "city", "chart", "records", "opponents"} {
			on := false
			for _, one := range b.Blocks {
				on = on || one == block
			}
			if block != "chart" && (has[block] != on || strings.Contains(page, marks[block]) != on) {
				t.Errorf("%s is told as %v, the answer has it: %v, the page: %v", block, on, has[block], strings.Contains(page, marks[block]))
			}
			if on {
				names = append(names, string(block))
			}
		}
		return strings.Join(names, " ")
	}
	set := func(blocks ...string) *apitest.Answer {
		return who.Patch(mine+"/profile", apitest.JSON{"blocks": append([]string{}, blocks...)}, apitest.Match(who.Get(mine+"/profile").Want(200).ETag()))
	}
	if got := shown(); got != "" {
		t.Errorf("nobody has turned anything on, and there is %s", got)
	}
	opponent := r.playerOf(2).String()
	for n := 2; n <= 8; n++ { // a player who was met
		opponent = r.playerOf(n).String()
		if manager.Get(person+"/biography?against="+opponent).Status == http.StatusOK {
			break
		}
	}
	r.server.Anonymous().Get(person+"/biography?against="+opponent).Refused(404, "not-found")
	var all openapi.Biography
	manager.Get(person + "/biography").Want(200).Into(&all)
	if len(all.Blocks) != 5 || len(all.Opponents) == 0 || len(all.Records) == 0 || all.Player.Club == "" {
		t.Errorf("the manager reads %+v", all)
	}
	set("club").Refused(409, "profile-consent-missing")
	given := who.Post(mine+"/consents", apitest.JSON{"purpose": "profile", "textVersion": 1}).Want(201).ID("items.0.id").String()
	if got := shown(); got != "" {
		t.Errorf("agreed, and nothing turned on: %s", got)
	}
	who.Patch(mine+"/profile", apitest.JSON{"blocks": []string{"everything"}}, apitest.Match(`"1"`)).Refused(422, "invalid")
	who.Patch(mine+"/profile", apitest.JSON{"blocks": []string{"club"}}, apitest.Match(`"1"`)).Refused(412, "stale")
	r.organizer.Get(mine+"/profile").Refused(404, "no-record")
	r.server.Anonymous().Get(mine+"/profile").Refused(401, "sign-in-required")
	for _, want := range []string{"club", "city", "records", "opponents", "club opponents", "chart", "club city chart records opponents"} {
		set(strings.Fields(want)...).Want(200)
		if got := shown(); got != want {
			t.Errorf("turned on %q, shown is %q", want, got)
		}
	}
	r.server.Anonymous().Get(person + "/biography?against=" + opponent).Want(200)
	who.Post(mine+"/consents/"+given+"/withdrawal", nil).Want(200)
	if got := shown(); got != "" {
		t.Errorf("withdrawn, there is %s", got)
	}
	if got := who.Get(mine + "/profile").Want(200); got.Len("blocks") != 5 || got.Len("shown") != 0 {
		t.Errorf("withdrawn: %s", got.Body)
	}
	set().Want(200) // off is always possible
}
