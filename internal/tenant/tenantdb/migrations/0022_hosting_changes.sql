-- +goose Up
-- A club may ask for something else until its request is decided: the row is what is
-- asked for now, the step says that it was changed, and the audit what it was before.
-- With the event it may ask for another structure than the formula's (CN09 3.2).
alter table league.hosting_requests
	add column structure_rounds    integer,
	add column structure_semifinal boolean,
	add column structure_final     boolean,
	add column structure_reason    text,
	add constraint hosting_structure_complete check (num_nulls(structure_rounds, structure_semifinal, structure_final, structure_reason) in (0, 4));

alter table league.hosting_steps
	drop constraint hosting_step_kind_known,
	add constraint hosting_step_kind_known check (kind in ('requested', 'changed', 'asked', 'answered', 'approved', 'refused', 'withdrawn'));

grant update on league.hosting_requests to referto_app;

-- As before, and null where a place is not known: least() leaves nulls out.
-- +goose StatementBegin
create or replace function league.meters_between(lat1 integer, lon1 integer, lat2 integer, lon2 integer) returns double precision
	language sql immutable strict parallel safe
	set search_path = ''
	return 2 * 6371008.8 * asin(least(1, sqrt(
		power(sind((lat2 - lat1) / 2e6), 2) + cosd(lat1 / 1e6) * cosd(lat2 / 1e6) * power(sind((lon2 - lon1) / 2e6), 2))));
-- +goose StatementEnd
