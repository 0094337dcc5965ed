-- +goose Up
-- A person sees himself in the registers of all tenants, as he sees his grants: a finalist
-- has something to do where he plays, without a role there. app.account_id is set by
-- tenantdb.Self, which sets no tenant.
drop policy players_of_tenant on league.players;
create policy players_read on league.players for select
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)
		or account_id = (select nullif(current_setting('app.account_id', true), '')::uuid));
create policy players_add on league.players for insert
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy players_change on league.players for update
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create index players_of_person on league.players (account_id); -- for tenantdb.Self, which knows no tenant

-- Who added somebody to the register: a guest corrects those alone whom he added.
alter table league.players add column added_by uuid references platform.accounts; -- null: before this was kept
