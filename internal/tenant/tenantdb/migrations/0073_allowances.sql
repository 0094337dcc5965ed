-- +goose Up
-- How often something may still be done: guesses at a password, letters to an address, tenants that
-- somebody founds. A bucket is named by a hash under the secret of the installation, and belongs to no
-- tenant. Rows are deleted by the hour once they are full again; they change often, hence the room.
create table platform.allowances (
	bucket  bytea primary key constraint allowance_bucket_form check (octet_length(bucket) = 16),
	full_at timestamptz not null
) with (fillfactor = 70);

grant select, insert, update, delete on platform.allowances to referto_app;
