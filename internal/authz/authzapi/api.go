// Package authzapi answers the operations on accounts, sessions and members.
//
// Handlers parse, call and convert. Each file has one topic: registration and its
// mails, sign-in and refresh, passwords, members and invitations, how often somebody may guess. No answer reveals
// whether somebody has an account: a stranger gets the same answer, after the same
// work, for an address that is known and for one that is not.
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
	// LettersOfTenant limits what a tenant has sent to addresses that its people name; the zero
	// rate does not.
	LettersOfTenant quota.Rate
}

// API are the handlers of the tags accounts and members.
type API struct {
	Config
	names   quota.Names
	devices token.Devices
	// signIns is the line of those who sign in: whoever waits for others to be looked at holds no
	// connection to the database meanwhile.
	signIns *password.Line
}

// The lengths of the line of those who sign in: as many at a time as keep the hasher busy while others
// are looked up, and as many waiting as are served within the time of a request.
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
