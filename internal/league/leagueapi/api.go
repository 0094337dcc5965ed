package leagueapi

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/cursor"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/officiating"
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

// ReportPage writes the report of an event of a tenant as a page; whose it is is left to
// it.
type ReportPage func(out io.Writer, of tenant.Tenant, report pages.Report) error

// API answers the league's operations. Make one with [New].
type API struct {
	desk    *desk.Desk
	hub     *live.Hub
	cursors cursor.Codec
	invite  Inviter
	appoint Appointer
	paper   ReportPage
	later   *outbox.Outbox
	files   blob.Store
	studio  *media.Studio
	log     *slog.Logger
	// publicURL is the address people use, without a slash at the end.
	publicURL string
	// heartbeat is how often a silent stream says that it is alive.
	heartbeat time.Duration
}

// New wires the handlers.
func New(d *desk.Desk, hub *live.Hub, cursors cursor.Codec, invite Inviter, appoint Appointer, paper ReportPage, later *outbox.Outbox, files blob.Store, log *slog.Logger, publicURL string) *API {
	return &API{desk: d, hub: hub, cursors: cursors, invite: invite, appoint: appoint, paper: paper, later: later, files: files, studio: media.NewStudio(), log: log, publicURL: publicURL, heartbeat: 15 * time.Second}
}

// act is who acts now, for the desk.
func act(c *gate.Call) desk.Act { return desk.Act{By: c.Account(), Now: c.Now, Record: c} }

// view is the wire's picture of an event for this caller.
func view(c *gate.Call, s *officiating.Situation) View {
	v := NewView(s, words.For(c.Language), c.Now)
	v.to = readerOf(c)
	return v
}

// matches compares the caller's If-Match with a version.
func matches(ifMatch string) func(version int) bool {
	return func(version int) bool {
		return gate.CheckMatch(ifMatch, gate.Version(version), func() map[string]any { return nil }) == nil
	}
}

// changed tells the hub of the event's new revision once it is committed.
func (a *API) changed(c *gate.Call, s *officiating.Situation) {
	a.reached(c, s.Event.ID, s.Event.Revision)
}

func (a *API) reached(c *gate.Call, event league.EventID, revision int64) {
	topic := live.Topic{Tenant: c.Tenant.ID, Event: event.UUID}
	c.AfterCommit(func() { a.hub.Committed(topic, revision) })
}

// see loads an event to look at. A draft does not exist for those who may not
// change it.
func (a *API) see(c *gate.Call, id league.EventID) (*officiating.Situation, error) {
	s, err := a.desk.View(c.Door(), id)
	if err != nil {
		return nil, err
	}
	if s.Event.State == "draft" && !c.May("event:write") {
		return nil, league.ErrNotFound
	}
	return s, nil
}

// limit is how many items a page has.
func limit(asked int) int {
	if asked == 0 {
		return 50
	}
	return asked
}
