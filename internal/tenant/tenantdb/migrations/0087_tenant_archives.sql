-- +goose Up
-- Archives of everything of a tenant that its managers have asked for. The file lies in parts in the store of files,
-- each encrypted; the key of each part is noted here, in their order.
create table league.tenant_archives (
	tenant_id    uuid not null default platform.current_tenant() references platform.tenants,
	id           uuid not null,
	asked_by     uuid not null references platform.accounts (id),
	state        text not null constraint tenant_archive_state check (state in ('waiting', 'ready', 'failed', 'expired')),
	done         integer not null default 0,
	total        integer not null default 0,
	bytes        bigint not null default 0,
	asked_at     timestamptz not null,
	finished_at  timestamptz,
	expires_at   timestamptz not null,
	sealed_under text[] not null default '{}',
	primary key (tenant_id, id),
	constraint tenant_archive_finished check ((state in ('ready', 'failed')) <= (finished_at is not null))
);
create unique index tenant_archive_waiting on league.tenant_archives (tenant_id) where state = 'waiting';
create index tenant_archives_due on league.tenant_archives (tenant_id, expires_at) where state <> 'expired';
alter table league.tenant_archives enable row level security;
alter table league.tenant_archives force row level security;
create policy tenant_archives_of_tenant on league.tenant_archives
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select, insert, update on league.tenant_archives to referto_app;
