package leaguedb

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const prizeColumns = `id, kind, name, price_cents, stock, created_by, created_at`

// LoadPrizes queues the prizes of a season by name.
func LoadPrizes(b *pgx.Batch, out *[]facts.Prize, season league.SeasonID) {
	tenantdb.Many(b, out, `select `+prizeColumns+` from league.prizes where season_id = $1 order by name, id`, season.UUID)
}

// TakePrizes queues prizes of a season by their ids and holds their rows until the transaction ends, in the
// same order for all transactions.
func TakePrizes(b *pgx.Batch, out *[]facts.Prize, season league.SeasonID, ids []uuid.UUID) {
	tenantdb.Many(b, out, `select `+prizeColumns+` from league.prizes where season_id = $1 and id = any($2) order by id for update`, season.UUID, ids)
}

// AddPrize queues a kind of prize.
func AddPrize(b *pgx.Batch, season league.SeasonID, p facts.Prize) {
	b.Queue(`insert into league.prizes (id, season_id, kind, name, price_cents, stock, created_by, created_at) values ($1, $2, $3, $4, $5, 0, $6, $7)`,
		p.ID, season.UUID, p.Kind, p.Name, p.PriceCents, p.CreatedBy, p.CreatedAt)
}

// MovePrize queues a movement of a prize. Its stock never falls below zero: the
// transaction fails.
func MovePrize(b *pgx.Batch, m facts.PrizeMovement) {
	tenantdb.Exec(b, `update league.prizes set stock = stock + $2 where id = $1`, m.PrizeID, m.Quantity)
	b.Queue(`insert into league.prize_movements (prize_id, number, quantity, kind, shipment_id, reason, by, at)
		select $1, 1 + count(*), $2, $3, $4, $5, $6, $7 from league.prize_movements where prize_id = $1`,
		m.PrizeID, m.Quantity, m.Kind, m.ShipmentID, m.Reason, m.By, m.At)
}

const shipmentQuery = `select s.id, s.event_id, e.title as event_title, s.state, s.sent_on, s.carrier, s.tracking, s.shipping_cents, s.kept_by, s.kept_at,
	s.kept_reason, s.settled_on, s.settled_cents, s.reference, s.created_by, s.created_at, s.version
	from league.prize_shipments s join league.events e on e.tenant_id = s.tenant_id and e.id = s.event_id`

// LoadShipments queues the shipments of a season, those in a state or ("") all, in the
// order they were made, after one.
func LoadShipments(b *pgx.Batch, out *[]facts.PrizeShipment, season league.SeasonID, state string, after uuid.UUID, limit int) {
	tenantdb.Many(b, out, shipmentQuery+` where s.season_id = $1 and s.id > $2 and ($4 = '' or s.state = $4) order by s.id limit $3`, season.UUID, after, limit, state)
}

// LoadSentTo queues the shipments that were sent to an event and neither came back nor were paid, in the order they were
// made.
func LoadSentTo(b *pgx.Batch, out *[]facts.PrizeShipment, event league.EventID) {
	tenantdb.Many(b, out, shipmentQuery+` where s.event_id = $1 and s.state = 'sent' order by s.id`, event.UUID)
}

// TakeShipment queues a shipment of a season and holds its row;
// [tenantdb.ErrNotFound] without it.
func TakeShipment(b *pgx.Batch, out *facts.PrizeShipment, season league.SeasonID, id uuid.UUID) {
	tenantdb.Exec(b, `update league.prize_shipments set version = version where season_id = $1 and id = $2`, season.UUID, id)
	tenantdb.One(b, out, shipmentQuery+` where s.season_id = $1 and s.id = $2`, season.UUID, id)
}

// CountShipments queues the number of shipments to an event that were not cancelled.
func CountShipments(b *pgx.Batch, out *int, event league.EventID) {
	tenantdb.Scalar(b, out, `select count(*)::integer from league.prize_shipments where event_id = $1 and state <> 'cancelled'`, event.UUID)
}

// LoadShipmentLines queues the lines of shipments, by their prizes' names.
func LoadShipmentLines(b *pgx.Batch, out *[]facts.ShipmentLine, shipments []uuid.UUID) {
	tenantdb.Many(b, out, `select l.shipment_id, l.prize_id, p.name, l.quantity, l.price_cents from league.prize_shipment_lines l
		join league.prizes p on p.tenant_id = l.tenant_id and p.id = l.prize_id where l.shipment_id = any($1) order by l.shipment_id, p.name, l.prize_id`, shipments)
}

// AddShipment queues a shipment with its lines.
func AddShipment(b *pgx.Batch, season league.SeasonID, s facts.PrizeShipment, lines []facts.ShipmentLine) {
	b.Queue(`insert into league.prize_shipments (id, season_id, event_id, state, created_by, created_at) values ($1, $2, $3, $4, $5, $6)`,
		s.ID, season.UUID, s.EventID.UUID, s.State, s.CreatedBy, s.CreatedAt)
	for _, l := range lines {
		b.Queue(`insert into league.prize_shipment_lines (shipment_id, prize_id, quantity, price_cents) values ($1, $2, $3, $4)`,
			s.ID, l.PrizeID, l.Quantity, l.PriceCents)
	}
}

// SaveShipment queues the state of a shipment, over the version it had.
func SaveShipment(b *pgx.Batch, s facts.PrizeShipment) {
	tenantdb.Exec(b, `update league.prize_shipments set state = $3, sent_on = $4, carrier = $5, tracking = $6, shipping_cents = $7, kept_by = $8, kept_at = $9,
		kept_reason = $10, settled_on = $11, settled_cents = $12, reference = $13, version = version + 1 where id = $1 and version = $2`,
		s.ID, s.Version, s.State, s.SentOn, s.Carrier, s.Tracking, s.ShippingCents, s.KeptBy, s.KeptAt, s.KeptReason, s.SettledOn, s.SettledCents, s.Reference)
}

// LoadSentPrizes queues the prizes that the events of a season have received.
func LoadSentPrizes(b *pgx.Batch, out *[]facts.SentPrizes, season league.SeasonID) {
	tenantdb.Many(b, out, `select s.event_id, s.kept_at is not null as kept, s.state in ('returned', 'paid') as settled,
			(s.shipping_cents + (select coalesce(sum(l.quantity * l.price_cents), 0) from league.prize_shipment_lines l where l.shipment_id = s.id))::bigint as cents
		from league.prize_shipments s where s.season_id = $1 and s.state in ('sent', 'returned', 'paid') order by s.event_id`, season.UUID)
}
