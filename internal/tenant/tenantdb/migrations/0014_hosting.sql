-- +goose Up
-- What an affiliated club asked to hold in a season: the row is the federation's,
-- which the club reaches through registrydb.AtFederation. Never changed; how far it
-- has come follows from its steps.
create table league.hosting_requests (
	tenant_id       uuid not null default platform.current_tenant() references platform.tenants,
	id              uuid not null,
	club_id         uuid not null, -- no key: a tenant's rows reference no other tenant's
	season_id       uuid not null,
	kind            text not null constraint hosting_kind_known check (kind in ('stage', 'open', 'online')),
	region_id       uuid,
	title           text not null,
	starts_at       timestamptz not null,
	time_zone       text not null,
	venue_name      text not null,
	venue_address   text not null default '',
	venue_city      text not null,
	venue_latitude  integer, -- millionths of a degree
	venue_longitude integer,
	formula         text not null default '',
	fee_cents       integer,
	fee_currency    text,
	capacity        integer not null default 0,
	expected        integer not null default 0, -- entrants whom the club expects
	new_organizer   boolean not null default false,
	notes           text not null default '',
	organizers      uuid[] not null, -- accounts of the club that are to organize it
	requested_by    uuid not null references platform.accounts,
	requested_at    timestamptz not null,
	primary key (tenant_id, id),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	foreign key (tenant_id, region_id) references league.regions (tenant_id, id),
	constraint hosting_stage_in_region check ((kind = 'stage') = (region_id is not null))
);
create index hosting_requests_by_club on league.hosting_requests (tenant_id, club_id, id);

-- What became of a request, in order; the last step says where it stands.
create table league.hosting_steps (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	hosting_id uuid not null,
	number     integer not null constraint hosting_step_number_positive check (number > 0),
	kind       text not null constraint hosting_step_kind_known check (kind in ('requested', 'asked', 'answered', 'approved', 'refused', 'withdrawn')),
	text       text not null default '', -- question, answer or reason
	event_id   uuid, -- that the approval made
	taken_by   uuid not null references platform.accounts,
	taken_at   timestamptz not null,
	primary key (tenant_id, hosting_id, number),
	foreign key (tenant_id, hosting_id) references league.hosting_requests (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id),
	constraint hosting_approval_makes_event check ((kind = 'approved') = (event_id is not null))
);
create index hosting_steps_by_event on league.hosting_steps (tenant_id, event_id);

alter table league.hosting_requests enable row level security;
alter table league.hosting_requests force row level security;
create policy hosting_requests_of_tenant on league.hosting_requests
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.hosting_steps enable row level security;
alter table league.hosting_steps force row level security;
create policy hosting_steps_of_tenant on league.hosting_steps
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert on league.hosting_requests, league.hosting_steps to referto_app;
