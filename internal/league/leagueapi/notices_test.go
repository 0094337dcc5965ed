package leagueapi_test

import (
	"errors"
	"maps"
	"strings"
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
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		if c.count(`select count(*) from jobs.river_job where kind like 'notice.event-%' and finalized_at is null`) == 0 {
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

// The entrants of an event learn at once that it was moved or called off. If the event is in the calendar of
// its season, they learn of a move with the next edition, which does not repeat the news of cancelled events.
func TestEntrantsLearnWhatBecomesOfAnEvent(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	contact := c.federation.Member("Renata Referente", "regional-contact", apitest.Region(c.aosta))
	announced := func(title string) (event uuid.UUID) {
		t.Helper()
		event = c.draft(apitest.JSON{"title": title}).Want(201).ID("id")
		c.manager.Post(c.in(event)+"/announcement", nil).Want(200)
		c.manager.Post(c.in(event)+"/entry-opening", nil).Want(200)
		for i, mail := range []string{"ines@example.org", "", "ugo@example.org"} { // of two one leaves again
			player := apitest.JSON{"name": []string{"Ines", "Senza", "Ugo"}[i] + " " + title}
			if mail != "" {
				player["email"] = mail
			}
			id := c.manager.Post(c.federation.Path+"/players", player).Want(201).ID("id")
			c.manager.Post(c.in(event)+"/entries", apitest.JSON{"player": id}).Want(201)
		}
		c.manager.Post(c.in(event)+"/entries/3/cancellation", apitest.JSON{"reason": "Ritirato"}).Want(200)
		return event
	}
	move := func(event uuid.UUID, change apitest.JSON) {
		t.Helper()
		c.manager.Patch(c.in(event), change, apitest.Match(c.manager.Get(c.in(event)).ETag())).Want(200)
	}
	told := func(when string, want map[string]int) {
		t.Helper()
		c.noticed()
		if got := c.lettersOf("event-moved"); !maps.Equal(got, want) {
			t.Errorf("%s: letters to %v, want %v", when, got, want)
		}
	}
	byItself := announced("Prima tappa")
	c.manager.Post(c.in(byItself)+"/change-preview", apitest.JSON{"startsAt": "2009-04-19T08:00:00Z"}).Want(200)
	move(byItself, apitest.JSON{"notes": "Portare le matite"})
	told("what was only looked at, and another word", map[string]int{})
	move(byItself, apitest.JSON{"startsAt": "2009-04-19T08:00:00Z", "venue": apitest.JSON{"name": "Palestra", "city": "Aosta"}})
	told("moved", map[string]int{"ines@example.org": 1})
	text := c.server.Mailbox.Wait("ines@example.org", "event-moved").Text
	for _, part := range []string{"Before: Sunday 5 April 2009", "Biblioteca, Aosta", "Now: Sunday 19 April 2009", "Palestra, Aosta"} {
		if !strings.Contains(text, part) {
			t.Errorf("the letter does not say %s: %s", part, text)
		}
	}
	c.manager.Post(c.in(byItself)+"/cancellation", apitest.JSON{"reason": "Marco è malato"}).Want(200)
	told("called off", map[string]int{"ines@example.org": 2})
	if text := c.server.Mailbox.Wait("ines@example.org", "event-moved").Text; !strings.Contains(text, "does not take place") || strings.Contains(text, "Marco") {
		t.Errorf("called off: %s", text)
	}

	listed, off := announced("Seconda tappa"), announced("Terza tappa")
	c.manager.Post(c.path+"/calendar-editions", apitest.JSON{"note": "Il calendario"}).Want(201)
	move(listed, apitest.JSON{"startsAt": "2009-04-26T08:00:00Z"})
	told("moved, but the calendar still says otherwise", map[string]int{"ines@example.org": 2})
	c.manager.Post(c.in(off)+"/cancellation", apitest.JSON{"reason": "Sala chiusa"}).Want(200)
	told("called off at once", map[string]int{"ines@example.org": 3})
	c.manager.Post(c.path+"/calendar-editions", apitest.JSON{"note": "Due cambiamenti"}).Want(201)
	told("the edition", map[string]int{"ines@example.org": 4, contact.Email: 2})
}

// While the mail server is away, letters wait. A calendar that is released meanwhile, and has the event for the first time, tells nobody
// that the event was moved before.
func TestEntrantsLearnOfAMoveBeforeTheFirstCalendar(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	event := c.draft(apitest.JSON{"title": "Prima tappa"}).Want(201).ID("id")
	c.manager.Post(c.in(event)+"/announcement", nil).Want(200)
	c.manager.Post(c.in(event)+"/entry-opening", nil).Want(200)
	ines := c.manager.Post(c.federation.Path+"/players", apitest.JSON{"name": "Ines", "email": "ines@example.org"}).Want(201).ID("id")
	c.manager.Post(c.in(event)+"/entries", apitest.JSON{"player": ines}).Want(201)
	c.noticed()
	c.server.ErrorsDue()
	c.server.Mailbox.Fail(errors.New("the mail server is away"))
	c.manager.Patch(c.in(event), apitest.JSON{"startsAt": "2009-04-19T08:00:00Z"}, apitest.Match(c.manager.Get(c.in(event)).ETag())).Want(200)
	for c.count(`select count(*) from jobs.river_job where kind = 'notice.event-rescheduled.letter' and cardinality(errors) > 0`) == 0 {
		time.Sleep(20 * time.Millisecond) // until the letter was tried
	}
	c.server.Clock.Advance(time.Minute)
	c.manager.Post(c.path+"/calendar-editions", apitest.JSON{"note": "Il primo calendario"}).Want(201)
	c.server.Mailbox.Fail(nil)
	c.noticed()
	if got := c.lettersOf("event-moved"); !maps.Equal(got, map[string]int{"ines@example.org": 1}) {
		t.Errorf("letters to %v, want one to ines@example.org", got)
	}
}
