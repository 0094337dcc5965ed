package pages_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

// entering is the page on which people enter an event of twenty-four places, of which nine are taken and one is held.
func entering(reader pages.Reader, state openapi.EventState) pages.Enter {
	event := openapi.Event{
		Slug: "aosta", Title: "Tappa di Aosta", State: state, StartsAt: time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC), TimeZone: "Europe/Rome",
		Venue: openapi.Venue{Name: "Biblioteca", City: "Aosta"}, Capacity: 24, Counts: openapi.EventCounts{Entered: 9, Held: 1},
	}
	return pages.Enter{Reader: reader, Tenant: sample.Tenant(), Event: event, Key: "k", Ages: true}
}

// formEntry is the page of a form by the link of its letter.
func formEntry(reader pages.Reader, state openapi.FormEntryState) pages.FormEntry {
	event := entering(reader, openapi.EventStateOpen).Event
	v := pages.FormEntry{Reader: reader, Tenant: sample.Tenant(), Token: "secret", Key: "k", Form: openapi.FormEntryView{
		State: state, Event: event, HoldsSeat: true, ConfirmBy: event.StartsAt.Add(-24 * time.Hour),
	}}
	switch state {
	case openapi.FormEntryStateSent:
		v.Form.Name = "Alice Venturelli"
	case openapi.FormEntryStateConfirmed:
		v.Form.Entry = openapi.Entry{Number: 10, State: openapi.EntryStateEntered, Check: openapi.EntryCheck{State: openapi.EntryCheckStateOpen}}
	}
	return v
}

func enterPage(t *testing.T, v pages.Enter) document {
	t.Helper()
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Enter(out, v) })
}

// The consequences are shown above the button, before anything is sent.
func TestEnteringSaysWhatFollows(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(*pages.Enter)
		says   []string
		fields int
	}{
		{"places are free", func(*pages.Enter) {}, []string{"14", "posti liberi su 24 posti", "Saresti il numero 11", "Iscriviti"}, 5},
		{"no year categories", func(v *pages.Enter) { v.Ages = false }, []string{"Saresti il numero 11"}, 4},
		{"the last place is held", func(v *pages.Enter) { v.Event.Counts.Entered = 23 }, []string{"Saresti il numero 1 della lista d’attesa", "Mettiti in lista d’attesa"}, 5},
		{"others wait", func(v *pages.Enter) { v.Event.Counts.Entered, v.Event.Counts.Waiting = 23, 3 }, []string{"Saresti il numero 4 della lista d’attesa"}, 5},
		{"who plays follows from all (JP22 4)", func(v *pages.Enter) { v.Event.Field.Sizes = []int{8, 12, 16} }, []string{"Chi gioca risulta da tutte le iscrizioni"}, 5},
		{"entries are closed", func(v *pages.Enter) { v.Event.State = openapi.EventStateClosed }, []string{"Le iscrizioni non sono aperte"}, 0},
		{"the form was sent", func(v *pages.Enter) { v.After = pages.AfterForm }, []string{"Guarda la posta"}, 0},
		{"signed in", func(v *pages.Enter) { v.Visitor = &pages.Visitor{Name: "Ada Lodi"} }, []string{"Sei entrato come Ada Lodi", "Iscriviti"}, 0},
		{"entered", func(v *pages.Enter) {
			v.Visitor, v.Mine = &pages.Visitor{Name: "Ada Lodi"}, openapi.Entry{Number: 4, State: openapi.EntryStateEntered}
		}, []string{"Hai un posto. Il tuo numero di partenza è 4", "Lascia il posto"}, 0},
		{"waiting", func(v *pages.Enter) {
			v.Visitor, v.Mine = &pages.Visitor{Name: "Ada Lodi"}, openapi.Entry{Number: 30, State: openapi.EntryStateWaiting, WaitingPosition: 2}
		}, []string{"Sei il numero 2 della lista d’attesa", "Lascia il posto"}, 0},
		{"playing (CN09 3.5)", func(v *pages.Enter) {
			v.Visitor, v.Mine, v.Event.State = &pages.Visitor{Name: "Ada Lodi"}, openapi.Entry{Number: 4, State: openapi.EntryStatePlaying}, openapi.EventStateRunning
		}, []string{"numero di partenza 4", "Abbandona il torneo", "Il primo arbitro lo vede subito"}, 1},
		{"has left", func(v *pages.Enter) {
			v.Visitor, v.Mine, v.Event.State = &pages.Visitor{Name: "Ada Lodi"}, openapi.Entry{Number: 4, State: openapi.EntryStateWithdrawn}, openapi.EventStateRunning
		}, nil, 0},
		{"has played to the end", func(v *pages.Enter) {
			v.Visitor, v.Mine, v.Event.State = &pages.Visitor{Name: "Ada Lodi"}, openapi.Entry{Number: 4, State: openapi.EntryStatePlaying}, openapi.EventStateFinished
		}, nil, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := entering(pages.Reader{Lang: "it"}, openapi.EventStateOpen)
			tt.change(&v)
			page := enterPage(t, v)
			said := text(page.one(with("id", "main")))
			for _, want := range tt.says {
				if !strings.Contains(said, want) {
					t.Errorf("%q lacks %q", said, want)
				}
			}
			if tt.says == nil && strings.Contains(said, "Abbandona") {
				t.Errorf("%q offers to leave", said)
			}
			if n := len(page.all(class("field"))); n != tt.fields {
				t.Errorf("%d fields, want %d", n, tt.fields)
			}
		})
	}
}

// No place is shown above a refusal, because a refused entrant has none. A form with a fault in a field keeps the
// place.
func TestARefusalCountsNoPlace(t *testing.T) {
	t.Parallel()
	signed := &pages.Visitor{Name: "Ada Lodi"}
	qualified := &pages.Refusal{Text: "Già qualificata a Modena.", Rule: openapi.Rule{Paragraph: "1.5"}}
	for _, tt := range []struct {
		name    string
		visitor *pages.Visitor
		sent    pages.Sent
		counted bool
	}{
		{"who has signed in", signed, pages.Sent{Act: pages.ActEnter, Refused: qualified}, false},
		{"a form", nil, pages.Sent{Act: pages.ActForm, Refused: qualified}, false},
		{"a form that is not there any more", signed, pages.Sent{Act: pages.ActForm, Refused: qualified}, false},
		{"a mistyped field", nil, pages.Sent{Act: pages.ActForm, Refused: &pages.Refusal{Fields: map[string]string{"email": "Manca la chiocciola."}}}, true},
	} {
		for _, entered := range []int{9, 23} {
			v := entering(pages.Reader{Lang: "it", Visitor: tt.visitor}, openapi.EventStateOpen)
			v.Sent, v.Event.Counts.Entered = &tt.sent, entered
			page := enterPage(t, v)
			said := text(page.one(with("id", "main")))
			contains(t, tt.name, said, tt.sent.Refused.Text, tt.sent.Refused.Fields["email"])
			if counted := strings.Contains(said, "Saresti il numero"); counted != tt.counted || counted != (len(page.all(class("figure"))) > 0 || entered == 23 && counted) {
				t.Errorf("%s, %d entered: %q", tt.name, entered, said)
			}
		}
	}
}

// An entrant confirms the seat to which they have moved up, and hides their name in the list of entrants or shows it,
// until they are checked in.
func TestWhatCanBeDoneWithAnEntry(t *testing.T) {
	t.Parallel()
	term := time.Date(2026, 3, 13, 9, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		entry openapi.Entry
		says  string
		acts  string
	}{
		{"a seat", openapi.Entry{State: openapi.EntryStateEntered}, "Hai un posto", "reserve-name leave"},
		{"moved up", openapi.Entry{State: openapi.EntryStateEntered, ConfirmBy: term}, "Conferma entro venerdì 13 marzo 2026, 10:00", "confirm-seat reserve-name leave"},
		{"a reserved name", openapi.Entry{State: openapi.EntryStateEntered, NameReserved: true}, "Il tuo nome è riservato", "show-name leave"},
		{"checked in", openapi.Entry{State: openapi.EntryStateCheckedIn, CheckedInAt: term, NameReserved: true}, "Sei presente", "leave"},
		{"not confirmed in time", openapi.Entry{State: openapi.EntryStateCancelled, ConfirmBy: term}, "Nessuno ha confermato questo posto entro venerdì 13 marzo", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := entering(pages.Reader{Lang: "it", Visitor: &pages.Visitor{Name: "Ada Lodi"}}, openapi.EventStateOpen)
			v.Mine = tt.entry
			v.Mine.Number = 10
			page := enterPage(t, v)
			main := page.one(with("id", "main"))
			if said := text(main); !strings.Contains(said, tt.says) {
				t.Errorf("%q lacks %q", said, tt.says)
			}
			var acts []string
			for _, field := range page.all(with("name", "act")) {
				if act := attribute(field, "value"); strings.HasPrefix(act, "l") || strings.Contains(act, "name") || strings.Contains(act, "seat") {
					acts = append(acts, act)
				}
			}
			if got := strings.Join(acts, " "); got != tt.acts {
				t.Errorf("what can be done: %q, want %q", got, tt.acts)
			}
		})
	}
}

// The link of a letter leads to the possible acts on the form in its present state.
func TestFormsByTheirState(t *testing.T) {
	t.Parallel()
	for state, want := range map[openapi.FormEntryState][]string{
		openapi.FormEntryStateSent:      {"Alice Venturelli, un posto è tenuto per te fino a", "Confermo, vengo", "Lascia il posto"},
		openapi.FormEntryStateConfirmed: {"Il tuo numero di partenza è 10", "Gli organizzatori devono ancora confermare chi sei", "Turno 2: tavolo 3, posto 1", "Lascia il posto"},
		openapi.FormEntryStateLapsed:    {"Nessuno ha confermato in tempo"},
		openapi.FormEntryStateGivenUp:   {"Hai lasciato il posto"},
		openapi.FormEntryStateDiscarded: {"Gli organizzatori hanno scartato questo modulo"},
	} {
		v := formEntry(pages.Reader{Lang: "it"}, state)
		v.Rounds = []openapi.Round{{Number: 2, Tables: []openapi.Table{{Number: 3, Seats: []openapi.EntryRef{{Number: 10}, {Number: 9}}}}}}
		page := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.FormEntry(out, v) })
		said := text(page.one(with("id", "main")))
		for _, one := range want {
			if !strings.Contains(said, one) {
				t.Errorf("%s: %q lacks %q", state, said, one)
			}
		}
		if waits := state == openapi.FormEntryStateSent || state == openapi.FormEntryStateConfirmed; waits != strings.Contains(said, "Lascia il posto") {
			t.Errorf("%s: what can be given up: %q", state, said)
		}
	}
}

// A link to an event in a chat describes it: when and where, and how many places are free.
func TestEventsAreDescribed(t *testing.T) {
	t.Parallel()
	for phase, want := range map[sample.Phase][]string{
		sample.Open:    {"Sabato 14 marzo 2026", "Ludoteca La Tana dei Corvi, Bologna", " · ", "7 posti liberi", "Quota d’iscrizione 5,00"},
		sample.Running: {"In diretta", "22 giocatori"},
	} {
		page := stagePage(t, stageView(t, "it", phase))
		said := attribute(page.one(with("name", "description")), "content")
		for _, one := range want {
			if !strings.Contains(said, one) {
				t.Errorf("%v: %q lacks %q", phase, said, one)
			}
		}
		if og := attribute(page.one(with("property", "og:description")), "content"); og != said {
			t.Errorf("chats read %q", og)
		}
	}
}

// Once the event is over, players read their place, the number of players, and the deciding figure, signed in and by
// the link of their letter; leavers read why they have no place, and entrants who never played the final state of
// their entry.
func TestEntrantsReadTheirResult(t *testing.T) {
	t.Parallel()
	row := func(number, rank int, why string) openapi.StandingsRow {
		return openapi.StandingsRow{Entry: openapi.EntryRef{Number: number}, Rank: rank, DecidedBy: openapi.DecidedBy{Text: why, Rule: openapi.Rule{Code: "CN09", Paragraph: "3.2c"}}}
	}
	standings := openapi.Standings{
		Rows: []openapi.StandingsRow{row(4, 1, ""), row(10, 2, "Una vittoria in meno di chi precede."), row(7, 0, "Troppe poche partite.")},
		Left: []openapi.LeftRow{{Entry: openapi.EntryRef{Number: 9}, AfterRound: 1, Text: "Si è ritirato dopo il turno 1."}},
	}
	for _, tt := range []struct {
		name         string
		number       int
		state        openapi.EntryState
		says, unsaid []string
	}{
		{"second", 10, openapi.EntryStatePlaying, []string{"sei al posto 2 su 2", "Una vittoria in meno", "3.2c"}, []string{"Stai giocando", "numero 10"}},
		{"first", 4, openapi.EntryStatePlaying, []string{"sei al posto 1 su 2"}, []string{"vittoria"}},
		{"not classified", 7, openapi.EntryStatePlaying, []string{"non hai un posto in classifica", "Troppe poche partite."}, []string{"al posto 0"}},
		{"left", 9, openapi.EntryStateWithdrawn, []string{"Si è ritirato dopo il turno 1."}, []string{"al posto"}},
		{"did not come", 3, openapi.EntryStateNoShow, []string{"Non sei venuto"}, []string{"al posto"}},
		{"in no standings", 8, openapi.EntryStatePlaying, []string{"Il torneo è finito."}, []string{"al posto", "Stai giocando"}},
	} {
		entry := openapi.Entry{Number: tt.number, State: tt.state}
		signedIn := entering(pages.Reader{Lang: "it"}, openapi.EventStateFinished)
		signedIn.Visitor, signedIn.Mine, signedIn.Standings = &pages.Visitor{Name: "Ada Lodi"}, entry, standings
		byLetter := formEntry(pages.Reader{Lang: "it"}, openapi.FormEntryStateConfirmed)
		byLetter.Form.Event.State, byLetter.Form.Entry, byLetter.Standings = openapi.EventStateFinished, entry, standings
		for door, page := range map[string]document{
			"signed in": enterPage(t, signedIn),
			"by letter": rendered(t, func(p *pages.Pages, out io.Writer) error { return p.FormEntry(out, byLetter) }),
		} {
			got := text(page.one(class("enter")))
			for _, said := range tt.says {
				if !strings.Contains(got, said) {
					t.Errorf("%s, %s: %q is not in %q", tt.name, door, said, got)
				}
			}
			for _, unsaid := range tt.unsaid {
				if strings.Contains(got, unsaid) {
					t.Errorf("%s, %s: %q is in %q", tt.name, door, unsaid, got)
				}
			}
		}
	}
}
