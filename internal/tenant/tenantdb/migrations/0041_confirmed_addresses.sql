-- +goose Up
-- The last confirmed mail address of a person, as long as the present one is not
-- confirmed; '' where it is, or needs no confirmation.
alter table league.players add column address_before text not null default '';

-- Changes of the mail addresses of people, in their order.
create table league.address_changes (
	tenant_id    uuid not null default platform.current_tenant() references platform.tenants,
	id           uuid not null,
	player_id    uuid not null,
	was          text not null constraint address_change_has_was check (was <> ''),
	became       text not null constraint address_change_has_became check (became <> ''),
	changed_by   uuid not null references platform.accounts,
	changed_at   timestamptz not null,
	confirmed_at timestamptz, -- null: not, or it needed no confirmation
	primary key (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index address_changes_of_player on league.address_changes (tenant_id, player_id, id);

-- The links by which addresses are confirmed. The secret of a link is in the letter and
-- nowhere else; each letter has one of its own.
create table league.address_links (
	tenant_id  uuid not null default platform.current_tenant() references platform.tenants,
	token_hash bytea not null,
	change_id  uuid not null,
	made_at    timestamptz not null,
	primary key (tenant_id, token_hash),
	foreign key (tenant_id, change_id) references league.address_changes (tenant_id, id)
);

-- Letters that wait until the address of their reader is confirmed.
create table league.held_letters (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	id        uuid not null,
	player_id uuid not null,
	kind      text not null, -- of the job
	job       jsonb not null,
	held_at   timestamptz not null,
	primary key (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index address_links_by_change on league.address_links (tenant_id, change_id);
create index held_letters_of_player on league.held_letters (tenant_id, player_id, id);

alter table league.address_changes enable row level security;
alter table league.address_changes force row level security;
create policy address_changes_of_tenant on league.address_changes
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.address_links enable row level security;
alter table league.address_links force row level security;
create policy address_links_of_tenant on league.address_links
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

alter table league.held_letters enable row level security;
alter table league.held_letters force row level security;
create policy held_letters_of_tenant on league.held_letters
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.address_changes to referto_app;
grant select, insert on league.address_links to referto_app;
grant select, insert, delete on league.held_letters to referto_app;
