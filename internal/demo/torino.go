package demo

import (
	"strconv"
	"time"

	"referto/openapi"
)

const torinoSlug = "tappa-torino"

// seatsInTorino are few, so that there is a waiting list.
const seatsInTorino = 16

// torino is the stage that is open for entries. The player with an account enters by themselves; a player who cannot
// come makes room for the first on the waiting list.
func (l *loader) torino(day time.Time) {
	l.register(fieldOfTorino...)
	s := l.draftStage(manager, openapi.NewEvent{
		Title: "Tappa di Torino", Slug: torinoSlug, StartsAt: weekend(day, 17, 10), Region: l.regions[piedmont],
		Venue:    openapi.Venue{Name: "Circolo Torre e Pedone", Address: "Via Goito 13", City: "Torino"},
		Capacity: seatsInTorino, TimeLimitMinutes: 80, Fee: euros("8.00"),
		Notes: "Sede senza barriere, fermata Marconi della metropolitana. Iscrizione confermata con il pagamento della quota in sede.",
	})
	l.toEnter = s
	before, after := fieldOfTorino[:9], fieldOfTorino[9:]
	s.enter(before...)
	s.act(s.clients[player], s.path+"/my-entry", openapi.SelfEntry{City: "Torino"}, nil)
	s.enter(after...)
	s.organize("/entries/"+strconv.Itoa(s.numbers["Enrico Peyron"])+"/cancellation",
		openapi.ReasonGiven{Reason: "Ha scritto che quel giorno lavora"})
}
