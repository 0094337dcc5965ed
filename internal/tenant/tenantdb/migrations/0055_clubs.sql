-- +goose Up
-- Texts that name one club have the same key: spaces and case do not matter.
create function league.club_key(name text) returns text language sql immutable strict parallel safe
	return lower(btrim(regexp_replace(normalize(name, NFC), '\s+', ' ', 'g')));

-- The clubs for which players play. One may be a tenant as well.
create table league.clubs (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	id             uuid not null,
	name           text not null constraint club_name_bounded check (char_length(name) between 1 and 200),
	name_key       text collate "C" not null generated always as (league.club_key(name)) stored,
	short_name     text not null default '' constraint club_short_name_bounded check (char_length(short_name) <= 40),
	city           text not null default '' constraint club_city_bounded check (char_length(city) <= 120),
	club_tenant_id uuid, -- the tenant that it is; null: none
	founded        smallint constraint club_founded_supported check (founded between 1500 and 2199), -- year; null: not known
	closed_from    date, -- the first day on which there is no such club any more; null: there is
	version        integer not null default 1,
	created_by     uuid references platform.accounts, -- null: from a text of before there were clubs
	created_at     timestamptz not null,
	primary key (tenant_id, id),
	constraint club_name_once unique (tenant_id, name_key),
	constraint club_tenant_once unique (tenant_id, club_tenant_id)
);

-- From which day on a player has been in which club. What began before ends by it, so that
-- nobody is in two at once.
create table league.memberships (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	player_id   uuid not null,
	from_day    date not null constraint membership_day_supported check (from_day = '-infinity' or from_day between '1900-01-01' and '2199-12-31'), -- -infinity: since when is not known
	club_id     uuid, -- null: in none
	recorded_by uuid references platform.accounts,
	recorded_at timestamptz not null,
	primary key (tenant_id, player_id, from_day),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id),
	foreign key (tenant_id, club_id) references league.clubs (tenant_id, id)
);
create index memberships_of_club on league.memberships (tenant_id, club_id, player_id, from_day);

-- The club of today is kept beside the player, with its name: lists show it in every row.
alter table league.players
	add column club_id    uuid,
	add column birth_year smallint constraint player_birth_year_supported check (birth_year between 1900 and 2199),
	add foreign key (tenant_id, club_id) references league.clubs (tenant_id, id);
create index players_of_club on league.players (tenant_id, club_id, name_key, id);
create index players_by_birth on league.players (tenant_id, birth_year, id) where birth_year is not null;

-- Year categories, such as juniors: by the age that somebody has come to by the end of a year, or by
-- the year of birth.
create table league.categories (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	position  integer not null constraint category_position_not_negative check (position >= 0),
	key       text not null constraint category_key_form check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 30),
	title     text not null constraint category_title_bounded check (char_length(title) between 1 and 60),
	basis     text not null constraint category_basis_known check (basis in ('age', 'born')),
	least     smallint, -- null: no limit
	most      smallint,
	primary key (tenant_id, key),
	constraint category_position_once unique (tenant_id, position),
	constraint category_range_whole check (most >= least)
);

-- The number of the list of categories, which counts on with every change.
create table league.category_lists (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	version   integer not null constraint category_list_version_not_negative check (version >= 0),
	primary key (tenant_id)
);

-- What players had as a text is a club from now on: one for all texts of a key, named as most
-- of them write it. Since when somebody was in it no text has said. The owner sees no row of any
-- tenant, but for as long as this takes.
alter table league.players no force row level security;
insert into league.clubs (tenant_id, id, name, created_at)
	select distinct on (tenant_id, league.club_key(name)) tenant_id, gen_random_uuid(), name, min(first) over (partition by tenant_id, league.club_key(name))
	from (select tenant_id, btrim(regexp_replace(club, '\s+', ' ', 'g')) as name, count(*) as n, min(created_at) as first
		from league.players where league.club_key(club) <> '' group by 1, 2) as spelled
	order by tenant_id, league.club_key(name), n desc, name;
update league.players p set club_id = c.id, club = c.name
	from league.clubs c where c.tenant_id = p.tenant_id and c.name_key = league.club_key(p.club);
update league.players set club = '' where club_id is null and club <> '';
insert into league.memberships (tenant_id, player_id, from_day, club_id, recorded_at)
	select tenant_id, id, '-infinity', club_id, created_at from league.players where club_id is not null;
alter table league.players force row level security;

alter table league.clubs enable row level security;
alter table league.clubs force row level security;
create policy clubs_of_tenant on league.clubs
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.memberships enable row level security;
alter table league.memberships force row level security;
create policy memberships_of_tenant on league.memberships
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.categories enable row level security;
alter table league.categories force row level security;
create policy categories_of_tenant on league.categories
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.category_lists enable row level security;
alter table league.category_lists force row level security;
create policy category_lists_of_tenant on league.category_lists
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.clubs, league.category_lists to referto_app;
grant select, insert, delete on league.memberships, league.categories to referto_app;
