// Package letters writes to people about their accounts and roles.
//
// A letter is a job of the outbox. It contains the ids of its subject and nothing else: the worker looks up the
// recipient when it runs, writes nothing if there is no longer a reason to, and makes the secret of a link only then,
// so that no table ever holds a valid link. Links begin with the configured public address, never with one from a
// request.
//
// A job done twice sends a second message with the same Message-ID; both links work
// until one is used.
package letters

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"referto/internal/authz/authzdb"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// The pages that letters lead to; see [Office.link].
const (
	verifyPage       = "/account/verification"
	resetPage        = "/account/new-password"
	signInPage       = "/sign-in"
	signInByLinkPage = "/account/sign-in"
	forgottenPage    = "/account/forgotten-password"
	invitationsPage  = "/account/invitations"
)

// Office writes letters. All fields are required.
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
	outbox.Handle(h, o.signIn)
	outbox.Handle(h, o.passwordChanged)
	outbox.Handle(h, o.invite)
	outbox.Handle(h, o.affiliationRequested)
	outbox.Handle(h, o.affiliationDecided)
	outbox.Handle(h, o.tenantDeletion)
	outbox.Handle(h, o.tenantDeleted)
	outbox.Handle(h, o.platformAccess)
	outbox.Handle(h, o.tenantArchive)
}

// link is the address of a page in the language of the letter.
func (o Office) link(page, language string) string {
	return o.PublicURL + page + "?lang=" + url.QueryEscape(language)
}

// linkOn is a page from which another follows, "" for none.
func (o Office) linkOn(page, language, next string) string {
	if next == "" {
		return o.link(page, language)
	}
	return o.link(page, language) + "&next=" + url.QueryEscape(next)
}

// secretLink is [Office.linkOn] with a secret, which works once. It is in the address, so that the page
// works without script; the server logs no query, and its pages send no Referer to others.
func (o Office) secretLink(page, language, next, secret string) string {
	return o.linkOn(page, language, next) + "&token=" + url.QueryEscape(secret)
}

// now is the time of the letter, in whole microseconds like all times.
func (o Office) now() time.Time { return o.Now().UTC().Truncate(time.Microsecond) }

// send writes to an account. The id is the job's.
func (o Office) send(ctx context.Context, id string, to authzdb.Account, c mail.Content) error {
	return o.deliver(ctx, maildb.Letter{
		ID: id, Account: to.ID, Language: to.Language, To: mail.Address{Name: to.Name, Mail: to.Email}, Content: c,
	})
}

func (o Office) deliver(ctx context.Context, l maildb.Letter) error {
	if err := maildb.Deliver(ctx, o.DB, o.Mail, o.Now, l); err != nil {
		return fmt.Errorf("letters: %w", err)
	}
	return nil
}
