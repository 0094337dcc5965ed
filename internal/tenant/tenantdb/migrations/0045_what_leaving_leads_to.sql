-- +goose Up
-- What a ruleset says of leaving (BG 1.1.7) stands beside its document: to look for people
-- who left, the database read the documents of all events in which anybody did.
alter table league.ruleset_versions
	add column leaving_ban text not null generated always as (coalesce(document #>> '{leaving,ban}', '')) stored,
	add column leaving_until text not null generated always as (coalesce(document #>> '{leaving,untilDecided}', 'barred')) stored,
	-- The reading that an event may choose instead; null without one.
	add column leaving_reading text generated always as (
		jsonb_path_query_first(document, '$.readings.keyvalue() ? (@.value.at == "/leaving/untilDecided").key', '{}', true) #>> '{}') stored;
