-- +goose Up
-- Who asks to be taken off a photo waits for the staff; what waits is looked up whenever somebody asks for it.
create index photo_people_asked_off on league.photo_people (tenant_id, asked_off_at) where asked_off_at is not null and unnamed_at is null;
