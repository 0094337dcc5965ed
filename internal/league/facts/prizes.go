package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Prize is a kind of prize of a season, with the stock.
type Prize struct {
	ID         uuid.UUID
	Kind       string // box, gadget
	Name       string
	PriceCents int64 // of one
	Stock      int
	CreatedBy  uuid.UUID
	CreatedAt  time.Time
}

// PrizeMovement changes the stock of a prize; a negative quantity takes from it.
type PrizeMovement struct {
	PrizeID    uuid.UUID
	Quantity   int
	Kind       string // stocked, allocated, released, returned
	ShipmentID *uuid.UUID
	Reason     string
	By         uuid.UUID
	At         time.Time
}

// ShipmentState is the state of a shipment.
type ShipmentState string

// The states of a shipment.
const (
	ShipmentAllocated ShipmentState = "allocated"
	ShipmentSent      ShipmentState = "sent"
	ShipmentReturned  ShipmentState = "returned" // the prizes are back
	ShipmentPaid      ShipmentState = "paid"     // they were paid for
	ShipmentCancelled ShipmentState = "cancelled"
)

// PrizeShipment is a shipment of prizes to an event. It is the row of league.prize_shipments with
// the event's title.
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

// ShipmentLine is the number of pieces of a prize in a shipment.
type ShipmentLine struct {
	ShipmentID uuid.UUID
	PrizeID    uuid.UUID
	Name       string
	Quantity   int
	PriceCents int64 // of one
}

// SentPrizes are the prizes that were sent to an event.
type SentPrizes struct {
	EventID league.EventID
	Kept    bool  // they may be kept for another event
	Settled bool  // they were returned or paid for
	Cents   int64 // their cost with carriage
}
