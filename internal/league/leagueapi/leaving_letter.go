package leagueapi

import (
	"context"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/mail/matter"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// LeavingLetter tells a person that it was reported that he left an event without good
// reason, what holds until it is decided, and where he reads of it.
type LeavingLetter struct {
	Tenant     uuid.UUID `json:"tenant"`
	Event      uuid.UUID `json:"event"`
	Withdrawal uuid.UUID `json:"withdrawal"`
	// After is the confirmed change of address for which it has waited.
	After uuid.UUID `json:"after,omitzero"`
}

// Kind names the job.
func (LeavingLetter) Kind() string { return "letter.leaving" }

// LeavingLetters says who writes to the people whose leaving was reported. The address of
// the program has no slash at its end.
func (a *API) LeavingLetters(h *outbox.Handlers, db *tenantdb.DB, sender mail.Sender, now func() time.Time, publicURL string) {
	outbox.Handle(h, func(ctx context.Context, id string, job LeavingLetter) error {
		door, err := tenantdb.Read(ctx, db, job.Tenant, nil)
		if err != nil {
			return err
		}
		var letter *leaguedb.LeavingLetter
		b := &tenantdb.Batch{}
		leaguedb.LoadLeavingLetter(b, &letter, league.EventID{UUID: job.Event}, job.Withdrawal)
		about := matter.Matter{Kind: matter.Leaving, ID: job.Withdrawal}
		if err := door.Send(b); err != nil {
			return err
		}
		if letter == nil { // taken back, decided meanwhile, or of nobody who can be reached
			return forgo(ctx, db, job.Tenant, about, now())
		}
		if letter.Waits {
			return a.hold(ctx, db, job.Tenant, letter.PlayerID, job, now())
		}
		content := mail.LeavingReported{Tenant: letter.Tenant, Event: letter.Event, Barred: letter.Barred, Link: publicURL + "/t/" + letter.Slug + "/e/" + letter.EventSlug}
		return a.deliver(ctx, db, sender, now, maildb.Letter{
			ID: id, Tenant: job.Tenant, About: about, Account: letter.Account,
			Language: letter.Language, To: mail.Address{Name: letter.Name, Mail: letter.Email}, Content: content,
		}, letter.PlayerID, job)
	})
}
