-- +goose Up
-- The games, and variants of games, of which events count in a ranking; none is all.
alter table league.rankings add column games jsonb not null default '[]' constraint ranking_games_are_a_list check (jsonb_typeof(games) = 'array');
