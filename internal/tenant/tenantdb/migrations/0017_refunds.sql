-- +goose Up
-- Claims to have a journey to the national final paid. Who has the right to it follows
-- from the register of places and is not kept here; what was claimed, attested, decided
-- and paid is.
create table league.refunds (
	tenant_id     uuid not null default platform.current_tenant() references platform.tenants,
	id            uuid not null,
	season_id     uuid not null,
	player_id     uuid not null, -- whose journey it was
	state         text not null constraint refund_state_known
		check (state in ('draft', 'submitted', 'asked', 'approved', 'refused', 'withdrawn', 'listed', 'paid', 'failed')),
	on_behalf     text not null default '', -- why somebody else claims for him
	created_by    uuid not null references platform.accounts,
	created_at    timestamptz not null,
	decided_by    uuid references platform.accounts,
	decided_at    timestamptz,
	changed_at    timestamptz not null, -- last step or change: what is kept for a time counts from here
	ended_at      timestamptz, -- paid, refused or withdrawn
	erased_at     timestamptz, -- receipts and descriptions are gone; the sums stay
	version       integer not null default 1,
	primary key (tenant_id, id),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id),
	constraint refund_decided_by_another check (decided_by is null or decided_by <> created_by),
	constraint refund_decided_before_paid check (state not in ('approved', 'listed', 'paid', 'failed') or decided_by is not null)
);
create unique index refund_of_player_once on league.refunds (tenant_id, season_id, player_id) where state not in ('refused', 'withdrawn');
create index refunds_by_season on league.refunds (tenant_id, season_id, created_at, id);
create index refunds_by_end on league.refunds (tenant_id, changed_at) where erased_at is null;

-- What happened to a claim, in order.
create table league.refund_steps (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	refund_id uuid not null,
	number    integer not null constraint refund_step_number_positive check (number > 0),
	kind      text not null,
	reason    text not null default '',
	paragraph text not null default '',
	by        uuid references platform.accounts, -- null: its time was over
	at        timestamptz not null,
	primary key (tenant_id, refund_id, number),
	foreign key (tenant_id, refund_id) references league.refunds (tenant_id, id)
);

create table league.refund_expenses (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	refund_id      uuid not null,
	number         integer not null constraint refund_expense_number_positive check (number > 0),
	what           text not null,
	spent_on       date not null,
	cents          bigint not null constraint refund_expense_positive check (cents > 0),
	approved_cents bigint constraint refund_expense_approved_bounded check (approved_cents between 0 and cents),
	cut_reason     text not null default '',
	removed_at     timestamptz,
	primary key (tenant_id, refund_id, number),
	foreign key (tenant_id, refund_id) references league.refunds (tenant_id, id)
);

-- Proofs of an expense. The files lie encrypted in the store of files.
create table league.refund_receipts (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	id          uuid not null,
	refund_id   uuid not null,
	expense     integer not null,
	cents       bigint not null constraint refund_receipt_positive check (cents > 0),
	media_type  text not null,
	digest      text not null, -- SHA-256 of the file
	bytes       integer not null,
	added_by    uuid not null references platform.accounts,
	added_at    timestamptz not null,
	released_at timestamptz, -- it counts no more: its expense was taken away, its claim refused or withdrawn
	erased_at   timestamptz, -- the file is gone
	primary key (tenant_id, id),
	foreign key (tenant_id, refund_id, expense) references league.refund_expenses (tenant_id, refund_id, number)
);
create unique index refund_receipt_once on league.refund_receipts (tenant_id, digest) where released_at is null;
create index refund_receipts_by_claim on league.refund_receipts (tenant_id, refund_id, expense, added_at);

-- Where a claim is to be paid to, encrypted. The row is deleted when its time is over.
create table league.refund_accounts (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	refund_id uuid not null,
	shown     text not null, -- country and last four characters of the IBAN
	sealed    bytea not null, -- IBAN and name of the holder (package sealed)
	set_by    uuid not null references platform.accounts,
	set_at    timestamptz not null,
	primary key (tenant_id, refund_id),
	foreign key (tenant_id, refund_id) references league.refunds (tenant_id, id)
);

-- Orders to a bank. What a list says is never changed: the same document can be
-- written again for as long as the bank data are kept.
create table league.payment_lists (
	tenant_id     uuid not null default platform.current_tenant() references platform.tenants,
	id            uuid not null,
	season_id     uuid not null,
	number        integer not null constraint payment_list_number_positive check (number > 0),
	execute_on    date not null,
	payer         text not null,
	shown         text not null, -- country and last four characters of the payer's IBAN
	sealed        bytea, -- the payer's IBAN; null once it is erased
	total_cents   bigint not null constraint payment_list_total_positive check (total_cents > 0),
	xml_digest    text not null, -- SHA-256 of its documents
	csv_digest    text not null,
	made_by       uuid not null references platform.accounts,
	made_at       timestamptz not null,
	cancelled_by  uuid references platform.accounts,
	cancelled_at  timestamptz,
	cancel_reason text not null default '',
	version       integer not null default 1,
	primary key (tenant_id, id),
	foreign key (tenant_id, season_id) references league.seasons (tenant_id, id),
	constraint payment_list_number_once unique (tenant_id, season_id, number)
);

create table league.payments (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	list_id    uuid not null,
	position   integer not null constraint payment_position_positive check (position > 0),
	refund_id  uuid not null,
	cents      bigint not null constraint payment_positive check (cents > 0),
	end_to_end text not null,
	text       text not null,
	sealed     bytea, -- the account as it was then; null once it is erased
	outcome    text not null default '' constraint payment_outcome_known check (outcome in ('', 'paid', 'failed')),
	settled_on date,
	reference  text not null default '', -- of the bank; or why it failed
	settled_by uuid references platform.accounts,
	settled_at timestamptz,
	primary key (tenant_id, list_id, position),
	foreign key (tenant_id, list_id) references league.payment_lists (tenant_id, id),
	foreign key (tenant_id, refund_id) references league.refunds (tenant_id, id),
	constraint payment_settled_complete check (outcome = '' or settled_by is not null)
);
create index payments_by_refund on league.payments (tenant_id, refund_id);
create unique index payment_paid_once on league.payments (tenant_id, refund_id) where outcome = 'paid';

alter table league.refunds enable row level security;
alter table league.refunds force row level security;
create policy refunds_of_tenant on league.refunds
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.refund_steps enable row level security;
alter table league.refund_steps force row level security;
create policy refund_steps_of_tenant on league.refund_steps
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.refund_expenses enable row level security;
alter table league.refund_expenses force row level security;
create policy refund_expenses_of_tenant on league.refund_expenses
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.refund_receipts enable row level security;
alter table league.refund_receipts force row level security;
create policy refund_receipts_of_tenant on league.refund_receipts
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.refund_accounts enable row level security;
alter table league.refund_accounts force row level security;
create policy refund_accounts_of_tenant on league.refund_accounts
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.payment_lists enable row level security;
alter table league.payment_lists force row level security;
create policy payment_lists_of_tenant on league.payment_lists
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.payments enable row level security;
alter table league.payments force row level security;
create policy payments_of_tenant on league.payments
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.refunds, league.refund_expenses, league.refund_receipts, league.payment_lists, league.payments to referto_app;
grant select, insert on league.refund_steps to referto_app;
grant select, insert, update, delete on league.refund_accounts to referto_app;
