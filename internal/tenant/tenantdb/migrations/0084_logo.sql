-- +goose Up
-- The logo of a federation or a club: two small pictures made of what was sent. Their digest names them in addresses, so that
-- they may be kept for ever; '' is none.
alter table platform.tenants
	add column logo bytea,
	add column logo_mark bytea,
	add column logo_digest text not null default '',
	add column logo_alt text not null default '',
	add column logo_width integer not null default 0,
	add column logo_height integer not null default 0;
