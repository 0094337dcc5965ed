package leagueapi_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// over is a season of which nothing is left to play or to decide. It is a stage, a
// Grande Torneo and an open tournament, and a national final that is over.
func over(t *testing.T, server *apitest.Server) *finals {
	t.Helper()
	f := finalsOf(newChampionshipOn(t, server), january)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda")
	f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Resta")
	f.says("Carlo Grande", national, false).Want(201)
	f.finish(f.nationalFinal())
	return f
}

// finish ends an event past the server.
func (f *finals) finish(event uuid.UUID) {
	f.t.Helper()
	f.alter(`update league.events set state = 'finished', started_at = starts_at, finished_at = starts_at + interval '9 hours' where id = $1`, event)
	f.touch()
}

// shown reads the register, the finals and the board as the public sees them.
func (f *finals) shown() map[string]string {
	f.t.Helper()
	out := map[string]string{}
	for _, rest := range []string{"/places?limit=100", "/places?format=csv", "/finals"} {
		out[rest] = string(f.server.Anonymous().Get(f.path + rest).Want(200).Body)
	}
	return out
}

func (f *finals) showsWhat(was map[string]string) {
	f.t.Helper()
	for rest, now := range f.shown() {
		if now != was[rest] {
			f.t.Errorf("%s was\n%s\nand is\n%s", rest, was[rest], now)
		}
	}
}

// Each reason why a season is not closed: TestMayClose of package register.
func TestSeasonThatCannotBeClosed(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	stage := f.played(apitest.JSON{"title": "Tappa di Aosta"}, 28, "Ada Uno", "Bea Due")
	closing := func() *apitest.Answer { return f.manager.Post(f.path+"/closing", nil) }
	if got := closing().Refused(409, "season-events-undecided"); !strings.Contains(string(got.Body), "Tappa di Aosta") {
		t.Errorf("got %s", got.Body)
	}
	f.decide(stage, "homologated")
	final := f.nationalFinal()
	closing().Refused(409, "national-final-not-over")
	if got := f.manager.Get(f.path).Want(200).Text("state"); got != "running" {
		t.Errorf("the season is %s", got)
	}
	f.finish(final)
	closing().Want(200)
}

// A closed season shows the state derived when it was closed, even if its facts change; opened again it is
// derived.
func TestClosedSeasonIsFrozen(t *testing.T) {
	t.Parallel()
	f := over(t, apitest.Start(t))
	derived := f.shown()
	f.manager.Post(f.path+"/closing", nil).Want(200)
	f.showsWhat(derived)
	f.alter(`update league.outcomes set ranking = (select array_agg(p order by n desc) from unnest(ranking) with ordinality as x (p, n))`)
	f.alter(`update league.unavailabilities set revoked_at = now()`)
	f.touch()
	f.showsWhat(derived)
	t.Run("no fact of the register is taken any more", func(t *testing.T) {
		f.manager.In(t).Post(f.path+"/region-merges", apitest.JSON{"region": f.aosta, "into": f.piemonte, "reason": "Troppo pochi"}).Refused(409, "season-closed")
		f.says("Elio Aperto", national, false).Refused(409, "season-closed")
		f.alter(`update league.events set elsewhere = true where season_id = $1`, f.id) // an event played elsewhere has no draw
		referee := f.server.SignUp("Renata Arbitra")
		var events openapi.EventPage
		f.manager.In(t).Get(f.federation.Path + "/events?state=finished&limit=100").Want(200).Into(&events)
		for _, e := range events.Items {
			f.federation.Appoint(referee, "first-referee", apitest.Stage(e.Id.UUID))
			referee.In(t).Post(f.in(e.Id.UUID)+"/reopening", apitest.JSON{"reason": "Un punto era sbagliato"}).Refused(409, "season-closed")
		}
		if len(events.Items) != 4 { // three stages and the national final
			t.Errorf("%d events", len(events.Items))
		}
	})
	f.manager.Post(f.path+"/reopening", apitest.JSON{"reason": "Un referto era falso"}).Want(200)
	if got := f.holders(national); strings.Contains(got, "Elio Aperto") || got == "" {
		t.Errorf("opened again it is not derived: %s", got)
	}
	t.Run("closed once more it is as it is then", func(t *testing.T) {
		again := f.shown()
		f.manager.In(t).Post(f.path+"/closing", nil).Want(200)
		f.alter(`update league.outcomes set ranking = '{}'`)
		f.touch()
		f.showsWhat(again)
	})
}

// The stored state cannot be changed by the server, and a change by others is noticed.
func TestFrozenRegisterIsNotTamperedWith(t *testing.T) {
	t.Parallel()
	f := over(t, apitest.Start(t))
	f.manager.Post(f.path+"/closing", nil).Want(200)
	for _, statement := range []string{
		`update league.season_closings set document = document`, `delete from league.season_closings`,
	} {
		err := tenantdb.In(t.Context(), f.server.DB(), f.federation.ID, nil, func(tx tenantdb.Tx) error {
			b := &tenantdb.Batch{}
			b.Queue(statement)
			return tx.Send(b)
		})
		if err == nil || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	f.alter(`update league.season_closings set document = set_bit(document, 100, 1 - get_bit(document, 100))`)
	f.touch()
	f.server.ErrorsDue()
	f.server.Anonymous().Get(f.path + "/places").Want(500)
	f.alter(`update league.season_closings set document = set_bit(document, 100, 1 - get_bit(document, 100))`)
	was := f.shown()
	f.alter(`delete from league.season_closings`)
	f.touch()
	t.Run("closed before anything was kept it is derived", func(*testing.T) { f.showsWhat(was) })
}

// Another federation neither closes a season nor sees its stored state.
func TestFrozenRegisterIsOfItsTenant(t *testing.T) {
	t.Parallel()
	f := over(t, apitest.Start(t))
	other := f.server.Federation("Altra")
	other.Manager.Post(other.Path+"/seasons/"+f.id.String()+"/closing", nil).Refused(404, "not-found")
	f.manager.Post(f.path+"/closing", nil).Want(200)
	other.Manager.Get(other.Path+"/seasons/"+f.id.String()+"/places").Refused(404, "not-found")
	for tenant, want := range map[uuid.UUID]bool{f.federation.ID: true, other.ID: false} {
		var rows int
		err := tenantdb.In(t.Context(), f.server.DB(), tenant, nil, func(tx tenantdb.Tx) error {
			b := &tenantdb.Batch{}
			tenantdb.Scalar(b, &rows, `select count(*) from league.season_closings`)
			return tx.Send(b)
		})
		if err != nil || (rows > 0) != want {
			t.Errorf("%d rows, %v", rows, err)
		}
	}
}

// After a power cut, a closing is there with the stored state, or not at all.
func TestClosingIsAllOrNothing(t *testing.T) {
	t.Parallel()
	server, line := apitest.StartBehind(t)
	f := over(t, server)
	key := apitest.Key(uuid.NewString())
	cuts, stored := 0, false
	for n := 0; ; n++ {
		line.CutAfter(n)
		answer, err := f.manager.Try("POST", f.path+"/closing", nil, key)
		cut := line.Mend()
		if !cut && err == nil && answer.Status < 300 {
			break
		}
		if n == statementsOfAct {
			t.Fatalf("still cut after %d statements", n)
		}
		if cut {
			cuts++
		}
		f.awake()
		if stored = f.closings() > 0; stored {
			break
		}
	}
	if cuts < 5 {
		t.Errorf("the power was cut %d times only", cuts)
	}
	f.manager.Post(f.path+"/closing", nil, key).Want(200) // answered from before
	if got := f.closings(); got != 1 {
		t.Errorf("%d closings", got)
	}
	f.server.Anonymous().Get(f.path + "/places").Want(200) // by its digest it is whole
}

// awake asks until the server has given up the connections that are dead.
func (f *finals) awake() {
	f.t.Helper()
	for good, tried := 0, 0; good < 3; tried++ {
		if answer, err := f.manager.Try("GET", f.path, nil); err == nil && answer.Status == 200 {
			good++
		} else {
			good = 0
		}
		if tried == 100 {
			f.t.Fatal("the server does not recover")
		}
	}
}

// closings counts how often the season was closed; the test ends if it is not closed as
// often.
func (f *finals) closings() int {
	f.t.Helper()
	var closings, closed int
	err := tenantdb.In(f.t.Context(), f.server.DB(), f.federation.ID, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		tenantdb.Scalar(b, &closings, `select count(*) from league.season_closings`)
		tenantdb.Scalar(b, &closed, `select count(*) from league.seasons where state = 'closed'`)
		return tx.Send(b)
	})
	if err != nil {
		f.t.Fatal(err)
	}
	if closed != closings {
		f.t.Fatalf("%d closings, %d closed", closings, closed)
	}
	return closings
}

// A reader who has the register is answered 304 from memory until a part of it changes.
func TestRegisterIsPublishedByTheSeasonsRevision(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	reader := f.server.Anonymous()
	first := reader.Get(f.path + "/places").Want(200)
	tag := first.ETag()
	if tag == "" || tag != reader.Get(f.path+"/places").Want(200).ETag() {
		t.Errorf("the tag is %q", tag)
	}
	if csv := reader.Get(f.path + "/places?format=csv").Want(200).ETag(); csv == "" || csv == tag {
		t.Errorf("the table's tag is %q", csv)
	}
	f.stage(f.piemonte, "2009-04-05", "Bea Due", "Lea Seconda")
	changed := reader.Get(f.path + "/places").Want(200)
	var page openapi.PlacePage
	changed.Into(&page)
	if changed.ETag() == tag || len(page.Items) != 2 {
		t.Errorf("after another stage: %s", changed.Body)
	}
}
