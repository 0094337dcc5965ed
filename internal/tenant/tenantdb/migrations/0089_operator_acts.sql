-- +goose Up
-- What was done by the platform's own people, or about who they are, outside of tenants. A row without account was done
-- by a command of whoever runs the server. Rows name accounts without referring to them.
create table platform.operator_acts (
	id      uuid primary key,
	at      timestamptz not null,
	account uuid,
	act     text not null constraint operator_act_known check (act in ('job-retried', 'operator-added', 'operator-removed')),
	whom    uuid,
	subject text not null default ''
);
create index operator_acts_by_time on platform.operator_acts (at);
grant select, insert, delete on platform.operator_acts to referto_app;

-- A look into a tenant may be ended before its time. Looks of before do not say which role they gave.
alter table platform.operator_accesses add column role uuid, add column ended_at timestamptz, add column ended_by uuid;
grant update (ended_at, ended_by) on platform.operator_accesses to referto_app;
