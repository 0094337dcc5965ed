-- +goose Up
-- A server tells a database that lacks a migration of its own from one that has them all.
grant select on public.schema_migrations to referto_app;

-- The keys that the servers of this installation use, by fingerprint: who starts with
-- others is told so before he signs or encrypts anything that the rest cannot read.
create table platform.keys_in_use (
	kind     text primary key constraint kept_key_known check (kind in ('signing', 'secret', 'sealing')),
	keys     text[] not null constraint kept_keys_given check (cardinality(keys) > 0), -- the first signs or encrypts
	noted_at timestamptz not null
);
grant select, insert, update on platform.keys_in_use to referto_app;
