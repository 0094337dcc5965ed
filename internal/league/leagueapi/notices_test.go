package leagueapi_test

import (
	"errors"
	"maps"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// lettersOf counts the mails of a kind of each address.
func (c *championship) lettersOf(kind string) map[string]int {
	out := map[string]int{}
	for _, m := range c.server.Mailbox.All() {
		if m.Kind == kind {
			out[m.To.Mail]++
		}
	}
	return out
}

// noticed waits until no notice and no letter of one is left to be worked.
func (c *championship) noticed() {
	c.t.Helper()
	for until := time.Now().Add(30 * time.Second); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		if c.count(`select count(*) from jobs.river_job where kind like 'notice.event-moved%' and finalized_at is null`) == 0 {
			return
		}
	}
	c.t.Fatal("notices are left")
}

func TestReadersAreReachedAsTheyAreByNow(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	player := c.manager.Post(c.federation.Path+"/players", apitest.JSON{"name": "Renata Giocatrice", "email": "renata@example.org"}).Want(201).ID("id")
	address := func(tenant, id uuid.UUID) string {
		t.Helper()
		door, err := tenantdb.Read(t.Context(), c.server.DB(), tenant, nil)
		if err != nil {
			t.Fatal(err)
		}
		var to *leaguedb.Reader
		b := &tenantdb.Batch{}
		leaguedb.LoadReader(b, &to, id)
		if err := door.Send(b); err != nil {
			t.Fatal(err)
		}
		if to == nil {
			return ""
		}
		return to.Email
	}
	check := func(when string, wantAccount, wantPlayer string) {
		t.Helper()
		if account, player := address(c.federation.ID, contact.ID), address(c.federation.ID, player); account != wantAccount || player != wantPlayer {
			t.Errorf("%s: the account has %q, want %q; the player %q, want %q", when, account, wantAccount, player, wantPlayer)
		}
	}
	check("apart", contact.Email, "renata@example.org")
	if got := address(c.server.Club("Altrove").ID, player); got != "" {
		t.Errorf("another tenant reaches the player at %q", got)
	}
	c.server.Database.Alter(t, `update league.players set account_id = $1 where id = $2`, contact.ID, player)
	check("with an account", contact.Email, contact.Email)
	c.server.Database.Alter(t, `update platform.accounts set suspended_at = now() where id = $1`, contact.ID)
	check("suspended", "", "")
}

func TestEachReaderOfANoticeHasOneLetter(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	c.server.ErrorsDue()
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	event := c.draft(nil).Want(201).ID("id")
	c.manager.Post(c.path+"/calendar-editions", apitest.JSON{"drafts": true}).Want(201)
	c.manager.Post(c.in(event)+"/entry-opening", nil).Want(200)
	for name, email := range map[string]string{"Ines Iscritta": "ines@example.org", "Otto Iscritto": "otto@example.org"} {
		player := c.manager.Post(c.federation.Path+"/players", apitest.JSON{"name": name, "email": email}).Want(201).ID("id")
		c.manager.Post(c.in(event)+"/entries", apitest.JSON{"player": player}).Want(201)
	}
	newReplica(t, c.server).works(t)
	move := func(to string) {
		t.Helper()
		c.manager.Patch(c.in(event), apitest.JSON{"startsAt": to}, apitest.Match(c.manager.Get(c.in(event)).ETag())).Want(200)
		c.manager.Post(c.path+"/calendar-editions", apitest.JSON{"note": "La biblioteca è chiusa"}).Want(201)
	}
	each := func(n int) {
		t.Helper()
		c.noticed()
		want := map[string]int{contact.Email: n, "ines@example.org": n, "otto@example.org": n}
		if got := c.lettersOf("event-moved"); !maps.Equal(got, want) {
			t.Errorf("there are letters %v, want %v", got, want)
		}
	}

	c.server.Mailbox.FailOnce("ines@example.org", errors.New("the mail server is full"))
	move("2009-04-19T08:00:00Z")
	each(1)
	again := `select count(*) from jobs.river_job where attempt > 1`
	if n := c.count(again); n != 1 {
		why := c.server.Database.Text(t, `select string_agg(kind || ': ' || array_to_string(errors::text[], ', '), '; ') from jobs.river_job where attempt > 1`)
		t.Errorf("%d jobs were tried again, want the letter that had failed: %s", n, why)
	}
	move("2009-04-26T08:00:00Z") // another cause
	c.server.Restart()
	each(2)
}
