-- +goose Up
-- A season: what binds events together. Its facts are kept here and in the events
-- (entries, outcomes, reports, verdicts); tiers, validity, the register of places and
-- everything else that follows is derived from them (package season).
create table league.seasons (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	slug       text not null constraint season_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	title      text not null,
	game       text not null default '',
	state      text not null constraint season_state_known check (state in ('draft', 'running', 'closed')),
	plays_from date not null, -- first day of its events
	plays_to   date not null, -- last day of its events
	finals_by  date not null, -- last day of the regional finals
	champion_id uuid, -- reigning champion
	contact    text not null default '', -- how to reach the championship manager
	version    integer not null default 1,
	revision   bigint not null default 1,
	created_by uuid not null references platform.accounts,
	created_at timestamptz not null,
	primary key (tenant_id, id),
	foreign key (tenant_id, champion_id) references league.players (tenant_id, id),
	constraint season_slug_unique unique (tenant_id, slug),
	constraint season_period_in_order check (plays_from <= plays_to and plays_from <= finals_by)
);

create table league.season_regions (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	season_id uuid not null,
	region_id uuid not null,
	position  integer not null,
	left_at   timestamptz, -- it no longer takes part
	primary key (tenant_id, season_id, region_id),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	foreign key (tenant_id, region_id) references league.regions (tenant_id, id),
	constraint season_region_position_once unique (tenant_id, season_id, position)
);

-- The rulesets by which a season is played, one after another: the last one is in
-- force. Events keep that by which they are played themselves.
create table league.season_rulesets (
	tenant_id          uuid not null default platform.current_tenant() references platform.tenants,
	season_id          uuid not null,
	ordinal            integer not null constraint season_ruleset_ordinal_positive check (ordinal > 0),
	ruleset_version_id uuid not null,
	readings           jsonb not null default '{}',
	reason             text not null default '',
	decided_by         uuid not null references platform.accounts,
	decided_at         timestamptz not null,
	primary key (tenant_id, season_id, ordinal),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	foreign key (tenant_id, ruleset_version_id) references league.ruleset_versions (tenant_id, id)
);

alter table league.events
	add column season_id uuid,
	add column circuit text not null default '' constraint event_circuit_known check (circuit in ('', 'regional', 'open', 'online')),
	add column host_id uuid, -- affiliated club that holds it; null is the tenant itself. No key: a tenant's rows reference no other tenant's
	add column new_organizer boolean not null default false, -- its organizer has held none before
	add column elsewhere boolean not null default false, -- it was not played with the program: its outcome was recorded
	add foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	add constraint event_circuit_of_season check (circuit = '' or season_id is not null);
create index events_by_season on league.events (tenant_id, season_id, starts_at) where season_id is not null;

-- How an event ended: of one that was played with the program what follows from its
-- facts, kept so that a season need not replay all its events; of another what was
-- recorded. The last one counts.
create table league.outcomes (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	event_id    uuid not null,
	number      integer not null constraint outcome_number_positive check (number > 0),
	ranking     uuid[], -- players, the first first; null when the event was opened again
	recorded_by uuid not null references platform.accounts,
	recorded_at timestamptz not null,
	primary key (tenant_id, event_id, number),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id)
);

-- The reports of an event to whoever homologates it; the last one counts.
create table league.reports (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	event_id    uuid not null,
	number      integer not null constraint report_number_positive check (number > 0),
	received_at timestamptz not null,
	sent_by     uuid not null references platform.accounts,
	sent_at     timestamptz not null,
	notes       text not null default '',
	document    jsonb not null, -- entrants, standings, games, staff and sanctions as they were then
	primary key (tenant_id, event_id, number),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id)
);

-- What was decided on an event's report; the last one counts.
create table league.verdicts (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	event_id   uuid not null,
	number     integer not null constraint verdict_number_positive check (number > 0),
	kind       text not null constraint verdict_kind_known check (kind in ('homologated', 'invalidated', 'returned', 'reversed')),
	unsound    boolean not null default false, -- results incomplete, illegible, wrong or come about improperly
	waived     text[] not null default '{}', -- demands in spite of which it is valid
	reason     text not null default '',
	decided_by uuid not null references platform.accounts,
	decided_at timestamptz not null,
	primary key (tenant_id, event_id, number),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id)
);

create table league.region_merges (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	season_id  uuid not null,
	ordinal    integer not null constraint region_merge_ordinal_positive check (ordinal > 0),
	region_id  uuid not null,
	into_id    uuid not null,
	reason     text not null default '',
	decided_by uuid not null references platform.accounts,
	decided_at timestamptz not null,
	revoked_by uuid references platform.accounts,
	revoked_at timestamptz,
	primary key (tenant_id, season_id, ordinal),
	foreign key (tenant_id, season_id, region_id) references league.season_regions (tenant_id, season_id, region_id),
	foreign key (tenant_id, season_id, into_id) references league.season_regions (tenant_id, season_id, region_id),
	constraint region_merge_joins_two check (region_id <> into_id)
);

-- What the manager decided about a regional final where the regulation has no rule.
create table league.final_decisions (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	season_id  uuid not null,
	ordinal    integer not null constraint final_decision_ordinal_positive check (ordinal > 0),
	region_id  uuid not null,
	kind       text not null constraint final_decision_kind_known check (kind in ('final', 'tournament', 'merge')),
	called_up  uuid[] not null default '{}', -- players
	semifinals integer not null default 0,
	why        text not null,
	decided_by uuid not null references platform.accounts,
	decided_at timestamptz not null,
	revoked_by uuid references platform.accounts,
	revoked_at timestamptz,
	primary key (tenant_id, season_id, ordinal),
	foreign key (tenant_id, season_id, region_id) references league.season_regions (tenant_id, season_id, region_id)
);

-- Calls to take a place in a final.
create table league.convocations (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	id          uuid not null,
	season_id   uuid not null,
	place       text not null, -- id of the place in the register
	player_id   uuid not null,
	final       text not null constraint convocation_final_known check (final in ('regional-final', 'national-final')),
	token_hash  bytea not null, -- of the link to answer
	sent_by     uuid not null references platform.accounts,
	sent_at     timestamptz not null,
	answer_by   timestamptz not null,
	accepted_at timestamptz,
	withdrawn_at timestamptz, -- it no longer holds
	primary key (tenant_id, id),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id),
	constraint convocation_token_once unique (tenant_id, token_hash)
);
create index convocations_by_season on league.convocations (tenant_id, season_id, sent_at);
create index convocations_by_player on league.convocations (tenant_id, player_id);

-- Who cannot come to a final.
create table league.unavailabilities (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	season_id  uuid not null,
	player_id  uuid not null,
	final      text not null constraint unavailability_final_known check (final in ('regional-final', 'national-final')),
	lapsed     boolean not null default false, -- he did not answer in time
	reason     text not null default '',
	said_by    uuid references platform.accounts, -- null: by the link of his convocation
	said_at    timestamptz not null,
	revoked_by uuid references platform.accounts,
	revoked_at timestamptz,
	revoked_reason text not null default '',
	primary key (tenant_id, id),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create unique index unavailable_once on league.unavailabilities (tenant_id, season_id, player_id, final) where revoked_at is null;

alter table league.seasons enable row level security;
alter table league.seasons force row level security;
create policy seasons_of_tenant on league.seasons
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.season_regions enable row level security;
alter table league.season_regions force row level security;
create policy season_regions_of_tenant on league.season_regions
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.season_rulesets enable row level security;
alter table league.season_rulesets force row level security;
create policy season_rulesets_of_tenant on league.season_rulesets
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.outcomes enable row level security;
alter table league.outcomes force row level security;
create policy outcomes_of_tenant on league.outcomes
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.reports enable row level security;
alter table league.reports force row level security;
create policy reports_of_tenant on league.reports
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.verdicts enable row level security;
alter table league.verdicts force row level security;
create policy verdicts_of_tenant on league.verdicts
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.region_merges enable row level security;
alter table league.region_merges force row level security;
create policy region_merges_of_tenant on league.region_merges
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.final_decisions enable row level security;
alter table league.final_decisions force row level security;
create policy final_decisions_of_tenant on league.final_decisions
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.convocations enable row level security;
alter table league.convocations force row level security;
create policy convocations_of_tenant on league.convocations
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.unavailabilities enable row level security;
alter table league.unavailabilities force row level security;
create policy unavailabilities_of_tenant on league.unavailabilities
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.seasons, league.season_regions, league.region_merges, league.final_decisions,
	league.convocations, league.unavailabilities to referto_app;
-- Facts that are never changed.
grant select, insert on league.season_rulesets, league.outcomes, league.reports, league.verdicts to referto_app;
