-- +goose Up
-- The last day on which an event was played, at its venue: a week for its results and its
-- prizes counts from it (CN09 1.10, 1.11). Null is the day of its start, as for all events
-- that ended before this was kept.
alter table league.events add column ended_on date;

-- When the place, day or formula of an event was last changed although it was public: as it
-- is played it is public since then (CN09 2.3). Null where nothing was changed.
alter table league.events add column moved_at timestamptz;
