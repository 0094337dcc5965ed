package serve

import (
	"fmt"
	"net/netip"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/internal/authz/gate"
	"referto/internal/live"
	"referto/internal/quota"
	"referto/internal/ratelimit"
)

// Limits bound what may be asked of a server. Zero bounds nothing.
type Limits struct {
	// Tenants that an account founds, letters that a tenant has sent to addresses which its people name, and
	// megabytes that are sent to a tenant in files: at once, and in each day that follows.
	TenantsOfAccount, LettersOfTenant, UploadsOfTenant int
	// Points a minute of an account, of a network of people who have not signed in, and of a tenant.
	PointsOfAccount, PointsOfNetwork, PointsOfTenant int
	// Streams that an account, and a network of people who have not signed in, holds open at a server.
	StreamsOfAccount, StreamsOfNetwork int
}

// perDay is the rate of a number a day.
func perDay(n int) quota.Rate {
	if n == 0 {
		return quota.Rate{}
	}
	return quota.PerDay(n)
}

// copiesOfAccount are those of a person's data.
var copiesOfAccount = quota.Rate{Burst: 3, Every: 8 * time.Hour}

// foundings counts the tenants that an account founds.
func (a *api) foundings(l Limits) func(*gate.Call) error {
	return func(c *gate.Call) error {
		return a.Spend(c, perDay(l.TenantsOfAccount), "too-many-tenants", 1, c.Account().String())
	}
}

// uploads counts what is sent to a tenant in files, in thousands of bytes.
func (a *api) uploads(l Limits) func(*gate.Call, int) error {
	const kilobyte = 1000
	return func(c *gate.Call, bytes int) error {
		return a.Spend(c, perDay(l.UploadsOfTenant*kilobyte), "too-many-uploads", (bytes+kilobyte-1)/kilobyte, c.Tenant.ID.String())
	}
}

// copies counts the copies of a person's data.
func (a *api) copies(c *gate.Call) error {
	return a.Spend(c, copiesOfAccount, "too-many-copies", 1, c.Account().String())
}

// archivesOfTenant are those of everything of it that its managers ask for.
var archivesOfTenant = quota.Rate{Burst: 3, Every: 8 * time.Hour}

// archives counts the archives of everything of a tenant.
func (a *api) archives(c *gate.Call) error {
	return a.Spend(c, archivesOfTenant, "too-many-archives", 1, c.Tenant.ID.String())
}

// streams counts those that are open at this server, of an account or of a network.
func streams(l Limits) func(*gate.Call) (leave func(), ok bool) {
	crowd := &live.Crowd{}
	return func(c *gate.Call) (leave func(), ok bool) {
		if c.Account() != uuid.Nil {
			return crowd.Enter(c.Account(), l.StreamsOfAccount)
		}
		return crowd.Enter(quota.Network(c.Address), l.StreamsOfNetwork)
	}
}

// meter takes the points of requests and says in headers what is left of them.
type meter struct {
	limiter  *ratelimit.Limiter
	policies map[ratelimit.Kind][]string // values of the header
	off      atomic.Bool
}

func newMeter(l Limits, now clock) *meter {
	limits := ratelimit.Limits{ratelimit.Account: l.PointsOfAccount, ratelimit.Network: l.PointsOfNetwork, ratelimit.Tenant: l.PointsOfTenant}
	m := &meter{limiter: ratelimit.New(limits, now), policies: map[ratelimit.Kind][]string{}}
	for kind, most := range limits {
		kind := ratelimit.Kind(kind)
		m.policies[kind] = []string{fmt.Sprintf("%q;q=%d;w=60", kind, most)}
	}
	return m
}

// The headers as net/http spells them.
const (
	policyHeader = "Ratelimit-Policy"
	leftHeader   = "Ratelimit"
)

// tooManyRequests is the reason of what is refused for want of points.
const tooManyRequests = "too-many-requests"

// bodyPoint is the length of a body that costs one point.
const bodyPoint = 64 << 10

// take takes the points of a request from whoever asks, and from the tenant unless that is uuid.Nil. The
// error is [quota.ExceededError].
func (m *meter) take(c echo.Context, account, tenant uuid.UUID, cost int) error {
	if m.off.Load() {
		return nil
	}
	sender, of := ratelimit.Key{Kind: ratelimit.Account, ID: account}, ratelimit.Key{}
	if account == uuid.Nil {
		sender = ratelimit.Key{Kind: ratelimit.Network, ID: networkOf(c)}
	}
	if tenant != uuid.Nil {
		of = ratelimit.Key{Kind: ratelimit.Tenant, ID: tenant}
	}
	v := m.limiter.Take(sender, of, cost+int(max(0, c.Request().ContentLength)/bodyPoint))
	if v.Limit > 0 {
		h := c.Response().Header()
		h[policyHeader] = m.policies[v.Kind]
		text := make([]byte, 0, 40)
		text = append(strconv.AppendQuote(text, v.Kind.String()), ";r="...)
		text = append(strconv.AppendInt(text, int64(v.Left), 10), ";t="...)
		h[leftHeader] = []string{string(strconv.AppendInt(text, int64(v.Full/time.Second), 10))}
	}
	if !v.Passes {
		return &quota.ExceededError{Reason: tooManyRequests, Wait: v.Wait}
	}
	return nil
}

// networkOf is the first address of the network that a request comes from; zero where that is unknown.
func networkOf(c echo.Context) [16]byte {
	from, err := netip.ParseAddr(c.RealIP())
	if err != nil {
		return [16]byte{}
	}
	return quota.Network(from).As16()
}

// pageCost is the points that a page takes. What it asks of the API comes to that.
const pageCost = 1

// page takes the points of a request that is for no operation: of a page, or for what is not there. Whoever
// holds a session is charged once it is known whose ([site.visitor]).
func (m *meter) page(c echo.Context, personal bool) error {
	switch c.Path() {
	case "/livez", "/readyz", "/v1/openapi.json", "/robots.txt":
		return nil // what probes ask, and what is the same bytes for everybody
	case "", "/", "/problems/:reason":
		personal = false // nobody looks who has signed in
	}
	if personal {
		return nil
	}
	return m.take(c, uuid.Nil, uuid.Nil, pageCost)
}
