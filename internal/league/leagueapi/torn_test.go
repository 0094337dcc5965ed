package leagueapi_test

import (
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/tenant/tenantdb"
)

// torn is a reading door: something is committed by others after its first round trip.
type torn struct {
	*tenantdb.Reader
	act func()
}

func (d *torn) Send(b *tenantdb.Batch) error {
	err := d.Reader.Send(b)
	if act := d.act; act != nil {
		d.act = nil
		act()
	}
	return err
}

func tornBy(t *testing.T, server *apitest.Server, tenant uuid.UUID, act func()) *torn {
	t.Helper()
	door, err := tenantdb.Read(t.Context(), server.DB(), tenant, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &torn{door, act}
}

// A leaving that is revoked after the list of leavings was read, and before its event, is in the list no more; the others are.
func TestLeavingReportsWithOneRevokedMeanwhile(t *testing.T) {
	t.Parallel()
	s := newRanking(t, 8)
	two, five := s.leaves(2), s.leaves(5)
	room := reportdesk.At(desk.New(rand.Reader))
	for _, most := range []int{1, 10} {
		door := tornBy(t, s.server, s.federation.ID, func() {
			s.referee.Post(s.path+"/withdrawals/"+five+"/revocation", apitest.JSON{"reason": "aveva un motivo"}).Want(200)
		})
		reports, err := room.LeavingReports(door, uuid.Nil, nil, most)
		if err != nil || len(reports) != 1 || reports[0].Withdrawal.ID.String() != two {
			t.Fatalf("at most %d: %d reports, %v", most, len(reports), err)
		}
		five = s.leaves(5)
	}
}

// The papers of an event that its season does not have are refused: those of a draft, and those of an event that is called off after it
// was read and before its season.
func TestReportOfAnEventOutsideItsSeason(t *testing.T) {
	t.Parallel()
	c := newChampionship(t)
	event := c.draft(apitest.JSON{"title": "Prima tappa"}).Want(201).ID("id")
	for _, papers := range []string{"/report", "/homologation"} {
		c.manager.Get(c.in(event)+papers).Refused(409, "event-state")
	}
	c.manager.Post(c.in(event)+"/announcement", nil).Want(200)
	door := tornBy(t, c.server, c.federation.ID, func() {
		c.manager.Post(c.in(event)+"/cancellation", apitest.JSON{"reason": "Sala chiusa"}).Want(200)
	})
	_, err := reportdesk.At(desk.New(rand.Reader)).ViewHomologation(door, league.EventID{UUID: event}, uuid.Nil, c.server.Clock.Now())
	var state *league.StateError
	if !errors.As(err, &state) || state.Grounds.Reason != "event-state" {
		t.Errorf("got %v", err)
	}
}

// The copy of the data about a person is of one moment: something that is committed while it is read, between two of its tables, is not in
// it.
func TestDataAboutAPersonAreOfOneMoment(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	account := federation.Manager.ID
	unlock := server.Database.Lock(t, "league.reminders")
	var about peopledesk.PersonData
	done := make(chan error)
	go func() {
		var err error
		about, err = peopledesk.At(desk.New(rand.Reader)).AboutPerson(tenantdb.Unhurried(t.Context()), server.DB(), account, func(int, int) {})
		done <- err
	}()
	waiting := `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
	for server.Database.Count(t, waiting) == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	server.Database.Alter(t, `insert into league.calendar_links (tenant_id, account_id, token_hash, made_at) values ($1, $2, sha256('link'), now())`, federation.ID, account)
	unlock()
	if err := <-done; err != nil || len(about.Tenants) != 1 || string(about.Tenants[0].Rows["calendarLinks"]) != "[]" {
		t.Errorf("with a link made meanwhile: %+v, %v", about.Tenants, err)
	}
}
