package leagueapi_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/authz/authzdb"
	"referto/internal/league/desk"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// A record that something rests on is not erased, and is told by which code; without it it is.
func TestErasureIsRefusedWhileSomethingRestsOnTheRecord(t *testing.T) {
	t.Parallel()
	for code, tie := range map[string]struct{ tie, untie string }{
		"erasure-running-ban": {
			`insert into league.exclusions (tenant_id, id, player_id, kind, from_day, reason, recorded_by, recorded_at) select tenant_id, gen_random_uuid(), id, 'employee-of-publisher', '2001-01-01', 'x', account_id, now() from league.players where id = $1`,
			`update league.exclusions set until_day = '2001-01-02' where player_id = $1`,
		},
		"erasure-open-refund": {
			`with gone as (delete from league.refund_accounts where refund_id in (select id from league.refunds where player_id = $1))
				update league.refunds set state = 'submitted', ended_at = null where player_id = $1`,
			`update league.refunds set state = 'paid', decided_by = (select id from platform.accounts where id <> created_by limit 1) where player_id = $1`,
		},
		"erasure-open-final": {
			`update league.seasons set champion_id = $1, state = 'running' where slug = 'season-1'`,
			`update league.seasons set state = 'closed' where champion_id = $1`,
		},
		"erasure-open-entry": {
			`update league.events set state = 'open' where id in (select event_id from league.entries where player_id = $1)`,
			`update league.events set state = 'finished' where id in (select event_id from league.entries where player_id = $1)`,
		},
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			x := newTraced(t)
			x.finish()
			alter := func(sql string) { x.server.Database.Alter(t, sql, x.player) }
			alter(tie.tie)
			mine, staff := x.federation.Path+"/my-player/erasure", x.address("players/"+x.player.String()+"/erasure")
			x.person.In(t).Post(mine, nil).Refused(409, code)
			x.person.In(t).Post(mine+"-preview", nil).Refused(409, code)
			x.federation.Manager.In(t).Post(staff, apitest.JSON{"reason": "asked for"}).Refused(409, code)
			x.federation.Manager.In(t).Post(staff+"-preview", nil).Refused(409, code)
			alter(tie.untie)
			x.federation.Manager.In(t).Post(staff+"-preview", nil).Want(200)
			x.federation.Manager.In(t).Post(staff, apitest.JSON{"reason": "asked for"}).Want(200)
		})
	}
}

// A player who was expelled or has left without good reason is not erased before the decision: nobody would
// know whom to ban.
func TestErasureWaitsForADecision(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	sanction := x.expel(1).ID("id").String()
	x.finish()
	mine := x.federation.Path + "/my-player/erasure"
	x.person.Post(mine, nil).Refused(409, "erasure-open-case")
	x.federation.Manager.Post(x.path+"/sanctions/"+sanction+"/decision", noBan()).Want(201)
	x.person.Post(mine, nil).Want(200)

	left := newRanking(t, 8)
	left.leaves(2)
	left.server.Database.Alter(t, `update league.events set state = 'finished', revision = revision + 1 where id = $1`, left.id)
	path := left.address("players/" + left.playerOf(2).String() + "/erasure")
	left.federation.Manager.Post(path, apitest.JSON{"reason": "asked for"}).Refused(409, "erasure-open-case")
}

// No act uses an erased record any more: it names nobody, and a person who comes back gets another.
func TestErasedRecordIsLeftAlone(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	x.finish()
	manager, record := x.federation.Manager, x.address("players/"+x.player.String())
	key := apitest.Key(uuid.NewString())
	erased := x.person.Post(x.federation.Path+"/my-player/erasure", nil, key).Want(200)
	again := x.person.Post(x.federation.Path+"/my-player/erasure", nil, key).Want(200) // the answer is remembered, and names no person
	if string(again.Body) != string(erased.Body) || strings.Contains(string(again.Body), canary) {
		t.Errorf("asked again: %s, at first %s", again.Body, erased.Body)
	}
	x.person.Post(x.federation.Path+"/my-player/erasure", nil).Refused(404, "no-record")
	tag := manager.Get(record).Want(200).ETag()
	next := x.stage.another(nil)
	manager.Patch(record, apitest.JSON{"name": canary + " Rossi"}, apitest.Match(tag)).Refused(409, "erasure-done")
	manager.Post(record+"/claim-code", nil).Refused(409, "erasure-done")
	x.other.Post(record+"/claims", apitest.JSON{"words": "mine"}).Refused(409, "erasure-done")
	next.enterPlayer(x.player).Refused(409, "erasure-done")
	x.ban(x.player, ban("2009-03-01", "2009-06-30")).Refused(409, "erasure-done")
	x.exclude(x.player, "2009-03-01", "2009-06-30").Refused(409, "erasure-done")

	entered := x.person.Post(next.path+"/my-entry", apitest.JSON{}).Want(201)
	if got := entered.ID("player.id"); got == x.player {
		t.Error("who comes back has the erased record")
	}
}

// Of an entry and an erasure at once one is refused.
func TestErasureAndEntryAtOnce(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	players := make([]uuid.UUID, 12)
	for i := range players {
		players[i] = s.playerOf(i + 1)
	}
	s.server.Database.Alter(t, `update league.events set state = 'finished', revision = revision + 1 where id = $1`, s.id)
	next := s.another(nil)
	entered, erased := 0, 0
	for _, player := range players {
		var entry, erasure *apitest.Answer
		apitest.AtOnce(2, func(i int) {
			if i == 0 {
				entry = next.enterPlayer(player)
			} else {
				erasure = s.federation.Manager.Post(s.address("players/"+player.String()+"/erasure"), apitest.JSON{"reason": "asked for"})
			}
		})
		switch {
		case entry.Status == 201 && erasure.Status == 409:
			entered++
		case entry.Status == 409 && erasure.Status == 200:
			erased++
		default:
			t.Errorf("the entry %d %s, the erasure %d %s", entry.Status, entry.Body, erasure.Status, erasure.Body)
		}
	}
	t.Logf("%d entered, %d erased", entered, erased)
}

// A manager erases the record of another, and nobody else on the staff does; nobody erases their own by an
// office. The data that another tenant has of the person stay.
func TestErasureByTheStaff(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	x.finish()
	path := x.address("players/" + x.player.String() + "/erasure")
	for who, c := range map[string]*apitest.Client{"organizer": x.organizer, "referee": x.referee, "another": x.other} {
		if got := c.Post(path, apitest.JSON{"reason": "asked for"}); got.Status != 403 {
			t.Errorf("%s: %d", who, got.Status)
		}
	}
	x.federation.Manager.Post(path, apitest.JSON{}).Refused(422, "invalid")
	elsewhere := x.server.Federation("Altra")
	foreign := elsewhere.Manager.Post(elsewhere.Path+"/players", apitest.JSON{"name": canary + " Rossi"}).Want(201).ID("id")
	elsewhere.Manager.Post(elsewhere.Path+"/players/"+x.player.String()+"/erasure", apitest.JSON{"reason": "not mine"}).Refused(404, "not-found")
	x.federation.Manager.Post(path, apitest.JSON{"reason": "asked for in writing"}).Want(200)
	if got := elsewhere.Manager.Get(elsewhere.Path + "/players/" + foreign.String()).Want(200).Text("name"); got != canary+" Rossi" {
		t.Errorf("another tenant's record is %s", got)
	}
	x.person.Get(x.federation.Path+"/my-player").Refused(404, "no-record")

	// Their own by the office: refused, and by themselves allowed.
	own := x.federation.Manager.Post(x.address("players"), apitest.JSON{"name": "Manager Himself"}).Want(201).ID("id")
	x.server.Database.Alter(t, `update league.players set account_id = $2 where id = $1`, own, x.federation.Manager.ID)
	x.federation.Manager.Post(x.address("players/"+own.String()+"/erasure"), apitest.JSON{"reason": "asked for"}).Refused(403, "own-case")
}

// An account is deleted with the password once more: its sessions end, its roles are given back, its records
// stay, and its address is free; its acts stay under a neutral name.
func TestAccountDeletion(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	x.finish()
	manager := x.federation.Manager
	manager.Post("/me/deletion", apitest.JSON{"password": apitest.Password}).Refused(409, "last-manager")
	if got := manager.Get("/me/grants").Want(200).Len("items"); got == 0 {
		t.Error("refused, the roles are gone")
	}
	x.person.Post("/me/deletion", apitest.JSON{"password": "something else"}).Refused(422, "password-wrong")
	x.federation.Appoint(x.person, "organizer", apitest.WholeTenant())
	x.person.Post(x.address("players"), apitest.JSON{"name": "Added By The Person"}).Want(201)
	email, id := x.person.Email, x.person.ID

	x.person.Post("/me/deletion", apitest.JSON{"password": apitest.Password}).Want(204)
	x.person.Get("/me").Refused(401, "unauthenticated")
	x.server.Anonymous().Post("/sessions", apitest.JSON{"email": email, "password": apitest.Password}).Refused(401, "credentials-wrong")
	if n := x.server.Database.Count(t, `select count(*) from league.grants where account_id = $1 and revoked_at is null`, id); n != 0 {
		t.Errorf("%d roles are left", n)
	}
	record := manager.Get(x.address("players/" + x.player.String())).Want(200)
	if record.Text("name") != canary+" Rossi" || record.Value("hasAccount") == true {
		t.Errorf("the record: %s", record.Body)
	}
	var audit openapi.AuditPage
	manager.Get(x.address("audit?limit=100&actor=" + id.String())).Want(200).Into(&audit)
	name := "Account " + id.String()[32:]
	if len(audit.Items) == 0 || audit.Items[0].Actor != name {
		t.Errorf("the audit: %+v", audit.Items)
	}
	dumped := dump(t, x.server)
	if got := holding(dumped, email); len(got) > 0 {
		t.Errorf("the address is left in %v", got)
	}
	for _, table := range holding(dumped, canary) {
		if strings.HasPrefix(table, "platform.") {
			t.Errorf("the name is left in %s", table)
		}
	}
	x.server.Anonymous().Post("/accounts", apitest.JSON{"email": email, "password": apitest.Password, "name": "Somebody New"}).Want(202)
}

// With the account its records are erased, if the person wants that; a record that may not be erased
// keeps the account as well.
func TestAccountDeletionWithRecords(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	both := apitest.JSON{"password": apitest.Password, "eraseRecords": true}
	x.person.Post("/me/deletion", both).Refused(409, "erasure-running-event")
	x.person.Get("/me").Want(200)
	x.finish()
	x.person.Post("/me/deletion", both).Want(204)
	if got := holding(dump(t, x.server), canary); len(got) > 0 {
		t.Errorf("left in %v", got)
	}
}

// A person reads which staff was shown their private data; once for a request, and without their own accesses.
func TestDataAccesses(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	x.server.Database.Alter(t, `delete from league.data_accesses`)
	rows := func() int { return x.server.Database.Count(t, `select count(*) from league.data_accesses`) }
	x.federation.Manager.Get(x.address("players?limit=100")).Want(200)
	if rows() != 1 {
		t.Errorf("a list of everybody left %d rows", rows())
	}
	x.federation.Manager.Get(x.address("players/" + x.another.String())).Want(200)
	x.referee.Get(x.address("players?name=" + canary)).Want(200) // who sees no address reads none
	x.person.Get(x.federation.Path + "/my-player").Want(200)
	if rows() != 2 {
		t.Errorf("%d rows", rows())
	}
	// The year of birth of a record without an address is private too; of one with neither nothing is shown.
	bare, aged := x.federation.Manager.In(t), x.federation.Manager.In(t)
	nothing := bare.Post(x.address("players"), apitest.JSON{"name": "Nessuno Dato"}).Want(201).ID("id")
	born := aged.Post(x.address("players"), apitest.JSON{"name": "Nato Senza", "birthYear": 1980}).Want(201).ID("id")
	x.server.Database.Alter(t, `delete from league.data_accesses where players <@ $1`, []uuid.UUID{nothing, born})
	bare.Get(x.address("players/" + nothing.String())).Want(200)
	if rows() != 2 {
		t.Errorf("of a record with no private data: %d rows", rows())
	}
	aged.Get(x.address("players/" + born.String())).Want(200)
	if rows() != 3 || x.server.Database.Count(t, `select count(*) from league.data_accesses where players = $1`, []uuid.UUID{born}) != 1 {
		t.Errorf("of a year of birth alone: %d rows", rows())
	}
	var mine, others openapi.DataAccessPage
	x.person.Get("/me/data-accesses").Want(200).Into(&mine)
	x.other.Get("/me/data-accesses").Want(200).Into(&others)
	if len(mine.Items) != 1 || len(others.Items) != 2 {
		t.Fatalf("%d of one, %d of the other", len(mine.Items), len(others.Items))
	}
	got := mine.Items[0]
	if got.By != x.federation.Manager.Name || got.Operation != "ListPlayers" || got.What != openapi.DataAccessWhatContact || fmt.Sprint(got.Roles) != "[championship-manager]" {
		t.Errorf("got %+v", got)
	}
	page := x.other.Get("/me/data-accesses?limit=1").Want(200)
	next := x.other.Get("/me/data-accesses?limit=1&cursor=" + page.Text("nextCursor")).Want(200)
	if page.Text("items.0.operation") != "GetPlayer" || next.Text("items.0.operation") != "ListPlayers" {
		t.Errorf("pages: %s %s", page.Body, next.Body)
	}
	x.server.Anonymous().Get("/me/data-accesses").Refused(401, "sign-in-required")
}

// Copies whose time is over are deleted, file and all; one that cannot be made fails in time and
// another can be asked for.
func TestCopiesExpire(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	first := x.person.Post("/me/data-exports", nil).Want(202).ID("id")
	settled(t, x.server)
	if n := len(x.server.Files()); n == 0 {
		t.Fatal("no file is kept")
	}
	later := x.server.Clock.Now().Add(peopledesk.ExportKept + time.Minute)
	files := apitest.NewFiles(t, x.server.FilesDir())
	for range 2 {
		if _, err := peopledesk.DeleteDueExports(t.Context(), x.server.DB(), files, later); err != nil {
			t.Fatal(err)
		}
	}
	if left := x.server.Files(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if got := x.person.Get("/me/data-exports/" + first.String()).Want(200).Text("state"); got != "expired" {
		t.Errorf("it is %s", got)
	}
	if second := x.person.Post("/me/data-exports", nil).Want(202).ID("id"); second == first || second == uuid.Nil {
		t.Errorf("another is %s", second)
	}
	if got := x.person.Get("/me/data-exports").Want(200).Len("items"); got != 2 {
		t.Errorf("%d are listed", got)
	}
}

// After a copy of the database was restored, the erasures since are repeated by the separate list, and nothing
// else is.
func TestErasedAgainAfterARestore(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	x.finish()
	list := fmt.Sprintf("record %s %s\n\naccount %s\nrecord %s %s\n", x.federation.ID, x.player, x.person.ID, x.federation.ID, uuid.New())
	room := peopledesk.At(desk.New(rand.Reader))
	for _, want := range []int{2, 0} {
		if done, err := room.EraseListed(t.Context(), x.server.DB(), strings.NewReader(list), x.server.Clock.Now()); err != nil || done != want {
			t.Fatalf("%d, %v; want %d", done, err, want)
		}
	}
	dumped := dump(t, x.server)
	if got := holding(dumped, canary); len(got) > 0 {
		t.Errorf("left in %v", got)
	}
	if got := holding(dumped, "Parrot"); len(got) < 20 {
		t.Errorf("of another person only %d rows are left", len(got))
	}
	var out strings.Builder
	if err := peopledesk.ListErasures(t.Context(), x.server.DB(), &out); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("record %s %s\naccount %s\n", x.federation.ID, x.player, x.person.ID); out.String() != want {
		t.Errorf("the list is %q, want %q", out.String(), want)
	}
	if _, err := room.EraseListed(t.Context(), x.server.DB(), strings.NewReader("everybody\n"), time.Now()); err == nil {
		t.Error("a list of something else is taken")
	}
}

// Ended data are kept for their time and not longer.
func TestWhatHasEndedIsForgotten(t *testing.T) {
	t.Parallel()
	x := newTraced(t)
	x.federation.Manager.Get(x.address("players?limit=100")).Want(200)
	x.federation.Manager.Post(x.federation.Path+"/invitations", apitest.JSON{"email": "asked@example.org", "role": "organizer", "scope": apitest.WholeTenant()}).Want(201)
	left := func() string {
		return fmt.Sprint(x.server.Database.Count(t, `select count(*) from platform.sessions`) > 0, x.server.Database.Count(t, `select count(*) from platform.refresh_tokens`) > 0,
			x.server.Database.Count(t, `select count(*) from league.invitations where email <> ''`) > 0,
			x.server.Database.Count(t, `select count(*) from league.imports where people <> '[]'`) > 0, x.server.Database.Count(t, `select count(*) from league.data_accesses`) > 0,
			x.server.Database.Count(t, `select count(*) from league.histories where file is not null or sample <> '[]'`) > 0)
	}
	forget := func(before time.Time) {
		for _, forget := range []func(context.Context, *tenantdb.DB, time.Time) (int64, error){
			authzdb.ForgetSessions, authzdb.ForgetInvitations, leaguedb.ForgetImports, leaguedb.ForgetHistories, leaguedb.ForgetAccesses,
		} {
			if _, err := forget(t.Context(), x.server.DB(), before); err != nil {
				t.Error(err)
			}
		}
	}
	forget(time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC))
	if got := left(); got != "true true true true true true" {
		t.Errorf("before its time: %s", got)
	}
	forget(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC))
	if got := left(); got != "false false false false false false" {
		t.Errorf("after it: %s", got)
	}
}
