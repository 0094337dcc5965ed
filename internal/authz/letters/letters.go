// Package letters writes to people about their accounts and roles.
//
// A letter is a job of the outbox. It names what it is about and nothing else: the
// worker looks up the reader when it runs, writes nothing if there is no longer a
// reason to, and makes the secret of a link only then, so that no table ever holds
// a link that works. Links begin with the configured public address, never with
// what a request said.
//
// A job done twice sends a second message with the same Message-ID; both links work
// until one is used.
package letters

import (
	"time"

	"referto/internal/mail"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// Office is where letters are written. All fields are required.
type Office struct {
	DB   *tenantdb.DB
	Mail mail.Sender
	Now  func() time.Time
	// PublicURL is the address people use, without a slash at the end.
	PublicURL string
}

// Register makes the office the worker of all letters.
func Register(h *outbox.Handlers, o Office) {
	outbox.Handle(h, o.verifyAddress)
	outbox.Handle(h, o.alreadyRegistered)
	outbox.Handle(h, o.resetPassword)
	outbox.Handle(h, o.passwordChanged)
	outbox.Handle(h, o.invite)
}
