package leaguelog

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/logfact"
)

// PrizeAdded records that a season has a further prize.
type PrizeAdded struct {
	Prize    uuid.UUID       `json:"prize"` // id
	Season   league.SeasonID `json:"season"`
	Quantity int             `json:"quantity"` // that there are
}

// Kind is prize.added.
func (PrizeAdded) Kind() string { return "prize.added" }

// PrizeStocked records that there are more or fewer of a prize.
type PrizeStocked struct {
	Prize    uuid.UUID `json:"prize"`    // id
	Quantity int       `json:"quantity"` // more; less than 0 is fewer
}

// Kind is prize.stocked.
func (PrizeStocked) Kind() string { return "prize.stocked" }

// PrizesAllocated records that prizes were set aside for an event.
type PrizesAllocated struct {
	Shipment uuid.UUID       `json:"shipment"` // id of the parcel
	Season   league.SeasonID `json:"season"`
}

// Kind is prizes.allocated.
func (PrizesAllocated) Kind() string { return "prizes.allocated" }

// Parcel is the state of the prizes of an event from now on.
type Parcel struct {
	Shipment uuid.UUID `json:"shipment"` // id of the parcel
	State    string    `json:"state"`    // allocated, sent, returned, paid or cancelled
	Kept     bool      `json:"kept"`     // they stay where they are for a next event
	Cents    int64     `json:"cents"`    // their value and carriage
}

// PrizesSent records that the prizes of an event were sent.
type PrizesSent struct{ Parcel }

// Kind is prizes.sent.
func (PrizesSent) Kind() string { return "prizes.sent" }

// PrizesCancelled records that the prizes of an event are not sent.
type PrizesCancelled struct{ Parcel }

// Kind is prizes.cancelled.
func (PrizesCancelled) Kind() string { return "prizes.cancelled" }

// PrizesKept records that the prizes of an invalid event stay there for a next
// one.
type PrizesKept struct{ Parcel }

// Kind is prizes.kept.
func (PrizesKept) Kind() string { return "prizes.kept" }

// PrizesReturned records that the prizes of an invalid event came back.
type PrizesReturned struct{ Parcel }

// Kind is prizes.returned.
func (PrizesReturned) Kind() string { return "prizes.returned" }

// PrizesPaid records that the prizes of an invalid event were paid.
type PrizesPaid struct{ Parcel }

// Kind is prizes.paid.
func (PrizesPaid) Kind() string { return "prizes.paid" }

// parcelMoves make the fact of each move of prizes.
var parcelMoves = makers[Parcel]{
	"sent":      func(p Parcel) logfact.Fact { return PrizesSent{p} },
	"cancelled": func(p Parcel) logfact.Fact { return PrizesCancelled{p} },
	"kept":      func(p Parcel) logfact.Fact { return PrizesKept{p} },
	"returned":  func(p Parcel) logfact.Fact { return PrizesReturned{p} },
	"paid":      func(p Parcel) logfact.Fact { return PrizesPaid{p} },
}

// PrizesMoved is the fact that the prizes of an event were sent, cancelled, kept,
// returned or paid.
func PrizesMoved(move string, p Parcel) logfact.Fact { return parcelMoves.make(move, p) }

// RefundOpened records that a claim of expenses was begun.
type RefundOpened struct {
	Refund uuid.UUID       `json:"refund"` // id
	Season league.SeasonID `json:"season"`
}

// Kind is refund.opened.
func (RefundOpened) Kind() string { return "refund.opened" }

// Claim is the state of a claim of expenses from now on.
type Claim struct {
	Refund uuid.UUID       `json:"refund"` // id
	Season league.SeasonID `json:"season"`
	Cents  int64           `json:"cents"` // that were approved
}

// RefundSubmitted records that a claim was sent in.
type RefundSubmitted struct{ Claim }

// Kind is refund.submitted.
func (RefundSubmitted) Kind() string { return "refund.submitted" }

// RefundAsked records that the claimant was asked something.
type RefundAsked struct{ Claim }

// Kind is refund.asked.
func (RefundAsked) Kind() string { return "refund.asked" }

// RefundRefused records that a claim was refused.
type RefundRefused struct{ Claim }

// Kind is refund.refused.
func (RefundRefused) Kind() string { return "refund.refused" }

// RefundWithdrawn records that a claim was taken back.
type RefundWithdrawn struct{ Claim }

// Kind is refund.withdrawn.
func (RefundWithdrawn) Kind() string { return "refund.withdrawn" }

// RefundApproved records that a claim was approved.
type RefundApproved struct{ Claim }

// Kind is refund.approved.
func (RefundApproved) Kind() string { return "refund.approved" }

// RefundListed records that a claim is paid by a list.
type RefundListed struct{ Claim }

// Kind is refund.listed.
func (RefundListed) Kind() string { return "refund.listed" }

// RefundUnlisted records that the list is not paid by which a claim was to be.
type RefundUnlisted struct{ Claim }

// Kind is refund.unlisted.
func (RefundUnlisted) Kind() string { return "refund.unlisted" }

// RefundPaid records that the bank has paid a claim.
type RefundPaid struct{ Claim }

// Kind is refund.paid.
func (RefundPaid) Kind() string { return "refund.paid" }

// RefundFailed records that the bank has not paid a claim.
type RefundFailed struct{ Claim }

// Kind is refund.failed.
func (RefundFailed) Kind() string { return "refund.failed" }

// claimSteps make the fact of a step of a claim.
var claimSteps = makers[Claim]{
	"submitted": func(c Claim) logfact.Fact { return RefundSubmitted{c} },
	"asked":     func(c Claim) logfact.Fact { return RefundAsked{c} },
	"refused":   func(c Claim) logfact.Fact { return RefundRefused{c} },
	"withdrawn": func(c Claim) logfact.Fact { return RefundWithdrawn{c} },
	"approved":  func(c Claim) logfact.Fact { return RefundApproved{c} },
	"listed":    func(c Claim) logfact.Fact { return RefundListed{c} },
	"unlisted":  func(c Claim) logfact.Fact { return RefundUnlisted{c} },
	"paid":      func(c Claim) logfact.Fact { return RefundPaid{c} },
	"failed":    func(c Claim) logfact.Fact { return RefundFailed{c} },
}

// RefundMoved is the fact of a step of a claim, by the name of the step.
func RefundMoved(step string, c Claim) logfact.Fact { return claimSteps.make(step, c) }

// PaymentListMade records that a list of payments was made.
type PaymentListMade struct {
	List     uuid.UUID       `json:"list"` // id
	Season   league.SeasonID `json:"season"`
	Payments int             `json:"payments"` // number of them
	Cents    int64           `json:"cents"`    // sum of them
}

// Kind is payment-list.made.
func (PaymentListMade) Kind() string { return "payment-list.made" }

// PaymentListSettled records which payments of a list the bank has made, and which have failed.
type PaymentListSettled struct {
	List     uuid.UUID `json:"list"`     // id
	Paid     bool      `json:"paid"`     // the bank has paid them
	Payments int       `json:"payments"` // number of them
}

// Kind is payment-list.settled.
func (PaymentListSettled) Kind() string { return "payment-list.settled" }

// PaymentListCancelled records that a list of payments is not paid.
type PaymentListCancelled struct {
	List      uuid.UUID `json:"list"`      // id
	NotAtBank bool      `json:"notAtBank"` // who cancelled it has said that the bank never had it
}

// Kind is payment-list.cancelled.
func (PaymentListCancelled) Kind() string { return "payment-list.cancelled" }
