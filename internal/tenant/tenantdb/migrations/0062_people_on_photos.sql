-- +goose Up
-- Who is to be seen on photos, by records of the register. A row stays when the person is named no
-- more: what they had asked for holds if somebody names them again. It goes when the person is erased.
create table league.photo_people (
	tenant_id    uuid not null default platform.current_tenant() references platform.tenants,
	photo_id     uuid not null,
	player_id    uuid not null,
	named_by     uuid not null references platform.accounts,
	named_at     timestamptz not null,
	unnamed_at   timestamptz, -- null as long as they are named
	asked_off_at timestamptz, -- when the person asked to be taken off; null as long as they do not
	primary key (tenant_id, photo_id, player_id),
	foreign key (tenant_id, photo_id) references league.photos (tenant_id, id),
	foreign key (tenant_id, player_id) references league.players (tenant_id, id)
);
create index photo_people_of_player on league.photo_people (tenant_id, player_id);

alter table league.photo_people enable row level security;
alter table league.photo_people force row level security;
create policy photo_people_of_tenant on league.photo_people
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select, insert, delete on league.photo_people to referto_app;
grant update (named_by, named_at, unnamed_at, asked_off_at) on league.photo_people to referto_app;

-- Why a photo is kept from the public because of somebody named on it; '' where nothing keeps it. It
-- follows from who is named, the consents, the years of birth, the country and the year, and is kept here
-- so that it changes together with the revision of the event that shows the photo. Only 'photo-of-erased' stays
-- for good: who it was nobody knows any more.
alter table league.photos add column withheld text not null default ''
	constraint photo_withheld_known check (withheld in ('', 'photo-consent-missing', 'photo-guardian-missing', 'photo-asked-off', 'photo-of-erased'));
