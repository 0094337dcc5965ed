// Package authzapi implements the API operations on accounts, sessions and members.
//
// Handlers parse, call and convert. Each file has one topic: registration and its mails, sign-in and refresh,
// passwords, members and invitations, limits of attempts. No answer reveals whether an address has an account: a
// stranger gets the same answer, after the same work, for a known address and for an unknown one.
package authzapi

import (
	"runtime"
	"time"

	"referto/internal/authz/letters"
	"referto/internal/authz/password"
	"referto/internal/authz/token"
	"referto/internal/cursor"
	"referto/internal/mail"
	"referto/internal/outbox"
	"referto/internal/quota"
	"referto/internal/tenant/tenantdb"
)

// Config holds everything that the handlers need. All fields are required.
type Config struct {
	DB      *tenantdb.DB
	Tokens  *token.Authority
	Hasher  *password.Hasher
	Outbox  *outbox.Outbox
	Cursors cursor.Codec
	// Secret derives refresh tokens from their predecessors; those that a further secret derived are
	// known too. Replicas share them.
	Secret  []byte
	Further [][]byte
	Now     func() time.Time
	// LettersOfTenant limits the letters of a tenant to addresses that its people name; the zero rate means no limit.
	LettersOfTenant quota.Rate
}

// API are the handlers of the tags accounts and members.
type API struct {
	Config
	names   quota.Names
	devices token.Devices
	// signIns is the queue of sign-ins. A caller in the queue holds no connection to the database.
	signIns *password.Line
}

// The lengths of the queue of sign-ins: enough at a time to keep the hasher busy while other accounts are looked up,
// and as many waiting as can be served within the time of a request.
const (
	signInsAtATime = 4
	signInsWaiting = 600
)

// Jobs makes the API the worker of the letters it leaves in the outbox. Links in
// them begin with the public address, which has no slash at its end.
func (a *API) Jobs(h *outbox.Handlers, sender mail.Sender, publicURL string) {
	letters.Register(h, letters.Office{DB: a.DB, Mail: sender, Now: a.Now, PublicURL: publicURL})
}

// New makes the handlers.
func New(c Config) *API {
	return &API{Config: c, names: quota.Names{Secret: c.Secret}, devices: token.Devices{Secret: c.Secret, Further: c.Further}, signIns: password.NewLine(signInsAtATime*max(1, runtime.GOMAXPROCS(0)/2), signInsWaiting)}
}
