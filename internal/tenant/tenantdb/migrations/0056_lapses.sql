-- +goose Up
-- Who has entered an event and not kept that (BG FP 2): it follows from entries and
-- withdrawals. What does not follow is stored here: whether an entry that was taken back had
-- held a seat, and what was decided about the reason of somebody who did not come or took
-- the entry back too late.
alter table league.entries add column held_seat boolean not null default false; -- when it was cancelled

-- The latest number counts. A decision is never changed.
create table league.excuses (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	event_id   uuid not null,
	entry      integer not null,
	number     integer not null constraint excuse_number_positive check (number > 0),
	excused    boolean not null,
	reason     text not null,
	decided_by uuid not null references platform.accounts,
	decided_at timestamptz not null,
	primary key (tenant_id, event_id, entry, number),
	foreign key (tenant_id, event_id, entry) references league.entries (tenant_id, event_id, number)
);

alter table league.excuses enable row level security;
alter table league.excuses force row level security;
create policy excuses_of_tenant on league.excuses
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert on league.excuses to referto_app;
-- Words of a decision may be erased (0079), and nothing else of it changes.
create trigger words_only_emptied before update on league.excuses for each row execute function platform.only_emptied('reason');
grant update (reason) on league.excuses to referto_app;
