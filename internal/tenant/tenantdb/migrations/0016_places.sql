-- +goose Up
-- The links by which people answer their convocations without an account. The secret
-- of a link is in the letter and nowhere else; each letter has one of its own.
create table league.answer_links (
	tenant_id      uuid not null default platform.current_tenant() references platform.tenants,
	token_hash     bytea not null,
	convocation_id uuid not null,
	made_at        timestamptz not null,
	primary key (tenant_id, token_hash),
	foreign key (tenant_id, convocation_id) references league.convocations (tenant_id, id)
);
create index answer_links_by_convocation on league.answer_links (tenant_id, convocation_id);

alter table league.convocations
	drop column token_hash,
	add column accepted_by uuid references platform.accounts, -- null: by the link of his letter
	add column how text not null default '', -- how the answer came to whoever recorded it; '' where he gave it himself
	add column reminded_at timestamptz,
	add column withdrawn_by uuid references platform.accounts,
	add column withdrawn_reason text not null default '';
create unique index convoked_once on league.convocations (tenant_id, season_id, player_id, final) where withdrawn_at is null;

alter table league.unavailabilities add column how text not null default '';

alter table league.region_merges add column revoked_reason text not null default '';
alter table league.final_decisions add column revoked_reason text not null default '';

-- People whom the championship manager let in although they are qualified for a final
-- of the season.
create table league.exemptions (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	event_id   uuid not null,
	player_id  uuid not null,
	reason     text not null constraint exemption_has_reason check (reason <> ''),
	decided_by uuid not null references platform.accounts,
	decided_at timestamptz not null,
	primary key (tenant_id, event_id, player_id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);

alter table league.answer_links enable row level security;
alter table league.answer_links force row level security;
create policy answer_links_of_tenant on league.answer_links
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.exemptions enable row level security;
alter table league.exemptions force row level security;
create policy exemptions_of_tenant on league.exemptions
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert on league.answer_links, league.exemptions to referto_app;
