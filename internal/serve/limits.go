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

// Limits bound the use of a server. Zero means no limit.
type Limits struct {
	// Tenants that an account founds, letters that a tenant has sent to addresses which its people name, and
	// megabytes that are sent to a tenant in files: at once, and in each day that follows.
	TenantsOfAccount, LettersOfTenant, UploadsOfTenant int
	// Points a minute of an account, of a network of anonymous callers, and of a tenant.
	PointsOfAccount, PointsOfNetwork, PointsOfTenant int
	// Streams that may be open at a server: of an account, of a network of anonymous callers, and in total.
	StreamsOfAccount, StreamsOfNetwork, StreamsOfServer int
}

// perDay is the rate of a number a day.
func perDay(n int) quota.Rate {
	if n == 0 {
		return quota.Rate{}
	}
	return quota.PerDay(n)
}

// copiesOfAccount is the rate at which an account may ask for copies of its data.
var copiesOfAccount = quota.Rate{Burst: 3, Every: 8 * time.Hour}

// foundings counts the tenants that an account founds.
func (a *api) foundings(l Limits) func(*gate.Call) error {
	return func(c *gate.Call) error {
		return a.Spend(c, perDay(l.TenantsOfAccount), "too-many-tenants", 1, c.Account().String())
	}
}

// uploads counts the bytes of files sent to a tenant, in thousands.
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

// archivesOfTenant is the rate at which the managers of a tenant may ask for archives.
var archivesOfTenant = quota.Rate{Burst: 3, Every: 8 * time.Hour}

// archives counts the archives of everything of a tenant.
func (a *api) archives(c *gate.Call) error {
	return a.Spend(c, archivesOfTenant, "too-many-archives", 1, c.Tenant.ID.String())
}

// streamWait is the time after which to try again to open a stream where too many are open.
const streamWait = 30 * time.Second

// everybody is the key under which all streams of a server are counted.
type everybody struct{}

// streams counts those that are open at this server: of an account or of a network, and all. The error is
// [quota.ExceededError].
func streams(l Limits) func(*gate.Call) (leave func(), err error) {
	crowd := &live.Crowd{}
	return func(c *gate.Call) (func(), error) {
		reader, most := any(quota.Network(c.Address)), l.StreamsOfNetwork
		if c.Account() != uuid.Nil {
			reader, most = c.Account(), l.StreamsOfAccount
		}
		leave, ok := crowd.Enter(reader, most)
		if !ok {
			return nil, &quota.ExceededError{Reason: "too-many-streams", Wait: streamWait}
		}
		leaveAll, ok := crowd.Enter(everybody{}, l.StreamsOfServer)
		if !ok {
			leave()
			return nil, &quota.ExceededError{Reason: serverFull, Wait: streamWait, Shared: true}
		}
		return func() { leave(); leaveAll() }, nil
	}
}

// meter charges the points of requests and reports the remaining points in headers.
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

// tooManyRequests is the reason of a refusal for lack of points, serverFull that of a stream on a server that holds as
// many as it may.
const (
	tooManyRequests = "too-many-requests"
	serverFull      = "server-full"
)

// bodyPoint is the length of a body that costs one point.
const bodyPoint = 64 << 10

// take charges the points of a request to the caller, and to the tenant unless that is uuid.Nil. It returns a
// [quota.ExceededError] if either has too few.
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

// pageCost is the points that a page costs. The page's calls of the API cost about as much.
const pageCost = 1

// page charges the points of a request that is no operation: for a page, or for an unknown address. The holder of a
// session is charged once their account is known ([site.visitor]).
func (m *meter) page(c echo.Context, personal bool) error {
	switch c.Path() {
	case "/livez", "/readyz", "/v1/openapi.json", "/robots.txt":
		return nil // addresses of probes, and files with the same bytes for everybody
	case "", "/", "/problems/:reason":
		personal = false // these do not look at the session
	}
	if personal {
		return nil
	}
	return m.take(c, uuid.Nil, uuid.Nil, pageCost)
}
