-- +goose Up
-- The platform's own people: accounts that whoever runs the server has named by a command. No page and no operation
-- writes here.
create table platform.operators (
	account_id uuid primary key,
	added_at   timestamptz not null
);
grant select, insert, update, delete on platform.operators to referto_app;
create trigger stamp_of_operator after insert or update or delete on platform.operators
	for each row execute function platform.renew_holders_stamp();

-- When the password was typed by which a session began; none for one that began by a link. Servers of before write none.
alter table platform.sessions add column password_at timestamptz;

-- That an operator has looked into a tenant, with the reason that the tenant reads in its audit too. Rows name both
-- without referring to them.
create table platform.operator_accesses (
	id      uuid primary key,
	account uuid not null,
	tenant  uuid not null,
	reason  text not null,
	at      timestamptz not null,
	until   timestamptz not null constraint operator_access_short check (until > at and until <= at + interval '24 hours')
);
create index operator_accesses_by_time on platform.operator_accesses (at);
grant select, insert, delete on platform.operator_accesses to referto_app;
