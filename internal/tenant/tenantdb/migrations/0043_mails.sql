-- +goose Up
-- What became of the last letter about something that people wait for: of an invitation,
-- a convocation, a decision. The address is kept as a digest only, to tell whether it is
-- another by now.
create table league.mails (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	about      text not null constraint mail_about_known check (about in ('invitation', 'convocation', 'ban', 'leaving', 'player-address')),
	about_id   uuid not null,
	state      text not null constraint mail_state_known check (state in ('waiting', 'sent', 'refused', 'failed', 'none')), -- none: there was nothing to tell any more, or nobody to whom
	at         timestamptz not null,
	reply      text not null default '' constraint mail_reply_bounded check (char_length(reply) <= 200), -- the mail server's, without addresses
	address    bytea not null default '',
	primary key (tenant_id, about, about_id)
);

alter table league.mails enable row level security;
alter table league.mails force row level security;
create policy mails_of_tenant on league.mails
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select, insert, update on league.mails to referto_app;

-- What became of the last letter to an account, whoever it was from.
create table platform.account_mails (
	account_id uuid primary key references platform.accounts,
	state      text not null constraint account_mail_state_known check (state in ('sent', 'refused', 'failed')),
	at         timestamptz not null,
	reply      text not null default '' constraint account_mail_reply_bounded check (char_length(reply) <= 200)
);
grant select, insert, update on platform.account_mails to referto_app;
