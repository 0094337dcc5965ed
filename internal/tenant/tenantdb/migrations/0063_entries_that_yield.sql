-- +goose Up
-- Why an entry comes after the others where seats are short: the grounds of its event's ruleset, by entries
-- that the player has not kept. Null is an entry in its own order.
alter table league.entries add column yields jsonb;
