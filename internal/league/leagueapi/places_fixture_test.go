package leagueapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// finals is a championship whose stages were played, in January before its finals. The earlier facts are
// written into the database: the players and the outcomes.
type finals struct {
	*championship
	people map[string]uuid.UUID
	cities map[uuid.UUID]string
	deputy *apitest.Client // nil before [finals.judge]
}

// january is a day after the last stage and before the regional finals.
var january = time.Date(2010, 1, 10, 9, 0, 0, 0, time.UTC)

func newFinals(t *testing.T) *finals {
	t.Helper()
	return newFinalsAt(t, january)
}

// newFinalsAt is [newFinals] on another day.
func newFinalsAt(t *testing.T, now time.Time) *finals {
	t.Helper()
	return finalsOf(newChampionship(t), now)
}

// finalsOf is [newFinalsAt] in a season that is announced.
func finalsOf(c *championship, now time.Time) *finals {
	c.t.Helper()
	f := &finals{championship: c, people: map[string]uuid.UUID{}}
	f.cities = map[uuid.UUID]string{f.aosta: "Aosta", f.piemonte: "Torino"}
	f.at(now)
	return f
}

// at moves the clock; the manager signs in again.
func (f *finals) at(now time.Time) {
	f.t.Helper()
	f.server.Clock.Set(now)
	f.manager.SignIn()
}

func (f *finals) alter(sql string, args ...any) {
	f.t.Helper()
	f.server.Database.Alter(f.t, sql, args...)
}

// touch makes the server see facts that were written directly into the database.
func (f *finals) touch() {
	f.t.Helper()
	err := tenantdb.In(f.t.Context(), f.server.DB(), f.federation.ID, nil, func(tx tenantdb.Tx) error {
		desk.TouchSeason(tx, league.SeasonID{UUID: f.id})
		return nil
	})
	if err != nil {
		f.t.Fatal(err)
	}
}

// person returns a person of the register by name, with an address.
func (f *finals) person(name string) uuid.UUID {
	f.t.Helper()
	if id, known := f.people[name]; known {
		return id
	}
	id := uuid.Must(uuid.NewV7())
	f.people[name] = id
	f.alter(`insert into league.players (tenant_id, id, name, name_key, email, created_at) values ($1, $2, $3, lower($3), $4, now())`,
		f.federation.ID, id, name, address(name))
	return id
}

func address(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), " ", ".") + "@example.org"
}

// announced drafts and announces an event of the season by its differences from a stage at Aosta, without
// entrants.
func (f *finals) announced(changes apitest.JSON) uuid.UUID {
	f.t.Helper()
	id := f.draft(changes).Want(201).ID("id")
	f.alter(`update league.events set state = 'announced', announced_at = starts_at - interval '30 days', draw_secret = sha256('secret'), draw_commitment = encode(sha256(sha256('secret')), 'hex') where id = $1`, id)
	f.touch()
	return id
}

// played is an event that was played by so many, with its first places; it is not
// homologated.
func (f *finals) played(changes apitest.JSON, players int, first ...string) uuid.UUID {
	f.t.Helper()
	id := f.announced(changes)
	ranking := make([]uuid.UUID, 0, players)
	for _, name := range first {
		ranking = append(ranking, f.person(name))
	}
	for len(ranking) < players {
		ranking = append(ranking, uuid.Must(uuid.NewV7()))
	}
	f.alter(`insert into league.players (tenant_id, id, name, name_key, created_at) select $1, p, 'Giocatore ' || n, 'giocatore ' || n, now()
		from unnest($2::uuid[]) with ordinality as x (p, n) on conflict do nothing`, f.federation.ID, ranking)
	f.alter(`insert into league.entries (tenant_id, event_id, number, player_id, state, entered_by, entered_at)
		select $1, $2, n, p, 'playing', $4, now() from unnest($3::uuid[]) with ordinality as x (p, n)`, f.federation.ID, id, ranking, f.manager.ID)
	f.alter(`insert into league.outcomes (tenant_id, event_id, number, ranking, recorded_by, recorded_at) values ($1, $2, 1, $3, $4, now())`,
		f.federation.ID, id, ranking, f.manager.ID)
	f.alter(`update league.events set state = 'finished', started_at = starts_at, finished_at = starts_at + interval '6 hours', entry_count = $2 where id = $1`, id, players)
	f.touch()
	return id
}

// judge is another manager than the one who has drafted and recorded the events, and so decides about them
// (CN09 2.2).
func (f *finals) judge() *apitest.Client {
	f.t.Helper()
	if f.deputy == nil {
		f.deputy = f.federation.Member("Delio Delegato", "championship-manager", apitest.WholeTenant())
	}
	f.deputy.SignIn()
	return f.deputy
}

// decide homologates an event, or invalidates it.
func (f *finals) decide(event uuid.UUID, kind string) {
	f.t.Helper()
	f.alter(`insert into league.verdicts (tenant_id, event_id, number, kind, decided_by, decided_at)
		select $1, $2, 1 + count(*), $3, $4, now() from league.verdicts where event_id = $2`, f.federation.ID, event, kind, f.manager.ID)
	f.touch()
}

// stage is a homologated stage of a region with 12 players.
func (f *finals) stage(region uuid.UUID, day string, first ...string) uuid.UUID {
	f.t.Helper()
	return f.sized(region, day, 12, first...)
}

// sized is a homologated stage of a region.
func (f *finals) sized(region uuid.UUID, day string, players int, first ...string) uuid.UUID {
	f.t.Helper()
	id := f.played(apitest.JSON{"title": "Tappa di " + f.cities[region], "region": region, "startsAt": day + "T08:00:00Z"}, players, first...)
	f.decide(id, "homologated")
	return id
}

// openEvent is a homologated open tournament.
func (f *finals) openEvent(day string, players int, first ...string) {
	f.t.Helper()
	id := f.played(apitest.JSON{"kind": "open", "title": "Torneo open", "region": nil, "startsAt": day + "T08:00:00Z"}, players, first...)
	f.decide(id, "homologated")
}

// regionalFinal announces the final of a region on 31 January.
func (f *finals) regionalFinal(region uuid.UUID) uuid.UUID {
	f.t.Helper()
	return f.announced(apitest.JSON{"kind": "regional-final", "title": "Finale di " + f.cities[region], "region": region, "startsAt": "2010-01-31T09:00:00Z"})
}

// nationalFinal announces the national final on 14 March.
func (f *finals) nationalFinal() uuid.UUID {
	f.t.Helper()
	return f.announced(apitest.JSON{"kind": "national-final", "title": "Finale nazionale", "region": nil, "startsAt": "2010-03-14T09:00:00Z"})
}

// begin starts an event past the server.
func (f *finals) begin(event uuid.UUID) {
	f.t.Helper()
	f.alter(`update league.events set state = 'running', started_at = starts_at, revision = revision + 1 where id = $1`, event)
	f.touch()
}

// register is all places as the public sees them.
func (f *finals) register() []openapi.Place {
	f.t.Helper()
	var page openapi.PlacePage
	f.server.Anonymous().Get(f.path + "/places?limit=100").Want(200).Into(&page)
	return page.Items
}

// holding returns the place that a player has in a final; the test ends without one.
func (f *finals) holding(name, final string) openapi.Place {
	f.t.Helper()
	for _, p := range f.register() {
		if p.Holder.Id.UUID == f.person(name) && string(p.Final) == final {
			return p
		}
	}
	f.t.Fatalf("%s has no place in the %s", name, final)
	return openapi.Place{}
}

// holders lists the holders of places in a final, by name in the order of the register, with how
// each place stands.
func (f *finals) holders(final string) string {
	f.t.Helper()
	var out []string
	for _, p := range f.register() {
		if string(p.Final) != final {
			continue
		}
		name := "-"
		if p.Holder.Name != "" {
			name = p.Holder.Name
		}
		out = append(out, name+" "+string(p.State))
	}
	return strings.Join(out, ", ")
}

// final reads the final of a region.
func (f *finals) final(region uuid.UUID) openapi.RegionFinal {
	f.t.Helper()
	var list openapi.FinalList
	f.server.Anonymous().Get(f.path + "/finals").Want(200).Into(&list)
	for _, r := range list.Items {
		if r.Region.Id == region {
			return r
		}
	}
	f.t.Fatalf("no region %s", region)
	return openapi.RegionFinal{}
}

// call asks the holder of a place in a final to come.
func (f *finals) call(by *apitest.Client, name, final string) *apitest.Answer {
	f.t.Helper()
	p := f.holding(name, final)
	return by.Post(f.path+"/convocations", apitest.JSON{"places": []apitest.JSON{{"place": p.Id, "player": p.Holder.Id}}})
}

// says records an answer given on the phone.
func (f *finals) says(name, final string, coming bool) *apitest.Answer {
	f.t.Helper()
	return f.manager.Post(f.path+"/answers", apitest.JSON{"player": f.person(name), "final": final, "coming": coming, "how": "al telefono"})
}

const (
	regional = "regional-final"
	national = "national-final"
)

// cites is the paragraph of an explanation.
func cites(e openapi.Explanation) string { return e.Rule.Code + " " + e.Rule.Paragraph }
