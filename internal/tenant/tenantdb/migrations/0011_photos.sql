-- +goose Up
-- Photos of an event. The pictures lie in the store of files; here is what is known
-- about them. A row is never deleted: that a photo was received stays known when it
-- is hidden or removed.
create table league.photos (
	tenant_id        uuid not null default platform.current_tenant() references platform.tenants,
	id               uuid not null,
	event_id         uuid not null,
	kind             text not null, -- of the documents that a ruleset asks for, or another
	round            integer constraint photo_round_positive check (round > 0), -- in which it was taken
	alt              text not null, -- what is to be seen on it
	people_agree     boolean not null, -- those who can be recognized, to its publication
	minors           boolean not null, -- there are some on it
	guardians_agree  boolean not null, -- theirs, to its publication
	taken_at         timestamptz, -- as its sender says
	state            text not null constraint photo_state_known check (state in ('uploading', 'processing', 'ready', 'refused')),
	refusal          jsonb, -- why it is refused
	bytes            integer not null constraint photo_bytes_positive check (bytes > 0), -- as announced
	received         integer not null default 0 constraint photo_received_bounded check (received between 0 and bytes),
	digest           text not null default '', -- SHA-256 as announced; '' for none
	page_digest      text not null default '', -- SHA-256 of the picture as it is shown
	page_width       integer not null default 0,
	page_height      integer not null default 0,
	thumbnail_digest text not null default '',
	thumbnail_width  integer not null default 0,
	thumbnail_height integer not null default 0,
	created_by       uuid not null references platform.accounts,
	created_at       timestamptz not null,
	received_at      timestamptz, -- the last byte
	hidden_at        timestamptz,
	hidden_by        uuid references platform.accounts,
	removed_at       timestamptz,
	removed_by       uuid references platform.accounts,
	removed_reason   text not null default '',
	version          integer not null default 1,
	primary key (tenant_id, id),
	foreign key (tenant_id, event_id) references league.events (tenant_id, id),
	constraint photo_ready_complete check (state <> 'ready' or received_at is not null and page_digest <> '' and thumbnail_digest <> '')
);
create index photos_by_event on league.photos (tenant_id, event_id, id);
create index photos_under_way on league.photos (tenant_id, created_at) where state in ('uploading', 'processing');

-- The parts of photos that are under way, as they came: they are deleted when the
-- pictures are made.
create table league.photo_parts (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	photo_id  uuid not null,
	start     integer not null constraint photo_part_start_not_negative check (start >= 0),
	data      bytea not null,
	primary key (tenant_id, photo_id, start),
	foreign key (tenant_id, photo_id) references league.photos (tenant_id, id)
);

alter table league.photos enable row level security;
alter table league.photos force row level security;
create policy photos_of_tenant on league.photos
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
alter table league.photo_parts enable row level security;
alter table league.photo_parts force row level security;
create policy photo_parts_of_tenant on league.photo_parts
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, update on league.photos to referto_app;
grant select, insert, delete on league.photo_parts to referto_app;
