-- +goose Up
-- Who resembles somebody who may not take part, or who referees, is to be checked before
-- he is let in. That he is follows from the names; what was decided about it is a fact.
create table league.entry_checks (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	event_id   uuid not null,
	entry      integer not null,
	player_id  uuid not null, -- of the entry
	about      uuid[] not null constraint entry_check_about_somebody check (cardinality(about) > 0), -- whom he resembles: players, or lines of the staff
	outcome    text not null constraint entry_check_outcome_known check (outcome in ('confirmed', 'refused')),
	everywhere boolean not null, -- confirmed for all events of the tenant, not for this one only
	reason     text not null,
	decided_by uuid not null references platform.accounts,
	decided_at timestamptz not null,
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id, entry) references league.entries (tenant_id, event_id, number),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index entry_checks_by_player on league.entry_checks (tenant_id, player_id);
create index entry_checks_by_event on league.entry_checks (tenant_id, event_id, entry);

alter table league.entry_checks enable row level security;
alter table league.entry_checks force row level security;
create policy entry_checks_of_tenant on league.entry_checks
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
-- Facts that are never changed.
grant select, insert on league.entry_checks to referto_app;
