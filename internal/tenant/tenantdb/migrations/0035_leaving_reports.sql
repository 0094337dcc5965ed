-- +goose Up
-- Leaving an event without good reason is reported like an expulsion, and decided about
-- (BG 1.1.7): what bars is the decision, with its term, not the leaving.
alter table league.bans
	add column withdrawal_id uuid, -- the leaving that was reported, with its event
	add foreign key (tenant_id, withdrawal_id) references league.withdrawals (tenant_id, id),
	add constraint ban_decides_leaving_once unique (tenant_id, withdrawal_id),
	drop constraint ban_has_one_source,
	add constraint ban_has_one_source check (
		(sanction_id is null and withdrawal_id is null) <> (source = '') and (event_id is null) <> (source = ''));

-- Those reported are looked for in all events.
create index withdrawals_without_reason on league.withdrawals (tenant_id, event_id) where unexcused and revoked_at is null;
