package serve

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/trace"

	"referto/frontend/pages"
	"referto/frontend/reference"
	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/authz/password"
	"referto/internal/authz/token"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/leagueapi/playapi"
	"referto/internal/league/letters"
	"referto/internal/league/officiating"
	"referto/internal/mail"
	"referto/internal/media/blob"
	"referto/internal/publication"
	"referto/internal/sealed"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// Config is the surroundings of a server.
type Config struct {
	DB *tenantdb.DB
	// Log receives the events of the server as structured records.
	Log *slog.Logger
	// Now is the clock for everything that is recorded or compared. Tests and replays of old seasons set their own.
	Now clock
	// Keys sign and verify access tokens; the first signs.
	Keys token.Keys
	// Secret keys tokens that must be unguessable but are not stored: cursors, and refresh tokens during their moment
	// of grace. At least 32 bytes.
	Secret []byte
	// FurtherSecrets verify tokens made with them, and make none: a future secret, set on all servers before it comes
	// into use, and a former one.
	FurtherSecrets [][]byte
	// PublicURL is the address people use, without a slash at the end. Links in
	// mails start with it and it is the issuer of tokens.
	PublicURL string
	// Mail sends mails.
	Mail mail.Sender
	// Files keeps photos and, encrypted, receipts.
	Files blob.Store
	// Sealing encrypts bank data and receipts.
	Sealing sealed.Keys
	// PasswordCost is the cost of hashing a password; zero: [password.Sound].
	PasswordCost password.Cost
	// RequestTime limits how long a request may take before its answer begins; zero: ten seconds.
	RequestTime time.Duration
	// LookForJobs is the interval at which jobs without a notification are looked for; zero: half a second.
	LookForJobs time.Duration
	// DrainDelay is the time for which a stopping server goes on answering, so that balancers learn of it before
	// requests are refused.
	DrainDelay time.Duration
	// Keeping sets how long the data of refund claims is kept.
	Keeping moneydesk.Keeping
	// Limits bound the use of the server.
	Limits Limits
	// SecurityLog configures how long refusals are kept.
	SecurityLog SecurityLog
	// TrustedProxies are the networks whose X-Forwarded-For is believed.
	TrustedProxies []*net.IPNet
	// Tracer makes spans of the server's work; nil: none are made.
	Tracer trace.Tracer
	// Kept is [desk.Desk.Kept].
	Kept func(tenant uuid.UUID, s *officiating.Situation)
}

// clock returns the time.
type clock = func() time.Time

// Server is the whole program behind one listener.
type Server struct {
	echo    *echo.Echo
	shelf   *publication.Shelf // in front of echo
	metrics *metrics
	log     *slog.Logger
	health  *health
	mails   *mail.Counted
	meter   *meter
	// drainDelay is the Config's.
	drainDelay time.Duration
	// background runs beside requests, from Run to its end.
	background []service
	// closers end connections that would outlast the draining: streams.
	closers []func()
}

// service runs beside requests: jobs, the listener for news of other
// replicas.
type service interface {
	Start(context.Context) error
	Stop(context.Context) error
}

// parsedPages are the pages with their parsed templates, which every server of a process
// shares.
var parsedPages = sync.OnceValues(pages.New)

// New wires a server. It fails when contract, policy and handlers do not fit
// together.
func New(c Config) (*Server, error) {
	contract, err := openapi.Parsed()
	if err != nil {
		return nil, fmt.Errorf("serve: contract: %w", err)
	}
	table, err := authz.Compile()
	if err != nil {
		return nil, fmt.Errorf("serve: policy: %w", err)
	}
	tokens, err := token.NewAuthority(token.Config{Keys: c.Keys, Issuer: c.PublicURL, Audience: c.PublicURL + "/v1", Now: c.Now})
	if err != nil {
		return nil, fmt.Errorf("serve: tokens: %w", err)
	}
	s := &Server{echo: echo.New(), log: c.Log, drainDelay: c.DrainDelay, meter: newMeter(c.Limits, c.Now)}
	templates, err := parsedPages()
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	s.mails = mail.Count(c.Mail)
	c.Mail = s.mails
	if c.Tracer != nil {
		c.DB.Watch(watchBy(c.Tracer))
		c.Mail = tracedMail{s.mails, c.Tracer}
	}
	api, err := newAPI(c, tokens, templates, s)
	if err != nil {
		return nil, err
	}
	entrance := &gate.Gate{
		DB: c.DB, Table: table, Tokens: tokens, Operations: contract.Operations, Now: c.Now, Secret: c.Secret, Further: c.FurtherSecrets,
		Presumes:   presumed,
		Standings:  gate.NewStandings(),
		FindTenant: api.tenants.Find,
		Language:   negotiate,
		RequestID:  requestID,
		Body:       requestBody,
	}
	api.entrance = entrance
	if err := entrance.Check(); err != nil {
		return nil, err
	}
	docs, err := reference.Handler("/v1/openapi.json")
	if err != nil {
		return nil, fmt.Errorf("serve: reference: %w", err)
	}
	s.health = &health{probe: c.DB.Probe(), hub: api.hub, log: c.Log, deafAtMost: deafAtMost}
	s.shelf = publication.New(publication.Config{
		Hub: api.hub, Next: s.echo, Now: c.Now, Language: words.Ranking, Address: publicAddress, Aged: pages.Aged,
		Personal: sessionCookieAt(c.PublicURL).personal,
	})
	api.hub.Interest(s.shelf.Topics)
	requests, err := newValidator(entrance, s.meter, sessionCookieAt(c.PublicURL))
	if err != nil {
		return nil, fmt.Errorf("serve: contract: %w", err)
	}
	s.routes(c, entrance, api, newSite(c, api, templates, table, s.meter), requests, contract.JSON, docs)
	return s, nil
}

func (s *Server) routes(c Config, entrance *gate.Gate, api *api, site *site, contract *validator, document []byte, docs http.Handler) {
	e := s.echo
	e.HideBanner, e.HidePort = true, true
	hidden := &hiddenOrigins{log: c.Log}
	e.IPExtractor = addressOf(c.TrustedProxies, hidden)
	e.HTTPErrorHandler = site.fault
	measured := newMetrics(c.DB, s.shelf, api.hub, api.audience)
	measured.countMails(s.mails)
	measured.countJobs(api.later)
	site.problems.notes = newRefusalNotes(c, measured, entrance.Table)
	s.background = append(s.background, site.problems.notes)
	measured.registry.MustRegister(hidden.counter())
	e.Use(identify, accessLog(c.Log, c.Now, measured))
	if c.Tracer != nil {
		e.Use(traced(c.Tracer, measured))
		api.later.Trace(c.Tracer)
	}
	e.Use(recovered, secured, cached, refusing, timely(cmp.Or(c.RequestTime, requestTime)), s.health.current, contract.middleware)
	site.inside = e

	e.GET("/livez", func(c echo.Context) error { return c.String(http.StatusOK, "alive\n") })
	e.GET("/readyz", s.health.ready)
	e.GET("/v1/openapi.json", theContract(document))
	for _, file := range []string{"/docs/", "/docs/rapidoc-" + reference.Version + ".js"} {
		e.GET(file, echo.WrapHandler(http.StripPrefix("/docs", docs)))
	}
	site.routes(e)
	openapi.RegisterHandlersWithBaseURL(e, openapi.NewStrictHandler(api, []openapi.StrictMiddlewareFunc{playapi.Discretion, letters.Promotions(api.later), entrance.Middleware}), "/v1")
	measured.knows(e.Routes(), contract.entries)
	s.metrics = measured
}

// addressOf returns the function that finds the address of a request's sender: the other end of the connection, or
// the address that a trusted proxy reports. Echo's default would trust every sender.
func addressOf(trusted []*net.IPNet, hidden *hiddenOrigins) echo.IPExtractor {
	if len(trusted) == 0 {
		direct := echo.ExtractIPDirect()
		return func(r *http.Request) string {
			if r.Header["X-Forwarded-For"] != nil || r.Header["Forwarded"] != nil {
				hidden.note()
			}
			return direct(r)
		}
	}
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, network := range trusted {
		options = append(options, echo.TrustIPRange(network))
	}
	return echo.ExtractIPFromXFFHeader(options...)
}

// Unmetered lets everybody ask as much as they like until it is metered again: while the server itself is
// filled with the data of the demo.
func (s *Server) Unmetered() (metered func()) {
	s.meter.off.Store(true)
	return func() { s.meter.off.Store(false) }
}

// Handler is the server as a handler, for tests without a socket.
func (s *Server) Handler() http.Handler {
	return s.health.leave(front{next: headAsGet(s.shelf), refuser: headAsGet(s.echo)})
}

// Metrics serves the server's metrics, in the format of Prometheus. It is for a separate listener, because the
// figures are not public.
func (s *Server) Metrics() http.Handler { return s.metrics.handler() }

// Patterns are the patterns of the addresses that the server has a GET for.
func (s *Server) Patterns() (out []string) {
	for _, route := range s.echo.Routes() {
		if route.Method == http.MethodGet {
			out = append(out, route.Path)
		}
	}
	return out
}

// headAsGet answers HEAD like GET; net/http leaves out the body. It cancels the request at the first byte of the
// body, because otherwise a stream would go on without a reader and block the connection.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			ctx, over := context.WithCancel(r.Context())
			defer over()
			r = r.Clone(ctx)
			r.Method = http.MethodGet
			w = bodiless{w, over}
		}
		next.ServeHTTP(w, r)
	})
}

// bodiless is the writer of an answer whose body is dropped.
type bodiless struct {
	http.ResponseWriter
	over context.CancelFunc
}

// Write ends the request. The bytes go on to be counted.
func (w bodiless) Write(p []byte) (int, error) {
	w.over()
	return w.ResponseWriter.Write(p)
}

// Hijack refuses the connection: a HEAD has no answer that goes on.
func (w bodiless) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return nil, nil, http.ErrNotSupported
}

// Unwrap is the writer behind, for flushing.
func (w bodiless) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// negotiate is the language an Accept-Language header is answered in.
func negotiate(accept string) string { return words.Negotiate("", accept, words.Languages()) }

// Limits of a connection. A stream of events lifts the limit on writing for
// itself.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second
	writeTimeout      = 30 * time.Second
	idleTimeout       = 60 * time.Second
	maxHeader         = 16 << 10
	drainTime         = 20 * time.Second
)

// Run serves on the listener until the context ends, then stops: readiness goes first,
// while requests are still taken for the delay that is configured; then streams end,
// requests under way are finished, and connections close.
func (s *Server) Run(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed, started := make(chan error, 2), make(chan struct{})
	listener = watch(server, listener)
	go func() { failed <- server.Serve(listener) }()
	go func() {
		defer close(started)
		if err := s.startBackground(ctx); err != nil {
			failed <- err
		}
	}()
	var served error
	select {
	case err := <-failed:
		served = fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.health.draining.Store(true)
	if served == nil && s.drainDelay > 0 {
		s.log.Info("stopping: requests are still taken", "for", s.drainDelay.String())
		select {
		case err := <-failed:
			served = fmt.Errorf("serve: %w", err)
		case <-time.After(s.drainDelay):
		}
	}
	for _, end := range s.closers {
		end()
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	stopped := server.Shutdown(drain)
	<-started
	s.health.probe.Close()
	for _, b := range s.background {
		stopped = errors.Join(stopped, b.Stop(drain))
	}
	return errors.Join(served, stopped)
}

// startBackground starts the services beside requests, once the database has the schema that they need.
func (s *Server) startBackground(ctx context.Context) error {
	if !s.health.awaitSchema(ctx) {
		return nil
	}
	for _, b := range s.background {
		if err := b.Start(ctx); err != nil {
			return err
		}
	}
	return nil
}
