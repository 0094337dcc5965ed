-- +goose Up

-- A tenant's own rulesets: the draft that is worked on, and the number of the
-- version published last. Versions stand in league.ruleset_versions and are never
-- changed (docs/decisions/0014, 0017).
create table league.rulesets (
	tenant_id     uuid not null default platform.current_tenant() references platform.tenants,
	key           text not null,
	draft         jsonb not null,
	draft_version integer not null default 1,
	published     integer not null default 0,
	created_by    uuid not null references platform.accounts,
	created_at    timestamptz not null,
	changed_at    timestamptz not null,
	archived_at   timestamptz,
	primary key (tenant_id, key)
);

-- Of a preset a version stands once for each document; of a tenant's own ruleset
-- once for each number, also when it returns to an earlier document.
alter table league.ruleset_versions
	add column ruleset text,
	add column notes text not null default '',
	drop constraint ruleset_version_once,
	add foreign key (tenant_id, ruleset) references league.rulesets (tenant_id, key),
	add constraint ruleset_version_number unique (tenant_id, ruleset, version);
create unique index ruleset_version_once on league.ruleset_versions (tenant_id, digest) where ruleset is null;

alter table league.rulesets enable row level security;
alter table league.rulesets force row level security;
create policy rulesets_of_tenant on league.rulesets
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.rulesets to referto_app;
