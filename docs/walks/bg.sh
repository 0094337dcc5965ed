#!/bin/sh
# A Bulgarian ranking tournament (BG) in two rounds without a final:
# docs/walks/bg.sh [http://127.0.0.1:8080], while `make run` serves.
READER=${READER:-bg}
. "$(dirname "$0")/common.sh"

# 1.2.3: two rounds or three, as announced; 1.2.4: by lot.
begin 'Турнир в curl' '"kind": "ranking", "ruleset": "catan-ranglista-bg", "formula": "two-rounds", "pairing": "by-lot"'
enter 16
set -- 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
check_in "$@"
act "$REFEREE" POST "$EVENT/start" "$(lots "$@")"
draw
expect 'BG 1.2.4: tables' '1 2 3 4 | 5 6 7 8 | 9 10 11 12 | 13 14 15 16' "$(seated)"

# 1.1.5: three do not come. Play goes on with those present, without substitutes; the
# game left with two takes a player from a game of four.
absent() { act "$REFEREE" POST "$EVENT/attendance" "{\"entry\": $1, \"round\": $2}"; }
absent 1 1
absent 13 1
absent 14 1
read_round 1
expect 'BG 1.1.5: tables with three absent' '3 4 3 3' "$(sizes)"
json '"    " + a.reasons.at(-1).text' <"$WORK/round"

# 1.2.1, 1.2.2: a turn may be limited to three minutes at most; no game ends early.
clock() { call "$REFEREE" POST "$EVENT/rounds/1/clock/commands" "{\"command\": \"limit-turns\", \"seconds\": $1}"; }
expect 'BG 1.2.2: seconds a turn may take' 180 "$(clock 180 | json a.turnLimitSeconds)"
refused 'BG 1.2.2: four minutes a turn' turn-limit-too-long 1.2.2 "$REFEREE" POST "$EVENT/rounds/1/clock/commands" '{"command": "limit-turns", "seconds": 240}'
refused 'BG 1.2.2: a game that the clock ended' no-time-limit 1.2.2 "$REFEREE" POST "$EVENT/rounds/1/tables/2/result" \
	'{"ended": "time-limit", "seats": [{"entry": 5, "vp": 12}, {"entry": 6, "vp": 7}, {"entry": 7, "vp": 6}, {"entry": 8, "vp": 6}]}'

# 2.2.1: 5, 3, 2, 1 points; 5, 2, 1 at a table of three. 2.2.3: there the share is
# taken of the points with a virtual fourth: 32 and a third of it make 42.67, and the
# printed shares are of 42.
play 1 <<'GAMES'
1 declared 13! 10 9
2 declared 14! 7 6 6
3 declared 11 13! 8
4 declared 13! 9 7
GAMES
expect 'BG 2.2.3: shares of 13, 10, 9' '30.95 23.81 21.43' "$(at 1 share)"
expect 'BG 2.2.1: points at a table of three' '5 2 1' "$(at 1 points)"
expect 'BG 2.2.2: 14 points count 13' '13 7 6 6' "$(at 2 counted)"

# 1: the game score, as the reader writes numbers.
score() { (READER=$1 && get "$EVENT/rounds/1/tables/2" | json 'a.result.seats[0].scoreLine'); }
expect 'BG 1: the game score in Bulgarian' '5/13/40,63%/1/0/0/0' "$(score bg)"
expect 'BG 1: in English' '5/13/40.63%/1/0/0/0' "$(score en)"
close_round 1

# 1.2.5: no final; the second round is the last.
for number in 1 13 14; do absent $number 2; done
draw
expect 'BG 1.1.5: thirteen in the second round' '4 3 3 3' "$(sizes)"
play 2 <<'GAMES'
1 declared 13! 10 8 5
2 declared 8 13! 7
3 declared 13! 10 9
4 declared 9 8 13!
GAMES
close_round 2
refused 'BG 1.2.3: a third round' event-has-no-further-round 1.2.3 "$REFEREE" POST "$EVENT/rounds" '{}'
finish

# 1.1.4: once the results are processed nobody is disqualified any more.
refused 'BG 1.1.4: a disqualification after the end' results-processed 1.1.4 "$REFEREE" POST "$EVENT/sanctions" \
	'{"entry": 2, "kind": "expulsion", "moment": "after-round", "offense": "advantage", "reason": "Уговорени ходове"}'
