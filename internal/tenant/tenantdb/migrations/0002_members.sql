-- +goose Up
-- Who may do what in a tenant, and what is common to all of a tenant's writes:
-- the event log, the audit, remembered answers.
create table league.regions (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	name       text not null,
	created_at timestamptz not null,
	primary key (tenant_id, id),
	constraint region_name_unique unique (tenant_id, name)
);

create table league.grants (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	id          uuid not null,
	account_id  uuid not null references platform.accounts,
	role        text not null,
	scope       text not null constraint grant_scope_known check (scope in ('tenant', 'region', 'stage')),
	scope_id    uuid,
	valid_from  timestamptz not null,
	valid_until timestamptz,
	revoked_at  timestamptz,
	revoked_by  uuid references platform.accounts,
	granted_by  uuid references platform.accounts,
	created_at  timestamptz not null,
	primary key (tenant_id, id),
	constraint grant_scope_complete check ((scope = 'tenant') = (scope_id is null)),
	constraint grant_ends_after_start check (valid_until > valid_from)
);
create index grants_by_account on league.grants (tenant_id, account_id) where revoked_at is null;
create index grants_of_person on league.grants (account_id); -- for tenantdb.Self, which knows no tenant
create index grants_by_scope on league.grants (tenant_id, scope_id) where revoked_at is null;

create table league.invitations (
	tenant_id    uuid not null default platform.current_tenant() references platform.tenants,
	id           uuid not null,
	email        text not null,
	email_key    text not null,
	role         text not null,
	scope        text not null constraint invitation_scope_known check (scope in ('tenant', 'region', 'stage')),
	scope_id     uuid,
	valid_until  timestamptz,
	invited_by   uuid not null references platform.accounts,
	created_at   timestamptz not null,
	expires_at   timestamptz not null,
	accepted_at  timestamptz,
	accepted_by  uuid references platform.accounts,
	withdrawn_at timestamptz,
	primary key (tenant_id, id),
	constraint invitation_scope_complete check ((scope = 'tenant') = (scope_id is null))
);
create index invitations_to_address on league.invitations (email_key); -- for tenantdb.Self
create index invitations_open on league.invitations (tenant_id, created_at) where accepted_at is null and withdrawn_at is null;

-- The tenant's facts in order, without gaps: the number comes from a counter
-- row that is locked until the fact is committed.
create table league.log_counters (
	tenant_id uuid primary key default platform.current_tenant() references platform.tenants,
	last      bigint not null default 0
);

create table league.log (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	sequence  bigint not null,
	at        timestamptz not null,
	kind      text not null,
	event_id  uuid,
	data      jsonb not null default '{}',
	primary key (tenant_id, sequence)
);
create index log_by_event on league.log (tenant_id, event_id, sequence) where event_id is not null;

create table league.audit (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	at         timestamptz not null,
	account_id uuid references platform.accounts,
	operation  text not null,
	event_id   uuid,
	subject    text not null default '',
	reason     text not null default '',
	before     jsonb,
	after      jsonb,
	request_id text not null,
	primary key (tenant_id, id)
);
create index audit_by_event on league.audit (tenant_id, event_id, id) where event_id is not null;

create table league.idempotency (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	principal   text not null,
	operation   text not null,
	key         text not null,
	fingerprint bytea not null,
	status      integer not null,
	header      jsonb not null,
	body        bytea not null,
	created_at  timestamptz not null,
	primary key (tenant_id, principal, operation, key)
);
create index idempotency_by_age on league.idempotency (tenant_id, created_at);

alter table league.regions enable row level security;
alter table league.regions force row level security;
create policy regions_of_tenant on league.regions
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

-- A person sees his own grants and the invitations to his confirmed address in
-- all tenants: app.account_id and app.account_email are set by tenantdb.Self,
-- which sets no tenant.
alter table league.grants enable row level security;
alter table league.grants force row level security;
create policy grants_read on league.grants for select
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)
		or account_id = (select nullif(current_setting('app.account_id', true), '')::uuid));
create policy grants_add on league.grants for insert
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy grants_change on league.grants for update
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.invitations enable row level security;
alter table league.invitations force row level security;
create policy invitations_read on league.invitations for select
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)
		or email_key = (select nullif(current_setting('app.account_email', true), '')));
create policy invitations_add on league.invitations for insert
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy invitations_change on league.invitations for update
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.log_counters enable row level security;
alter table league.log_counters force row level security;
create policy log_counters_of_tenant on league.log_counters
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.log enable row level security;
alter table league.log force row level security;
create policy log_of_tenant on league.log
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.audit enable row level security;
alter table league.audit force row level security;
create policy audit_of_tenant on league.audit
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.idempotency enable row level security;
alter table league.idempotency force row level security;
create policy idempotency_of_tenant on league.idempotency
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.regions, league.grants, league.invitations, league.log_counters to referto_app;
grant select, insert on league.log, league.audit to referto_app;
grant select, insert, delete on league.idempotency to referto_app;
