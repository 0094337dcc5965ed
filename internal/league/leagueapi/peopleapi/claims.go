package peopleapi

import (
	"context"
	"net/url"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/authz/token"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leagueapi/moneyapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/league/people"
	"referto/internal/league/views"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// AskClaimMail has a link sent to the address of a record. The answer does not depend on whether the record has
// one.
func (a API) AskClaimMail(ctx context.Context, r openapi.AskClaimMailRequestObject) (openapi.AskClaimMailResponseObject, error) {
	c := gate.From(ctx)
	asked, err := peopledesk.At(a.Desk).AskMail(c.Tx(), leagueapi.Act(c), r.Player)
	if err != nil {
		return nil, err
	}
	return openapi.AskClaimMail202Response{}, a.Later.Insert(c.Tx(), letters.RecordToClaim{Tenant: c.Tenant.ID, Mail: asked.ID})
}

// ClaimByLink links the caller with the record of a letter's link.
func (a API) ClaimByLink(ctx context.Context, r openapi.ClaimByLinkRequestObject) (openapi.ClaimByLinkResponseObject, error) {
	c := gate.From(ctx)
	hash, err := token.ParseLink(r.Body.Token)
	if err != nil {
		return nil, peopledesk.ErrLink
	}
	linked, err := peopledesk.At(a.Desk).ClaimByMail(c.Tx(), leagueapi.Act(c), hash[:])
	if err != nil {
		return nil, err
	}
	mine, err := a.linked(c, linked)
	return openapi.ClaimByLink200JSONResponse(mine), err
}

// ClaimByCode links the caller with the record of a code. The try is counted in a transaction of its own,
// before anything else, because a refusal rolls back everything that its transaction has written.
func (a API) ClaimByCode(ctx context.Context, r openapi.ClaimByCodeRequestObject) (openapi.ClaimByCodeResponseObject, error) {
	c := gate.From(ctx)
	if err := c.IdentifyApart(); err != nil {
		return nil, err
	}
	if err := a.Guess(ctx, c, "claim-code "+c.Account().String()); err != nil {
		return nil, err
	}
	handle, secret, err := people.ReadCode(r.Body.Code)
	if err != nil {
		return nil, err
	}
	var tried *facts.ClaimCode
	err = tenantdb.In(ctx, a.DB, c.Tenant.ID, nil, func(tx tenantdb.Tx) (err error) {
		tried, err = peopledesk.At(a.Desk).TryCode(tx, handle)
		return err
	})
	if err != nil {
		return nil, err
	}
	if tried == nil {
		return nil, people.ErrCodeWrong
	}
	linked, err := peopledesk.At(a.Desk).ClaimByCode(c.Tx(), leagueapi.Act(c), *tried, secret)
	if err != nil {
		return nil, err
	}
	mine, err := a.linked(c, linked)
	return openapi.ClaimByCode200JSONResponse(mine), err
}

// linked publishes that a record now belongs to an account, and queues letters to the people concerned. It
// returns the record for the list of its person.
func (a API) linked(c *gate.Call, done peopledesk.Linked) (openapi.MyPlayer, error) {
	a.reached(c, done.Events)
	account := *done.Player.AccountID
	if err := moneyapi.At(a.API).Release(c, done.Released); err != nil {
		return openapi.MyPlayer{}, err
	}
	for _, r := range done.Settled {
		if r.AccountID == account && r.Outcome == facts.RequestConfirmed && done.How != people.ByRequest {
			continue // they have done so themselves
		}
		if err := a.notify(c, r); err != nil {
			return openapi.MyPlayer{}, err
		}
	}
	if done.How != people.ByMail {
		news := letters.RecordNews{Tenant: c.Tenant.ID, Player: done.Player.ID, Account: account, What: letters.RecordClaimed, Cause: cause(done.Player)}
		if err := a.Later.Insert(c.Tx(), news); err != nil {
			return openapi.MyPlayer{}, err
		}
	}
	at := tenant.Ref{ID: c.Tenant.ID, Slug: c.Tenant.Slug, Name: c.Tenant.Name}
	return openapi.MyPlayer{Tenant: views.TenantRef(at), Player: views.PlayerRefOf(words.For(c.Language), done.Player)}, nil
}

// reached publishes the next revisions of events on the hub.
func (a API) reached(c *gate.Call, events []leaguedb.EventRevision) {
	for _, e := range events {
		a.Reached(c, e.ID, e.Revision)
	}
}

// notify queues a letter to a person about the outcome of their request.
func (a API) notify(c *gate.Call, r facts.PlayerRequest) error {
	what := letters.RecordNewsOf(r)
	if what == "" {
		return nil
	}
	return a.Later.Insert(c.Tx(), letters.RecordNews{Tenant: c.Tenant.ID, Player: r.PlayerID, Account: r.AccountID, What: what, Cause: r.ID})
}

// cause returns an id for the letters about one state of a record; each state has another id.
func cause(p facts.Player) uuid.UUID {
	return uuid.NewSHA1(p.ID.UUID, []byte(gate.Version(p.Version)))
}

// MakeClaimCode makes a code that is printed for a record.
func (a API) MakeClaimCode(ctx context.Context, r openapi.MakeClaimCodeRequestObject) (openapi.MakeClaimCodeResponseObject, error) {
	c := gate.From(ctx)
	if err := mustReach(c, r.Player); err != nil {
		return nil, err
	}
	text, code, err := peopledesk.At(a.Desk).MakeCode(c.Tx(), leagueapi.Act(c), r.Player)
	if err != nil {
		return nil, err
	}
	return openapi.MakeClaimCode201JSONResponse{Code: text, Link: a.linkOf(c, text), ExpiresAt: code.ExpiresAt}, nil
}

// linkOf is the address of the page on which a code is entered already.
func (a API) linkOf(c *gate.Call, code string) string {
	return a.PublicURL + string(pages.Records) + "?tenant=" + url.QueryEscape(c.Tenant.Slug) + "&code=" + url.QueryEscape(code)
}

// MakeEventClaimCodes makes a code for every person in an event who has no account.
func (a API) MakeEventClaimCodes(ctx context.Context, r openapi.MakeEventClaimCodesRequestObject) (openapi.MakeEventClaimCodesResponseObject, error) {
	c := gate.From(ctx)
	made, err := peopledesk.At(a.Desk).MakeCodes(c.Tx(), leagueapi.Act(c), r.Event)
	if err != nil {
		return nil, err
	}
	return openapi.MakeEventClaimCodes201JSONResponse{Items: openapi.Each(made, func(m peopledesk.EntrantCode) openapi.EventClaimCode {
		return openapi.EventClaimCode{
			Number: m.Number, Player: openapi.PlayerRef{Id: m.PlayerID, Name: m.Name, Club: m.Club}, Code: m.Text, Link: a.linkOf(c, m.Text), ExpiresAt: m.Code.ExpiresAt,
		}
	})}, nil
}

// UnlinkPlayer parts a record from an account by the staff.
func (a API) UnlinkPlayer(ctx context.Context, r openapi.UnlinkPlayerRequestObject) (openapi.UnlinkPlayerResponseObject, error) {
	c := gate.From(ctx)
	if err := mustReach(c, r.Player); err != nil {
		return nil, err
	}
	done, err := peopledesk.At(a.Desk).Unlink(c.Tx(), leagueapi.Act(c), r.Player, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.reached(c, done.Events)
	news := letters.RecordNews{Tenant: c.Tenant.ID, Player: done.Player.ID, Account: done.Account, What: letters.RecordUnlinked, Cause: cause(done.Player)}
	if err := a.Later.Insert(c.Tx(), news); err != nil {
		return nil, err
	}
	c.ETag(gate.Version(done.Player.Version))
	kinOf, err := views.LoadKin(c.Door(), done.Player)
	if err != nil {
		return nil, err
	}
	return openapi.UnlinkPlayer200JSONResponse(views.PlayerView(words.For(c.Language), done.Player, kinOf(done.Player), true, func(uuid.UUID) openapi.MailOutcome { return openapi.MailOutcome{} })), nil
}
