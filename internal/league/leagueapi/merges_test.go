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

// merging and unmerging say that one record of the register is of the same person as another,
// and that it is not.
func merging(who *apitest.Client, tenant string, alias, kept uuid.UUID) *apitest.Answer {
	return who.Post(tenant+"/players/"+alias.String()+"/merging", apitest.JSON{"into": kept, "reason": "è la stessa persona"})
}

func unmerging(who *apitest.Client, tenant string, alias uuid.UUID) *apitest.Answer {
	return who.Post(tenant+"/players/"+alias.String()+"/unmerging", apitest.JSON{"reason": "sono padre e figlio"})
}

// openStage is a stage of the season that takes entries, in the region of Aosta.
func (f *finals) openStage(day string) uuid.UUID {
	f.t.Helper()
	id := f.announced(apitest.JSON{"startsAt": day + "T08:00:00Z", "title": "Tappa del " + day})
	f.manager.Post(f.in(id)+"/entry-opening", nil).Want(200)
	return id
}

// An account that made itself a record by entering cannot claim the older one. Once both are
// merged the person sees themselves whole, from the next request on, and everything is as it was
// when they are parted.
func TestMergedRecordsAreOnePerson(t *testing.T) {
	t.Parallel()
	f := newRegister(t)
	tenant := f.federation.Path
	f.ban("Carlo Grande")
	upcoming := f.openStage("2009-06-07")
	carlo := f.server.SignUp("Carlo Grande")
	young := carlo.Post(f.in(upcoming)+"/my-entry", apitest.JSON{}).Want(201).ID("player.id")
	old := f.person("Carlo Grande")
	f.alter(`insert into league.player_words (tenant_id, word, player_id) select tenant_id, string_to_table(name_key, ' '), id from league.players where id = $1`, old)
	carlo.Post(f.record("Carlo Grande")+"/claims", apitest.JSON{}).Refused(409, "account-has-record")
	const before = "1 records, 1 entries, 0 results, 0 bans"
	if got := oneself(carlo, tenant); got != before {
		t.Errorf("before: %s", got)
	}

	// The staff sees which records may be one person, and the effects of a merge.
	like := f.manager.Get(f.record("Carlo Grande") + "/duplicates").Want(200)
	if like.Len("items") != 1 || like.ID("items.0.player.id") != young || like.Text("items.0.nameIs") != "same" || like.Value("items.0.hasAccount") != true {
		t.Errorf("alike: %s", like.Body)
	}
	if pairs := f.manager.Get(tenant + "/duplicate-players").Want(200); !strings.Contains(string(pairs.Body), young.String()) || pairs.Len("items") != 1 {
		t.Errorf("pairs: %s", pairs.Body)
	}
	body := apitest.JSON{"into": old, "reason": "è la stessa persona"}
	preview := f.manager.Post(tenant+"/players/"+young.String()+"/merging-preview", body).Want(200)
	if got := oneself(carlo, tenant); got != before {
		t.Errorf("a preview is taken back: %s", got)
	}
	merged := merging(f.manager, tenant, young, old).Want(200)
	if string(merged.Body) != string(preview.Body) {
		t.Errorf("the preview was\n%s\nand it came\n%s", preview.Body, merged.Body)
	}
	if merged.Text("account") != "comes" || merged.Int("entered") != 1 || merged.Text("kept.name") != "Carlo Grande" {
		t.Errorf("merged: %s", merged.Body)
	}
	if got := oneself(carlo, tenant); got != "1 records, 2 entries, 1 results, 1 bans" {
		t.Errorf("merged: %s", got)
	}
	if got := carlo.Get("/me/players").Want(200); got.ID("items.0.player.id") != old {
		t.Errorf("his record: %s", got.Body)
	}
	alias := f.manager.Get(tenant + "/players/" + young.String()).Want(200)
	if alias.ID("keptAs.id") != old {
		t.Errorf("the alias: %s", alias.Body)
	}
	found := f.manager.Get(tenant + "/players?name=carlo").Want(200)
	if found.Len("items") != 1 || found.ID("items.0.id") != old || found.ID("items.0.aliases.0.id") != young || found.Value("items.0.hasAccount") != true {
		t.Errorf("found: %s", found.Body)
	}
	if got := f.manager.Get(f.record("Carlo Grande") + "/duplicates").Want(200); got.Len("items") != 0 {
		t.Errorf("alike: %s", got.Body)
	}
	if entry := f.manager.Get(f.in(upcoming) + "/entries/1").Want(200); entry.ID("player.id") != old {
		t.Errorf("the entry: %s", entry.Body)
	}
	f.server.Mailbox.Wait(carlo.Email, "record-news")
	if letter := f.server.Mailbox.Wait(address("Carlo Grande"), "record-news"); !strings.Contains(letter.Text, "due schede") && !strings.Contains(letter.Text, "two records") {
		t.Errorf("told %s", letter.Text)
	}
	f.manager.Patch(tenant+"/players/"+young.String(), apitest.JSON{"club": "Altro"}, apitest.Match(alias.ETag())).Refused(409, "record-merged")

	history := f.manager.Get(f.record("Carlo Grande") + "/merges").Want(200)
	if history.Len("items") != 1 || history.ID("items.0.player.id") != young || history.Value("items.0.merged") != true || history.Text("items.0.reason") == "" {
		t.Errorf("history: %s", history.Body)
	}
	foretold := f.manager.Post(tenant+"/players/"+young.String()+"/unmerging-preview", apitest.JSON{"reason": "sono padre e figlio"}).Want(200)
	parted := unmerging(f.manager, tenant, young).Want(200)
	if parted.Text("account") != "returns" || string(parted.Body) != string(foretold.Body) {
		t.Errorf("parted: %s after %s", parted.Body, foretold.Body)
	}
	if got := oneself(carlo, tenant); got != before {
		t.Errorf("parted: %s", got)
	}
	if got := carlo.Get("/me/players").Want(200); got.ID("items.0.player.id") != young {
		t.Errorf("his record: %s", got.Body)
	}
	unmerging(f.manager, tenant, young).Refused(409, "record-not-merged")
	if got := f.manager.Get(tenant + "/players/" + young.String() + "/merges").Want(200); got.Len("items") != 2 || got.Value("items.0.merged") != false {
		t.Errorf("history: %s", got.Body)
	}
	wantKinds(t, f.manager, tenant, "player.merged", "player.unmerged")
}

// A player who is banned or excluded under one record may not enter by the other, on any path; before and
// afterwards the other may (CN09 1.5).
func TestMergedRecordsAreBarredTogether(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"startsAt": "2009-03-08T09:00:00Z"})
	s.open()
	manager, tenant := s.federation.Manager, s.federation.Path
	barred := func(t *testing.T, what string, players ...uuid.UUID) {
		t.Helper()
		for _, p := range players {
			refusedFor(t, what, manager.Post(s.path+"/entries", apitest.JSON{"player": p}), "banned")
			if got := s.organizer.Post(s.path+"/eligibility", apitest.JSON{"player": p}).Want(200); got.Value("eligible") != false {
				t.Errorf("%s: %s", what, got.Body)
			}
		}
	}
	for _, under := range []string{"the alias", "the kept record"} {
		kept, alias := s.player(1), s.player(2)
		banned := map[string]uuid.UUID{"the alias": alias, "the kept record": kept}[under]
		free := map[string]uuid.UUID{"the alias": kept, "the kept record": alias}[under]
		s.ban(banned, ban("2009-01-01", "")).Want(201)
		entry := s.enterPlayer(free).Want(201).Int("number") // the positive control
		barred(t, "banned under "+under, banned)
		merged := merging(manager, tenant, alias, kept).Want(200)
		if merged.Len("entries") != 1 || merged.Text("entries.0.effect") != "cancelled" || merged.ID("entries.0.player.id") != kept {
			t.Errorf("banned under %s: %s", under, merged.Body)
		}
		if got := s.organizer.Get(s.entry(entry)).Want(200); got.Text("state") != "cancelled" {
			t.Errorf("banned under %s: %s", under, got.Body)
		}
		barred(t, "merged, banned under "+under, kept, alias)
		if got := manager.Get(s.address("bans?player=" + alias.String())).Want(200); got.Len("items") != 1 || got.ID("items.0.player.id") != kept {
			t.Errorf("his bans: %s", got.Body)
		}
		unmerging(manager, tenant, alias).Want(200)
		barred(t, "parted, banned under "+under, banned)
		s.enterPlayer(free).Want(201)
	}
	employee, twin := s.player(3), s.player(4)
	s.exclude(employee, "2009-01-01", "").Want(201)
	merging(manager, tenant, employee, twin).Want(200)
	refusedFor(t, "merged with an employee", manager.Post(s.path+"/entries", apitest.JSON{"player": twin}), "employee-of-publisher")
}

// A person who referees an event under one record does not enter it under the other (CN09 1.5), and nobody
// enters twice.
func TestMergedRecordsEnterOnce(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.open()
	manager, tenant := s.federation.Manager, s.federation.Path
	kept, alias := s.player(1), s.player(2)
	s.organizer.Post(s.path+"/staff", apitest.JSON{"name": "Arbitro", "role": "referee", "player": alias}).Want(201)
	merging(manager, tenant, alias, kept).Want(200)
	refusedFor(t, "the referee's other record", s.enterPlayer(kept), "referee-of-event")
	unmerging(manager, tenant, alias).Want(200)
	entered := s.enterPlayer(kept).Want(201).Int("number")
	if got := merging(manager, tenant, alias, kept).Want(200); got.Len("refereed") != 1 || got.ID("refereed.0.id") != s.id {
		t.Errorf("he referees what he has entered: %s", got.Body)
	}
	s.server.Clock.Set(s.server.Clock.Now().Add(time.Minute))
	other := s.another(nil)
	other.enterPlayer(alias).Want(201)
	other.enterPlayer(kept).Refused(409, "already-entered")
	other.enterPlayer(alias).Refused(409, "already-entered")
	if got := other.organizer.Get(other.entry(1)).Want(200); got.ID("player.id") != kept {
		t.Errorf("entered by the alias: %s", got.Body)
	}
	if got := unmerging(manager, tenant, alias).Want(200); got.Int("enteredSince") != 1 {
		t.Errorf("what stays with the kept record: %s", got.Body)
	}
	if got := other.organizer.Get(other.entry(1)).Want(200); got.ID("player.id") != kept {
		t.Errorf("it stays where it was recorded: %s", got.Body)
	}
	if got := s.organizer.Get(s.entry(entered)).Want(200); got.ID("player.id") != kept {
		t.Errorf("parted: %s", got.Body)
	}
}

// BG 1: the cap is reached by the points of both records, and the player who has reached it enters under
// neither; parted, they stand where they stood.
func TestRankingOfMergedRecords(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager, tenant := r.federation.Manager, r.federation.Path
	r.played()
	kept := r.playerOf(1)
	alias := r.player(100)
	r.opened(kept, "100").Want(201)
	r.opened(alias, "195").Want(201)
	before := r.rows("standings")
	if r.rows("hall") != "" {
		t.Fatalf("before: %s", r.rows("hall"))
	}
	next := r.next()
	if got := merging(manager, tenant, alias, kept).Want(200); got.Int("rankings") != 1 {
		t.Errorf("merged: %s", got.Body)
	}
	if hall := r.rows("hall"); !strings.HasPrefix(hall, "1. AA 30") || !strings.Contains(hall, "/81 since ") {
		t.Errorf("BG 1: the hall is %s", hall)
	}
	for _, p := range []uuid.UUID{kept, alias} {
		career := manager.Get(r.ranking + "/players/" + p.String()).Want(200)
		if career.Value("hall") != true || career.ID("player.id") != kept || career.Len("events") != 1 || !strings.HasPrefix(career.Text("opening.scoreLine"), "295/1314/") {
			t.Errorf("BG 1: %s", career.Body)
		}
		refused := next.enterPlayer(p).Refused(422, "invalid")
		if refused.Text("errors.0.reason") != "in-the-hall" {
			t.Errorf("BG 1: %s", refused.Body)
		}
	}
	unmerging(manager, tenant, alias).Want(200)
	if diff := cmp.Diff(before, r.rows("standings")+r.rows("hall")); diff != "" {
		t.Errorf("parted (-want +got):\n%s", diff)
	}
	next.enterPlayer(kept).Want(201)
	next.enterPlayer(alias).Want(201)

	// A posting made while they are one stays with the record that played.
	before = r.rows("standings")
	played, fresh := r.playerOf(2), r.player(101)
	merging(manager, tenant, played, fresh).Want(200)
	if got := r.rows("standings"); !strings.Contains(got, "DX") {
		t.Errorf("merged: %s", got)
	}
	manager.Post(r.path+"/validity", apitest.JSON{"valid": false, "reason": "Друга карта"}).Want(200)
	manager.Post(r.path+"/validity", apitest.JSON{"valid": true, "reason": "Картата беше вярна"}).Want(200)
	unmerging(manager, tenant, played).Want(200)
	if diff := cmp.Diff(before, r.rows("standings")); diff != "" {
		t.Errorf("posted anew and parted (-want +got):\n%s", diff)
	}
}

// Refusals have a reason, each with its code; the last merge is the positive control.
func TestRecordsThatAreNotMerged(t *testing.T) {
	t.Parallel()
	f := newRegister(t)
	tenant := f.federation.Path
	carlo, dora, gina, fabio := f.person("Carlo Grande"), f.person("Dora Seconda"), f.person("Gina Monte"), f.person("Fabio Valle")
	merge := func(alias, kept uuid.UUID) *apitest.Answer { return merging(f.manager, tenant, alias, kept) }
	into := func(what string, got *apitest.Answer) {
		t.Helper()
		if got.Refused(422, "invalid").Text("errors.0.reason") != what || got.Text("errors.0.pointer") != "/into" {
			t.Errorf("%s: %s", what, got.Body)
		}
	}
	into("merge-itself", merge(carlo, carlo))
	into("unknown-player", merge(carlo, uuid.Must(uuid.NewV7())))
	merge(uuid.Must(uuid.NewV7()), carlo).Want(404)
	if got := merge(carlo, dora).Refused(409, "merge-same-event"); !strings.Contains(string(got.Body), "Tappa") {
		t.Errorf("which event: %s", got.Body)
	}
	other := f.server.Federation("Altra")
	stranger := other.Manager.Post(other.Path+"/players", apitest.JSON{"name": "Carlo Grande"}).Want(201).ID("id")
	into("unknown-player", merge(carlo, stranger))
	merge(stranger, carlo).Want(404)
	merging(other.Manager, tenant, gina, carlo).Want(403)
	other.Manager.Get(tenant + "/duplicate-players").Want(403)

	link := func(name string) {
		who := f.server.SignUp(name)
		f.judge().Post(f.record(name)+"/claim-code", nil).Want(201)
		code := f.judge().Post(f.record(name)+"/claim-code", nil).Want(201).Text("code")
		who.Post(tenant+"/code-claims", apitest.JSON{"code": code}).Want(200)
	}
	link("Carlo Grande")
	link("Gina Monte")
	merge(gina, carlo).Refused(409, "merge-two-accounts")
	f.manager.Post(f.record("Gina Monte")+"/unlinking", apitest.JSON{"reason": "non è suo"}).Want(200)
	f.alter(`insert into league.refunds (tenant_id, id, season_id, player_id, state, created_by, created_at, changed_at)
		select $1, gen_random_uuid(), $2, p, 'draft', $4, now(), now() from unnest($3::uuid[]) p`, f.federation.ID, f.id, []uuid.UUID{gina, carlo}, f.manager.ID)
	merge(gina, carlo).Refused(409, "merge-two-refunds")
	f.alter(`delete from league.refunds where player_id = $1`, gina)
	merge(gina, carlo).Want(200)
	if got := merge(gina, f.person("Nuova Persona")).Refused(409, "record-merged"); !strings.Contains(string(got.Body), "Carlo Grande") {
		t.Errorf("into whom: %s", got.Body)
	}
	merge(f.person("Nuova Persona"), gina).Refused(409, "record-merged")
	merge(carlo, f.person("Nuova Persona")).Refused(409, "record-keeps-others")
	merge(fabio, carlo).Refused(409, "merge-same-event") // Gina, who is Carlo, has entered it
	unmerging(f.manager, tenant, carlo).Refused(409, "record-not-merged")
	f.server.Anonymous().Get(f.record("Carlo Grande")+"/duplicates").Refused(401, "sign-in-required")

	here := f.federation.Member("Carla Piemonte", "regional-contact", apitest.Region(f.piemonte))
	merging(here, tenant, fabio, dora).Want(403) // Fabio has played at Aosta only
	here.Get(f.record("Fabio Valle") + "/merges").Want(403)
	here.Get(f.record("Dora Seconda") + "/merges").Want(200)
	if merge(f.person("Nuova Persona"), carlo).Want(200).Int("entered") != 0 {
		t.Error("Nuova has entered nothing")
	}
	f.manager.Do(http.MethodPost, f.record("Nuova Persona")+"/merging", apitest.JSON{"into": dora}).Refused(422, "invalid")
}

// A code that was printed for an alias, and a request about it, are about the person: the
// account gets the record that is kept, and keeps it when the two are parted.
func TestAliasIsClaimedAsThePerson(t *testing.T) {
	t.Parallel()
	f := newRegister(t)
	tenant := f.federation.Path
	carlo, gina := f.person("Carlo Grande"), f.person("Gina Monte")
	printed := f.manager.Post(f.record("Gina Monte")+"/claim-code", nil).Want(201).Text("code")
	merging(f.manager, tenant, gina, carlo).Want(200)
	who, other := f.server.SignUp("Gina Monte"), f.server.SignUp("Altra Persona")
	other.Post(f.record("Gina Monte")+"/claims", apitest.JSON{}).Want(201)
	asked := other.Get("/me/player-requests").Want(200)
	if asked.ID("items.0.request.player.id") != carlo {
		t.Errorf("asked for %s", asked.Body)
	}
	other.Post(tenant+"/my-player-requests/"+asked.ID("items.0.request.id").String()+"/withdrawal", nil).Want(200)
	if got := who.Post(tenant+"/code-claims", apitest.JSON{"code": printed}).Want(200); got.ID("player.id") != carlo {
		t.Errorf("claimed %s", got.Body)
	}
	if got := oneself(who, tenant); got != "1 records, 2 entries, 2 results, 0 bans" {
		t.Errorf("claimed: %s", got)
	}
	if got := unmerging(f.manager, tenant, gina).Want(200).Text("account"); got != "stays" {
		t.Errorf("parted: the account %s", got)
	}
	if got := oneself(who, tenant); got != "1 records, 1 entries, 1 results, 0 bans" {
		t.Errorf("parted: %s", got)
	}
	merging(f.manager, tenant, gina, carlo).Want(200)
	f.manager.Post(f.record("Gina Monte")+"/unlinking", apitest.JSON{"reason": "non è suo"}).Want(200)
	if got := oneself(who, tenant); got != nothing {
		t.Errorf("unlinked: %s", got)
	}
}

// The register of a season counts the outcomes of both records as one person's: a player who has won twice has
// one place and gives the other on, and parted all is as it was. In a closed season only the person behind a
// record changes.
func TestPlacesOfMergedRecords(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda", "Elio Terzo", "Fanny Quarta")
	f.sized(f.aosta, "2009-04-12", 28, "Carletto Grande", "Gina Monte", "Hugo Valle", "Ines Quarta")
	carlo, alias := f.person("Carlo Grande"), f.person("Carletto Grande")
	was := f.shown()
	merge := func() { merging(f.manager, f.federation.Path, alias, carlo).Want(200) }
	merge()
	if got := f.holders(national); !strings.Contains(got, "Carlo Grande") || strings.Contains(got, "Carletto") {
		t.Errorf("merged: %s", got)
	}
	if now := f.shown(); now["/places?limit=100"] == was["/places?limit=100"] {
		t.Error("merging changes nothing")
	}
	unmerging(f.manager, f.federation.Path, alias).Want(200)
	f.showsWhat(was)

	f.finish(f.nationalFinal())
	var open openapi.PlacePage
	f.server.Anonymous().Get(f.path + "/places?limit=100").Want(200).Into(&open)
	f.manager.Post(f.path+"/closing", nil).Want(200)
	digest := f.server.Database.Count(t, `select count(*) from league.season_closings`)
	closed := f.shown()
	merge()
	var after openapi.PlacePage
	f.server.Anonymous().Get(f.path + "/places?limit=100").Want(200).Into(&after)
	if len(after.Items) != len(open.Items) || f.server.Database.Count(t, `select count(*) from league.season_closings`) != digest {
		t.Errorf("a closed season has %d places, and had %d", len(after.Items), len(open.Items))
	}
	for i, p := range after.Items {
		o := open.Items[i]
		if p.Id != o.Id || p.State != o.State || p.Holder.Id != o.Holder.Id && (o.Holder.Id.UUID != alias || p.Holder.Id.UUID != carlo) {
			t.Errorf("closed as %v, read as %v", o, p)
		}
	}
	unmerging(f.manager, f.federation.Path, alias).Want(200)
	f.showsWhat(closed)
}

// Two merges in opposite directions at the same moment: one wins. An entry at the moment of a
// merge is either seen by it or made for the person.
func TestRaceOfMerges(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 1000})
	s.open()
	tenant := s.federation.Path
	for n := range max(*trials/10, 3) {
		one, two := s.player(n), s.player(n)
		got := statuses(race(
			func() *apitest.Answer { return merging(s.federation.Manager, tenant, one, two) },
			func() *apitest.Answer { return merging(s.federation.Manager, tenant, two, one) },
		))
		if diff := cmp.Diff([]int{200, 409}, got); diff != "" {
			t.Fatalf("trial %d (-want +got):\n%s", n, diff)
		}
		three, four := s.player(n), s.player(n)
		s.enterPlayer(three).Want(201)
		answers := race(
			func() *apitest.Answer { return merging(s.federation.Manager, tenant, four, three) },
			func() *apitest.Answer { return s.enterPlayer(four) },
		)
		merged, entered := answers[0].Status == 200, answers[1].Status == 201
		if merged == entered {
			t.Fatalf("trial %d: merged %d, entered %d: %s %s", n, answers[0].Status, answers[1].Status, answers[0].Body, answers[1].Body)
		}
	}
	// The stored references agree with the facts.
	const wrong = `select count(*) from league.players p left join lateral (
			select kept_id from league.player_merges m where m.tenant_id = p.tenant_id and m.alias_id = p.id order by number desc limit 1) m on true
		where p.kept_as is distinct from m.kept_id`
	if n := s.server.Database.Count(t, wrong); n != 0 {
		t.Errorf("%d records are not what the facts say", n)
	}
}
