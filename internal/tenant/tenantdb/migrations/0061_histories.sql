-- +goose Up
-- The past of a federation that is brought in as tables: what was found in each, how far the
-- work on it is, and what it became. The file is kept until it is stored.
create table league.histories (
	tenant_id   uuid not null default platform.current_tenant() references platform.tenants,
	id          uuid not null,
	subject     text not null constraint history_subject_known check (subject in ('players', 'openings', 'results')),
	name        text not null constraint history_name_bounded check (char_length(name) <= 120), -- of the file
	state       text not null constraint history_state_known check (state in
		('received', 'checking', 'faulty', 'questions', 'clean', 'storing', 'stored', 'undoing', 'undone', 'stopped')),
	digest      text not null, -- SHA-256 of the file
	bytes       integer not null,
	file        bytea, -- null once it is stored or forgotten
	headings    text[] not null default '{}',
	sample      jsonb not null default '[]',
	ranking_id  uuid, -- to which its figures belong
	settings    jsonb not null default '{}', -- how it is read, and what was decided about its people
	phase       text not null default '' constraint history_phase_known check (phase in ('', 'checking', 'people', 'lines', 'undoing-lines', 'undoing-people')),
	done        integer not null default 0, -- of the phase
	total       integer not null default 0,
	counts      jsonb not null default '{}',
	faults      jsonb not null default '[]',
	questions   jsonb not null default '[]',
	differences jsonb not null default '[]',
	reason      text not null default '', -- for which it was undone
	created_by  uuid not null references platform.accounts, -- in whose name work on it is done
	session     uuid not null,
	language    text not null,
	created_at  timestamptz not null,
	finished_at timestamptz,
	primary key (tenant_id, id),
	foreign key (tenant_id, ranking_id) references league.rankings (tenant_id, id)
);
create unique index history_stored_once on league.histories (tenant_id, subject, digest, ranking_id) nulls not distinct
	where state in ('storing', 'stored', 'undoing', 'stopped');
create index histories_of_ranking on league.histories (tenant_id, ranking_id);
create index histories_by_time on league.histories (tenant_id, created_at desc, id desc);

-- Who the people of a table are. Written before they are added to the register, so that work
-- that was cut off goes on with the same.
create table league.history_people (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	history_id uuid not null,
	line       integer not null, -- that has the person first
	player_id  uuid not null, -- no key: written before the player
	added      boolean not null, -- the register did not have them
	born       smallint not null, -- year; 0: not told
	member     text not null, -- number by which the federation knows them; '' for none
	primary key (tenant_id, history_id, line),
	foreign key (tenant_id, history_id) references league.histories (tenant_id, id)
);
create index history_people_of_player on league.history_people (tenant_id, player_id);
create index history_people_by_member on league.history_people (tenant_id, member) where member <> '';

-- Events of which the table tells what each player got: the figures as they were entered, so
-- that they are posted again, to rankings that begin later too.
create table league.entered_points (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	event_id   uuid not null,
	history_id uuid not null,
	columns    text[] not null, -- figures
	primary key (tenant_id, event_id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id) on delete cascade,
	foreign key (tenant_id, history_id) references league.histories (tenant_id, id)
);
create index entered_points_of_history on league.entered_points (tenant_id, history_id, event_id);

create table league.entered_gains (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	event_id  uuid not null,
	player_id uuid not null,
	place     integer not null constraint entered_place_positive check (place > 0), -- several may share one
	figures   text[] not null, -- exact numbers, parallel to the columns
	primary key (tenant_id, event_id, player_id),
	foreign key (tenant_id, event_id) references league.entered_points (tenant_id, event_id) on delete cascade,
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index entered_gains_of_player on league.entered_gains (tenant_id, player_id);

-- An opening may come from a table.
alter table league.ranking_openings add column history_id uuid,
	add foreign key (tenant_id, history_id) references league.histories (tenant_id, id);
create index ranking_openings_of_history on league.ranking_openings (tenant_id, history_id, ranking_id, player_id);

-- A club may have been made of a text in a table.
alter table league.clubs add column history_id uuid,
	add foreign key (tenant_id, history_id) references league.histories (tenant_id, id);
create index clubs_of_history on league.clubs (tenant_id, history_id);

-- What an import has brought goes again when it is undone as a whole, and nothing else ever does.
-- An event takes with it what was stored with it.
alter table league.entries drop constraint entries_tenant_id_event_id_fkey,
	add constraint entries_tenant_id_event_id_fkey foreign key (tenant_id, event_id) references league.events (tenant_id, id) on delete cascade;
alter table league.outcomes drop constraint outcomes_tenant_id_event_id_fkey,
	add constraint outcomes_tenant_id_event_id_fkey foreign key (tenant_id, event_id) references league.events (tenant_id, id) on delete cascade;
alter table league.event_postings drop constraint event_postings_tenant_id_event_id_fkey,
	add constraint event_postings_tenant_id_event_id_fkey foreign key (tenant_id, event_id) references league.events (tenant_id, id) on delete cascade;
alter table league.postings drop constraint postings_tenant_id_ranking_id_event_id_number_fkey,
	add constraint postings_tenant_id_ranking_id_event_id_number_fkey foreign key (tenant_id, ranking_id, event_id, number)
		references league.event_postings (tenant_id, ranking_id, event_id, number) on delete cascade;

-- Whether anything rests on a player is looked up in all tables that name players.
create index consents_of_player on league.consents (tenant_id, player_id);
create index careers_of_player on league.careers (tenant_id, player_id);
create index staff_of_player on league.event_staff (tenant_id, player_id);
create index exemptions_of_player on league.exemptions (tenant_id, player_id);
create index player_merges_of_kept on league.player_merges (tenant_id, kept_id);
create index players_kept_as_player on league.players (tenant_id, kept_as);
create index previous_standings_of_player on league.previous_standings (tenant_id, player_id);
create index ranking_openings_of_player on league.ranking_openings (tenant_id, player_id);
create index refunds_of_player on league.refunds (tenant_id, player_id);
create index seasons_of_champion on league.seasons (tenant_id, champion_id);
create index series_penalties_of_player on league.series_penalties (tenant_id, player_id);
create index unavailabilities_of_player on league.unavailabilities (tenant_id, player_id);

-- +goose StatementBegin
create function league.only_undone() returns trigger language plpgsql set search_path = '' as $$
begin
	if tg_table_name = 'players' then
		perform from league.history_people p join league.histories h on h.tenant_id = p.tenant_id and h.id = p.history_id
			where p.tenant_id = old.tenant_id and p.player_id = old.id and p.added and h.state = 'undoing';
	elsif tg_table_name = 'events' then
		perform from league.entered_points p join league.histories h on h.tenant_id = p.tenant_id and h.id = p.history_id
			where p.tenant_id = old.tenant_id and p.event_id = old.id and h.state = 'undoing';
	else
		perform from league.histories h where h.tenant_id = old.tenant_id and h.id = old.history_id and h.state = 'undoing';
	end if;
	if not found then
		raise exception 'rows of % go only with the import that brought them', tg_table_name using errcode = 'restrict_violation';
	end if;
	return old;
end $$;
-- +goose StatementEnd
create trigger players_only_undone before delete on league.players for each row when (current_user = 'referto_app') execute function league.only_undone();
create trigger events_only_undone before delete on league.events for each row when (current_user = 'referto_app') execute function league.only_undone();
create trigger clubs_only_undone before delete on league.clubs for each row when (current_user = 'referto_app') execute function league.only_undone();
create trigger ranking_openings_only_undone before delete on league.ranking_openings for each row when (current_user = 'referto_app') execute function league.only_undone();

alter table league.histories enable row level security;
alter table league.histories force row level security;
create policy histories_of_tenant on league.histories
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.history_people enable row level security;
alter table league.history_people force row level security;
create policy history_people_of_tenant on league.history_people
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.entered_points enable row level security;
alter table league.entered_points force row level security;
create policy entered_points_of_tenant on league.entered_points
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.entered_gains enable row level security;
alter table league.entered_gains force row level security;
create policy entered_gains_of_tenant on league.entered_gains
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.histories to referto_app;
grant select, insert, delete, update (born, member) on league.history_people to referto_app; -- what is told of somebody is erased
grant select, insert on league.entered_points, league.entered_gains to referto_app;
grant delete on league.players, league.clubs, league.events, league.ranking_openings to referto_app;
