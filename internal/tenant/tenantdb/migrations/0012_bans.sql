-- +goose Up
-- Who may not take part, and why: people excluded for what they are (CN09 1.5), and
-- what was decided about those who were expelled or offended gravely otherwise (CN09
-- 5.5). All of it is facts; days are those of the calendar at the venue of an event,
-- the first and the last belong to it.
create table league.exclusions (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	id             uuid not null,
	player_id      uuid not null,
	kind           text not null constraint exclusion_kind_known check (kind in ('employee-of-publisher')),
	from_day       date not null,
	until_day      date, -- null: until it is revoked
	reason         text not null,
	recorded_by    uuid not null references platform.accounts,
	recorded_at    timestamptz not null,
	revoked_by     uuid references platform.accounts,
	revoked_at     timestamptz,
	revoked_reason text not null default '',
	primary key (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id),
	constraint exclusion_ends_after_start check (until_day >= from_day)
);
create index exclusions_by_player on league.exclusions (tenant_id, player_id);

-- A case: somebody was expelled from an event, or did something else for which he may
-- be banned. What was decided about it is the latest of its decisions.
create table league.bans (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	id          uuid not null,
	player_id   uuid not null,
	event_id    uuid, -- with the expulsion, if there was one
	sanction_id uuid,
	source      text not null default '', -- what it rests on where there was none
	opened_at   timestamptz not null,
	primary key (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id),
	foreign key (tenant_id, sanction_id) references league.sanctions (tenant_id, id),
	constraint ban_decides_expulsion_once unique (tenant_id, sanction_id),
	constraint ban_has_one_source check ((sanction_id is null) = (event_id is null) and (sanction_id is null) <> (source = ''))
);
create index bans_by_player on league.bans (tenant_id, player_id);
create index bans_by_event on league.bans (tenant_id, event_id);

create table league.ban_decisions (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	ban_id     uuid not null,
	ordinal    integer not null constraint ban_decision_positive check (ordinal > 0),
	outcome    text not null constraint ban_outcome_known check (outcome in ('none', 'ban')),
	kinds      text[] not null default '{}', -- of events; empty: all of the tenant
	from_day   date,
	until_day  date, -- null: until it is decided otherwise
	reason     text not null,
	decided_by uuid not null references platform.accounts,
	decided_at timestamptz not null,
	primary key (tenant_id, ban_id, ordinal),
	foreign key (tenant_id, ban_id) references league.bans (tenant_id, id),
	constraint ban_has_begin check ((from_day is not null) = (outcome = 'ban')),
	constraint ban_ends_after_start check (until_day >= from_day)
);

-- What the person says to a decision, once to each.
create table league.ban_appeals (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	ban_id    uuid not null,
	ordinal   integer not null,
	text      text not null,
	made_by   uuid not null references platform.accounts,
	made_at   timestamptz not null,
	primary key (tenant_id, ban_id, ordinal),
	foreign key (tenant_id, ban_id, ordinal) references league.ban_decisions (tenant_id, ban_id, ordinal)
);

-- Why an entry was cancelled that the regulation refuses: the code of the reason.
alter table league.entries add column barred text not null default '';

-- Expulsions are looked for in all events, in the order in which those were held.
create index sanctions_that_may_expel on league.sanctions (tenant_id, event_id) where revoked_at is null and kind <> 'points';

alter table league.exclusions enable row level security;
alter table league.exclusions force row level security;
create policy exclusions_of_tenant on league.exclusions
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.bans enable row level security;
alter table league.bans force row level security;
create policy bans_of_tenant on league.bans
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.ban_decisions enable row level security;
alter table league.ban_decisions force row level security;
create policy ban_decisions_of_tenant on league.ban_decisions
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.ban_appeals enable row level security;
alter table league.ban_appeals force row level security;
create policy ban_appeals_of_tenant on league.ban_appeals
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.exclusions to referto_app;
-- Facts that are never changed.
grant select, insert on league.bans, league.ban_decisions, league.ban_appeals to referto_app;
