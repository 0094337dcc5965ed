-- +goose Up
-- Events that came in as files: what was found in each, how far it is, and the
-- event it has become. The file itself is kept only until then.
create table league.imports (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	id          uuid not null,
	state       text not null constraint import_state_known check (state in ('waiting', 'faulty', 'clean', 'stored')),
	form        text not null constraint import_form_known check (form in ('json', 'xlsx', 'csv')),
	bytes       integer not null,
	file        bytea, -- null once it is stored, found faulty or forgotten
	decided     jsonb not null default '{}', -- what was decided about it: people, event, region, address
	lines       integer not null default 0,
	phase       text not null default '' constraint import_phase_known check (phase in ('', 'reading', 'matching', 'storing')),
	done        integer not null default 0, -- lines behind the phase
	entries     integer not null default 0,
	rounds      integer not null default 0,
	tables      integer not null default 0,
	results     integer not null default 0,
	derived     text[] not null default '{}', -- what the file does not tell and was taken from its order
	title       text not null default '',
	ruleset     text not null default '',
	faults      jsonb not null default '[]',
	people      jsonb not null default '[]',
	event_id    uuid,
	created_by  uuid not null references platform.accounts,
	session     uuid not null, -- in which it was asked for: a job acts for nobody who has gone
	language    text not null, -- of who asked
	created_at  timestamptz not null,
	finished_at timestamptz,
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id)
);
create index imports_by_event on league.imports (tenant_id, event_id);
create index imports_with_file on league.imports (tenant_id, created_at) where file is not null;

alter table league.imports enable row level security;
alter table league.imports force row level security;
create policy imports_of_tenant on league.imports
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.imports to referto_app;
