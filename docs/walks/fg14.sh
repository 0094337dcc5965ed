#!/bin/sh
# The tournament at a fair in Florence (FG14), from seventeen players to two prizes:
# docs/walks/fg14.sh [http://127.0.0.1:8080], while `make run` serves.
. "$(dirname "$0")/common.sh"

begin 'Torneo della fiera, in curl' '"kind": "open", "ruleset": "firenzegioca-2014", "capacity": 17'

# 1: who asks when the places are taken plays only in place of somebody, if the
# referee lets him in; nobody moves up by himself.
enter 19
expect 'FG14 1: the eighteenth' 'waiting (1)' "$(admission 18)"
refused 'FG14 1: no place is free yet' no-place-free 1 "$REFEREE" POST "$EVENT/entries/18/acceptance"
act "$MANAGER" POST "$EVENT/entries/5/cancellation" '{"reason": "Ha la febbre"}'
expect 'FG14 1: the eighteenth, with a place free' 'waiting (1)' "$(admission 18)"
act "$REFEREE" POST "$EVENT/entries/19/acceptance"
expect 'FG14 1: the nineteenth, by decision of the referee' 'seat (1)' "$(admission 19)"

# 3: only tables of four and three, the first round by lot.
set -- 1 2 3 4 6 7 8 9 10 11 12 13 14 15 16 17 19
check_in "$@"
act "$REFEREE" POST "$EVENT/start" "$(lots "$@")"
draw
expect 'FG14 3: seventeen at two tables of four, three of three' '4 4 3 3 3' "$(sizes)"

# Settlements, cities, roads, development cards and resource cards decide ties.
refused 'FG14 3: a result without them' figure-missing 3 "$REFEREE" POST "$EVENT/rounds/1/tables/3/result" \
	'{"ended": "declared", "declaredBy": 10, "seats": [{"entry": 10, "vp": 10}, {"entry": 11, "vp": 9}, {"entry": 12, "vp": 7}]}'
play 1 <<'GAMES'
1 declared 10!/settlements=2,cities=3 8/settlements=2,cities=2,roads=9 8/settlements=3,cities=2 5/settlements=3,cities=1
2 time-limit 9/settlements=3,cities=2 7/settlements=3,cities=2 6/settlements=2,cities=2 5/settlements=3,cities=1
3 declared 10!/settlements=4,cities=3 10/settlements=2,cities=4 6/settlements=4,cities=1
4 declared 11!/settlements=3,cities=4 7/settlements=3,cities=2 6/settlements=2,cities=2
5 declared 9/settlements=3,cities=3 10!/settlements=2,cities=4 8/settlements=2,cities=3
GAMES
# 3: 8, 4, 2, 0 or 6, 3, 1; who is level shares the sum of the places, cut off.
expect 'FG14 3: class points of 10, 8, 8, 5' '8 3 3 0' "$(at 1 points)"
expect 'FG14 3: the most points at the time limit win' '0.9 0 0 0' "$(at 2 win)"
expect 'FG14 4.7: who declared is first, the other with 10 second' '6 3 1' "$(at 3 points)"
expect 'FG14 4.8: 11 points count 11' '11 7 6' "$(at 4 counted)"
close_round 1

# 3: the standings by wins seat the second round, those by class points give a prize.
first() { get "$EVENT/standings?round=1$1" | json "of(a.rows.slice(0, 5).map(r => r.entry), 'number') + ', ' + a.rows[0].figures[0]"; }
expect 'FG14 3: the first by wins' '13 10 17 1 6, 1.0' "$(first '')"
expect 'FG14 3: the first by class points' '1 6 13 10 17, 8' "$(first '&standings=class_points_first')"
get "$EVENT/standings/compare?a=13&b=1&round=1" | json '"  " + a.text'
get "$EVENT/standings/compare?a=13&b=1&round=1&standings=class_points_first" | json '"  " + a.text'

# 3: the first four together, the next four, then the tables of three.
draw
expect 'FG14 3: table 1 of the second round' '1 10 13 17' "$(together 1)"
play 2 <<'GAMES'
1 declared 10!/settlements=2,cities=4 9/settlements=3,cities=3 8/settlements=3,cities=2 7/settlements=3,cities=2
2 declared 10!/settlements=4,cities=3 8/settlements=4,cities=2 7/settlements=3,cities=2 6/settlements=2,cities=2
3 declared 10!/settlements=2,cities=4 9/settlements=3,cities=3 5/settlements=3,cities=1
4 declared 10!/settlements=2,cities=4 6/settlements=2,cities=2 5/settlements=3,cities=1
5 declared 10!/settlements=3,cities=3 7/settlements=3,cities=2 4/settlements=2,cities=1
GAMES
close_round 2

# 3: the final of the first four. One of them leaves and the first of those excluded
# plays; what would follow can be asked before.
get "$EVENT/standings" >"$WORK/standings"
set -- $(json 'of(a.rows.map(r => r.entry), "number")' <"$WORK/standings")
leaves="{\"entry\": $2, \"reason\": \"Parte il suo treno\"}"
expect 'FG14 3: who would play the final instead' "$5" "$(call "$REFEREE" POST "$EVENT/what-if" "{\"withdrawal\": $leaves}" | json 'of(a.finalistsIn.map(f => f.entry), "number")')"
act "$REFEREE" POST "$EVENT/withdrawals" "$leaves"
draw
expect 'FG14 3: the final' "$(sorted "$1" "$3" "$4" "$5")" "$(together 1)"
play 3 <<'GAMES'
1 declared 10!/settlements=2,cities=4 9/settlements=3,cities=3 8/settlements=3,cities=2 6/settlements=2,cities=2
GAMES
close_round 3
finish

# 5: a game for the winner, another prize for the most class points, or for the
# second in them when the winner has most.
get "$EVENT/standings" >"$WORK/standings"
json 'a.awards.map(w => `  ${w.name}: ${w.entry.player.name}. ${w.text}`).join("\n")' <"$WORK/standings"
expect 'FG14 5: prizes' 'winner most-points' "$(json 'of(a.awards, "id")' <"$WORK/standings")"
expect 'FG14 5: for two players' true "$(json 'a.awards[0].entry.number != a.awards[1].entry.number' <"$WORK/standings")"
