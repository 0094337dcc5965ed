package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Prize is a kind of prize of a season, with how many there are.
type Prize struct {
	ID         uuid.UUID
	Kind       string // box, gadget
	Name       string
	PriceCents int64 // of one
	Stock      int
	CreatedBy  uuid.UUID
	CreatedAt  time.Time
}

// PrizeMovement adds to the stock of a prize, or takes from it (negative).
type PrizeMovement struct {
	PrizeID    uuid.UUID
	Quantity   int
	Kind       string // stocked, allocated, released, returned
	ShipmentID *uuid.UUID
	Reason     string
	By         uuid.UUID
	At         time.Time
}

// ShipmentState names a step on the way of a shipment.
type ShipmentState string

// The states of a shipment.
const (
	ShipmentAllocated ShipmentState = "allocated"
	ShipmentSent      ShipmentState = "sent"
	ShipmentReturned  ShipmentState = "returned" // the prizes are back
	ShipmentPaid      ShipmentState = "paid"     // they were paid
	ShipmentCancelled ShipmentState = "cancelled"
)

// PrizeShipment are prizes on their way to an event. It is the row of
// league.prize_shipments with the event's title.
type PrizeShipment struct {
	ID            uuid.UUID
	EventID       league.EventID
	EventTitle    string
	State         ShipmentState
	SentOn        *time.Time // dates at midnight UTC
	Carrier       string
	Tracking      string
	ShippingCents int64
	KeptBy        *uuid.UUID
	KeptAt        *time.Time
	KeptReason    string
	SettledOn     *time.Time
	SettledCents  *int64
	Reference     string
	CreatedBy     uuid.UUID
	CreatedAt     time.Time
	Version       int
}

// ShipmentLine counts the pieces of a prize in a shipment.
type ShipmentLine struct {
	ShipmentID uuid.UUID
	PrizeID    uuid.UUID
	Name       string
	Quantity   int
	PriceCents int64 // of one
}

// SentPrizes are the prizes that an event has received.
type SentPrizes struct {
	EventID league.EventID
	Kept    bool  // they may be kept for a next event
	Settled bool  // they came back or were paid
	Cents   int64 // what they and their carriage cost
}
