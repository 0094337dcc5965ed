-- +goose Up
-- In which registers a person is: a finalist has something to do where he plays, without
-- a role there. The same as league.players.account_id, in a table of its own: a policy on
-- players that shows a person himself in all tenants would keep lists of players from
-- their index. app.account_id is set by tenantdb.Self, which sets no tenant.
create table league.player_accounts (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	account_id uuid not null references platform.accounts,
	player_id  uuid not null,
	primary key (tenant_id, account_id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index player_accounts_of_person on league.player_accounts (account_id); -- for tenantdb.Self, which knows no tenant

-- The owner sees no row of any tenant, but for as long as this takes.
alter table league.players no force row level security;
insert into league.player_accounts (tenant_id, account_id, player_id)
	select tenant_id, account_id, id from league.players where account_id is not null;
alter table league.players force row level security;

alter table league.player_accounts enable row level security;
alter table league.player_accounts force row level security;
create policy player_accounts_read on league.player_accounts for select
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)
		or account_id = (select nullif(current_setting('app.account_id', true), '')::uuid));
create policy player_accounts_add on league.player_accounts for insert
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select, insert on league.player_accounts to referto_app;

-- Who added somebody to the register: a guest corrects those alone whom he added.
alter table league.players add column added_by uuid references platform.accounts; -- null: before this was kept
