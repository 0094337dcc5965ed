package leagueapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// another is a further contact of the region of the stage.
func (x *tappa) another(name string) *apitest.Client {
	x.t.Helper()
	return x.federation.Member(name, "regional-contact", apitest.Region(x.championship.aosta))
}

// why returns the reason for which a person may not decide about the stage, and checks that a preview of the
// decision refuses for the reason that they read before: "own-event-player CN09 2.2"; "" if they may.
func (x *tappa) why(t *testing.T, c *apitest.Client) string {
	t.Helper()
	var h openapi.Homologation
	c.In(t).Get(x.path + "/homologation").Want(200).Into(&h)
	shown := ""
	if len(h.Yours) > 0 {
		shown = h.Yours[0].Reason + " " + cites(h.Yours[0])
	}
	refused := ""
	if look := c.In(t).Post(x.path+"/homologation/preview", apitest.JSON{"decision": "homologate"}); look.Status != 200 {
		refused = look.Text("reason") + " " + paragraph(look)
	}
	if shown != refused {
		t.Errorf("told %q, refused with %q", shown, refused)
	}
	return shown
}

// office gives a person an office directly in the database, with its end; "" means none.
func (x *tappa) office(c *apitest.Client, role, scope string, over any, from, until string) {
	x.t.Helper()
	x.server.Database.Alter(x.t, `insert into league.grants (tenant_id, id, account_id, role, scope, scope_id, valid_from, valid_until, created_at)
		values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, nullif($7, '')::timestamptz, now())`, x.federation.ID, c.ID, role, scope, over, inRome(x.t, from), until)
}

// CN09 2.2: an office over a stage makes it one's own that was held on its day or is
// held now, over the stage, its region or everything.
func TestOwnStageByOffice(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.reported()
	const before, onTheDay, since = "2009-01-01 10:00", "2009-03-01 00:00", "2009-03-01 20:00"
	contact := x.another("Paola Contatto")
	for _, tt := range []struct {
		name, role, scope string
		over              any
		from, until, want string
	}{
		{"the organizer of its region", "organizer", "region", x.championship.aosta, before, "", "own-event-organizer CN09 2.2"},
		{"the organizer of another region", "organizer", "region", x.championship.piemonte, before, "", ""},
		{"the organizer of everything", "organizer", "tenant", nil, before, "", "own-event-organizer CN09 2.2"},
		{"a referee of everything", "referee", "tenant", nil, before, "", "own-event-referee CN09 2.2"},
		{"the first referee of its region", "first-referee", "region", x.championship.aosta, before, "", "own-event-referee CN09 2.2"},
		{"its organizer on its day and no more", "organizer", "stage", x.id, before, "2009-03-01 12:00 Europe/Rome", "own-event-organizer CN09 2.2"},
		{"its organizer until its day", "organizer", "stage", x.id, before, "2009-03-01 00:00 Europe/Rome", ""},
		{"its organizer since", "organizer", "stage", x.id, since, "", "own-event-organizer CN09 2.2"},
		{"the organizer of another stage", "organizer", "stage", uuid.New(), onTheDay, "", ""},
		{"the treasurer", "treasurer", "tenant", nil, before, "", ""},
	} {
		x.office(contact, tt.role, tt.scope, tt.over, tt.from, tt.until)
		if got := x.why(t, contact); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		x.server.Database.Alter(x.t, `delete from league.grants where account_id = $1 and role <> 'regional-contact'`, contact.ID)
	}
	listed := uuid.New()
	x.server.Database.Alter(t, `update league.players set account_id = $3 where tenant_id = $1 and id = $2`, x.federation.ID, x.players[0], contact.ID)
	x.server.Database.Alter(t, `insert into league.event_staff (tenant_id, id, event_id, role, name, player_id, created_at) values ($1, $2, $3, 'referee', 'Paola', $4, now())`,
		x.federation.ID, listed, x.id, x.players[0])
	for _, tt := range []struct{ name, change, want string }{
		{"on the list of its staff", `update league.entries set state = 'cancelled' where event_id = $1 and player_id = $2`, "own-event-referee CN09 2.2"},
		{"taken off it since", `update league.event_staff set removed_at = '2009-03-03' where event_id = $1 and player_id = $2`, "own-event-referee CN09 2.2"},
		{"taken off it before", `update league.event_staff set removed_at = '2009-02-20' where event_id = $1 and player_id = $2`, ""},
		{"on its waiting list", `update league.entries set state = 'waiting' where event_id = $1 and player_id = $2`, ""},
		{"who did not show up", `update league.entries set state = 'no-show' where event_id = $1 and player_id = $2`, "own-event-player CN09 2.2"},
	} {
		x.server.Database.Alter(t, tt.change, x.id, x.players[0])
		if got := x.why(t, contact); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := x.why(t, x.contact); got != "" {
		t.Errorf("the contact, who had no part in it: %q", got)
	}
}

// CN09 2.2: a stage counts as one's own if one has drafted it while nobody else organizes it, has recorded its
// ranking, or has sent its report.
func TestOwnStageByDoing(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.reported()
	one, other, manager := x.another("Anna Contatto"), x.another("Bruna Contatto"), x.federation.Manager
	says := func(what string, want map[*apitest.Client]string) {
		t.Helper()
		for c, reason := range want {
			if reason != "" {
				reason += " CN09 2.2"
			}
			if got := x.why(t, c); got != reason {
				t.Errorf("%s: for %s %q, want %q", what, c.Name, got, reason)
			}
		}
	}
	outcome := func(by *apitest.Client, reason string, order ...int) {
		t.Helper()
		var ranking []uuid.UUID
		for _, i := range order {
			ranking = append(ranking, x.players[i])
		}
		x.server.Database.Alter(x.t, `insert into league.outcomes (tenant_id, event_id, number, ranking, reason, recorded_by, recorded_at)
			select $1, $2, 1 + count(*), $3, $4, $5, '2009-03-01 20:00' from league.outcomes where event_id = $2`, x.federation.ID, x.id, ranking, reason, by.ID)
	}
	report := func(by *apitest.Client) {
		t.Helper()
		x.server.Database.Alter(x.t, `insert into league.reports (tenant_id, event_id, number, received_at, sent_by, sent_at, notes, digest, document)
			select $1, $2, 1 + count(*), '2009-03-01 20:00', $3, '2009-03-01 20:00', '', repeat('0', 64), '{}' from league.reports where event_id = $2`, x.federation.ID, x.id, by.ID)
	}
	says("organized by the club, drafted by the manager", map[*apitest.Client]string{one: "", other: "", manager: ""})
	outcome(one, "Scambiati", 1, 0, 2)
	says("a corrected ranking", map[*apitest.Client]string{one: "own-event-recorder", other: ""})
	outcome(other, "", 1, 0, 2)
	says("the same ranking, written down because something else had changed", map[*apitest.Client]string{one: "own-event-recorder", other: ""})
	outcome(other, "Uno non c'era", 1, 0, 2)
	says("a correction of who was there", map[*apitest.Client]string{one: "own-event-recorder", other: "own-event-recorder"})
	outcome(manager, "Erano giusti", 0, 1, 2)
	says("another ranking", map[*apitest.Client]string{one: "", other: "", manager: "own-event-recorder"})
	outcome(x.organizer, "Non erano giusti", 1, 0, 2)
	report(one)
	says("a report", map[*apitest.Client]string{one: "own-event-reporter", other: "", manager: ""})
	report(other)
	says("another report", map[*apitest.Client]string{one: "", other: "own-event-reporter", manager: ""})
	report(x.organizer)
	x.server.Database.Alter(x.t, `update league.events set created_by = $2 where id = $1`, x.id, one.ID)
	says("drafted for the club, which organizes it", map[*apitest.Client]string{one: "", other: ""})
	x.server.Database.Alter(x.t, `update league.grants set revoked_at = '2009-02-01' where account_id = $1`, x.organizer.ID)
	x.server.Database.Alter(x.t, `update league.event_staff set removed_at = '2009-02-20' where event_id = $1 and role = 'organizer'`, x.id)
	says("drafted, and organized by nobody else", map[*apitest.Client]string{one: "own-event-drafter", other: ""})
}

// CN09 2.2: a contact who has recorded and reported a stage themself reads beforehand that others decide, may
// do nothing about it, and it waits for the manager.
func TestOwnStageIsForOthers(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	manager := x.federation.Manager
	x.now("2009-03-01 20:00")
	x.contact.Post(x.path+"/outcome", x.outcome(nil)).Want(200)
	x.photographs("winner")
	x.now("2009-03-10 09:00")
	sent := x.contact.Post(x.path+"/report", apitest.JSON{"receivedAt": inRome(t, "2009-03-08 12:00")}).Want(201)
	t.Run("the day on which it came was stated, by whom and when", func(t *testing.T) {
		for _, at := range []string{"checklist.receipt.text", "sent.0.stated.text"} {
			if got := sent.Text(at); !strings.Contains(got, "8 March 2009") || !strings.Contains(got, "Carla Referente") || !strings.Contains(got, "10 March 2009") {
				t.Errorf("%s: %q", at, got)
			}
		}
	})
	t.Run("CN09 2.2 she is told at once that others decide", func(t *testing.T) {
		var shown []string
		for i := range sent.Len("yours") {
			shown = append(shown, sent.Text(fmt.Sprintf("yours.%d.reason", i)))
		}
		same(t, shown, "own-event-recorder", "own-event-reporter")
		page := string(x.contact.In(t).Get(x.path + "/report?format=html").Want(200).Body)
		if !strings.Contains(page, "Others decide about this tournament") || !strings.Contains(page, "Whoever recorded how a tournament ended") || !strings.Contains(page, "stated by Carla Referente") {
			t.Errorf("the page does not say so")
		}
		queue := x.contact.In(t).Get(x.championship.path + "/homologations").Want(200)
		if queue.Text("items.0.yours.0.reason") != "own-event-recorder" {
			t.Errorf("got %s", queue.Body)
		}
	})
	t.Run("CN09 2.2 every decision is refused", func(t *testing.T) {
		for decision, more := range map[string]apitest.JSON{
			"homologate": nil, "return": {"reason": "E la foto?"}, "invalidate": {"reason": "Senza foto"},
			"waive": {"demands": []string{"photos-missing"}, "reason": "Erano distratti"},
		} {
			x.decide(x.contact.In(t), decision, more).Refused(422, "own-event-recorder")
		}
	})
	t.Run("CN09 2.2 the manager may decide, and reads so", func(t *testing.T) {
		read := manager.In(t).Get(x.path + "/homologation").Want(200)
		if read.Len("yours") != 0 || !strings.Contains(string(manager.In(t).Get(x.championship.path+"/homologations").Want(200).Body), `"yours":[]`) {
			t.Errorf("got %s", read.Body)
		}
		page := string(manager.In(t).Get(x.path + "/report?format=html").Want(200).Body)
		if strings.Contains(page, "Others decide") {
			t.Errorf("the page tells him otherwise")
		}
	})
	line := "homologate CN09 2.2 2009-03-15T22:59:59Z"
	sees(t, x.federation, "CN09 2.2", map[*apitest.Client][]string{x.contact: nil, manager: {line}})
	other := x.another("Ada Contatto")
	sees(t, x.federation, "CN09 1.6 another contact of the region", map[*apitest.Client][]string{x.contact: nil, other: {line}, manager: nil})
	t.Run("what he reads is another answer once he has an office", func(t *testing.T) {
		tag := manager.In(t).Get(x.path + "/homologation").ETag()
		x.office(manager, "organizer", "tenant", nil, "2009-01-01 10:00", "")
		manager.In(t).Get(x.path+"/homologation", apitest.Header("If-None-Match", tag)).Want(200)
	})
	x.office(other, "organizer", "tenant", nil, "2009-01-01 10:00", "")
	sees(t, x.federation, "where it is everybody's own the manager is told", map[*apitest.Client][]string{
		x.contact: nil, other: nil, manager: {"homologate CN09 2.2 2009-03-15T22:59:59Z"},
	})
	if got := waitingOf(manager, x.federation)[0]; got.Explanation.Reason != "own-event-of-all" {
		t.Errorf("got %+v", got)
	}
	t.Run("CN09 2.2 who has decided something takes it back only where it is not his own", func(t *testing.T) {
		judge := x.another("Gino Contatto")
		x.decide(judge.In(t), "invalidate", apitest.JSON{"reason": "Senza foto"}).Want(200)
		back := func(c *apitest.Client) *apitest.Answer {
			return c.In(t).Post(x.path+"/homologation/reversal", apitest.JSON{"reason": "La foto è arrivata"})
		}
		back(x.contact).Refused(422, "own-event-recorder")
		back(judge).Want(200)
	})
	if got := x.homologation().Decisions; !slices.Equal(openapi.Each(got, func(d openapi.DecidedHomologation) string { return string(d.Decision) }), []string{"invalidated", "reversed"}) {
		t.Errorf("got %+v", got)
	}
}
