-- +goose Up
-- A cancelled event keeps its address until another event takes it: who moves a
-- tournament by calling it off and announcing it anew wants the address that has been
-- printed.
alter table league.events drop constraint event_slug_unique;
create unique index event_slug_unique on league.events (tenant_id, slug) where state <> 'cancelled';
create index events_by_slug on league.events (tenant_id, slug);
