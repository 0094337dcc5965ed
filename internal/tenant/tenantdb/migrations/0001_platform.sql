-- +goose Up
-- What belongs to no tenant: tenants themselves, accounts, sessions. These
-- tables have no row-level security; they stand on the reviewed list of
-- tenantdb's catalog test and are reached through tenantdb.Global only.
-- The application role is created before the first migration (see tenantdb.Roles).
create schema platform;
create schema league;

grant usage on schema platform, league to referto_app;

-- Its body is parsed here, so that no search_path of a caller can change what it
-- means, and becomes part of the statements that use it: every insert does.
create function platform.current_tenant() returns uuid
language sql stable
return nullif(current_setting('app.tenant_id', true), '')::uuid;

create table platform.tenants (
	id         uuid primary key,
	slug       text not null constraint tenant_slug_unique unique
	           constraint tenant_slug_form check (slug ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(slug) between 3 and 40),
	name       text not null,
	kind       text not null constraint tenant_kind_known check (kind in ('federation', 'club')),
	languages  text[] not null default '{en}',
	created_at timestamptz not null,
	version    integer not null default 1
);

create table platform.accounts (
	id            uuid primary key,
	email         text not null,
	email_key     text not null constraint account_email_unique unique, -- folded, for comparison
	name          text not null,
	language      text not null default 'en',
	password_hash text not null,
	verified_at   timestamptz,
	suspended_at  timestamptz,
	created_at    timestamptz not null,
	version       integer not null default 1
);

create table platform.sessions (
	id         uuid primary key,
	account_id uuid not null references platform.accounts,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	revoked_at timestamptz,
	revoked_by text constraint session_revocation_known check (revoked_by in ('sign-out', 'everywhere', 'password', 'reuse', 'suspended'))
);
create index sessions_by_account on platform.sessions (account_id) where revoked_at is null;

-- One row for each refresh token ever handed out in a session, so that an old
-- one that comes back is recognized and ends the session.
create table platform.refresh_tokens (
	token_hash bytea primary key,
	session_id uuid not null references platform.sessions,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	used_at    timestamptz
);
create index refresh_tokens_by_session on platform.refresh_tokens (session_id);

create table platform.mail_tokens (
	token_hash bytea primary key,
	purpose    text not null constraint mail_token_purpose_known check (purpose in ('verify', 'reset')),
	account_id uuid not null references platform.accounts,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	used_at    timestamptz
);

create table platform.affiliations (
	id            uuid primary key,
	federation_id uuid not null references platform.tenants,
	club_id       uuid not null references platform.tenants,
	state         text not null constraint affiliation_state_known check (state in ('requested', 'accepted', 'declined', 'ended')),
	requested_by  uuid not null references platform.accounts,
	requested_at  timestamptz not null,
	decided_by    uuid references platform.accounts,
	decided_at    timestamptz,
	reason        text,
	constraint affiliation_joins_two check (federation_id <> club_id)
);
-- One open affiliation between a club and a federation at a time.
create unique index affiliation_open_once on platform.affiliations (federation_id, club_id) where state in ('requested', 'accepted');
create index affiliations_by_club on platform.affiliations (club_id);

create table platform.idempotency (
	principal   text not null,
	operation   text not null,
	key         text not null,
	fingerprint bytea not null,
	status      integer not null,
	header      jsonb not null,
	body        bytea not null,
	created_at  timestamptz not null,
	primary key (principal, operation, key)
);
create index idempotency_by_age on platform.idempotency (created_at);

grant select, insert, update on platform.tenants, platform.accounts, platform.sessions, platform.refresh_tokens,
	platform.mail_tokens, platform.affiliations to referto_app;
grant select, insert, delete on platform.idempotency to referto_app;
