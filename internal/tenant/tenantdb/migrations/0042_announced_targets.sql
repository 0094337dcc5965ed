-- +goose Up
-- An event may announce what its games are played to, where its ruleset leaves that
-- open; 0 is what the ruleset says (BG 1.2.3, 2.2.2).
alter table league.events
	add column target integer not null default 0 check (target between 0 and 1000000);
