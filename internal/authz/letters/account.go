package letters

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/token"
	"referto/internal/mail"
	"referto/internal/tenant/tenantdb"
)

// VerifyAddress asks a new account to confirm its address. A registration that was
// replaced by a later one (another version) gets no letter any more.
type VerifyAddress struct {
	Account uuid.UUID `json:"account"`
	Version int       `json:"version"`
	Next    string    `json:"next,omitempty"` // page that follows signing in
}

// Kind names the job.
func (VerifyAddress) Kind() string { return "letter.verify-address" }

// AlreadyRegistered notifies the owner of an account that their address was used in a new registration.
type AlreadyRegistered struct {
	Account uuid.UUID `json:"account"`
	Next    string    `json:"next,omitempty"` // page that follows signing in
}

// Kind names the job.
func (AlreadyRegistered) Kind() string { return "letter.already-registered" }

// ResetPassword lets a person set a new password. The account may not exist: a request for an unknown address leaves
// a job like any other.
type ResetPassword struct {
	Account uuid.UUID `json:"account"`
	Next    string    `json:"next,omitempty"` // page that follows signing in
}

// Kind names the job.
func (ResetPassword) Kind() string { return "letter.reset-password" }

// SignIn lets a person sign in without the password. The account may not exist, as with [ResetPassword].
type SignIn struct {
	Account uuid.UUID `json:"account"`
	Next    string    `json:"next,omitempty"` // page that follows signing in
}

// Kind names the job.
func (SignIn) Kind() string { return "letter.sign-in" }

// PasswordChanged notifies a person that their password was changed.
type PasswordChanged struct {
	Account uuid.UUID `json:"account"`
	At      time.Time `json:"at"`
}

// Kind names the job.
func (PasswordChanged) Kind() string { return "letter.password-changed" }

func (o Office) verifyAddress(ctx context.Context, id string, job VerifyAddress) error {
	now, link := o.now(), token.NewLink()
	to, err := o.withLink(ctx, job.Account, func(tx tenantdb.GlobalTx) (bool, error) {
		return authzdb.IssueVerification(tx, link.Hash, job.Account, job.Version, now)
	})
	if err != nil || to == nil {
		return err
	}
	return o.send(ctx, id, *to,
		mail.VerifyAddress{Link: o.secretLink(verifyPage, to.Language, job.Next, link.Text), Until: now.Add(authzdb.LinkLifetime)})
}

func (o Office) resetPassword(ctx context.Context, id string, job ResetPassword) error {
	now, link := o.now(), token.NewLink()
	to, err := o.withLink(ctx, job.Account, func(tx tenantdb.GlobalTx) (bool, error) {
		return authzdb.IssueReset(tx, link.Hash, job.Account, now)
	})
	if err != nil || to == nil {
		return err
	}
	return o.send(ctx, id, *to,
		mail.ResetPassword{Link: o.secretLink(resetPage, to.Language, job.Next, link.Text), Until: now.Add(authzdb.LinkLifetime)})
}

func (o Office) signIn(ctx context.Context, id string, job SignIn) error {
	now, link := o.now(), token.NewLink()
	to, err := o.withLink(ctx, job.Account, func(tx tenantdb.GlobalTx) (bool, error) {
		return authzdb.IssueSignIn(tx, link.Hash, job.Account, now)
	})
	if err != nil || to == nil {
		return err
	}
	return o.send(ctx, id, *to,
		mail.SignIn{Link: o.secretLink(signInByLinkPage, to.Language, job.Next, link.Text), Until: now.Add(authzdb.LinkLifetime)})
}

func (o Office) alreadyRegistered(ctx context.Context, id string, job AlreadyRegistered) error {
	to, err := o.reader(ctx, job.Account)
	if err != nil || to == nil {
		return err
	}
	return o.send(ctx, id, *to, mail.AlreadyRegistered{Link: o.linkOn(signInPage, to.Language, job.Next)})
}

func (o Office) passwordChanged(ctx context.Context, id string, job PasswordChanged) error {
	to, err := o.reader(ctx, job.Account)
	if err != nil || to == nil {
		return err
	}
	return o.send(ctx, id, *to,
		mail.PasswordChanged{At: job.At, Link: o.link(forgottenPage, to.Language)})
}

// withLink issues a link and reads the recipient; nil if it was not issued.
func (o Office) withLink(ctx context.Context, account uuid.UUID, issue func(tenantdb.GlobalTx) (bool, error)) (to *authzdb.Account, err error) {
	err = tenantdb.Global(ctx, o.DB, nil, func(tx tenantdb.GlobalTx) error {
		issued, err := issue(tx)
		if err != nil || !issued {
			return err
		}
		found, err := authzdb.AccountByID(tx, account)
		to = &found
		return err
	})
	return to, err
}

// reader loads the recipient of a letter; nil if there is no such account or it is suspended.
func (o Office) reader(ctx context.Context, account uuid.UUID) (to *authzdb.Account, err error) {
	err = tenantdb.Global(ctx, o.DB, nil, func(tx tenantdb.GlobalTx) error {
		found, err := authzdb.AccountByID(tx, account)
		if errors.Is(err, tenantdb.ErrNotFound) || err == nil && found.Suspended() {
			return nil
		}
		to = &found
		return err
	})
	return to, err
}
