-- +goose Up
-- One event from its announcement to its final standings. What happened is kept
-- as facts (entries, drawn rounds, results, sanctions, withdrawals, rulings);
-- standings and everything else that follows is derived from them.
create table league.players (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	name       text not null,
	name_key   text collate "C" not null, -- folded, for search and for finding twins
	club       text not null default '',
	city       text not null default '',
	email      text not null default '',
	account_id uuid references platform.accounts,
	created_at timestamptz not null,
	version    integer not null default 1,
	primary key (tenant_id, id)
);
create index players_by_name on league.players (tenant_id, name_key, id);
create unique index player_of_account on league.players (tenant_id, account_id) where account_id is not null;

-- A ruleset as events use it: never changed, shared by all events with the same
-- document.
create table league.ruleset_versions (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	key        text not null,
	code       text not null,
	name       text not null,
	version    integer not null,
	digest     text not null, -- SHA-256 of the document
	document   jsonb not null,
	created_at timestamptz not null,
	primary key (tenant_id, id),
	constraint ruleset_version_once unique (tenant_id, digest)
);

create table league.events (
	tenant_id          uuid not null default platform.current_tenant() references platform.tenants,
	id                 uuid not null,
	kind               text not null constraint event_kind_known check (kind in ('stage', 'open', 'online', 'regional-final', 'national-final', 'ranking', 'club')),
	slug               text not null,
	title              text not null,
	state              text not null constraint event_state_known check (state in ('draft', 'announced', 'open', 'closed', 'running', 'finished', 'cancelled')),
	region_id          uuid,
	starts_at          timestamptz not null,
	time_zone          text not null,
	venue_name         text not null,
	venue_address      text not null default '',
	venue_city         text not null,
	fee_cents          integer constraint event_fee_not_negative check (fee_cents >= 0),
	fee_currency       text,
	ruleset_version_id uuid not null,
	readings           jsonb not null default '{}',
	formula            text not null,
	variant            text not null,
	pairing            text not null,
	capacity           integer not null constraint event_capacity_positive check (capacity > 0),
	time_limit_minutes integer not null default 0,
	notes              text not null default '',
	draw_secret        bytea,
	draw_commitment    text not null default '',
	draw_method        text not null default 'sealed' constraint event_draw_known check (draw_method in ('sealed', 'drawn', 'by-hand')),
	draw_seed          text not null default '',
	draw_reason        text not null default '', -- why the lots were drawn by hand
	entry_count        integer not null default 0, -- highest start number given
	version            integer not null default 1,
	revision           bigint not null default 1,
	created_by         uuid not null references platform.accounts,
	created_at         timestamptz not null,
	announced_at       timestamptz,
	started_at         timestamptz,
	finished_at        timestamptz,
	primary key (tenant_id, id),
	foreign key (tenant_id, region_id) references league.regions (tenant_id, id),
	foreign key (tenant_id, ruleset_version_id) references league.ruleset_versions (tenant_id, id),
	constraint event_slug_unique unique (tenant_id, slug),
	constraint event_fee_complete check ((fee_cents is null) = (fee_currency is null))
);
create index events_by_start on league.events (tenant_id, starts_at desc, id desc);

create table league.event_staff (
	tenant_id     uuid not null default platform.current_tenant() references platform.tenants,
	id            uuid not null,
	event_id      uuid not null,
	role          text not null constraint staff_role_known check (role in ('organizer', 'first-referee', 'referee', 'helper')),
	name          text not null,
	player_id     uuid,
	account_id    uuid references platform.accounts,
	invitation_id uuid,
	created_at    timestamptz not null,
	removed_at    timestamptz,
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id),
	foreign key (tenant_id, invitation_id) references league.invitations (tenant_id, id)
);
create index staff_by_event on league.event_staff (tenant_id, event_id);
create unique index first_referee_once on league.event_staff (tenant_id, event_id) where role = 'first-referee' and removed_at is null;

create table league.entries (
	tenant_id     uuid not null default platform.current_tenant() references platform.tenants,
	event_id      uuid not null,
	number        integer not null constraint entry_number_positive check (number > 0),
	player_id     uuid not null,
	state         text not null constraint entry_state_known check (state in ('entered', 'waiting', 'checked-in', 'cancelled', 'no-show', 'playing')),
	fee_paid      boolean not null default false,
	entered_by    uuid not null references platform.accounts,
	entered_at    timestamptz not null,
	checked_in_at timestamptz,
	cancelled_at  timestamptz,
	lot           integer, -- tie-break lot, the lower prevails
	draw_position integer, -- place in the order drawn for the first round
	place         integer, -- place of a fixed schedule
	version       integer not null default 1,
	primary key (tenant_id, event_id, number),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create unique index entry_once on league.entries (tenant_id, event_id, player_id) where state <> 'cancelled';
create unique index entry_lot_once on league.entries (tenant_id, event_id, lot) where lot is not null;
create index entries_by_player on league.entries (tenant_id, player_id);

create table league.rounds (
	tenant_id    uuid not null default platform.current_tenant() references platform.tenants,
	event_id     uuid not null,
	number       integer not null constraint round_number_positive check (number > 0),
	kind         text not null constraint round_kind_known check (kind in ('preliminary', 'semifinal', 'final')),
	state        text not null constraint round_state_known check (state in ('open', 'closed')),
	method       text not null,
	hand_reason  text not null default '',
	reasons      jsonb not null default '[]',
	drawn_by     uuid not null references platform.accounts,
	drawn_at     timestamptz not null,
	closed_by    uuid references platform.accounts,
	closed_at    timestamptz,
	clock        jsonb not null default '{}',
	primary key (tenant_id, event_id, number),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id)
);
create unique index final_once on league.rounds (tenant_id, event_id) where kind = 'final';
create unique index semifinal_once on league.rounds (tenant_id, event_id) where kind = 'semifinal';

create table league.seats (
	tenant_id    uuid not null default platform.current_tenant() references platform.tenants,
	event_id     uuid not null,
	round        integer not null,
	table_number integer not null constraint seat_table_positive check (table_number > 0),
	seat         integer not null constraint seat_position_positive check (seat > 0),
	entry        integer not null,
	primary key (tenant_id, event_id, round, table_number, seat),
	foreign key (tenant_id, event_id, round) references league.rounds (tenant_id, event_id, number) on delete cascade,
	foreign key (tenant_id, event_id, entry) references league.entries (tenant_id, event_id, number),
	constraint seat_once_a_round unique (tenant_id, event_id, round, entry)
);

-- Every recording of a table's result, the highest version stands.
create table league.results (
	tenant_id    uuid not null default platform.current_tenant() references platform.tenants,
	event_id     uuid not null,
	round        integer not null,
	table_number integer not null,
	version      integer not null constraint result_version_positive check (version > 0),
	ended        text not null,
	declared_by  integer not null default 0,
	seats        jsonb not null,
	reason       text not null default '',
	entered_by   uuid not null references platform.accounts,
	entered_at   timestamptz not null,
	primary key (tenant_id, event_id, round, table_number, version),
	foreign key (tenant_id, event_id, round) references league.rounds (tenant_id, event_id, number)
);

create table league.sanctions (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	id             uuid not null,
	event_id       uuid not null,
	ordinal        integer not null, -- in the order given, from 1
	entry          integer not null,
	kind           text not null constraint sanction_kind_known check (kind in ('warning', 'expulsion')),
	round          integer not null,
	during         boolean not null,
	reason         text not null,
	paragraph      text not null default '',
	given_by       uuid not null references platform.accounts,
	given_at       timestamptz not null,
	confirmed_by   uuid references platform.accounts,
	confirmed_at   timestamptz,
	confirmed_round integer,
	confirmed_during boolean,
	revoked_by     uuid references platform.accounts,
	revoked_at     timestamptz,
	revoked_reason text not null default '',
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id, entry) references league.entries (tenant_id, event_id, number),
	constraint sanction_in_order unique (tenant_id, event_id, ordinal)
);

create table league.withdrawals (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	id             uuid not null,
	event_id       uuid not null,
	ordinal        integer not null,
	entry          integer not null,
	round          integer not null,
	during         boolean not null,
	reason         text not null default '',
	given_by       uuid not null references platform.accounts,
	given_at       timestamptz not null,
	revoked_by     uuid references platform.accounts,
	revoked_at     timestamptz,
	revoked_reason text not null default '',
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id, entry) references league.entries (tenant_id, event_id, number),
	constraint withdrawal_in_order unique (tenant_id, event_id, ordinal)
);
create unique index withdrawal_once on league.withdrawals (tenant_id, event_id, entry) where revoked_at is null;

create table league.rulings (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	id             uuid not null,
	event_id       uuid not null,
	round          integer,
	table_number   integer,
	question       text not null,
	decision       text not null,
	paragraph      text not null default '',
	given_by       uuid not null references platform.accounts,
	given_at       timestamptz not null,
	appeal_entry   integer,
	appeal_reason  text not null default '',
	appealed_at    timestamptz,
	upheld         boolean,
	final_decision text not null default '',
	final_by       uuid references platform.accounts,
	final_at       timestamptz,
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id),
	foreign key (tenant_id, event_id, appeal_entry) references league.entries (tenant_id, event_id, number)
);
create index rulings_by_event on league.rulings (tenant_id, event_id, id);

alter table league.players enable row level security;
alter table league.players force row level security;
create policy players_of_tenant on league.players
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.ruleset_versions enable row level security;
alter table league.ruleset_versions force row level security;
create policy ruleset_versions_of_tenant on league.ruleset_versions
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.events enable row level security;
alter table league.events force row level security;
create policy events_of_tenant on league.events
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.event_staff enable row level security;
alter table league.event_staff force row level security;
create policy event_staff_of_tenant on league.event_staff
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.entries enable row level security;
alter table league.entries force row level security;
create policy entries_of_tenant on league.entries
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.rounds enable row level security;
alter table league.rounds force row level security;
create policy rounds_of_tenant on league.rounds
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.seats enable row level security;
alter table league.seats force row level security;
create policy seats_of_tenant on league.seats
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.results enable row level security;
alter table league.results force row level security;
create policy results_of_tenant on league.results
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.sanctions enable row level security;
alter table league.sanctions force row level security;
create policy sanctions_of_tenant on league.sanctions
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.withdrawals enable row level security;
alter table league.withdrawals force row level security;
create policy withdrawals_of_tenant on league.withdrawals
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.rulings enable row level security;
alter table league.rulings force row level security;
create policy rulings_of_tenant on league.rulings
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.players, league.events, league.event_staff, league.entries,
	league.sanctions, league.withdrawals, league.rulings to referto_app;
-- A draw taken back is deleted; that it was drawn stays in log and audit.
grant select, insert, update, delete on league.rounds to referto_app;
grant select, insert, delete on league.seats to referto_app;
-- Facts that are never changed.
grant select, insert on league.ruleset_versions, league.results to referto_app;
