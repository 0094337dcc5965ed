-- +goose Up
-- The security log of the installation: who was refused what, how often and from where. Rows are written by
-- each server some seconds after the fact, as many as package refusals allows, and deleted after the time
-- that SECURITY_LOG_DAYS says. They name accounts and tenants without referring to them: what was refused
-- stays what it was when either is gone.
create table platform.refusals (
	id         uuid primary key,
	first_at   timestamptz not null,
	last_at    timestamptz not null,
	status     integer not null constraint refusal_status check (status in (401, 403, 429)),
	reason     text not null,
	operation  text not null,
	address    text not null,
	account    uuid,
	tenant     uuid,
	times      integer not null constraint refusal_times check (times > 0),
	request_id text not null
);
create index refusals_by_time on platform.refusals (last_at);
create index refusals_by_account on platform.refusals (account) where account is not null;

grant select, insert, delete on platform.refusals to referto_app;
