package leagueapi_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// CN09 1.5: a player who was refused as qualified stays so when the stage at which they qualified turns out
// invalid, if the outcome of the later stage was recorded.
func TestRefusedElsewhereIsNotRevived(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	x.reported()
	next := x.weekLater()
	next.now("2009-03-08 20:00")
	x.contact.SignIn()
	list := apitest.JSON{"ranking": next.players[1:4]}
	next.organizer.Post(next.path+"/outcome", next.outcome(list)).Want(200)
	if got := next.counted(); got != 12 {
		t.Fatalf("%d count of 13 of whom one had qualified", got)
	}
	invalid := x.decide(x.contact, "invalidate", apitest.JSON{"unsound": true, "reason": "Punteggi impossibili"}).Want(200)
	t.Run("CN09 1.5 an invalidation lets nobody in afterwards", func(t *testing.T) {
		same(t, consequences(invalid), "event-standing invalidated", "event-demand failed", "region-format merge", "place-holder void", "place-provisional false", "place-gone ")
		if got := next.counted(); got != 12 {
			t.Errorf("%d count", got)
		}
		var report openapi.EventReport
		next.organizer.In(t).Get(next.path + "/report").Want(200).Into(&report)
		if len(report.Refused) != 1 || report.Refused[0].Player.Id.UUID != x.players[0] {
			t.Errorf("got %+v", report.Refused)
		}
	})
	list["reason"] = "Una svista"
	t.Run("CN09 1.5 nor does a correction of the list", func(t *testing.T) {
		got := next.organizer.In(t).Post(next.path+"/outcome", next.outcome(apitest.JSON{"reason": "Aveva vinto"})).Want(422)
		same(t, faults(got), "/ranking/0 already-qualified")
		next.organizer.In(t).Post(next.path+"/outcome", next.outcome(list)).Want(200)
		if got := next.counted(); got != 12 {
			t.Errorf("%d count", got)
		}
	})
	t.Run("recorded anew it is judged anew", func(t *testing.T) {
		next.organizer.In(t).Post(next.path+"/outcome/withdrawal", apitest.JSON{"reason": "Da capo"}).Want(200)
		next.organizer.In(t).Post(next.path+"/outcome", next.outcome(list)).Want(200)
		if got := next.counted(); got != 13 {
			t.Errorf("%d count", got)
		}
	})
}

// An outcome from before refusals were stored holds only the entrants and the players.
func TestOutcomeWithoutRefusals(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	x.reported()
	next := x.weekLater()
	next.now("2009-03-08 20:00")
	x.contact.SignIn()
	next.organizer.Post(next.path+"/outcome", next.outcome(apitest.JSON{"ranking": next.players[1:4]})).Want(200)
	x.server.Database.Alter(t, `update league.outcomes set entrants = (select string_agg(substring(entrants from n for 16) || '\x01'::bytea, ''::bytea order by n)
		from generate_series(1, length(entrants), 17) as n) where event_id = $1`, next.id)
	x.decide(x.contact, "invalidate", apitest.JSON{"unsound": true, "reason": "Punteggi impossibili"}).Want(200)
	if got := next.counted(); got != 13 {
		t.Errorf("%d count", got)
	}
}

// CN09 1.5: players refused at the entry to a stage that is played here, and players struck at its start, stay
// so when the stage at which they qualified turns out invalid.
func TestRefusedHereIsNotRevived(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	next := x.championship.tappa(apitest.JSON{"startsAt": inRome(t, "2009-03-08 10:00")})
	next.organizer.Post(next.path+"/entry-opening", nil).Want(200)
	qualified := next.organizer.Post(next.path+"/entries", apitest.JSON{"player": x.players[0]}).Want(201).Int("number")
	x.reported()
	next.now("2009-03-08 09:00")
	x.contact.SignIn()
	next.referee = next.appoint("Fabio Primo Arbitro", "first-referee")
	lots := []apitest.JSON{}
	for i, player := range x.players[1:] {
		entry := next.organizer.Post(next.path+"/entries", apitest.JSON{"player": player}).Want(201).Int("number")
		next.organizer.Post(next.entry(entry)+"/check-in", nil).Want(200)
		lots = append(lots, apitest.JSON{"entry": entry, "number": i + 1})
	}
	next.organizer.Post(next.entry(qualified)+"/check-in", nil).Want(422)
	next.referee.Post(next.path+"/start", apitest.JSON{"lots": lots, "reason": "sorteggio con i bussolotti"}).Want(200)
	invalid := x.decide(x.contact, "invalidate", apitest.JSON{"unsound": true, "reason": "Punteggi impossibili"}).Want(200)
	t.Run("CN09 1.5 an invalidation lets nobody in afterwards", func(t *testing.T) {
		same(t, consequences(invalid), "event-standing invalidated", "event-demand failed", "region-format none", "place-holder void", "place-provisional false")
		if got := next.counted(); got != 12 {
			t.Errorf("%d count", got)
		}
		if got := next.organizer.In(t).Get(next.entry(qualified)).Want(200).Text("state"); got != "cancelled" {
			t.Errorf("his entry is %s", got)
		}
		next.organizer.In(t).Post(next.path+"/entries", apitest.JSON{"player": x.players[0]}).Refused(409, "entries-not-open")
	})
}

// An entrant whom the manager has let in counts wherever the stage was played.
func TestExemptElsewhere(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, nil)
	x.played()
	next := x.weekLater()
	next.organizer.Post(next.path+"/entry-opening", nil).Want(200)
	next.federation.Manager.Post(next.path+"/entries", apitest.JSON{"player": x.players[0], "despite": "Invitato"}, apitest.Key(uuid.NewString())).Want(201)
	next.now("2009-03-08 20:00")
	recorded := next.organizer.Post(next.path+"/outcome", next.outcome(nil)).Want(200)
	t.Run("CN09 1.5 he is in the ranking", func(t *testing.T) {
		if got := recorded.Int("checklist.inSeason.entered"); got != 13 || next.counted() != 13 {
			t.Errorf("%d count, then %d", got, next.counted())
		}
	})
}

// counted returns the number of entrants of the stage that count.
func (x *tappa) counted() int {
	x.t.Helper()
	return x.homologation().Checklist.InSeason.Entered
}
