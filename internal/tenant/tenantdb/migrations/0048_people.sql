-- +goose Up
-- One account has at most one record in a register, and a record one account. An account is
-- parted from its record again: the log and the audit keep that it was linked.
create unique index player_has_one_account on league.player_accounts (tenant_id, player_id);
create policy player_accounts_remove on league.player_accounts for delete
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant delete on league.player_accounts to referto_app;

-- What somebody asks of the staff about his own record: that a record is his, or that his
-- name is another. A person sees his own in all tenants, see tenantdb.Self.
create table league.player_requests (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	kind       text not null constraint player_request_kind_known check (kind in ('claim', 'name')),
	player_id  uuid not null,
	account_id uuid not null references platform.accounts,
	name       text not null default '' constraint player_request_name_bounded check (char_length(name) <= 200), -- that he asks for; '' of a claim
	words      text not null default '' constraint player_request_words_bounded check (char_length(words) <= 500),
	asked_at   timestamptz not null,
	outcome    text constraint player_request_outcome_known check (outcome in ('confirmed', 'refused', 'withdrawn', 'overtaken')),
	reason     text not null default '' constraint player_request_reason_bounded check (char_length(reason) <= 500),
	decided_by uuid references platform.accounts,
	decided_at timestamptz,
	primary key (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id),
	constraint player_request_decided_whole check ((outcome is null) = (decided_at is null))
);
create unique index player_request_open_once on league.player_requests (tenant_id, account_id, kind) where outcome is null;
create index player_requests_of_player on league.player_requests (tenant_id, player_id);
create index player_requests_of_person on league.player_requests (account_id, id); -- for tenantdb.Self, which knows no tenant
create index player_requests_open on league.player_requests (tenant_id, id) where outcome is null;

-- Letters with a link by which whoever reads the mail of a record claims it. One is asked for
-- whether or not the record has an address, so that nobody learns whether it has.
create table league.claim_mails (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	player_id  uuid not null,
	asked_by   uuid not null references platform.accounts,
	asked_at   timestamptz not null,
	expires_at timestamptz not null,
	used_by    uuid references platform.accounts,
	used_at    timestamptz,
	primary key (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index claim_mails_of_player on league.claim_mails (tenant_id, player_id, asked_at);
create index claim_mails_by_asker on league.claim_mails (tenant_id, asked_by, asked_at);

-- The links of these letters. The secret of a link is in the letter and nowhere else; one that
-- is tried again has another.
create table league.claim_links (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	token_hash bytea not null,
	mail_id    uuid not null,
	address    text not null, -- to which it was written: another one since makes the link void
	made_at    timestamptz not null,
	primary key (tenant_id, token_hash),
	foreign key (tenant_id, mail_id) references league.claim_mails (tenant_id, id)
);
create index claim_links_by_mail on league.claim_links (tenant_id, mail_id);

-- Codes that are printed for a record. The handle says which code it is, the rest is kept as
-- a digest and may be missed a few times.
create table league.claim_codes (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	id          uuid not null,
	player_id   uuid not null,
	handle      text not null,
	secret_hash bytea not null,
	made_by     uuid not null references platform.accounts,
	made_at     timestamptz not null,
	expires_at  timestamptz not null,
	tries       integer not null default 0 constraint claim_code_tries_not_negative check (tries >= 0),
	ended_at    timestamptz, -- another was made for the record
	used_by     uuid references platform.accounts,
	used_at     timestamptz,
	primary key (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create unique index claim_code_by_handle on league.claim_codes (tenant_id, handle);
create index claim_codes_of_player on league.claim_codes (tenant_id, player_id);

alter table league.player_requests enable row level security;
alter table league.player_requests force row level security;
create policy player_requests_read on league.player_requests for select
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)
		or account_id = (select nullif(current_setting('app.account_id', true), '')::uuid));
create policy player_requests_add on league.player_requests for insert
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
create policy player_requests_decide on league.player_requests for update
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.claim_mails enable row level security;
alter table league.claim_mails force row level security;
create policy claim_mails_of_tenant on league.claim_mails
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.claim_links enable row level security;
alter table league.claim_links force row level security;
create policy claim_links_of_tenant on league.claim_links
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.claim_codes enable row level security;
alter table league.claim_codes force row level security;
create policy claim_codes_of_tenant on league.claim_codes
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.player_requests, league.claim_mails, league.claim_codes to referto_app;
grant select, insert on league.claim_links to referto_app;
