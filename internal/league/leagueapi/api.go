package leagueapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/cursor"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/tablecode"
	"referto/internal/league/views"
	"referto/internal/live"
	"referto/internal/media"
	"referto/internal/media/blob"
	"referto/internal/outbox"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// Inviter offers a role over an event to a mail address, in the transaction, and
// returns the invitation's id.
type Inviter func(ctx context.Context, tx tenantdb.Tx, call *gate.Call, email, role string, event uuid.UUID) (uuid.UUID, error)

// Appointer gives an account a role over an event until a time, in the call's
// transaction, if the caller may give it.
type Appointer func(call *gate.Call, account uuid.UUID, role authz.Role, event uuid.UUID, until time.Time) error

// Closer deletes the account of the caller, who gives the password once more, and calls part in each tenant in
// which the account is known.
type Closer func(ctx context.Context, call *gate.Call, password string, records func(self tenantdb.Door) ([]tenant.Ref, error), part func(tenantdb.Tx, *gate.Records) error) error

// ReportPage writes the report of an event of a tenant as a page. The context is that of the call.
type ReportPage func(ctx context.Context, out io.Writer, of tenant.Tenant, report pages.Report) error

// Guess counts a guess at something by the caller, and refuses one too many.
type Guess func(ctx context.Context, call *gate.Call, at string) error

// TakeMail counts a letter that a call will have sent to an address, and refuses one too many. Letters of
// different kinds to an address are counted separately.
type TakeMail func(ctx context.Context, call *gate.Call, kind, emailKey string) error

// API is the equipment that the handlers of all rooms share. All fields are required.
type API struct {
	// DB is for data that are kept even if the call fails.
	DB   *tenantdb.DB
	Desk *desk.Desk
	Hub  *live.Hub
	// Audience holds the readers who watch events by streams.
	Audience *live.Audience
	Cursors  cursor.Codec
	// Codes encodes the codes of tables.
	Codes    tablecode.Codec
	Invite   Inviter
	Appoint  Appointer
	Close    Closer
	Paper    ReportPage
	Guess    Guess
	TakeMail TakeMail
	// Upload counts the bytes of a file that is sent to the tenant of a call, and Copy a copy of a person's data;
	// either refuses an excess.
	Upload func(call *gate.Call, bytes int) error
	Copy   func(call *gate.Call) error
	// Streams counts a stream of the caller until leave is called. It returns [quota.ExceededError] if there are
	// too many.
	Streams func(call *gate.Call) (leave func(), err error)
	Later   *outbox.Outbox
	Files   blob.Store
	Studio  *media.Studio
	Log     *slog.Logger
	// PublicURL is the address people use, without a slash at the end.
	PublicURL string
}

// Act makes the act of the caller at this moment, as the desk takes it.
func Act(c *gate.Call) desk.Act { return desk.Act{By: c.Account(), Now: c.Now, Record: c} }

// ActByLink is [Act] for the holder of a link or a code, signed in or not: the act has no account.
func ActByLink(c *gate.Call) desk.Act {
	return desk.Act{Now: c.Now, Record: c, Authority: desk.OwnAffair}
}

// View is the wire's picture of an event for this caller.
func View(c *gate.Call, s *officiating.Situation) views.View {
	v := views.NewView(s, wordsWith(c, readsNamesAt(c, s.Event)), c.Now)
	v.To = ReaderOf(c)
	return v
}

// ActWith is [Act] by the office that carries a permission, for acts that the desk allows only to people whose
// office reaches far enough.
func ActWith(c *gate.Call, permission authz.Permission) desk.Act {
	act := Act(c)
	act.Authority = Authority(c, permission)
	return act
}

// Authority returns the check of the regions in which the caller has a
// permission.
func Authority(c *gate.Call, permission authz.Permission) desk.Authority {
	return func(region league.RegionID) error {
		return c.Can(permission, authz.Target{Tenant: c.Tenant.ID, Region: region.UUID}).Err()
	}
}

// From returns the version that an If-Match header names; [desk.NoVersion] if it names none.
func From(ifMatch string) desk.Version {
	version, err := strconv.Atoi(strings.Trim(ifMatch, `"`))
	if err != nil || version < 0 || gate.CheckMatch(ifMatch, gate.Version(version), func() map[string]any { return nil }) != nil {
		return desk.NoVersion
	}
	return desk.Version(version)
}

// Changed publishes the event's new revision on the hub once it is committed.
func (a *API) Changed(c *gate.Call, s *officiating.Situation) {
	a.Reached(c, s.Event.ID, s.Event.Revision)
}

// Reached is [API.Changed] for an event of which only the revision is known.
func (a *API) Reached(c *gate.Call, event league.EventID, revision int64) {
	topic := live.Topic{Tenant: c.Tenant.ID, Event: event.UUID}
	c.AfterCommit(func() { a.Hub.Committed(topic, revision) })
}

// Tagged tags an answer by a digest of its content, for answers that follow from more than a version.
func Tagged(c *gate.Call, shown any) error {
	raw, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(raw)
	c.ETag("h" + hex.EncodeToString(sum[:8]))
	return nil
}

// Person returns the record that is kept for a player; an id that is no alias, or unknown, is returned as it
// is.
func (a *API) Person(door tenantdb.Door, id league.PlayerID) (league.PlayerID, error) {
	kept := id
	b := &tenantdb.Batch{}
	leaguedb.LoadKept(b, &kept, id)
	return kept, door.Send(b)
}

// See loads an event for reading. A draft does not exist for callers who may not change it.
func (a *API) See(c *gate.Call, id league.EventID) (*officiating.Situation, error) {
	s, err := a.Desk.View(c.Door(), id)
	if err != nil {
		return nil, err
	}
	if s.Event.State == "draft" && !c.May("event:write") {
		return nil, league.ErrNotFound
	}
	return s, nil
}

// Limit returns the number of items of a page.
func Limit(asked int) int {
	if asked == 0 {
		return 50
	}
	return asked
}

// MayOne reports whether the caller has one of some permissions over the tenant.
func MayOne(c *gate.Call, permissions []string) bool {
	return slices.ContainsFunc(permissions, func(p string) bool { return c.May(authz.Permission(p)) })
}
