package demo

import (
	"net/http"
	"strconv"
	"time"

	"referto/openapi"
)

// The regulations of the story's events: one of the championship's stages, the
// others of an event each.
const (
	championshipRules = "catan-nazionale-2009"
	fairRules         = "firenzegioca-2014"
	shopRules         = "just-play-2022"
	rankingRules      = "catan-ranglista-bg"
	teamRules         = "risiko-squadre-2000"
)

// heldEvent is one event and the people who run it.
type heldEvent struct {
	*loader
	path    string
	id      openapi.EventID
	numbers map[string]int // start numbers, by name
	crew    crew
}

// crew are the people who run an event.
type crew struct{ organizer, firstReferee, referee part }

// ourCrew runs the events of the Italian federation.
var ourCrew = crew{organizer, firstReferee, referee}

// draftStage is an event of the championship.
func (l *loader) draftStage(by part, e openapi.NewEvent) *heldEvent {
	e.Kind, e.Ruleset, e.Formula, e.Variant = openapi.EventKindStage, championshipRules, "club", "base"
	return l.draft(by, e)
}

// draft drafts an event, names its staff and opens the entries. The account that drafts it names the organizer and
// the first referee; the organizer names the second referee.
func (l *loader) draft(by part, e openapi.NewEvent) *heldEvent {
	return l.draftIn(federationPath, by, e)
}

// draftIn does so in a tenant.
func (l *loader) draftIn(tenant string, by part, e openapi.NewEvent) *heldEvent {
	e.TimeZone, e.StartsAt = timeZone, e.StartsAt.UTC()
	var event openapi.Event
	l.act(l.clients[by], tenant+"/events", e, &event)
	s := &heldEvent{loader: l, path: tenant + "/events/" + event.Id.String(), id: event.Id, numbers: make(map[string]int), crew: ourCrew}
	s.name(by, organizer, openapi.StaffRoleOrganizer)
	s.name(by, firstReferee, openapi.StaffRoleFirstReferee)
	s.name(organizer, referee, openapi.StaffRoleReferee)
	s.organize("/announcement", nil)
	s.organize("/entry-opening", nil)
	return s
}

// name names a person for the staff, who accepts.
func (s *heldEvent) name(by, who part, role openapi.StaffRole) {
	s.act(s.clients[by], s.path+"/staff", openapi.NewStaff{Name: who.name, Role: role, Email: who.mail}, nil)
	s.acceptAll(who)
}

// organize is an act of the organizer.
func (s *heldEvent) organize(path string, body any) {
	s.act(s.clients[s.crew.organizer], s.path+path, body, nil)
}

// direct is an act of the first referee.
func (s *heldEvent) direct(path string, body any) {
	s.act(s.clients[s.crew.firstReferee], s.path+path, body, nil)
}

// enter enters people in order.
func (s *heldEvent) enter(people ...person) {
	for _, p := range people {
		var entry openapi.Entry
		s.act(s.clients[s.crew.organizer], s.path+"/entries", openapi.NewEntry{Player: s.players[p.name]}, &entry)
		s.numbers[p.name] = entry.Number
	}
}

// welcome checks people in and records their fee.
func (s *heldEvent) welcome(people ...person) {
	for _, p := range people {
		path := s.path + "/entries/" + strconv.Itoa(s.numbers[p.name])
		var entry openapi.Entry
		s.act(s.clients[s.crew.organizer], path+"/check-in", nil, &entry)
		s.change(s.clients[s.crew.organizer], http.MethodPatch, path, entry.Version, openapi.EntryChange{FeePaid: true})
	}
}

// gather enters people, closes the entries and checks everybody in.
func (s *heldEvent) gather(people ...person) {
	s.enter(people...)
	s.organize("/entry-closing", nil)
	for _, p := range people {
		s.organize("/entries/"+strconv.Itoa(s.numbers[p.name])+"/check-in", nil)
	}
}

// move gives an event another day, unless an earlier load has.
func (s *heldEvent) move(to time.Time) {
	by := s.clients[s.crew.organizer]
	var event openapi.Event
	if s.get(by, s.path, &event); s.err == nil && !event.StartsAt.Equal(to) {
		s.change(by, http.MethodPatch, s.path, event.Version, openapi.EventChange{StartsAt: to.UTC()})
	}
}

// join puts an event into a season, unless an earlier load has: its page says what is at stake.
func (s *heldEvent) join(in openapi.SeasonID) {
	by := s.clients[manager]
	var event openapi.Event
	if s.get(by, s.path, &event); s.err == nil && event.Season != in {
		s.change(by, http.MethodPatch, s.path, event.Version, openapi.EventChange{Season: in})
	}
}

// draw has the first referee draw the next round as the ruleset has it.
func (s *heldEvent) draw() openapi.Round {
	var round openapi.Round
	s.act(s.clients[s.crew.firstReferee], s.path+"/rounds", openapi.NewRound{}, &round)
	return round
}

// report has a referee write down the score of a table of a round.
func (s *heldEvent) report(round openapi.Round, number int, sc score) {
	table := tableOf(round, number)
	s.act(s.clients[s.crew.referee], s.tablePath(round, number)+"/result", sc.of(table), nil)
}

// correct has the first referee replace the score of a table, unless an earlier
// load has.
func (s *heldEvent) correct(round openapi.Round, number int, sc score, reason string) {
	var table openapi.Table
	s.get(s.clients[s.crew.firstReferee], s.tablePath(round, number), &table)
	if table.Version != 1 {
		return
	}
	result := sc.of(tableOf(round, number))
	s.change(s.clients[s.crew.firstReferee], http.MethodPut, s.tablePath(round, number)+"/result", table.Version, openapi.ResultCorrection{
		Ended: result.Ended, DeclaredBy: result.DeclaredBy, Seats: result.Seats, Reason: reason,
	})
}

func (s *heldEvent) roundPath(round openapi.Round) string {
	return s.path + "/rounds/" + strconv.Itoa(round.Number)
}

func (s *heldEvent) tablePath(round openapi.Round, number int) string {
	return s.roundPath(round) + "/tables/" + strconv.Itoa(number)
}

// tableOf is a table of a drawn round; the zero Table after something has failed.
func tableOf(round openapi.Round, number int) openapi.Table {
	for _, table := range round.Tables {
		if table.Number == number {
			return table
		}
	}
	return openapi.Table{}
}

// seatOf is the start number at a seat of a table, from 0.
func seatOf(round openapi.Round, number, seat int) int {
	table := tableOf(round, number)
	if seat >= len(table.Seats) {
		return 0
	}
	return table.Seats[seat].Number
}

// turnClock gives commands to a round's clock.
func (s *heldEvent) turnClock(round openapi.Round, commands ...openapi.ClockCommand) {
	for _, command := range commands {
		s.act(s.clients[s.crew.firstReferee], s.roundPath(round)+"/clock/commands", command, nil)
	}
}

// playRound has all tables of a round reported, in their order, and closes it.
func (s *heldEvent) playRound(round openapi.Round, scores ...score) {
	for i, sc := range scores {
		s.report(round, i+1, sc)
	}
	s.closeRound(round)
}

// closeRound lets the results of a round stand.
func (s *heldEvent) closeRound(round openapi.Round) {
	s.act(s.clients[s.crew.firstReferee], s.roundPath(round)+"/closing", nil, nil)
}

// euros is an amount of money.
func euros(amount string) openapi.Money {
	return openapi.Money{Amount: amount, Currency: openapi.MoneyCurrencyEUR}
}
