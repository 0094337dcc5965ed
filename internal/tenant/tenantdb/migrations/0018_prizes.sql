-- +goose Up
-- Prizes that are given to the organizers of a season's events: what there is, where it
-- went, and what became of it when an event turned out invalid.
create table league.prizes (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	id          uuid not null,
	season_id   uuid not null,
	kind        text not null constraint prize_kind_known check (kind in ('box', 'gadget')),
	name        text not null,
	price_cents bigint not null constraint prize_price_not_negative check (price_cents >= 0), -- of one
	stock       integer not null constraint prize_stock_not_negative check (stock >= 0), -- those that are there: the sum of the movements
	created_by  uuid not null references platform.accounts,
	created_at  timestamptz not null,
	primary key (tenant_id, id),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	constraint prize_named_once unique (tenant_id, season_id, name)
);

-- Prizes on their way to an event.
create table league.prize_shipments (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	id             uuid not null,
	season_id      uuid not null,
	event_id       uuid not null,
	state          text not null constraint prize_shipment_state_known check (state in ('allocated', 'sent', 'returned', 'paid', 'cancelled')),
	sent_on        date,
	carrier        text not null default '',
	tracking       text not null default '',
	shipping_cents bigint not null default 0 constraint prize_shipping_not_negative check (shipping_cents >= 0),
	kept_by        uuid references platform.accounts, -- who leaves them for a next event
	kept_at        timestamptz,
	kept_reason    text not null default '',
	settled_on     date,
	settled_cents  bigint constraint prize_settled_not_negative check (settled_cents >= 0),
	reference      text not null default '',
	created_by     uuid not null references platform.accounts,
	created_at     timestamptz not null,
	version        integer not null default 1,
	primary key (tenant_id, id),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id),
	constraint prize_shipment_sent_complete check (state in ('allocated', 'cancelled') or sent_on is not null),
	constraint prize_shipment_settled_complete check (state not in ('returned', 'paid') or settled_on is not null)
);
create unique index prize_shipment_once on league.prize_shipments (tenant_id, event_id) where state <> 'cancelled';
create index prize_shipments_by_season on league.prize_shipments (tenant_id, season_id, created_at, id);
create index prize_shipments_by_event on league.prize_shipments (tenant_id, event_id);

create table league.prize_shipment_lines (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	shipment_id uuid not null,
	prize_id    uuid not null,
	quantity    integer not null constraint prize_line_quantity_positive check (quantity > 0),
	price_cents bigint not null, -- of one, as it was then
	primary key (tenant_id, shipment_id, prize_id),
	foreign key (tenant_id, shipment_id) references league.prize_shipments (tenant_id, id),
	foreign key (tenant_id, prize_id) references league.prizes (tenant_id, id)
);

-- What came and went of a prize, in order.
create table league.prize_movements (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	prize_id    uuid not null,
	number      integer not null constraint prize_movement_number_positive check (number > 0),
	quantity    integer not null constraint prize_movement_moves check (quantity <> 0),
	kind        text not null constraint prize_movement_kind_known check (kind in ('stocked', 'allocated', 'released', 'returned')),
	shipment_id uuid,
	reason      text not null default '',
	by          uuid not null references platform.accounts,
	at          timestamptz not null,
	primary key (tenant_id, prize_id, number),
	foreign key (tenant_id, prize_id) references league.prizes (tenant_id, id),
	foreign key (tenant_id, shipment_id) references league.prize_shipments (tenant_id, id)
);

alter table league.prizes enable row level security;
alter table league.prizes force row level security;
create policy prizes_of_tenant on league.prizes
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.prize_shipments enable row level security;
alter table league.prize_shipments force row level security;
create policy prize_shipments_of_tenant on league.prize_shipments
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.prize_shipment_lines enable row level security;
alter table league.prize_shipment_lines force row level security;
create policy prize_shipment_lines_of_tenant on league.prize_shipment_lines
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.prize_movements enable row level security;
alter table league.prize_movements force row level security;
create policy prize_movements_of_tenant on league.prize_movements
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.prizes, league.prize_shipments to referto_app;
-- Facts that are never changed.
grant select, insert on league.prize_shipment_lines, league.prize_movements to referto_app;
