-- +goose Up
-- What penalties in points have added to the points of a posting, which holds them already: shown apart, each with its paragraph. Postings
-- of before say nothing of it.
alter table league.postings add column penalties jsonb; -- [{"round": 2, "points": "-7", "code": "SQ00", "paragraph": "penalties"}]; null: none
-- What they come to in the events that count in a career.
alter table league.careers add column penalty text not null default '0';
