package leagueapi_test

import (
	"crypto/rand"
	"errors"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/desk"
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
	if !errors.As(err, &state) || state.Reason != "event-state" {
		t.Errorf("got %v", err)
	}
}
