-- +goose Up
-- Who has entered is public. Somebody may keep their name out of that list until they are checked in.
alter table league.entries add column name_reserved boolean not null default false;
alter table league.form_entries add column name_reserved boolean not null default false;

-- Whoever moves up from the waiting list has the seat at once, or has to confirm it by a time first.
alter table league.events add column promotions text not null default 'at-once'
	constraint promotions_known check (promotions in ('at-once', 'confirmed'));
alter table league.entries add column confirm_by timestamptz;
alter table league.entries add constraint entry_to_confirm_moved_up check (confirm_by is null or state in ('entered', 'cancelled'));
grant update (name_reserved) on league.form_entries to referto_app;
