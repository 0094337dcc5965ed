package apitest

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"referto/internal/league/desk"
	"referto/internal/league/officiating"
	"referto/internal/sampling"
	"referto/internal/tenant/tenantdb"
)

// recollection compares the cached events of a server after an act with the stored ones: after each act, and with
// -short after a tenth of them, see package sampling.
type recollection struct {
	server *Server
	desk   *desk.Desk // without a cache of earlier acts
	acts   atomic.Int64
	looked []int64 // by the last digit of the act's number
}

func newRecollection(s *Server) *recollection {
	return &recollection{server: s, desk: desk.New(nil), looked: sampling.Of("remembered "+s.T.Name(), []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})}
}

// check fails the test where an event is remembered otherwise than it is stored. One that
// has been changed since is not compared.
func (r *recollection) check(tenant uuid.UUID, kept *officiating.Situation) {
	if !slices.Contains(r.looked, r.acts.Add(1)%10) {
		return
	}
	t := r.server.T
	door, err := tenantdb.Read(context.Background(), r.server.config.DB, tenant, nil)
	if err != nil {
		t.Error(err)
		return
	}
	stored, err := r.desk.View(door, kept.Event.ID)
	if err != nil {
		t.Errorf("an event that is remembered cannot be loaded: %v", err)
		return
	}
	if stored.Event.Revision != kept.Event.Revision {
		return
	}
	same := cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(officiating.Situation{})}
	if diff := cmp.Diff(stored, kept, same); diff != "" {
		t.Errorf("an event is remembered otherwise than it is stored (-stored +remembered):\n%s", diff)
	}
}
