-- +goose Up
-- The last day on which an event was played, at its venue: a week for its results and its
-- prizes counts from it (CN09 1.10, 1.11). Null is the day of its start, as for all events
-- that ended before this was kept.
alter table league.events add column ended_on date;
