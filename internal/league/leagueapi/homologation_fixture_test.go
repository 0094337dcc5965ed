package leagueapi_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// inRome is a time of the venues of these tests.
func inRome(t testing.TB, text string) time.Time {
	t.Helper()
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", text, rome)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// tappa is an announced stage of a championship at Aosta on Sunday 1 March 2009, with the people who organize
// and check it.
type tappa struct {
	*stage
	championship *championship
	contact      *apitest.Client // of Valle d'Aosta
	players      []uuid.UUID
}

// newTappa makes a stage, with changes to its draft, and players in the register.
func newTappa(t *testing.T, players int, changes apitest.JSON) *tappa {
	t.Helper()
	return newTappaOn(t, apitest.Start(t), players, changes)
}

// newTappaOn is [newTappa] on a server.
func newTappaOn(t *testing.T, server *apitest.Server, players int, changes apitest.JSON) *tappa {
	t.Helper()
	c := newChampionshipOn(t, server)
	x := &tappa{championship: c}
	x.contact = c.federation.Member("Carla Referente", "regional-contact", apitest.Region(c.aosta))
	for n := range players {
		name := fmt.Sprintf("Giocatore %c%c", 'A'+n/26, 'A'+n%26)
		x.players = append(x.players, c.manager.Post(c.federation.Path+"/players", apitest.JSON{"name": name, "sameNameAccepted": true}).Want(201).ID("id"))
	}
	x.stage = c.tappa(changes).stage
	return x
}

// weekLater is a further stage, a week after and with the same people at hand.
func (x *tappa) weekLater() *tappa {
	x.t.Helper()
	next := x.championship.tappa(apitest.JSON{"startsAt": inRome(x.t, "2009-03-08 10:00")})
	next.players = x.players
	return next
}

// tappa is a further stage of the championship.
func (c *championship) tappa(changes apitest.JSON) *tappa {
	c.t.Helper()
	draft := apitest.JSON{"startsAt": inRome(c.t, "2009-03-01 10:00")}
	maps.Copy(draft, changes)
	id := c.draft(draft).Want(201).ID("id")
	s := &stage{t: c.t, server: c.server, federation: c.federation, id: id, path: c.in(id)}
	s.organizer = s.appoint("Olga Organizzatrice", "organizer")
	c.manager.Post(s.path+"/announcement", nil).Want(200)
	return &tappa{stage: s, championship: c}
}

// now moves the clock to a time in Rome, where sessions have ended meanwhile.
func (x *tappa) now(text string) {
	x.t.Helper()
	x.server.Clock.Set(inRome(x.t, text))
	for _, c := range []*apitest.Client{x.organizer, x.contact, x.federation.Manager} {
		if c != nil {
			c.SignIn()
		}
	}
}

// outcome is the course of the stage: everybody came, and the first three of the register
// are the first three.
func (x *tappa) outcome(changes apitest.JSON) apitest.JSON {
	entrants := []apitest.JSON{}
	for _, player := range x.players {
		entrants = append(entrants, apitest.JSON{"player": player, "played": true})
	}
	out := apitest.JSON{"entrants": entrants, "ranking": x.players[:min(3, len(x.players))], "referees": []apitest.JSON{{"name": "Fabio Arbitro", "first": true}}}
	maps.Copy(out, changes)
	return out
}

// played records that the stage was played elsewhere, on the evening of its day.
func (x *tappa) played() {
	x.t.Helper()
	x.now("2009-03-01 20:00")
	x.organizer.Post(x.path+"/outcome", x.outcome(nil)).Want(200)
}

// photographs sends the photos that are demanded (CN09 1.6.a) without those left out.
func (x *tappa) photographs(without ...string) {
	x.t.Helper()
	file := snapshot(x.t, 64, 48)
	for _, p := range []struct {
		kind  string
		round int
	}{{"winner", 3}, {"panorama", 1}, {"final-table", 3}} {
		left := false
		for _, kind := range without {
			left = left || kind == p.kind
		}
		if !left {
			x.send(file, apitest.JSON{"kind": p.kind, "round": p.round})
		}
	}
}

// reported is a stage that was played, photographed and reported in time.
func (x *tappa) reported() {
	x.t.Helper()
	x.played()
	x.photographs()
	x.report(nil).Want(201)
}

func (x *tappa) report(changes apitest.JSON) *apitest.Answer {
	x.t.Helper()
	body := apitest.JSON{"notes": "Tutto regolare"}
	maps.Copy(body, changes)
	return x.organizer.Post(x.path+"/report", body)
}

// decide sends a decision of a person about the stage.
func (x *tappa) decide(by *apitest.Client, decision string, more apitest.JSON) *apitest.Answer {
	x.t.Helper()
	body := apitest.JSON{"decision": decision}
	maps.Copy(body, more)
	return by.Post(x.path+"/homologation", body)
}

func (x *tappa) homologation() openapi.Homologation {
	x.t.Helper()
	var h openapi.Homologation
	x.federation.Manager.Get(x.path + "/homologation").Want(200).Into(&h)
	return h
}

// failing are the demands that the stage fails, with the kinds of photos.
func (x *tappa) failing() (out []string) {
	x.t.Helper()
	for _, d := range x.homologation().Checklist.Demands {
		if d.Result == "failed" {
			out = append(out, string(d.Demand)+" "+d.Kind)
		}
	}
	return out
}

// consequences lists the changes by an act: "place-holder lost".
func consequences(a *apitest.Answer) (out []string) {
	a.T.Helper()
	var r openapi.SeasonConsequences
	a.Into(&r)
	for _, c := range r.Consequences {
		out = append(out, string(c.Kind)+" "+c.After)
	}
	return out
}

// faults are the faults of a refusal: "/ranking/0 player-twice".
func faults(a *apitest.Answer) (out []string) {
	a.T.Helper()
	for i := range a.Len("errors") {
		at := fmt.Sprintf("errors.%d.", i)
		out = append(out, a.Text(at+"pointer")+" "+a.Text(at+"reason"))
	}
	return out
}
