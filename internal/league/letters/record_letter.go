package letters

import (
	"context"
	"net/url"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/authz/token"
	"referto/internal/league"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// RecordToClaim writes to the address of a record with a link that claims it. The person who asked for it does
// not learn whether it was written.
type RecordToClaim struct {
	Tenant uuid.UUID `json:"tenant"`
	Mail   uuid.UUID `json:"mail"` // that was asked for
}

// Kind names the job.
func (RecordToClaim) Kind() string { return "letter.record-to-claim" }

// RecordNews brings a person news about a record that is theirs, or that they have requested.
type RecordNews struct {
	Tenant  uuid.UUID       `json:"tenant"`
	Player  league.PlayerID `json:"player"`
	Account uuid.UUID       `json:"account"`
	// What is the name of the news, one of [mail.RecordNews].
	What string `json:"what"`
	// ToRecord sends the letter to the address of the record, if that is not the account's; a letter with the news
	// "claimed" goes there in any case, and all others to the account.
	ToRecord bool `json:"toRecord,omitempty"`
	// Cause distinguishes two letters of the same words.
	Cause uuid.UUID `json:"cause"`
}

// Kind names the job.
func (RecordNews) Kind() string { return "letter.record-news" }

// The news that letters bring of records.
const (
	RecordLinked      = "linked"
	RecordClaimed     = "claimed"
	RecordUnlinked    = "unlinked"
	recordRefused     = "refused"
	recordOvertaken   = "overtaken"
	recordRenamed     = "renamed"
	recordNameRefused = "name-refused"
	RecordMerged      = "merged"
	RecordUnmerged    = "unmerged"
)

// RecordNewsOf returns the news for the letter about a request that waits no more; "" if nobody has to be
// notified, because a person who has withdrawn their own request knows it.
func RecordNewsOf(r facts.PlayerRequest) string {
	name := r.Kind == facts.NameRequest
	switch r.Outcome {
	case facts.RequestConfirmed:
		if name {
			return recordRenamed
		}
		return RecordLinked
	case facts.RequestRefused:
		if name {
			return recordNameRefused
		}
		return recordRefused
	case facts.RequestOvertaken:
		if !name {
			return recordOvertaken
		}
	}
	return ""
}

// recordOffice writes about records of the register and whose they are.
type recordOffice struct{ Office }

func (o recordOffice) register(h *outbox.Handlers) {
	outbox.Handle(h, o.offer)
	outbox.Handle(h, o.notify)
}

// page is the page on which people see and claim their records.
func (o recordOffice) page(language string) string {
	return o.PublicURL + string(pages.Records) + "?lang=" + url.QueryEscape(language)
}

// offer writes the link. Each letter has one of its own, and all of them work, once together.
func (o recordOffice) offer(ctx context.Context, id string, job RecordToClaim) error {
	var to *leaguedb.Addressee
	var record *facts.Player
	var asked *facts.ClaimMail
	link := token.NewLink()
	err := tenantdb.In(ctx, o.DB, job.Tenant, nil, func(tx tenantdb.Tx) (err error) {
		record, asked, err = peopledesk.At(o.Desk).WriteMail(tx, job.Mail, link.Hash[:], o.Now())
		if err != nil || record == nil {
			return err
		}
		b := &tenantdb.Batch{}
		leaguedb.LoadAddressee(b, &to, record.ID)
		return tx.Send(b)
	})
	if err != nil || record == nil || to == nil {
		return err
	}
	at := o.page(to.Language) + "&tenant=" + url.QueryEscape(to.Slug) + "&token=" + url.QueryEscape(link.Text)
	return o.deliver(ctx, maildb.Letter{
		ID: id, Tenant: job.Tenant, Language: to.Language, To: mail.Address{Name: record.Name, Mail: record.Email},
		Content: mail.RecordToClaim{Tenant: to.Tenant, Player: record.Name, Link: at, Until: asked.ExpiresAt},
	}, record.ID, nil)
}

// notify writes the news about a record.
func (o recordOffice) notify(ctx context.Context, id string, job RecordNews) error {
	door, err := tenantdb.Read(ctx, o.DB, job.Tenant, nil)
	if err != nil {
		return err
	}
	var to *leaguedb.RecordLetter
	b := &tenantdb.Batch{}
	letter := maildb.Letter{ID: id, Tenant: job.Tenant}
	toRecord := job.ToRecord || job.What == RecordClaimed
	if toRecord {
		leaguedb.LoadLetterToRecord(b, &to, job.Player, job.Account)
	} else {
		leaguedb.LoadRecordLetter(b, &to, job.Player, job.Account)
		letter.Account = job.Account
	}
	if err := door.Send(b); err != nil || to == nil || to.Suspended {
		return err
	}
	at := o.page(to.Language)
	if toRecord {
		at = o.PublicURL + "/t/" + to.Slug
	}
	letter.Language, letter.To = to.Language, mail.Address{Name: to.Name, Mail: to.Email}
	letter.Content = mail.RecordNews{Tenant: to.Tenant, Player: to.Player, What: job.What, Link: at}
	return o.deliver(ctx, letter, job.Player, nil)
}
