-- +goose Up
-- The name of the key under which a file in the store is encrypted: so that a key goes only when nothing
-- needs it any more, without reading every file. Null: kept by a release before, which did not say.
alter table league.refund_receipts add column sealed_under text;
alter table platform.data_exports add column sealed_under text;
