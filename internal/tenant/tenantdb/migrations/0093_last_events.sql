-- +goose NO TRANSACTION
-- +goose Up
-- Which events of a ranking are the last ones, or come after a day, is read from the end of an index: a federation has tens of thousands of
-- them. It waits for whoever reads the database for long, as a backup does, and nobody waits for it. What is left of an attempt that was
-- broken off goes first.
set lock_timeout = '10min';
drop index concurrently if exists league.event_postings_by_day;
create index concurrently event_postings_by_day on league.event_postings (tenant_id, ranking_id, day, starts_at, event_id) where counts;
reset lock_timeout;
