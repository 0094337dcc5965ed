-- +goose Up
-- The words of a call for a referee may name somebody who is erased later.
grant update (note) on league.referee_calls to referto_app;
