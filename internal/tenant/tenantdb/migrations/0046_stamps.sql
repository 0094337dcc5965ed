-- +goose Up
-- What servers remember of somebody's authority holds while his stamp stands. Every
-- change of his account, of a session of his or of a role of his in any tenant renews it
-- in the same transaction, so that whoever reads the change reads another stamp. One that
-- was is never again, also where a backup was restored. Who has none has seen no change.
create table platform.stamps (
	account_id uuid primary key,
	stamp      uuid not null default gen_random_uuid()
);
grant select, insert, update on platform.stamps to referto_app;

-- +goose StatementBegin
create function platform.renew_stamp(of uuid) returns void
language sql
begin atomic
	insert into platform.stamps (account_id) values (of) on conflict (account_id) do update set stamp = excluded.stamp;
end;
-- +goose StatementEnd

-- +goose StatementBegin
create function platform.renew_own_stamp() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
	perform platform.renew_stamp(new.id);
	return null;
end
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create function platform.renew_holders_stamp() returns trigger
language plpgsql set search_path = pg_catalog as $$
begin
	if tg_op <> 'INSERT' then
		perform platform.renew_stamp(old.account_id);
	end if;
	if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.account_id <> old.account_id then
		perform platform.renew_stamp(new.account_id);
	end if;
	return null;
end
$$;
-- +goose StatementEnd

create trigger stamp_of_account after update on platform.accounts
	for each row execute function platform.renew_own_stamp();
-- A new session has not been remembered by anybody.
create trigger stamp_of_session after update or delete on platform.sessions
	for each row execute function platform.renew_holders_stamp();
create trigger stamp_of_grant after insert or update or delete on league.grants
	for each row execute function platform.renew_holders_stamp();

-- Who has decided by what he remembers has the database insist on it, in the pipeline
-- that also commits: where another thing stands the transaction has lost a race.
-- +goose StatementBegin
create function platform.insist(holds boolean) returns void
language plpgsql set search_path = pg_catalog as $$
begin
	if not coalesce(holds, false) then
		raise exception 'another stands by now' using errcode = 'serialization_failure';
	end if;
end
$$;
-- +goose StatementEnd
