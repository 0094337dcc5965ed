-- +goose Up
-- What is kept of a closed season is read as a whole or not at all, so that it is one
-- document instead of a row for each event and place. No release had those rows; a season
-- that was closed with them is derived, by the engine that made them, until it is opened
-- and closed again.
drop table league.season_results, league.season_register;
truncate league.season_closings;
alter table league.season_closings
	drop column glossary,
	drop column regions,
	add column document bytea not null, -- of package frozen; compressed already
	alter column document set storage external;

-- An outcome tells who had entered and who of them played, as entries stood when it was
-- recorded, so that a season of thousands of events is not put together out of hundreds of
-- thousands of entries: nothing of them changes after it but with a further outcome. Null
-- where the event was opened again, and in outcomes from before: then entries tell.
alter table league.outcomes
	add column entrants bytea constraint outcome_entrants_form check (length(entrants) % 17 = 0), -- of each the 16 bytes of the player's id, and 1 for who played, else 0
	alter column entrants set storage external;
