-- +goose Up
-- Tables made by hand carry two names: who made them (drawn_by) and who accepted
-- them. Rounds drawn by the ruleset have no second one; of rounds made by hand
-- before this nobody knows it.
alter table league.rounds add column hand_accepted_by text not null default '';
