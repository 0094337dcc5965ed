-- +goose Up
-- Why an act was refused; empty for one that was done. Servers of before write none that was refused.
alter table league.audit add column refused text not null default '';
