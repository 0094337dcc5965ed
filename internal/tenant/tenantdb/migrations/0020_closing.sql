-- +goose Up
-- A closed season reads the same for good: what followed from its facts when it was
-- closed is kept here and read from here (package frozen). Nothing of it is ever
-- changed; a season that is opened again is derived, and closing it once more keeps
-- what follows then. One that was closed before there was this is derived.
create table league.season_closings (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	season_id uuid not null,
	version   integer not null, -- of the season that was closed
	glossary  text not null, -- JSON: what documents name by numbers
	regions   text not null, -- JSON: how the final of each region was played
	digest    bytea not null constraint season_closing_digest_form check (length(digest) = 32), -- SHA-256 of all of it
	closed_by uuid not null references platform.accounts,
	closed_at timestamptz not null,
	primary key (tenant_id, season_id, version),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id)
);

-- How far each event counted. The digest is of the bytes, so that documents are text.
-- What a row names is no key: it is as it was, and that nothing is missing the digest
-- tells.
create table league.season_results (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	season_id uuid not null,
	version   integer not null,
	position  integer not null, -- by day
	event_id  uuid not null,
	tier      text not null,
	standing  text not null constraint season_result_standing_known check (standing in ('planned', 'provisional', 'homologated', 'invalidated')),
	document  text not null, -- JSON: all the rest
	primary key (tenant_id, season_id, version, position)
);

-- The register of places.
create table league.season_register (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	season_id uuid not null,
	version   integer not null,
	position  integer not null, -- in the register
	place     text not null,
	holder_id uuid, -- null where it is lost or void
	state     text not null constraint season_register_state_known check (state in ('held', 'offered', 'accepted', 'lost', 'void')),
	refund    boolean not null,
	document  text not null, -- JSON: origin, grounds and steps
	primary key (tenant_id, season_id, version, position)
);

alter table league.season_closings enable row level security;
alter table league.season_closings force row level security;
create policy season_closings_of_tenant on league.season_closings
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.season_results enable row level security;
alter table league.season_results force row level security;
create policy season_results_of_tenant on league.season_results
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.season_register enable row level security;
alter table league.season_register force row level security;
create policy season_register_of_tenant on league.season_register
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

-- Facts that are never changed.
grant select, insert on league.season_closings, league.season_results, league.season_register to referto_app;
