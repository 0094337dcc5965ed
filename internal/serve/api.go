package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/authz"
	"referto/internal/authz/authzapi"
	"referto/internal/authz/gate"
	"referto/internal/authz/password"
	"referto/internal/authz/token"
	"referto/internal/cursor"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/jobs"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leagueapi/banapi"
	"referto/internal/league/leagueapi/clubapi"
	"referto/internal/league/leagueapi/entryapi"
	"referto/internal/league/leagueapi/eventapi"
	"referto/internal/league/leagueapi/historyapi"
	"referto/internal/league/leagueapi/importapi"
	"referto/internal/league/leagueapi/moneyapi"
	"referto/internal/league/leagueapi/peopleapi"
	"referto/internal/league/leagueapi/photoapi"
	"referto/internal/league/leagueapi/playapi"
	"referto/internal/league/leagueapi/playerapi"
	"referto/internal/league/leagueapi/rankingapi"
	"referto/internal/league/leagueapi/reportapi"
	"referto/internal/league/leagueapi/rulesetapi"
	"referto/internal/league/leagueapi/seasonapi"
	"referto/internal/league/leagueapi/seriesapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/league/tablecode"
	"referto/internal/live"
	"referto/internal/live/livedb"
	"referto/internal/media"
	"referto/internal/outbox"
	"referto/internal/tenant"
	"referto/internal/tenant/platformapi"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantapi"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// api is every operation of the contract, each by the package it belongs to.
type api struct {
	*authzapi.API
	tenantHandlers
	platformHandlers
	leagueHandlers

	tenants  *registrydb.Finder
	desk     *desk.Desk
	hub      *live.Hub
	audience *live.Audience
	later    *outbox.Outbox
	// entrance is the gate of requests, also for jobs that act for an account.
	entrance *gate.Gate
}

// Aliases, because an embedded field is named after its type.
type (
	tenantHandlers   = *tenantapi.API
	platformHandlers = *platformapi.API
	eventHandlers    = eventapi.API
	entryHandlers    = entryapi.API
	playHandlers     = playapi.API
	seasonHandlers   = seasonapi.API
	banHandlers      = banapi.API
	reportHandlers   = reportapi.API
	moneyHandlers    = moneyapi.API
	rulesetHandlers  = rulesetapi.API
	playerHandlers   = playerapi.API
	rankingHandlers  = rankingapi.API
	clubHandlers     = clubapi.API
	seriesHandlers   = seriesapi.API
	peopleHandlers   = peopleapi.API
	importHandlers   = importapi.API
	historyHandlers  = historyapi.API
	photoHandlers    = photoapi.API
)

// leagueHandlers are the handlers of the league, each in the room of its subject.
type leagueHandlers struct {
	eventHandlers
	entryHandlers
	playHandlers
	seasonHandlers
	banHandlers
	reportHandlers
	moneyHandlers
	rulesetHandlers
	playerHandlers
	rankingHandlers
	clubHandlers
	seriesHandlers
	peopleHandlers
	importHandlers
	historyHandlers
	photoHandlers
}

func leagueHandlersOf(a *leagueapi.API) leagueHandlers {
	return leagueHandlers{
		eventapi.At(a),
		entryapi.At(a),
		playapi.At(a),
		seasonapi.At(a),
		banapi.At(a),
		reportapi.At(a),
		moneyapi.At(a),
		rulesetapi.At(a),
		playerapi.At(a),
		rankingapi.At(a),
		clubapi.At(a),
		seriesapi.At(a),
		peopleapi.At(a),
		importapi.At(a),
		historyapi.At(a),
		photoapi.At(a),
	}
}

var _ openapi.StrictServerInterface = (*api)(nil)

// newAPI wires the handlers and the services that run beside requests.
func newAPI(c Config, tokens *token.Authority, templates *pages.Pages, s *Server) (*api, error) {
	jobHandlers := outbox.NewHandlers()
	queue, err := outbox.New(c.DB, c.Log, jobHandlers, c.LookForJobs)
	if err != nil {
		return nil, err
	}
	cursors, studio := cursor.Codec{Secret: c.Secret, Further: c.FurtherSecrets}, media.NewStudio()
	a := &api{
		tenants: registrydb.NewFinder(c.DB, c.Now),
		desk:    desk.New(eventdesk.Random),
		hub:     live.New(),
		later:   queue,
	}
	a.desk.Keys, a.desk.Kept = c.Sealing, c.Kept
	a.audience = live.NewAudience(a.hub, playapi.Stream, playapi.Heartbeat)
	a.API = authzapi.New(authzapi.Config{
		DB: c.DB, Tokens: tokens, Hasher: password.NewHasher(password.Limits{Cost: c.PasswordCost}), Outbox: queue, Cursors: cursors, Secret: c.Secret, Further: c.FurtherSecrets, Now: c.Now,
		LettersOfTenant: perDay(c.Limits.LettersOfTenant),
	})
	a.tenantHandlers = tenantapi.New(tenantapi.Config{Tenants: a.tenants, Cursors: cursors, Outbox: queue, Studio: studio, Spend: a.foundings(c.Limits), Archiving: a.archives, Confirm: a.Confirm, Files: c.Files, Keys: c.Sealing, DB: c.DB, Now: c.Now})
	a.platformHandlers = platformapi.New(platformapi.Config{Cursors: cursors, Outbox: queue, Confirm: a.Confirm})
	a.leagueHandlers = leagueHandlersOf(&leagueapi.API{
		DB: c.DB, Desk: a.desk, Hub: a.hub, Audience: a.audience, Cursors: cursors, Codes: tablecode.Codec{Secret: c.Secret, Further: c.FurtherSecrets}, Invite: a.inviteStaff, Appoint: a.Appoint, Close: a.CloseAccount, Paper: reportPage(templates), Guess: a.Guess, TakeMail: a.TakeMail, Later: queue,
		Upload: a.uploads(c.Limits), Copy: a.copies, Streams: streams(c.Limits),
		Files: c.Files, Studio: studio, Log: c.Log, PublicURL: c.PublicURL,
	})
	a.Jobs(jobHandlers, c.Mail, c.PublicURL)
	a.Work(jobHandlers)
	jobHandlers.Rest(a.closed)
	letters.Register(jobHandlers, letters.Office{DB: c.DB, Desk: a.desk, Mail: c.Mail, Now: c.Now, Later: queue, Postage: a.Postage, PublicURL: c.PublicURL})
	jobs.Register(jobHandlers, jobs.Workshop{
		DB: c.DB, Desk: a.desk, Hub: a.hub, Files: c.Files, Studio: studio, Log: c.Log, Entrance: func() *gate.Gate { return a.entrance },
		Promoted: func(c *gate.Call) error { return letters.NotifyPromoted(queue, c) },
	})
	relay := livedb.New(c.DB, a.hub, c.Log)
	relay.Ask(func(ctx context.Context, tenant uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]int64, error) {
		return leaguedb.Revisions(ctx, c.DB, tenant, ids)
	})
	relay.Share(shareEvery, s.meter.limiter.Spent, s.meter.limiter.Heard)
	a.hub.Relay(relay.Publish)
	c.DB.OnNews(func(tenant, id uuid.UUID, revision int64) {
		a.hub.Committed(live.Topic{Tenant: tenant, Event: id}, revision)
	})
	s.background = append(s.background, queue, relay, &sweeper{db: c.DB, files: c.Files, refunds: c.Keeping, refusals: c.SecurityLog.Keep, desk: a.desk, log: c.Log, now: c.Now, every: sweepEvery})
	s.closers = append(s.closers, a.hub.Close)
	return a, nil
}

// closed reports whether a tenant is closed; its jobs are suspended then.
func (a *api) closed(ctx context.Context, of uuid.UUID) (bool, error) {
	found, err := a.tenants.Find(ctx, of.String())
	if errors.Is(err, tenant.ErrNotFound) { // its jobs find nothing to do
		return false, nil
	}
	return found.DeleteAt != nil, err
}

// shareEvery is the interval at which this replica reports its spending to the others.
const shareEvery = 2 * time.Second

// reportPage writes reports for the API.
func reportPage(p *pages.Pages) leagueapi.ReportPage {
	return func(ctx context.Context, out io.Writer, of tenant.Tenant, report pages.Report) error {
		report.Tenant = tenantapi.View(of)
		if r, ofPage := ctx.Value(readerKey{}).(pages.Reader); ofPage {
			report.Reader = r
		}
		return p.Report(out, report)
	}
}

// inviteStaff offers a role over an event to a mail address.
func (a *api) inviteStaff(ctx context.Context, _ tenantdb.Tx, call *gate.Call, email, role string, event uuid.UUID) (uuid.UUID, error) {
	invitation, err := a.Invite(ctx, call, authzapi.Offer{Email: email, Role: authz.Role(role), Scope: authz.ScopeStage, ScopeID: event})
	if err != nil {
		return uuid.Nil, fmt.Errorf("invite staff: %w", err)
	}
	return invitation.ID, nil
}
