-- +goose Up
-- Rankings of the players of a tenant over a lifetime. What an event gives to a player
-- is a posting, which is never changed: a correction posts the event once more, and the
-- latest number counts. Totals, ranks and the hall are derived.
create table league.rankings (
	tenant_id          uuid not null default platform.current_tenant() references platform.tenants,
	id                 uuid not null,
	slug               text not null constraint ranking_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
	title              text not null,
	ruleset_version_id uuid not null,
	readings           jsonb not null default '{}',
	counted            text[] not null constraint ranking_counts_something check (cardinality(counted) > 0), -- kinds of events
	national           text[] not null default '{}', -- kinds whose points are national ones
	from_day           date, -- of the events that count; null: no limit
	until_day          date,
	revision           bigint not null, -- counted on with everything that changes a row of it
	created_by         uuid not null references platform.accounts,
	created_at         timestamptz not null,
	primary key (tenant_id, id),
	foreign key (tenant_id, ruleset_version_id) references league.ruleset_versions (tenant_id, id),
	constraint ranking_slug_unique unique (tenant_id, slug),
	constraint ranking_ends_after_start check (until_day >= from_day)
);

-- What a player brought along when a ranking began to be kept here. The latest number
-- counts; without figures it was taken back.
create table league.ranking_openings (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	ranking_id  uuid not null,
	player_id   uuid not null,
	number      integer not null constraint opening_number_positive check (number > 0),
	figures     text[], -- exact numbers, parallel to the columns of the ranking's ruleset
	national    text not null default '0',
	reason      text not null,
	recorded_by uuid not null references platform.accounts,
	recorded_at timestamptz not null,
	primary key (tenant_id, ranking_id, player_id, number),
	foreign key (tenant_id, ranking_id) references league.rankings (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);

-- That an event was posted to a ranking, or with counts false taken out of it. The
-- latest number counts.
create table league.event_postings (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	ranking_id uuid not null,
	event_id   uuid not null,
	number     integer not null constraint event_posting_number_positive check (number > 0),
	counts     boolean not null,
	national   boolean not null,
	day        date not null, -- at the venue
	starts_at  timestamptz not null, -- the order of the events of one day (D003-16)
	posted_by  uuid not null references platform.accounts,
	posted_at  timestamptz not null,
	primary key (tenant_id, ranking_id, event_id, number),
	foreign key (tenant_id, ranking_id) references league.rankings (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id)
);
create index event_postings_by_event on league.event_postings (tenant_id, event_id);

create table league.postings (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	ranking_id uuid not null,
	event_id   uuid not null,
	number     integer not null,
	player_id  uuid not null,
	place      integer not null, -- in the final order; 0: none
	figures    text[] not null, -- as those of an opening
	primary key (tenant_id, ranking_id, event_id, number, player_id),
	foreign key (tenant_id, ranking_id, event_id, number) references league.event_postings (tenant_id, ranking_id, event_id, number),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index postings_by_player on league.postings (tenant_id, player_id, ranking_id);

-- That an event outside of seasons was found void, or counts after all (D003-15). The
-- latest number counts.
create table league.event_validity (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	event_id   uuid not null,
	number     integer not null constraint event_validity_number_positive check (number > 0),
	valid      boolean not null,
	reason     text not null,
	decided_by uuid not null references platform.accounts,
	decided_at timestamptz not null,
	primary key (tenant_id, event_id, number),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id)
);

alter table league.rankings enable row level security;
alter table league.rankings force row level security;
create policy rankings_of_tenant on league.rankings
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.ranking_openings enable row level security;
alter table league.ranking_openings force row level security;
create policy ranking_openings_of_tenant on league.ranking_openings
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.event_postings enable row level security;
alter table league.event_postings force row level security;
create policy event_postings_of_tenant on league.event_postings
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.postings enable row level security;
alter table league.postings force row level security;
create policy postings_of_tenant on league.postings
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.event_validity enable row level security;
alter table league.event_validity force row level security;
create policy event_validity_of_tenant on league.event_validity
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.rankings to referto_app;
-- Facts that are never changed.
grant select, insert on league.ranking_openings, league.event_postings, league.postings, league.event_validity to referto_app;
