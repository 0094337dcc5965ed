package letters

import (
	"slices"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/tenant/tenantdb"
)

// RefundStep notifies the people who claim a refund of a decision, by a step of the claim.
type RefundStep struct {
	Tenant uuid.UUID       `json:"tenant"`
	Season league.SeasonID `json:"season"`
	Refund uuid.UUID       `json:"refund"`
	Number int             `json:"number"` // of the step
}

// Kind names the job.
func (RefundStep) Kind() string { return "notice.refund-step" }

func (n RefundStep) tenant() uuid.UUID { return n.Tenant }

// passing are the steps that are no news any more once another step has followed.
var passing = []string{string(facts.RefundAsked), string(facts.RefundFailed), leaguedb.StepUnlisted}

func (o Office) refundStep(door tenantdb.Door, job RefundStep) (*notice, error) {
	r, err := moneydesk.At(o.Desk).ViewRefund(door, job.Season, job.Refund)
	if err != nil || job.Number > len(r.Steps) {
		return nil, err
	}
	step := r.Steps[job.Number-1]
	if slices.Contains(passing, step.Kind) && job.Number < len(r.Steps) { // the claim has gone on meanwhile
		return nil, nil
	}
	publisher, err := publisherOf(door)
	if err != nil {
		return nil, err
	}
	letter := mail.RefundMoved{
		Tenant: publisher.Name, Season: r.Season.Season.Title, Player: r.PlayerName, Step: step.Kind, Claimed: league.DecimalOfCents(r.ClaimedCents),
		Text: step.Reason, Link: tenantPage(o.PublicURL, publisher.Slug) + pages.MyRecordPath + "#refunds",
	}
	switch facts.RefundState(step.Kind) {
	case facts.RefundPaid: // its reason is the bank's reference
		letter.Amount, letter.Text = league.DecimalOfCents(r.ApprovedCents), ""
	case facts.RefundApproved, facts.RefundFailed:
		letter.Amount = league.DecimalOfCents(r.ApprovedCents)
	case leaguedb.StepUnlisted: // its reason is about the whole list
		letter.Amount, letter.Text = league.DecimalOfCents(r.ApprovedCents), ""
	}
	if step.Paragraph != "" {
		letter.Rule = r.Season.Rules.Code + " " + step.Paragraph
	}
	readers := func(b *tenantdb.Batch, out *[]leaguedb.Reader) { leaguedb.LoadClaimants(b, out, job.Refund) }
	return &notice{readers, same(letter)}, nil
}
