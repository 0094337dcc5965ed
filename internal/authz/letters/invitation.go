package letters

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/mail/matter"
	"referto/internal/tenant/tenantdb"
)

// Invite notifies a person of a role that they are offered, in their language if
// they have an account and in the tenant's otherwise. An invitation that was
// withdrawn or accepted meanwhile gets no letter.
type Invite struct {
	Tenant     uuid.UUID `json:"tenant"`
	Invitation uuid.UUID `json:"invitation"`
}

// Kind names the job.
func (Invite) Kind() string { return "letter.invitation" }

func (o Office) invite(ctx context.Context, id string, job Invite) error {
	var letter authzdb.InvitationLetter
	err := tenantdb.In(ctx, o.DB, job.Tenant, nil, func(tx tenantdb.Tx) (err error) {
		letter, err = authzdb.LetterOf(tx, job.Invitation, o.now())
		return err
	})
	if errors.Is(err, authzdb.ErrInvitation) {
		return nil // the outcome of this letter is shown nowhere
	}
	if err != nil {
		return err
	}
	return o.deliver(ctx, maildb.Letter{
		ID: id, Tenant: job.Tenant, About: matter.Matter{Kind: matter.Invitation, ID: job.Invitation}, Account: letter.Account,
		Language: letter.Language, To: mail.Address{Name: letter.Name, Mail: letter.Email},
		Content: mail.Invitation{
			Tenant: letter.Tenant, Role: string(letter.Role), Over: letter.Over, By: letter.By,
			Link: o.link(invitationsPage, letter.Language), Until: letter.ExpiresAt,
		},
	})
}
