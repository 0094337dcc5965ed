-- +goose Up
-- Somebody signs in by the link of a mail instead of the password.
alter table platform.mail_tokens drop constraint mail_token_purpose_known,
	add constraint mail_token_purpose_known check (purpose in ('verify', 'reset', 'sign-in'));
