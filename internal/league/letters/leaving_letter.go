package letters

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/mail/matter"
	"referto/internal/tenant/tenantdb"
)

// LeavingLetter notifies a player that they were reported for leaving an event without good reason, of the
// consequences until the decision, and of the page about it.
type LeavingLetter struct {
	Tenant     uuid.UUID      `json:"tenant"`
	Event      league.EventID `json:"event"`
	Withdrawal uuid.UUID      `json:"withdrawal"`
	// After is the confirmed change of address for which it has waited.
	After uuid.UUID `json:"after,omitzero"`
}

// Kind names the job.
func (LeavingLetter) Kind() string { return "letter.leaving" }

// leaving writes to the person whose leaving was reported.
func (o Office) leaving(ctx context.Context, id string, job LeavingLetter) error {
	door, err := tenantdb.Read(ctx, o.DB, job.Tenant, nil)
	if err != nil {
		return err
	}
	var letter *leaguedb.LeavingLetter
	b := &tenantdb.Batch{}
	leaguedb.LoadLeavingLetter(b, &letter, job.Event, job.Withdrawal)
	about := matter.Matter{Kind: matter.Leaving, ID: job.Withdrawal}
	if err := door.Send(b); err != nil {
		return err
	}
	if letter == nil { // revoked, decided meanwhile, or its player cannot be reached
		return o.forgo(ctx, job.Tenant, about)
	}
	if letter.Waits {
		return o.hold(ctx, job.Tenant, letter.PlayerID, job)
	}
	content := mail.LeavingReported{Tenant: letter.Tenant, Event: letter.Event, Barred: letter.Barred, Link: o.PublicURL + "/t/" + letter.Slug + "/e/" + letter.EventSlug}
	return o.deliver(ctx, maildb.Letter{
		ID: id, Tenant: job.Tenant, About: about, Account: letter.Account,
		Language: letter.Language, To: mail.Address{Name: letter.Name, Mail: letter.Email}, Content: content,
	}, letter.PlayerID, job)
}
