package demo

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"referto/internal/apiclient"
	"referto/openapi"
)

// The club of trials. It is public, like every club, so its name explains it.
const (
	trialSlug = "referto-trial"
	trialName = "Trial of this installation"
	trialPath = "/tenants/" + trialSlug
)

// fieldOfTrial are the eight players of a trial, who stay in the club's register.
var fieldOfTrial = []person{
	{"Ada Prova", "", ""},
	{"Bruno Prova", "", ""},
	{"Carla Prova", "", ""},
	{"Dario Prova", "", ""},
	{"Elsa Prova", "", ""},
	{"Furio Prova", "", ""},
	{"Gina Prova", "", ""},
	{"Ivo Prova", "", ""},
}

// Account holds the address and password of an account.
type Account struct{ Email, Password string }

// TrialResult holds the outcome of a trial.
type TrialResult struct {
	Page   string // path of the tournament
	Winner string
}

// Trial plays a tournament of eight on a server, from the announcement to the final standings, and reads them
// anonymously. An operator runs it after an installation or an upgrade: when it succeeds, requests reach the program,
// the program its database, and the asynchronous consequences of acts are carried out.
//
// It uses only the rights of any caller: an account whose address is confirmed. With it the trial founds a club of
// its own once, and plays one more tournament there each time.
func Trial(ctx context.Context, server string, account Account, now time.Time) (TrialResult, error) {
	client, err := apiclient.New(server).Patient().SignIn(ctx, account.Email, account.Password)
	if err != nil {
		return TrialResult{}, fmt.Errorf("sign in as %s, whose address has to be confirmed: %w", account.Email, err)
	}
	me := part{mail: account.Email, name: "Trial"}
	l := &loader{
		actor:   &actor{ctx: ctx, acts: make(map[[sha256.Size]byte]int)},
		clients: map[part]*apiclient.Client{me: client}, players: make(map[string]openapi.PlayerID),
	}
	l.foundTrial(client)
	s := l.playTrial(me, now)
	if l.err != nil {
		return TrialResult{}, l.err
	}
	return s.read(apiclient.New(server).Patient())
}

// foundTrial founds the club of trials where it is missing, with its eight.
func (l *loader) foundTrial(client *apiclient.Client) {
	err := client.Get(l.ctx, trialPath, nil)
	if apiclient.Status(err) == http.StatusNotFound {
		l.act(client, "/tenants", openapi.NewTenant{Slug: trialSlug, Name: trialName, Kind: openapi.TenantKindClub, Languages: []openapi.Language{"en"}}, nil)
		err = nil
	}
	if l.err = errors.Join(l.err, err); l.err != nil {
		return
	}
	there, err := apiclient.List[openapi.Player](l.ctx, client, trialPath+"/players", url.Values{})
	if err != nil {
		l.err = fmt.Errorf("the club %q is somebody else's: use the account that founded it: %w", trialSlug, err)
		return
	}
	for _, p := range there {
		l.players[p.Name] = p.Id
	}
	for _, p := range fieldOfTrial {
		if _, found := l.players[p.name]; !found {
			var made openapi.Player
			l.act(client, trialPath+"/players", openapi.NewPlayer{Name: p.name}, &made)
			l.players[p.name] = made.Id
		}
	}
}

// playTrial plays a tournament of JP22: two tables of four, and the final.
func (l *loader) playTrial(me part, now time.Time) *heldEvent {
	s := &heldEvent{loader: l, numbers: make(map[string]int), crew: crew{me, me, me}}
	var event openapi.Event
	l.act(l.clients[me], trialPath+"/events", openapi.NewEvent{
		Kind: openapi.EventKindClub, Ruleset: shopRules, Title: "Trial of " + now.UTC().Format("2 January 2006, 15:04:05"), StartsAt: now.UTC().Truncate(time.Second),
		TimeZone: timeZone, Venue: openapi.Venue{Name: "Nowhere", City: "Nowhere"}, TimeLimitMinutes: 75,
	}, &event)
	s.path, s.id = trialPath+"/events/"+event.Id.String(), event.Id
	s.name(me, me, openapi.StaffRoleFirstReferee)
	s.organize("/announcement", nil)
	s.organize("/entry-opening", nil)
	s.gather(fieldOfTrial...)
	s.direct("/start", openapi.EventStart{})
	for range 2 {
		round := s.draw()
		for _, table := range round.Tables {
			s.report(round, table.Number, won(len(table.Seats)))
		}
		s.closeRound(round)
	}
	s.direct("/completion", nil)
	return s
}

// won is a game that the first seat has won, with no two seats level.
func won(seats int) score {
	return declared(0, []int{10, 8, 6, 4}[:min(seats, 4)]...).with(func(_ int, result *openapi.NewSeatResult) {
		result.Figures = built(result.Vp)
		result.Figures["longest-road"], result.Figures["largest-army"] = 0, 0
	})
}

// read reads the standings anonymously, and returns the winner.
func (s *heldEvent) read(anybody *apiclient.Client) (TrialResult, error) {
	var event openapi.Event
	var standings openapi.Standings
	s.get(anybody, s.path, &event)
	s.get(anybody, s.path+"/standings", &standings)
	if s.err != nil {
		return TrialResult{}, s.err
	}
	if event.State != openapi.EventStateFinished || len(standings.Rows) != len(fieldOfTrial) || standings.Rows[0].Rank != 1 {
		return TrialResult{}, fmt.Errorf("the tournament ended in state %q with %d rows, want %q with %d", event.State, len(standings.Rows), openapi.EventStateFinished, len(fieldOfTrial))
	}
	return TrialResult{Page: strings.Join([]string{"/t", trialSlug, "e", event.Slug}, "/"), Winner: standings.Rows[0].Entry.Player.Name}, nil
}
