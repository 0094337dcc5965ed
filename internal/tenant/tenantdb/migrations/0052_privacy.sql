-- +goose Up
-- What a person asks about their own data, and what becomes of it: copies of all of it, records
-- and accounts that are erased, and who on the staff has read private data.

-- Copies of all data about a person, made by a job and kept for a time. One is made at a time.
create table platform.data_exports (
	id          uuid primary key,
	account_id  uuid not null references platform.accounts,
	state       text not null constraint data_export_state_known check (state in ('waiting', 'ready', 'failed', 'expired')),
	done        integer not null default 0,
	total       integer not null default 0,
	bytes       bigint not null default 0,
	asked_at    timestamptz not null,
	finished_at timestamptz,
	expires_at  timestamptz not null -- of what is waiting: when it has failed for good
);
create unique index data_export_waiting_once on platform.data_exports (account_id) where state = 'waiting';
create index data_exports_of_account on platform.data_exports (account_id, id);
create index data_exports_due on platform.data_exports (expires_at) where state <> 'expired';
grant select, insert, update on platform.data_exports to referto_app;

-- An account that its owner has deleted: the row stays for the audit, emptied of the person.
alter table platform.accounts add column deleted_at timestamptz;
alter table platform.sessions
	drop constraint session_revocation_known,
	add constraint session_revocation_known check (revoked_by in ('sign-out', 'everywhere', 'password', 'reuse', 'suspended', 'deleted'));

-- Records that were erased: the list of what is to be erased again after a copy of the database
-- was restored. The record keeps its id.
alter table league.players add column erased_at timestamptz;
create table league.erasures (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	player_id uuid not null,
	erased_at timestamptz not null,
	erased_by uuid references platform.accounts, -- null: done again after a copy was restored
	own       boolean not null, -- the person asked; else an office
	primary key (tenant_id, player_id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);

-- Who has read private data of whom by an office: one row for a request, whatever the number
-- of people whose data it showed.
create table league.data_accesses (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	id         uuid not null,
	at         timestamptz not null,
	account_id uuid not null references platform.accounts,
	operation  text not null,
	what       text not null constraint data_access_known check (what in ('contact', 'bank', 'receipt')),
	players    uuid[] not null,
	primary key (tenant_id, id)
);
create index data_accesses_by_day on league.data_accesses (tenant_id, at);
create index data_accesses_of_player on league.data_accesses using gin (players);

alter table league.erasures enable row level security;
alter table league.erasures force row level security;
create policy erasures_of_tenant on league.erasures
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.data_accesses enable row level security;
alter table league.data_accesses force row level security;
create policy data_accesses_of_tenant on league.data_accesses
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert on league.erasures to referto_app;
grant select, insert, delete on league.data_accesses to referto_app;

-- What has ended is kept for a time only.
grant delete on platform.sessions, platform.refresh_tokens, platform.mail_tokens to referto_app;

-- Facts are never changed, but the words in them may be taken out: the application may update
-- these columns alone, and the trigger lets it write nothing but that they are erased.
-- +goose StatementBegin
create function platform.only_emptied() returns trigger language plpgsql set search_path = '' as $$
declare
	was jsonb := to_jsonb(old);
	became jsonb := to_jsonb(new);
	name text;
begin
	foreach name in array tg_argv loop
		if became -> name is distinct from was -> name and coalesce(became ->> name, '') not in ('', '[…]') then
			raise exception 'the words of a fact may be erased and not changed' using errcode = 'check_violation';
		end if;
	end loop;
	return new;
end $$;
-- +goose StatementEnd

create trigger words_only_emptied before update on league.audit for each row execute function platform.only_emptied('subject', 'reason', 'before', 'after');
grant update (subject, reason, before, after) on league.audit to referto_app;
create trigger words_only_emptied before update on league.ban_decisions for each row execute function platform.only_emptied('reason');
grant update (reason) on league.ban_decisions to referto_app;
create trigger words_only_emptied before update on league.ban_appeals for each row execute function platform.only_emptied('text');
grant update (text) on league.ban_appeals to referto_app;
create trigger words_only_emptied before update on league.bans for each row execute function platform.only_emptied('source');
grant update (source) on league.bans to referto_app;
create trigger words_only_emptied before update on league.entry_checks for each row execute function platform.only_emptied('reason');
grant update (reason) on league.entry_checks to referto_app;
create trigger words_only_emptied before update on league.exemptions for each row execute function platform.only_emptied('reason');
grant update (reason) on league.exemptions to referto_app;
create trigger words_only_emptied before update on league.player_merges for each row execute function platform.only_emptied('reason');
grant update (reason) on league.player_merges to referto_app;
create trigger words_only_emptied before update on league.refund_steps for each row execute function platform.only_emptied('reason');
grant update (reason) on league.refund_steps to referto_app;
create trigger words_only_emptied before update on league.results for each row execute function platform.only_emptied('reason');
grant update (reason) on league.results to referto_app;
create trigger words_only_emptied before update on league.outcomes for each row execute function platform.only_emptied('reason');
grant update (reason) on league.outcomes to referto_app;
create trigger words_only_emptied before update on league.verdicts for each row execute function platform.only_emptied('reason');
grant update (reason) on league.verdicts to referto_app;
create trigger words_only_emptied before update on league.event_validity for each row execute function platform.only_emptied('reason');
grant update (reason) on league.event_validity to referto_app;
create trigger words_only_emptied before update on league.ranking_openings for each row execute function platform.only_emptied('reason');
grant update (reason) on league.ranking_openings to referto_app;
create trigger words_only_emptied before update on league.reports for each row execute function platform.only_emptied('notes');
grant update (notes) on league.reports to referto_app;
create trigger words_only_emptied before update on league.series_events for each row execute function platform.only_emptied('reason');
grant update (reason) on league.series_events to referto_app;
create trigger words_only_emptied before update on league.series_penalties for each row execute function platform.only_emptied('reason');
grant update (reason) on league.series_penalties to referto_app;
create trigger words_only_emptied before update on league.series_penalty_revocations for each row execute function platform.only_emptied('reason');
grant update (reason) on league.series_penalty_revocations to referto_app;
create trigger words_only_emptied before update on league.season_announcements for each row execute function platform.only_emptied('reason');
grant update (reason) on league.season_announcements to referto_app;
create trigger words_only_emptied before update on league.season_rulesets for each row execute function platform.only_emptied('reason');
grant update (reason) on league.season_rulesets to referto_app;
create trigger words_only_emptied before update on league.prize_movements for each row execute function platform.only_emptied('reason');
grant update (reason) on league.prize_movements to referto_app;
create trigger words_only_emptied before update on league.hosting_steps for each row execute function platform.only_emptied('text');
grant update (text) on league.hosting_steps to referto_app;
create trigger words_only_emptied before update on league.calendar_editions for each row execute function platform.only_emptied('note');
grant update (note) on league.calendar_editions to referto_app;
-- In the document of a report a name is written otherwise; its digest stays that of the report
-- as it was sent.
grant update (document) on league.reports to referto_app;
-- Addresses to which letters went.
grant update (address) on league.claim_links to referto_app;
