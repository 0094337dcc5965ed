-- +goose Up
-- The rows of before are read now, beside what is going on (0108).
alter table league.data_accesses validate constraint data_access_known;
