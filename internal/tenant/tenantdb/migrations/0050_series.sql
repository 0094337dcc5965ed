-- +goose Up
-- Series of events whose results make standings of players (decision 0075). Which events belong
-- to one, what each gave to whom and which penalties there are is recorded and never changed;
-- standings are derived.
create table league.series (
	tenant_id          uuid not null default platform.current_tenant() references platform.tenants,
	id                 uuid not null,
	slug               text not null constraint series_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
	title              text not null,
	ruleset_version_id uuid not null,
	readings           jsonb not null default '{}',
	from_day           date, -- of its events; null: no limit
	until_day          date, -- null: open-ended
	year               integer constraint series_year_range check (year between 1900 and 9999), -- of its events; null: any
	season_id          uuid, -- whose events it takes; null: any
	circuit            text, -- of the season
	region_id          uuid, -- of the season
	best_of_club       integer not null constraint series_best_of_club_range check (best_of_club between 0 and 100), -- 0: no standings of clubs
	version            integer not null, -- of what can be changed
	revision           bigint not null, -- counted on with everything that changes a row of the standings
	created_by         uuid not null references platform.accounts,
	created_at         timestamptz not null,
	primary key (tenant_id, id),
	foreign key (tenant_id, ruleset_version_id) references league.ruleset_versions (tenant_id, id),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	foreign key (tenant_id, region_id) references league.regions (tenant_id, id),
	constraint series_slug_unique unique (tenant_id, slug),
	constraint series_ends_after_start check (until_day >= from_day)
);

-- That an event was added to a series, or with member false taken out of it. The latest
-- number counts.
create table league.series_events (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	series_id   uuid not null,
	event_id    uuid not null,
	number      integer not null constraint series_event_number_positive check (number > 0),
	member      boolean not null,
	reason      text not null, -- '' for an event that is added
	recorded_by uuid not null references platform.accounts,
	recorded_at timestamptz not null,
	primary key (tenant_id, series_id, event_id, number),
	foreign key (tenant_id, series_id) references league.series (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id)
);
create index series_events_by_event on league.series_events (tenant_id, event_id);

-- That an event was posted to a series, or with counts false that it gives nothing to it, with
-- the grounds where it is over. The latest number counts.
create table league.series_event_postings (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	series_id uuid not null,
	event_id  uuid not null,
	number    integer not null constraint series_posting_number_positive check (number > 0),
	counts    boolean not null,
	refused   jsonb, -- grounds; null: there are none
	posted_by uuid not null references platform.accounts,
	posted_at timestamptz not null,
	primary key (tenant_id, series_id, event_id, number),
	foreign key (tenant_id, series_id) references league.series (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id)
);

create index series_event_postings_by_event on league.series_event_postings (tenant_id, event_id);

create table league.series_postings (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	series_id uuid not null,
	event_id  uuid not null,
	number    integer not null,
	player_id uuid not null,
	place     integer not null, -- in the final order
	points    text not null, -- exact
	club      text not null, -- for which the player entered; '': none
	primary key (tenant_id, series_id, event_id, number, player_id),
	foreign key (tenant_id, series_id, event_id, number) references league.series_event_postings (tenant_id, series_id, event_id, number),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index series_postings_by_player on league.series_postings (tenant_id, player_id, series_id);

-- Points that are added to a player's total in a series, mostly less than 0; with a year in
-- every series of that year.
create table league.series_penalties (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	series_id  uuid not null,
	year       integer constraint series_penalty_year_range check (year between 1900 and 9999),
	player_id  uuid not null,
	points     text not null, -- exact
	code       text not null, -- of the regulation
	paragraph  text not null,
	offense    text not null, -- code of the ruleset's list; '': none of it
	reason     text not null,
	imposed_by uuid not null references platform.accounts,
	imposed_at timestamptz not null,
	primary key (tenant_id, id),
	foreign key (tenant_id, series_id) references league.series (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index series_penalties_by_series on league.series_penalties (tenant_id, series_id);
create index series_penalties_by_year on league.series_penalties (tenant_id, year);

create table league.series_penalty_revocations (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	penalty_id uuid not null,
	reason     text not null,
	revoked_by uuid not null references platform.accounts,
	revoked_at timestamptz not null,
	primary key (tenant_id, penalty_id),
	foreign key (tenant_id, penalty_id) references league.series_penalties (tenant_id, id)
);

alter table league.series enable row level security;
alter table league.series force row level security;
create policy series_of_tenant on league.series
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.series_events enable row level security;
alter table league.series_events force row level security;
create policy series_events_of_tenant on league.series_events
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.series_event_postings enable row level security;
alter table league.series_event_postings force row level security;
create policy series_event_postings_of_tenant on league.series_event_postings
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.series_postings enable row level security;
alter table league.series_postings force row level security;
create policy series_postings_of_tenant on league.series_postings
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.series_penalties enable row level security;
alter table league.series_penalties force row level security;
create policy series_penalties_of_tenant on league.series_penalties
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.series_penalty_revocations enable row level security;
alter table league.series_penalty_revocations force row level security;
create policy series_penalty_revocations_of_tenant on league.series_penalty_revocations
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.series to referto_app;
-- Facts that are never changed.
grant select, insert on league.series_events, league.series_event_postings, league.series_postings, league.series_penalties,
	league.series_penalty_revocations to referto_app;
