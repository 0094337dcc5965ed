-- +goose Up
-- What those at a table enter themselves, by the code on their score sheet: the result as they declare it,
-- which counts for nothing until it is confirmed, and calls for a referee. The codes are stored nowhere: they
-- follow from a secret of the server and from the draw.
create table league.declarations (
	tenant_id    uuid not null default platform.current_tenant() references platform.tenants,
	event_id     uuid not null,
	round        integer not null,
	table_number integer not null,
	number       integer not null constraint declaration_numbered check (number > 0),
	entry        integer not null, -- start number of who declared it
	result       jsonb not null,
	declared_at  timestamptz not null,
	confirmed    integer[] not null default '{}', -- start numbers of those at the table who agree
	primary key (tenant_id, event_id, round, table_number, number),
	foreign key (tenant_id, event_id, round) references league.rounds (tenant_id, event_id, number) on delete cascade
);
create table league.referee_calls (
	tenant_id    uuid not null default platform.current_tenant() references platform.tenants,
	id           uuid not null,
	event_id     uuid not null,
	round        integer not null,
	table_number integer not null,
	reason       text not null constraint referee_call_reason_known check (reason in ('rules', 'dispute', 'result', 'absence', 'other')),
	note         text not null default '',
	called_at    timestamptz not null,
	answered_by  uuid references platform.accounts,
	answered_at  timestamptz,
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id, round) references league.rounds (tenant_id, event_id, number) on delete cascade
);
create index referee_calls_of_round on league.referee_calls (tenant_id, event_id, round);

alter table league.declarations enable row level security;
alter table league.declarations force row level security;
create policy declarations_of_tenant on league.declarations
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
alter table league.referee_calls enable row level security;
alter table league.referee_calls force row level security;
create policy referee_calls_of_tenant on league.referee_calls
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert on league.declarations, league.referee_calls to referto_app;
grant update (confirmed) on league.declarations to referto_app;
grant update (answered_by, answered_at) on league.referee_calls to referto_app;

-- What becomes of a result that a table declares.
alter table league.events add column table_results text not null default 'referee'
	constraint table_results_known check (table_results in ('off', 'referee', 'table'));

-- Who has recorded a result; null is the table itself, where the event lets it.
alter table league.results alter column entered_by drop not null;
