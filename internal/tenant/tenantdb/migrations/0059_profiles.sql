-- +goose Up
-- What the public page of a player shows besides results and ranks: blocks that the person has turned
-- on. They are shown as long as a consent to that holds.
alter table league.players add column profile text[] not null default '{}'
	constraint player_profile_known check (profile <@ array['club', 'city', 'chart', 'records', 'opponents']);
