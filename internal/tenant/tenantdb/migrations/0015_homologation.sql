-- +goose Up
-- What an event's papers are checked by: the report as it was sent has a digest, a
-- decision says which report it is about, and demands can be waived before the event
-- is decided.
alter table league.reports
	add column digest text not null; -- SHA-256 of the document as it was sent

alter table league.verdicts
	drop constraint verdict_kind_known,
	add constraint verdict_kind_known check (kind in ('homologated', 'invalidated', 'returned', 'waived', 'reversed')),
	add column report integer, -- it is about this one; null where none was sent
	add column for_contact boolean not null default false, -- the manager decided in the place of the regional contact
	add foreign key (tenant_id, event_id, report) references league.reports (tenant_id, event_id, number);

alter table league.outcomes
	add column reason text not null default ''; -- of a correction
create index verdicts_by_report on league.verdicts (tenant_id, event_id, report);
