-- +goose Up
-- What people without an account have sent to enter an event. Until somebody who has the letter confirms it
-- nothing is in the register: a form may name anybody. Once it has ended, nothing of what was sent is kept here.
create table league.form_entries (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	event_id   uuid not null,
	state      text not null constraint form_entry_state_known check (state in ('sent', 'confirmed', 'given-up', 'lapsed', 'discarded')),
	name       text not null,
	name_key   text not null,
	email      text not null,
	email_key  text not null,
	club       text not null default '',
	city       text not null default '',
	birth_year integer not null default 0,
	language   text not null,
	holds_seat boolean not null,
	sent_at    timestamptz not null,
	confirm_by timestamptz not null,
	ended_at   timestamptz,
	entry      integer, -- start number, once confirmed
	letters    integer not null default 1,
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id),
	foreign key (tenant_id, event_id, entry) references league.entries (tenant_id, event_id, number),
	constraint form_entry_has_entry check ((state = 'confirmed') = (entry is not null)),
	constraint form_entry_is_forgotten check (state = 'sent' or name = '' and name_key = '' and email = '' and email_key = '' and club = '' and city = '' and birth_year = 0)
);
create index form_entries_of_event on league.form_entries (tenant_id, event_id, entry);
create index form_entries_waiting on league.form_entries (tenant_id, event_id, email_key) where state = 'sent';

-- The links of their letters. The secret of a link is in the letter and nowhere else.
create table league.form_links (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	token_hash bytea not null,
	form_id    uuid not null,
	made_at    timestamptz not null,
	primary key (tenant_id, token_hash),
	foreign key (tenant_id, form_id) references league.form_entries (tenant_id, id)
);
create index form_links_of_form on league.form_links (tenant_id, form_id);

alter table league.form_entries enable row level security;
alter table league.form_entries force row level security;
create policy form_entries_of_tenant on league.form_entries
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
alter table league.form_links enable row level security;
alter table league.form_links force row level security;
create policy form_links_of_tenant on league.form_links
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert on league.form_entries, league.form_links to referto_app;
grant update (state, name, name_key, email, email_key, club, city, birth_year, ended_at, entry, letters) on league.form_entries to referto_app;

-- Seats that are held for people whose forms are not confirmed yet: counted here, so that who reads
-- an event reads nothing more.
alter table league.events add column held_seats integer not null default 0 constraint held_seats_counted check (held_seats >= 0);

-- Who has made an entry; null is the person themself, without an account, by the link of a letter.
alter table league.entries alter column entered_by drop not null;
