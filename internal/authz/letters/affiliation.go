package letters

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/mail"
	"referto/internal/outbox"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
)

// AffiliationRequested notifies the managers of a federation that a club asks to
// join.
type AffiliationRequested struct {
	Club        uuid.UUID `json:"club"`
	Affiliation uuid.UUID `json:"affiliation"`
	By          uuid.UUID `json:"by"` // the account that asks for the club
}

// Kind names the job.
func (AffiliationRequested) Kind() string { return "letter.affiliation-requested" }

// AffiliationDecided notifies the managers of a club of the federation's decision.
type AffiliationDecided struct {
	Federation  uuid.UUID `json:"federation"`
	Affiliation uuid.UUID `json:"affiliation"`
}

// Kind names the job.
func (AffiliationDecided) Kind() string { return "letter.affiliation-decided" }

func (o Office) affiliationRequested(ctx context.Context, id string, job AffiliationRequested) error {
	a, err := o.affiliation(ctx, job.Club, job.Affiliation)
	if err != nil || a == nil || a.State != tenant.AffiliationRequested {
		return err
	}
	by, err := o.reader(ctx, job.By)
	if err != nil || by == nil { // suspended meanwhile: their request is void
		return err
	}
	return o.sendToManagers(ctx, id, a.Federation, mail.AffiliationRequested{
		Club: a.Club.Name, Federation: a.Federation.Name, By: by.Name, Link: o.PublicURL + "/console/t/" + a.Federation.Slug + "/clubs",
	})
}

func (o Office) affiliationDecided(ctx context.Context, id string, job AffiliationDecided) error {
	a, err := o.affiliation(ctx, job.Federation, job.Affiliation)
	if err != nil || a == nil || a.State != tenant.AffiliationAccepted && a.State != tenant.AffiliationDeclined {
		return err
	}
	return o.sendToManagers(ctx, id, a.Club, mail.AffiliationDecided{
		Club: a.Club.Name, Federation: a.Federation.Name,
		Accepted: a.State == tenant.AffiliationAccepted, Reason: a.Reason, Link: o.PublicURL + "/t/" + a.Federation.Slug,
	})
}

// affiliation retrieves the current state of an affiliation of a tenant; nil if there is none.
func (o Office) affiliation(ctx context.Context, of, id uuid.UUID) (a *tenant.Affiliation, err error) {
	err = tenantdb.In(ctx, o.DB, of, nil, func(tx tenantdb.Tx) error {
		found, err := registrydb.LockedAffiliation(tx, of, id)
		if errors.Is(err, tenantdb.ErrNotFound) {
			return nil
		}
		a = &found
		return err
	})
	return a, err
}

// sendToManagers writes to each championship manager of a tenant, under an id of
// their own. If one cannot be reached now all are tried again, under the same ids.
func (o Office) sendToManagers(ctx context.Context, id string, to tenant.Ref, content mail.Content) error {
	var managers []authzdb.Account
	err := tenantdb.In(ctx, o.DB, to.ID, nil, func(tx tenantdb.Tx) (err error) {
		managers, err = authzdb.Managers(tx, o.now())
		return err
	})
	if err != nil {
		return err
	}
	var again, never []error
	for _, manager := range managers {
		err := o.send(ctx, id+"-"+manager.ID.String(), manager, content)
		if outbox.GivenUp(err) {
			never = append(never, err)
		} else {
			again = append(again, err)
		}
	}
	if err := errors.Join(again...); err != nil {
		return err
	}
	return errors.Join(never...)
}
