package apiclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"referto/internal/mail"
	"referto/openapi"
)

// Mailbox is the folder into which a server without a mail server puts its mails.
type Mailbox string

// The longest time for which a mail may be on its way, and the pause between
// looks at the folder.
const (
	mailTimeout = 15 * time.Second
	mailLook    = 25 * time.Millisecond
)

// verificationMail is the kind of the mail that asks to confirm an address.
const verificationMail = "verify-address"

// SignInOrUp signs in, with an account that is there or else a new one. An
// account that has never confirmed its address gets another mail.
func (m Mailbox) SignInOrUp(ctx context.Context, c *Client, account openapi.NewAccount) (*Client, error) {
	own, err := c.SignIn(ctx, account.Email, account.Password)
	switch Status(err) {
	case http.StatusUnauthorized, http.StatusForbidden: // no such account, or not confirmed
		return m.SignUp(ctx, c, account)
	default:
		return own, err
	}
}

// SignUp opens an account, confirms its address and signs in.
func (m Mailbox) SignUp(ctx context.Context, c *Client, account openapi.NewAccount) (*Client, error) {
	before, err := m.latest(account.Email)
	if err != nil {
		return nil, err
	}
	if err := c.Post(ctx, "/accounts", account, nil); err != nil {
		return nil, fmt.Errorf("sign up %s: %w", account.Email, err)
	}
	token, err := m.token(ctx, account.Email, before)
	if err != nil {
		return nil, fmt.Errorf("sign up %s: %w", account.Email, err)
	}
	if err := c.Post(ctx, "/account-verifications", openapi.TokenProof{Token: token}, nil); err != nil {
		return nil, fmt.Errorf("sign up %s: %w", account.Email, err)
	}
	return c.SignIn(ctx, account.Email, account.Password)
}

// token waits for a mail to an address that is newer than the one before, and
// returns the token of its link.
func (m Mailbox) token(ctx context.Context, to string, before mail.Received) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, mailTimeout, errors.New("no mail to confirm the address has come to "+string(m)))
	defer cancel()
	for {
		latest, err := m.latest(to)
		if err != nil {
			return "", err
		}
		if latest.File != before.File {
			return linkToken(latest)
		}
		if pause(ctx, mailLook) != nil {
			return "", context.Cause(ctx)
		}
	}
}

// latest is the newest mail that asks an address to confirm itself; the zero mail
// if there is none.
func (m Mailbox) latest(to string) (latest mail.Received, err error) {
	mails, err := mail.ReadFolder(string(m))
	for _, received := range mails {
		if received.Kind == verificationMail && strings.EqualFold(received.To.Mail, to) {
			latest = received
		}
	}
	return latest, err
}

// linkToken is the token in the first link of a mail.
func linkToken(received mail.Received) (string, error) {
	for _, link := range received.Links() {
		if at, err := url.Parse(link); err == nil && at.Query().Get("token") != "" {
			return at.Query().Get("token"), nil
		}
	}
	return "", fmt.Errorf("no link with a token in the mail %q", received.Subject)
}
