-- +goose Up
-- That a tenant is to be deleted: somebody asks, a second person confirms, the tenant is closed for the days of
-- grace, and then everything of it goes. The row outlives the tenant, which it names without referring to it, and
-- tells no more than what its columns say. One at a time is open for a tenant.
create table platform.tenant_deletions (
	id           uuid primary key,
	tenant       uuid not null,
	slug         text not null,
	name         text not null,
	kind         text not null,
	reason       text not null,
	counts       jsonb not null,
	asked_by     uuid not null,
	asked_at     timestamptz not null,
	closed_by    uuid,
	closed_at    timestamptz constraint tenant_deletion_closed_after check (closed_at >= asked_at),
	due_at       timestamptz constraint tenant_deletion_grace check (due_at >= closed_at + interval '30 days'),
	withdrawn_by uuid,
	withdrawn_at timestamptz constraint tenant_deletion_withdrawn_in_time check (begun_at is null or withdrawn_at is null),
	begun_at     timestamptz constraint tenant_deletion_begins_when_due check (begun_at >= due_at),
	done_at      timestamptz constraint tenant_deletion_done_after check (done_at >= begun_at),
	row_count    bigint not null default 0,
	file_count   bigint not null default 0,
	managers     uuid[] not null default '{}',
	constraint tenant_deletion_closed_whole check (num_nulls(closed_by, closed_at, due_at) in (0, 3)),
	constraint tenant_deletion_withdrawn_whole check (num_nulls(withdrawn_by, withdrawn_at) in (0, 2)),
	constraint tenant_deletion_begins_closed check (begun_at is null or due_at is not null),
	constraint tenant_deletion_done_begun check (done_at is null or begun_at is not null)
);
create unique index tenant_deletion_open on platform.tenant_deletions (tenant) where withdrawn_at is null and done_at is null;
create index tenant_deletions_by_slug on platform.tenant_deletions (slug) where done_at is not null;
grant select, insert, update on platform.tenant_deletions to referto_app;

-- Tables with a policy for each command have none for what nobody did so far: the owner alone, for the function below,
-- deletes their rows.
create policy grants_remove on league.grants for delete to current_user
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy invitations_remove on league.invitations for delete to current_user
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy player_requests_remove on league.player_requests for delete to current_user
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

-- Deletes rows of a table of the transaction's tenant, as many as are said (null: all), and returns how many there
-- were. The application may delete hardly anything, and the deletion of a tenant takes everything, so this runs with
-- the rights of the owner: under row-level security, which is forced, and for a tenant alone whose deletion has begun,
-- which the conditions above let it after its days of grace.
-- +goose StatementBegin
create function platform.delete_of_tenant(relation text, most bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
	one  uuid := platform.current_tenant();
	gone bigint;
begin
	if not exists (select from platform.tenant_deletions d where d.tenant = one and d.begun_at is not null and d.done_at is null and d.withdrawn_at is null) then
		raise exception 'the deletion of tenant % has not begun', one using errcode = 'insufficient_privilege';
	end if;
	if relation = 'platform.affiliations' then
		delete from platform.affiliations where federation_id = one or club_id = one;
	elsif relation = 'platform.tenants' then
		delete from platform.tenants where id = one;
	elsif exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
		where n.nspname = 'league' and n.nspname || '.' || c.relname = relation and c.relkind in ('r', 'p') and a.attname = 'tenant_id' and not a.attisdropped) then
		execute format('delete from league.%I where ctid = any (array(select ctid from league.%1$I where tenant_id = $1 limit $2)) and tenant_id = $1', substr(relation, 8)) using one, most;
	else
		raise exception '% is no table of tenants', relation using errcode = 'undefined_table';
	end if;
	get diagnostics gone = row_count;
	return gone;
end $$;
-- +goose StatementEnd
revoke all on function platform.delete_of_tenant(text, bigint) from public;
grant execute on function platform.delete_of_tenant(text, bigint) to referto_app;

-- True in a tenant that is open; in one that is closed the transaction fails. Every act insists on it with its record
-- in the audit, whatever its server remembers of the tenant.
-- +goose StatementBegin
create function platform.insist_open() returns boolean
language plpgsql stable set search_path = pg_catalog as $$
declare
	due timestamptz;
begin
	select d.due_at into due from platform.tenant_deletions d
		where d.tenant = platform.current_tenant() and d.due_at is not null and d.withdrawn_at is null and d.done_at is null;
	if found then
		raise exception 'the tenant is closed' using errcode = 'RT410', detail = to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
	end if;
	return true;
end $$;
-- +goose StatementEnd
