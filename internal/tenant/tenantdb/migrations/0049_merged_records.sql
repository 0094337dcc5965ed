-- +goose Up
-- That two records of a register are of one person: the alias is read as the record that is
-- kept. A fact is never changed; the latest number of an alias counts, and one without a kept
-- record says that they are two again.
create table league.player_merges (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	alias_id   uuid not null,
	number     integer not null constraint player_merge_number_positive check (number > 0),
	kept_id    uuid, -- null: merged no more
	reason     text not null constraint player_merge_reason_bounded check (char_length(reason) between 1 and 500),
	decided_by uuid not null references platform.accounts,
	decided_at timestamptz not null,
	primary key (tenant_id, alias_id, number),
	foreign key (tenant_id, alias_id) references league.players (tenant_id, id),
	foreign key (tenant_id, kept_id) references league.players (tenant_id, id),
	constraint player_merge_of_two check (kept_id <> alias_id)
);
create index player_merges_into on league.player_merges (tenant_id, kept_id) where kept_id is not null;

alter table league.player_merges enable row level security;
alter table league.player_merges force row level security;
create policy player_merges_of_tenant on league.player_merges
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select, insert on league.player_merges to referto_app;

-- What the latest facts say, where joins and indexes find it: the record that is kept for this
-- one. It follows from league.player_merges, written with each fact.
alter table league.players add column kept_as uuid;
alter table league.players add constraint player_kept_as_another check (kept_as <> id);
alter table league.players add constraint player_kept_as_known foreign key (tenant_id, kept_as) references league.players (tenant_id, id);
create index players_kept_as on league.players (tenant_id, kept_as) where kept_as is not null;

-- All records of a person have the account of the person, and the kept one is it that an
-- account has. By which record it came to the person is in league.player_accounts.
drop index league.player_of_account;
create unique index player_of_account on league.players (tenant_id, account_id) where account_id is not null and kept_as is null;
create index players_of_account on league.players (tenant_id, account_id) where account_id is not null;
