-- +goose Up
-- What was said to the public about a season, in order; never changed.
create table league.season_announcements (
	tenant_id    uuid not null default platform.current_tenant() references platform.tenants,
	season_id    uuid not null,
	number       integer not null constraint season_announcement_number_positive check (number > 0),
	kind         text not null constraint season_announcement_kind_known check (kind in ('opened', 'closed', 'reopened', 'moved',
		'ruleset-changed', 'region-joined', 'region-left', 'calendar-released')),
	reason       text not null default '',
	params       jsonb not null default '{}', -- the values of its sentence
	announced_by uuid not null references platform.accounts,
	announced_at timestamptz not null,
	primary key (tenant_id, season_id, number),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id)
);

-- The calendar of a season as it was released: edition after edition what the
-- public was told, whatever becomes of the events.
create table league.calendar_editions (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	season_id   uuid not null,
	number      integer not null constraint calendar_edition_number_positive check (number > 0),
	note        text not null default '',
	lines       jsonb not null,
	released_by uuid not null references platform.accounts,
	released_at timestamptz not null,
	primary key (tenant_id, season_id, number),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id)
);

-- Where the venue is, in millionths of a degree; null where nobody said so.
alter table league.events
	add column venue_latitude integer constraint event_latitude_on_earth check (venue_latitude between -90000000 and 90000000),
	add column venue_longitude integer constraint event_longitude_on_earth check (venue_longitude between -180000000 and 180000000),
	add constraint event_coordinates_in_pairs check ((venue_latitude is null) = (venue_longitude is null));

-- When the fee was set or raised after the entries had been opened, where the
-- regulation only notes that.
alter table league.events add column fee_late_at timestamptz;

-- The distance in meters between two places given in millionths of a degree, on a
-- sphere of the earth's mean radius; null where one of them is not known.
-- +goose StatementBegin
create function league.meters_between(lat1 integer, lon1 integer, lat2 integer, lon2 integer) returns double precision
	language sql immutable parallel safe
	set search_path = ''
	return 2 * 6371008.8 * asin(least(1, sqrt(
		power(sind((lat2 - lat1) / 2e6), 2) + cosd(lat1 / 1e6) * cosd(lat2 / 1e6) * power(sind((lon2 - lon1) / 2e6), 2))));
-- +goose StatementEnd

alter table league.season_announcements enable row level security;
alter table league.season_announcements force row level security;
create policy season_announcements_of_tenant on league.season_announcements
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.calendar_editions enable row level security;
alter table league.calendar_editions force row level security;
create policy calendar_editions_of_tenant on league.calendar_editions
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert on league.season_announcements, league.calendar_editions to referto_app;
grant execute on function league.meters_between(integer, integer, integer, integer) to referto_app;
