-- +goose Up
-- Which rounds were drawn without a pair that is kept apart, and which without
-- knowing who would be absent: the draw of a round follows from what was known
-- then, and never changes. Records made before this count as known, and those taken
-- back before this as never made.
alter table league.kept_apart add column after_round integer not null default 0; -- recorded after this round was drawn; 0 is before the first
alter table league.kept_apart add column until_round integer; -- how many rounds were drawn when it was taken back
alter table league.attendance add column after_draw integer not null default 0; -- 0 was known before; else the ordinal of the first of those recorded at once
