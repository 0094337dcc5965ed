-- +goose Up
-- From when on the bank may carry an order out: since a document of it was written first.
-- Such a list is cancelled by who says that the bank does not have it, or has called it
-- back.
alter table league.payment_lists
	add column written_by uuid references platform.accounts,
	add column written_at timestamptz, -- null: no document of it was written
	add column not_at_bank boolean not null default false; -- whoever cancelled it has said so

-- That a document was written stood in the audit alone. The owner sees no row of any
-- tenant, but for as long as this takes.
alter table league.payment_lists no force row level security;
alter table league.audit no force row level security;
update league.payment_lists l set written_by = first.account_id, written_at = first.at
	from (select distinct on (tenant_id, subject) tenant_id, subject, account_id, at from league.audit
		where subject like 'payment list %' and reason = 'read' order by tenant_id, subject, id) first
	where first.tenant_id = l.tenant_id and first.subject = 'payment list ' || l.id and l.cancelled_at is null;
alter table league.audit force row level security;
alter table league.payment_lists force row level security;

-- Of lists that are cancelled already it is left to the audit: nobody was asked.
alter table league.payment_lists add constraint payment_list_cancelled_not_at_bank
	check (cancelled_at is null or written_at is null or not_at_bank);

-- When files that no row names were last looked for: on all replicas together once a day.
create table league.file_searches (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	begun_at  timestamptz not null,
	primary key (tenant_id)
);
alter table league.file_searches enable row level security;
alter table league.file_searches force row level security;
create policy file_searches_of_tenant on league.file_searches
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select, insert, update on league.file_searches to referto_app;
