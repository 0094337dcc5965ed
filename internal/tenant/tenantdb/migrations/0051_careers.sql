-- +goose Up
-- What the postings and openings of a ranking add up to, for each player, and the order in
-- which the players stand. All of it is derived (package ranking) and is written in the
-- transaction that posts; it can be thrown away and made anew.
alter table league.rankings
	add column form    smallint not null default 0, -- of the keys; 0: there are no careers, all is derived
	add column rebuilt bigint not null default 0; -- the revision at which the careers were made anew

create table league.careers (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	ranking_id uuid not null,
	player_id  uuid not null,
	key        bytea not null, -- the larger, the better; those of the hall begin with a zero and come last
	figures    text[] not null, -- exact numbers, parallel to the columns of the ranking's ruleset
	national   text not null,
	nationals  integer not null,
	since      uuid, -- the event with which the player reached the cap, one that is posted to the ranking; null: none, or the opening
	arrival    text[], -- the figures with which the player reached it; null before
	primary key (tenant_id, ranking_id, player_id),
	foreign key (tenant_id, ranking_id) references league.rankings (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index careers_in_order on league.careers (tenant_id, ranking_id, key desc, player_id);

-- What each change of a ranking did to the order, so that who knows the order before it knows
-- the order after it. Revisions at which nobody moved have no row.
create table league.ranking_changes (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	ranking_id uuid not null,
	revision   bigint not null, -- of the ranking
	day        date, -- from which on the ranking is another; null: from the start
	players    uuid[] not null,
	before     bytea[] not null, -- their keys, parallel; empty: not in the ranking
	after      bytea[] not null,
	primary key (tenant_id, ranking_id, revision),
	foreign key (tenant_id, ranking_id) references league.rankings (tenant_id, id),
	constraint ranking_change_parallel check (cardinality(before) = cardinality(players) and cardinality(after) = cardinality(players))
);

alter table league.careers enable row level security;
alter table league.careers force row level security;
create policy careers_of_tenant on league.careers
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.ranking_changes enable row level security;
alter table league.ranking_changes force row level security;
create policy ranking_changes_of_tenant on league.ranking_changes
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update, delete on league.careers to referto_app;
grant select, insert on league.ranking_changes to referto_app;
