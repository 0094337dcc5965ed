-- +goose Up
-- The figures that an event gave to its players, entered with its outcome because its games are not known. They come, are replaced and go with
-- the outcome, which is a row of its own each time.
alter table league.outcomes
	add column figures text[] not null default '{}', -- names of figures
	add column gained uuid[] not null default '{}', -- players
	add column gains text[] not null default '{}'; -- parallel to them: exact numbers with a space between, parallel to the figures
