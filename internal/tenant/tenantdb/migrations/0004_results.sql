-- +goose Up
-- Results of games of teams and of void games. Those recorded before are neither.
alter table league.results
	add column won_at_once text not null default '', -- team that has won at once as a whole
	add column void jsonb; -- for whom, by whose fault; null where the game stands
