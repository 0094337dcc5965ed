// Package authzapi answers the operations on accounts, sessions and members.
//
// Handlers parse, call and convert. Each file has one topic: registration and its
// mails, sign-in and refresh, passwords, members and invitations. No answer reveals
// whether somebody has an account: a stranger gets the same answer, after the same
// work, for an address that is known and for one that is not.
package authzapi

import (
	"time"

	"referto/internal/authz/letters"
	"referto/internal/authz/password"
	"referto/internal/authz/token"
	"referto/internal/cursor"
	"referto/internal/mail"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// Config holds everything that the handlers need. All fields are required.
type Config struct {
	DB      *tenantdb.DB
	Tokens  *token.Authority
	Hasher  *password.Hasher
	Outbox  *outbox.Outbox
	Cursors cursor.Codec
	// Secret derives refresh tokens from their predecessors; replicas share it.
	Secret []byte
	Now    func() time.Time
}

// API are the handlers of the tags accounts and members.
type API struct {
	Config
	guesses *password.Throttle // sign-ins and password changes
	mails   *password.Throttle // what makes us send a mail to an address
}

// The rates of mails: three to an address at once and one more each twenty
// minutes, for each kind; and from one network as many as a club signs up on the
// morning of a tournament.
var (
	mailsToAddress   = password.Rate{Burst: 3, Every: 20 * time.Minute}
	mailsFromNetwork = password.Rate{Burst: 200, Every: 30 * time.Second}
)

// Jobs makes the API the worker of the letters it leaves in the outbox. Links in
// them begin with the public address, which has no slash at its end.
func (a *API) Jobs(h *outbox.Handlers, sender mail.Sender, publicURL string) {
	letters.Register(h, letters.Office{DB: a.DB, Mail: sender, Now: a.Now, PublicURL: publicURL})
}

// New makes the handlers.
func New(c Config) *API {
	return &API{
		Config:  c,
		guesses: password.NewThrottle(password.DefaultAccountRate, password.DefaultAddressRate, c.Now),
		mails:   password.NewThrottle(mailsToAddress, mailsFromNetwork, c.Now),
	}
}
