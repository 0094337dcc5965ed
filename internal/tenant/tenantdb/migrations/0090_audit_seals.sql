-- +goose Up
-- Seals over the audit of a tenant: each is a digest over the one before and over some rows, made by the hour. Digests
-- outlive the words of a row: what is erased is left out by its salt, without which the digest of the words tells nothing.
create table league.audit_seals (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	number    bigint not null constraint audit_seal_counts check (number > 0),
	sealed_at timestamptz not null,
	rows      integer not null constraint audit_seal_of_rows check (rows > 0),
	digest    bytea not null,
	primary key (tenant_id, number)
);
create table league.audit_digests (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	id        uuid not null,
	seal      bigint not null,
	salt      text not null,
	words     bytea not null,
	primary key (tenant_id, id)
);
alter table league.audit_seals enable row level security;
alter table league.audit_seals force row level security;
create policy audit_seals_of_tenant on league.audit_seals
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
alter table league.audit_digests enable row level security;
alter table league.audit_digests force row level security;
create policy audit_digests_of_tenant on league.audit_digests
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select, insert on league.audit_seals, league.audit_digests to referto_app;
grant update (salt) on league.audit_digests to referto_app;
create trigger words_only_emptied before update on league.audit_digests for each row execute function platform.only_emptied('salt');

-- Whoever erases words of the audit erases the salt with them.
-- +goose StatementBegin
create function league.salt_goes_with_words() returns trigger language plpgsql set search_path = '' as $$
begin
	update league.audit_digests set salt = '' where tenant_id = new.tenant_id and id = new.id and salt <> '';
	return null;
end $$;
-- +goose StatementEnd
create trigger salt_goes_with_words after update on league.audit for each row execute function league.salt_goes_with_words();
