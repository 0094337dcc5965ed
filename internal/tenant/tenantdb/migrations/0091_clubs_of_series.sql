-- +goose Up
-- The club of a posting by its id, beside the name that it had: a club that has another name since is the same one. There is no
-- reference, since a posting stays when the club of a table of the past goes with it.
alter table league.series_postings add column club_id uuid; -- null: nothing but the name is known
