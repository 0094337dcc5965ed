-- +goose Up
-- In which country a tenant is: its law says from which age people agree themselves to what is done
-- with their data (GDPR Art. 8). Without a row, or a country, it is the age of the regulation.
create table league.privacy (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	country   text not null default '' constraint privacy_country_form check (country ~ '^([A-Z]{2})?$'),
	version   integer not null default 0 constraint privacy_version_not_negative check (version >= 0),
	primary key (tenant_id)
);

-- What people have agreed to. A row is never changed but by the withdrawal, and goes when the person
-- is erased.
create table league.consents (
	tenant_id        uuid not null default platform.current_tenant() references platform.tenants,
	id               uuid not null,
	player_id        uuid not null,
	purpose          text not null constraint consent_purpose_known check (purpose in ('full-name', 'profile', 'photos', 'letters')),
	text_version     integer not null constraint consent_text_version_positive check (text_version > 0),
	guardian         text not null constraint consent_guardian_bounded check (char_length(guardian) <= 200), -- who has agreed for the person; '': they themselves
	proof            text not null constraint consent_proof_bounded check (char_length(proof) <= 500), -- by what it is known; '': by their own account
	given_on         date not null,
	recorded_by      uuid not null references platform.accounts,
	recorded_at      timestamptz not null,
	withdrawn_by     uuid references platform.accounts,
	withdrawn_at     timestamptz,
	withdrawn_reason text not null default '',
	primary key (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create unique index consent_given_once on league.consents (tenant_id, player_id, purpose) where withdrawn_at is null;

-- Minors without the consent of a guardian are shown by their initials in public. It follows from the
-- years of birth of all records of a person, from the consents, the country and the year, and is kept
-- beside the name, so that it changes together with the revisions of what shows it.
alter table league.players add column initials boolean not null default false;
create index players_by_initials on league.players (tenant_id, id) where initials;

alter table league.privacy enable row level security;
alter table league.privacy force row level security;
create policy privacy_of_tenant on league.privacy
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.consents enable row level security;
alter table league.consents force row level security;
create policy consents_of_tenant on league.consents
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.privacy to referto_app;
grant select, insert, delete on league.consents to referto_app;
grant update (withdrawn_by, withdrawn_at, withdrawn_reason) on league.consents to referto_app;

-- Reading what somebody has agreed to is an access to private data.
alter table league.data_accesses
	drop constraint data_access_known,
	add constraint data_access_known check (what in ('contact', 'bank', 'receipt', 'consents'));
