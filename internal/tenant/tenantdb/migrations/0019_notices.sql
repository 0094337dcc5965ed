-- +goose Up
-- Whom a letter was written to about what waits for him: each cause once to each
-- person. What waits is derived and stands nowhere; this is only what was sent.
create table league.reminders (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	cause      text not null constraint reminder_cause_given check (cause <> ''),
	account_id uuid not null references platform.accounts,
	due_at     timestamptz, -- when what waits was due; null: at no certain time
	noted_at   timestamptz not null,
	sent_at    timestamptz, -- null: not yet, or it did not wait any more
	primary key (tenant_id, cause, account_id)
);

-- The addresses of private calendars. The secret of an address is with the person who
-- asked for it and nowhere else; a new one ends the old one.
create table league.calendar_links (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	account_id uuid not null references platform.accounts,
	token_hash bytea not null,
	made_at    timestamptz not null,
	ended_at   timestamptz,
	primary key (tenant_id, account_id),
	constraint calendar_link_once unique (tenant_id, token_hash)
);

alter table league.reminders enable row level security;
alter table league.reminders force row level security;
create policy reminders_of_tenant on league.reminders
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.calendar_links enable row level security;
alter table league.calendar_links force row level security;
create policy calendar_links_of_tenant on league.calendar_links
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.reminders, league.calendar_links to referto_app;
