-- +goose Up
-- An event may begin with its semifinal, drawn, of which so many of each table go on
-- (CN09 1.7.4): it has no rounds before it.
alter table league.agreed_structures
	add column advance integer not null default 0,
	drop constraint structure_rounds_positive,
	add constraint structure_begins check (rounds > 0 and advance = 0 or rounds = 0 and advance > 0 and semifinal and final);

alter table league.hosting_requests
	add column structure_advance integer not null default 0;
