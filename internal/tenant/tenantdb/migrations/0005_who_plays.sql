-- +goose Up
-- Who plays and how rounds are drawn, as all regulations ask for it: reserves and
-- waiting entries, agreed structures, the standings of the event before, people
-- kept apart, who does not come or comes late, penalties in points.

alter table league.events
	add column processed_at timestamptz; -- when the results were processed first; stays when the event is reopened

alter table league.entries
	add column accepted_by uuid references platform.accounts, -- the referee who lets him in from the waiting list
	add column accepted_at timestamptz,
	add column replaces integer, -- start number of the entrant in whose place he plays
	add constraint entry_replaced foreign key (tenant_id, event_id, replaces) references league.entries (tenant_id, event_id, number);

alter table league.rounds
	add column drawn_order integer[]; -- start numbers as drawn by hand for this round; null: by the seed, or no lots

alter table league.sanctions
	drop constraint sanction_kind_known,
	add constraint sanction_kind_known check (kind in ('warning', 'expulsion', 'points')),
	add column offense text not null default '', -- code of the ruleset's list
	add column points text, -- added in the standings, exact; null: those of the offense
	add column after_end boolean not null default false; -- given when the results had been processed

alter table league.withdrawals
	add column unexcused boolean not null default false,
	add column qualified boolean not null default false; -- had been named a finalist

-- A structure that is not the formula's (CN09 3.2). At most one stands.
create table league.agreed_structures (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	id             uuid not null,
	event_id       uuid not null,
	rounds         integer not null constraint structure_rounds_positive check (rounds > 0),
	semifinal      boolean not null,
	final          boolean not null,
	reason         text not null,
	proposed_by    uuid not null references platform.accounts,
	proposed_at    timestamptz not null,
	approved_by    uuid references platform.accounts,
	approved_at    timestamptz,
	revoked_by     uuid references platform.accounts,
	revoked_at     timestamptz,
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id)
);
create index structures_by_event on league.agreed_structures (tenant_id, event_id);
create unique index structure_once on league.agreed_structures (tenant_id, event_id) where revoked_at is null;

-- The standings of the event before, by which the first round is seated (SQ00 4).
create table league.previous_standings (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	event_id   uuid not null,
	position   integer not null constraint previous_position_positive check (position > 0),
	player_id  uuid not null,
	from_event uuid, -- the tenant's event whose standings they are; null: as the organizer has them
	given_by   uuid not null references platform.accounts,
	given_at   timestamptz not null,
	primary key (tenant_id, event_id, position),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id),
	foreign key (tenant_id, from_event) references league.events (tenant_id, id),
	constraint previous_player_once unique (tenant_id, event_id, player_id)
);
create index previous_by_source on league.previous_standings (tenant_id, from_event);

-- People who do not sit at one table (SQ00 7).
create table league.kept_apart (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	id             uuid not null,
	event_id       uuid not null,
	ordinal        integer not null, -- in the order recorded, from 1
	entry          integer not null, -- the lower of the two
	other          integer not null,
	relation       text not null,
	given_by       uuid not null references platform.accounts,
	given_at       timestamptz not null,
	revoked_by     uuid references platform.accounts,
	revoked_at     timestamptz,
	revoked_reason text not null default '',
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id, entry) references league.entries (tenant_id, event_id, number),
	foreign key (tenant_id, event_id, other) references league.entries (tenant_id, event_id, number),
	constraint apart_in_order unique (tenant_id, event_id, ordinal)
);
create unique index apart_once on league.kept_apart (tenant_id, event_id, entry, other) where revoked_at is null;

-- Who does not come to a round, or comes late (BG 1.1.5, SQ00 base 1).
create table league.attendance (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	id             uuid not null,
	event_id       uuid not null,
	ordinal        integer not null, -- in the order recorded, from 1
	entry          integer not null,
	round          integer not null constraint attendance_round_positive check (round > 0),
	minutes_late   integer constraint attendance_minutes_positive check (minutes_late > 0), -- null: absent
	given_by       uuid not null references platform.accounts,
	given_at       timestamptz not null,
	revoked_by     uuid references platform.accounts,
	revoked_at     timestamptz,
	revoked_reason text not null default '',
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id, entry) references league.entries (tenant_id, event_id, number),
	constraint attendance_in_order unique (tenant_id, event_id, ordinal)
);
create unique index attendance_once on league.attendance (tenant_id, event_id, entry, round) where revoked_at is null;

alter table league.agreed_structures enable row level security;
alter table league.agreed_structures force row level security;
create policy agreed_structures_of_tenant on league.agreed_structures
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.previous_standings enable row level security;
alter table league.previous_standings force row level security;
create policy previous_standings_of_tenant on league.previous_standings
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.kept_apart enable row level security;
alter table league.kept_apart force row level security;
create policy kept_apart_of_tenant on league.kept_apart
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.attendance enable row level security;
alter table league.attendance force row level security;
create policy attendance_of_tenant on league.attendance
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.agreed_structures, league.kept_apart, league.attendance to referto_app;
-- Standings given anew take the place of those given before; the audit keeps both.
grant select, insert, delete on league.previous_standings to referto_app;
