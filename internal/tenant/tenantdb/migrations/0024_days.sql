-- +goose Up
-- A ban may be about the events of one season only (CN09 5.5).
alter table league.ban_decisions add column season_id uuid; -- null: about none in particular
alter table league.ban_decisions add foreign key (tenant_id, season_id) references league.seasons (tenant_id, id);

-- Where the days of a season begin and end that are of no venue. A season that is there
-- already has the zone of most of its events. The owner sees no row of any tenant, but
-- for as long as this takes.
alter table league.seasons add column time_zone text not null default 'UTC';
alter table league.seasons no force row level security;
alter table league.events no force row level security;
update league.seasons s set time_zone = coalesce((select e.time_zone from league.events e where e.tenant_id = s.tenant_id and e.season_id = s.id
	group by e.time_zone order by count(*) desc, e.time_zone limit 1), s.time_zone);
alter table league.seasons force row level security;
alter table league.events force row level security;
