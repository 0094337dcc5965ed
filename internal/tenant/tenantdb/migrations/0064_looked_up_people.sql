-- +goose Up
-- People are looked up by their mail addresses, whatever the case of the letters. lower(email) would read the whole register: PostgreSQL does not know that it keeps secrets, and uses no
-- index for it under row-level security.
alter table league.players add column email_key text not null generated always as (lower(email)) stored;
create index players_by_email on league.players (tenant_id, email_key) where email_key <> '';
