-- +goose Up
-- Before this moment nothing is deleted that no row names: a database that was restored may lack
-- rows whose files are there. Where files are looked for already they are looked for as before; what
-- an older program begins to look for is held back as what this one begins.
alter table league.file_searches add column held_until timestamptz not null default '-infinity';
alter table league.file_searches alter column held_until set default now() + interval '30 days';
