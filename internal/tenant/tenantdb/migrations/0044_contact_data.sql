-- +goose Up
-- By what a regional contact can be reached, as he has given it to be published with the
-- seasons whose rulesets say so. It belongs to his office and is emptied when that is
-- taken from him.
create table league.contact_data (
	tenant_id uuid not null default platform.current_tenant() references platform.tenants,
	grant_id  uuid not null,
	mail      text not null default '' constraint contact_mail_bounded check (char_length(mail) <= 254),
	telephone text not null default '' constraint contact_telephone_bounded check (char_length(telephone) <= 30),
	city      text not null default '' constraint contact_city_bounded check (char_length(city) <= 80),
	given_at  timestamptz not null,
	primary key (tenant_id, grant_id),
	foreign key (tenant_id, grant_id) references league.grants (tenant_id, id)
);

alter table league.contact_data enable row level security;
alter table league.contact_data force row level security;
create policy contact_data_of_tenant on league.contact_data
	using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
	with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select, insert, update on league.contact_data to referto_app;
