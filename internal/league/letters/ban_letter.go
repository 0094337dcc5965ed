package letters

import (
	"context"
	"time"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/mail/matter"
	"referto/internal/tenant/tenantdb"
)

// BanLetter notifies a person of a decision about them and of the entries that it has cancelled. It leaves out
// the reason, because a mail may come into other hands.
type BanLetter struct {
	Tenant   uuid.UUID        `json:"tenant"`
	Ban      league.BanID     `json:"ban"`
	Decision int              `json:"decision"`
	Events   []league.EventID `json:"events,omitempty"` // whose entries were cancelled
	// After is the confirmed change of address for which it has waited.
	After uuid.UUID `json:"after,omitzero"`
}

// Kind names the job.
func (BanLetter) Kind() string { return "letter.ban" }

// ban writes to the person whom a decision is about.
func (o Office) ban(ctx context.Context, id string, job BanLetter) error {
	about := matter.Matter{Kind: matter.Ban, ID: job.Ban.UUID}
	letter, events, err := loadBanLetter(ctx, o.DB, job)
	switch {
	case err != nil:
		return err
	case letter == nil:
		return o.forgo(ctx, job.Tenant, about)
	case !letter.Latest: // a later decision has a letter of its own
		return nil
	}
	if letter.Waits {
		return o.hold(ctx, job.Tenant, letter.PlayerID, job)
	}
	link := o.PublicURL + "/t/" + letter.Slug
	if letter.Account != uuid.Nil { // they read it there, and say something to it
		link += pages.MyRecordPath + "#decided"
	}
	content := mail.BanDecided{
		Tenant: letter.Tenant, Banned: letter.Outcome == facts.Banned, Some: letter.Some, Season: letter.Season, From: midnight(letter.FromDay), Until: midnight(letter.UntilDay),
		Events: events, Link: link,
	}
	return o.deliver(ctx, maildb.Letter{
		ID: id, Tenant: job.Tenant, About: about, Account: letter.Account,
		Language: letter.Language, To: mail.Address{Name: letter.Name, Mail: letter.Email}, Content: content,
	}, letter.PlayerID, job)
}

func loadBanLetter(ctx context.Context, db *tenantdb.DB, job BanLetter) (letter *leaguedb.BanLetter, events []string, err error) {
	door, err := tenantdb.Read(ctx, db, job.Tenant, nil)
	if err != nil {
		return nil, nil, err
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadBanLetter(b, &letter, job.Ban, job.Decision)
	leaguedb.LoadTitles(b, &events, job.Events)
	return letter, events, door.Send(b)
}

// midnight is a day as a time; the zero time for none.
func midnight(day rules.Day) time.Time {
	at, _ := time.Parse(time.DateOnly, string(day)) // stored days are days
	return at
}
