-- +goose Up
-- The words of the names in the register, folded like the names: people are found by the
-- beginning of any of them. A table of its own, because under row-level security an index
-- serves the comparisons of one value and no search inside a text.
create table league.player_words (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	word      text collate "C" not null,
	player_id uuid not null,
	primary key (tenant_id, word, player_id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index player_words_of_player on league.player_words (tenant_id, player_id);

-- The owner sees no row of any tenant, but for as long as this takes.
alter table league.players no force row level security;
insert into league.player_words (tenant_id, word, player_id)
	select distinct p.tenant_id, w.word, p.id from league.players p cross join string_to_table(p.name_key, ' ') as w (word) where w.word <> '';
alter table league.players force row level security;

alter table league.player_words enable row level security;
alter table league.player_words force row level security;
create policy player_words_of_tenant on league.player_words
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select, insert, delete on league.player_words to referto_app;

-- Facts of one kind, acts of one person, the events of one region or club, and at which
-- events somebody works.
create index log_by_kind on league.log (tenant_id, kind collate "C", sequence);
create index audit_by_account on league.audit (tenant_id, account_id, id) where account_id is not null;
create index events_by_region on league.events (tenant_id, region_id, starts_at) where region_id is not null;
create index events_by_host on league.events (tenant_id, host_id, starts_at) where host_id is not null;
create index staff_by_account on league.event_staff (tenant_id, account_id) where account_id is not null;
