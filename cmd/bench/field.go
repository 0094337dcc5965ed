package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/cmd/bench/internal/baselinedb"
	"referto/internal/apiclient"
	"referto/openapi"
)

// The stage that is played: forty players at ten tables, in a federation with many
// more people in its register.
const (
	players      = 40
	tables       = players / 4
	register     = 20_000
	stagesCopied = 8 // in each tenant; as many are the pipeline's, and one is saved row by row
	crowd        = 32
	password     = "quaranta mirtilli al sole"
	federation   = "bench"
	stageSlug    = "stage"
)

// tablesPerSecond is more than the server can take results of.
const tablesPerSecond = 3000

// tables counts the tables that have to stand ready for result entry.
func (b *bench) tables() int {
	return int(float64(b.rounds+1) * b.slice.Seconds() * tablesPerSecond)
}

// field holds the data that the servers are asked about.
type field struct {
	template baselinedb.Stage // with one result, for the baseline to learn from
	event    openapi.Event    // the same stage
	round    openapi.Round    // its first round
	copies   []baselinedb.Copy
	results  [][]byte // of the tables of round 1, as requests have them
	people   []uuid.UUID
	play     func() error // plays the template on into its second round
	loader   *loader
}

// loadField plays a stage through the API up to its first result, and copies it as
// it was before that.
func loadField(ctx context.Context, s *stack, tablesWanted int) (*field, error) {
	l, err := newLoader(ctx, s)
	if err != nil {
		return nil, err
	}
	f := &field{loader: l}
	l.draw(f, players)
	if l.err != nil {
		return nil, fmt.Errorf("load a stage: %w", l.err)
	}
	perTenant := stagesCopied * tables
	extent := baselinedb.Extent{Tenants: tablesWanted/perTenant + 1, Stages: stagesCopied + 1, Bare: stagesCopied, Players: register, Crowd: crowd}
	if err := baselinedb.AddCrowd(ctx, s.superuser, refereeMail, crowd); err != nil {
		return nil, err
	}
	if f.copies, err = baselinedb.Spread(ctx, s.superuser, f.template, extent); err != nil {
		return nil, err
	}
	if f.people, err = baselinedb.SomePlayers(ctx, s.superuser, f.template.Tenant, 1000); err != nil {
		return nil, err
	}
	l.record(f, 1)
	f.play = func() error {
		for table := 2; table <= len(f.results); table++ {
			l.record(f, table)
		}
		path := eventPath(f.event)
		l.post(l.referee, path+"/rounds/1/closing", nil, nil)
		l.post(l.referee, path+"/rounds", openapi.NewRound{}, nil)
		return l.err
	}
	return f, l.err
}

const (
	managerMail = "manager@example.org"
	refereeMail = "referee@example.org"
)

// loader acts through the API until something fails.
type loader struct {
	ctx              context.Context
	manager, referee *apiclient.Client
	err              error
}

func newLoader(ctx context.Context, s *stack) (*loader, error) {
	anonymous := apiclient.New("http://" + s.api.addresses["address"])
	mailbox := apiclient.Mailbox(filepath.Join(s.dir, "data", "mail"))
	l := &loader{ctx: ctx}
	for mail, client := range map[string]**apiclient.Client{managerMail: &l.manager, refereeMail: &l.referee} {
		var err error
		if *client, err = mailbox.SignUp(ctx, anonymous, openapi.NewAccount{Email: mail, Name: "Account of " + strings.TrimSuffix(mail, "@example.org"), Password: password}); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *loader) post(by *apiclient.Client, path string, body, out any) {
	if l.err == nil {
		l.err = by.Post(l.ctx, path, body, out)
	}
}

// draw prepares the stage, of so many players, up to the draw of its first round.
func (l *loader) draw(f *field, players int) {
	var tenant openapi.Tenant
	l.post(l.manager, "/tenants", openapi.NewTenant{Slug: federation, Name: "Bench", Kind: openapi.TenantKindFederation}, &tenant)
	l.post(l.manager, "/tenants/"+federation+"/events", newStage(), &f.event)
	path := eventPath(f.event)
	l.post(l.manager, path+"/staff", openapi.NewStaff{Name: "Referee", Role: openapi.StaffRoleFirstReferee, Email: refereeMail}, nil)
	l.accept()
	l.post(l.manager, path+"/announcement", nil, nil)
	l.post(l.manager, path+"/entry-opening", nil, nil)
	for i := range players {
		var player openapi.Player
		var entry openapi.Entry
		l.post(l.manager, "/tenants/"+federation+"/players", openapi.NewPlayer{Name: "Entrant " + strconv.Itoa(i+1)}, &player)
		l.post(l.manager, path+"/entries", openapi.NewEntry{Player: player.Id}, &entry)
		l.post(l.referee, path+"/entries/"+strconv.Itoa(entry.Number)+"/check-in", nil, nil)
	}
	l.post(l.referee, path+"/start", openapi.EventStart{}, nil)
	l.post(l.referee, path+"/rounds", openapi.NewRound{}, &f.round)
	f.template = baselinedb.Stage{Tenant: tenant.Id, Event: f.event.Id.UUID}
	for _, table := range f.round.Tables {
		f.results = append(f.results, l.result(table))
	}
}

// accept takes up the role that the referee is offered.
func (l *loader) accept() {
	var offered openapi.MyInvitations
	if l.err == nil {
		l.err = l.referee.Get(l.ctx, "/me/invitations", &offered)
	}
	for _, invitation := range offered.Items {
		l.post(l.referee, "/me/invitations/"+invitation.Id.String()+"/acceptance", nil, nil)
	}
}

// record writes down the result of a table of the template.
func (l *loader) record(f *field, table int) {
	path := eventPath(f.event) + "/rounds/1/tables/" + strconv.Itoa(table) + "/result"
	l.post(l.referee, path, json.RawMessage(f.results[table-1]), nil)
}

// result makes the end of a table's game: the same everywhere.
func (l *loader) result(t openapi.Table) []byte {
	points := []int{10, 8, 7, 5}
	r := openapi.NewResult{Ended: openapi.EndingDeclared}
	for i, seat := range t.Seats {
		r.Seats = append(r.Seats, openapi.NewSeatResult{Entry: seat.Number, Vp: points[i%len(points)]})
	}
	if len(t.Seats) > 0 {
		r.DeclaredBy = t.Seats[0].Number
	}
	raw, err := json.Marshal(r)
	if l.err == nil {
		l.err = err
	}
	return raw
}

// newStage returns the announcement of the stage.
func newStage() openapi.NewEvent {
	return openapi.NewEvent{
		Kind: openapi.EventKindStage, Ruleset: "catan-nazionale-2009", Title: "Stage of the benchmark", Slug: stageSlug,
		StartsAt: time.Now().Add(24 * time.Hour).UTC().Truncate(time.Hour), TimeZone: "Europe/Rome",
		Venue: openapi.Venue{Name: "Hall", City: "Bologna"},
	}
}

func eventPath(e openapi.Event) string { return "/tenants/" + federation + "/events/" + e.Id.String() }

// caller is a signed-in account.
type caller struct {
	token   string
	account uuid.UUID
	session string // as a browser holds it
}

// signIn signs an account in.
func (b *bench) signIn(ctx context.Context, email string) (caller, error) {
	var tokens openapi.Tokens
	anonymous := apiclient.New("http://" + b.stack.api.addresses["address"])
	if err := anonymous.Post(ctx, "/sessions", openapi.Credentials{Email: email, Password: password}, &tokens); err != nil {
		return caller{}, err
	}
	account, err := subject(tokens.AccessToken)
	return caller{tokens.AccessToken, account, tokens.RefreshToken}, err
}

// subject is the account that an access token names.
func subject(token string) (uuid.UUID, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return uuid.Nil, errors.New("an access token that is no JWT")
	}
	raw, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return uuid.Nil, fmt.Errorf("access token: %w", err)
	}
	var claims struct{ Sub uuid.UUID }
	return claims.Sub, json.Unmarshal(raw, &claims)
}

// referees signs the crowd in.
func (b *bench) referees(ctx context.Context) ([]caller, error) { return b.signInCrowd(ctx, crowd) }

// signInCrowd signs so many of a crowd in.
func (b *bench) signInCrowd(ctx context.Context, n int) ([]caller, error) {
	callers := make([]caller, n)
	for i := range callers {
		var err error
		if callers[i], err = b.signIn(ctx, crowdMail(i+1)); err != nil {
			return nil, err
		}
	}
	return callers, nil
}

// crowdMail is the address of one of the crowd, from 1.
func crowdMail(n int) string { return fmt.Sprintf("crowd-%d@example.org", n) }
