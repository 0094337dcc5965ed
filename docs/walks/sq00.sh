#!/bin/sh
# An evening in teams of a RisiKo! club (SQ00), three rounds and three calculators:
# docs/walks/sq00.sh [http://127.0.0.1:8080], while `make run` serves.
. "$(dirname "$0")/common.sh"

begin 'Serata a squadre, in curl' '"kind": "club", "ruleset": "risiko-squadre-2000"'
enter 12
set -- 1 2 3 4 5 6 7 8 9 10 11 12
check_in "$@"

# 4: the standings of the tournament before seat the first round. 7: spouses sit at
# different tables, except in the last round; the lower in the standings moves down.
act "$MANAGER" POST "$EVENT/previous-standings" '{"entries": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}'
act "$REFEREE" POST "$EVENT/kept-apart" '{"entry": 3, "other": 5, "relation": "coniugi"}'
act "$REFEREE" POST "$EVENT/start" '{}'

# base 1: up to ten minutes late one gives up the first three cards; after that one
# does not play.
late() { call "$REFEREE" POST "$EVENT/attendance" "{\"entry\": $1, \"round\": 1, \"minutesLate\": $2}"; }
expect 'SQ00 base 1: ten minutes late' 'plays, cards forgone: 3' "$(late 2 10 | json '(a.plays ? "plays" : "does not play") + ", cards forgone: " + a.cardsForgone')"
expect 'SQ00 base 1: eleven minutes late' false "$(late 12 11 | json a.plays)"

# 4: tables of six; eleven leave the last at a table of five.
draw
expect 'SQ00 4, 7: the tables of eleven, 3 and 5 apart' '1 2 3 4 6 7 | 5 8 9 10 11' "$(seated)"
json '"    " + a.reasons.at(-1).text' <"$WORK/round"

# base 17: North America, Africa and Oceania are a team, South America, Asia and
# Europe the other. 3: the greater sum wins. 1: 31 and 0.1 for each point between the
# best of both; 2: 7 less as much. 0: tables of five are scored elsewhere.
play 1 <<'GAMES'
1 completed 80 60 70 40 50 60
2 completed 15.5 40.4 36.2 20 12
GAMES
expect 'SQ00 1, 2: 80 against 60' '33 33 33 5 5 5' "$(at 1 points)"
expect 'SQ00 0: points as they were entered' '15.5 40.4 36.2 20 12' "$(at 2 points)"
close_round 1

# The second round: 11 goes home, 12 is there. 6: who is level stands by the hardest
# game. base 22: the game of table 1 is void and takes the score of the next round.
act "$REFEREE" POST "$EVENT/attendance" '{"entry": 11, "round": 2}'
draw
expect 'SQ00 4: the tables of the second round' '6 5' "$(sizes)"
void=$(json 'of(a.tables[0].seats, "number").split(" ").join(", ")' <"$WORK/round")
play 2 <<GAMES
1 completed 0 0 0 0 0 0 | "void": {"for": [$void]}
2 completed 10 20 30 25 15
GAMES
expect 'SQ00 base 22: the score of a void game is awaited' true "$(json 'a.tables[0].result.seats[0].void.pending' <"$WORK/round")"
close_round 2

# penalties: 7 points for disturbing, in the standings.
call "$REFEREE" POST "$EVENT/sanctions" '{"entry": 4, "kind": "points", "moment": "after-round", "offense": "disturbance", "reason": "Disturba al tavolo"}' >"$WORK/sanction"
expect 'SQ00 penalties: for disturbing' '-7' "$(json a.points <"$WORK/sanction")"

# base 17: a risiko decides at once and counts 200 points.
act "$REFEREE" POST "$EVENT/attendance" '{"entry": 11, "round": 3}'
draw
play 3 <<'GAMES'
1 completed 20/risiko=1 10 10 90 90 90
2 completed 18 22 30 25 15
GAMES
expect 'SQ00 base 17: risiko, 200 against 90' '42 42 42 -4 -4 -4' "$(at 1 points)"
close_round 3

# 8: only who has played two games is classified.
finish
get "$EVENT/standings" >"$WORK/standings"
copied="a.rows.filter(r => r.games.some(g => g.void))"
expect 'SQ00 base 22: the void games have the score of round 3' true "$(json "$copied.length > 0 && $copied.every(r => r.games.find(g => g.void).void.points == r.games.find(g => g.round == 3).points)" <"$WORK/standings")"
expect 'SQ00 penalties: 5, 20 and 25, less 7' 43.0 "$(json 'a.rows.find(r => r.entry.number == 4).figures[0]' <"$WORK/standings")"
expect 'SQ00 8: not classified, with one game' '11 1 8' "$(json 'const r = a.rows.find(r => r.rank == 0); `${r.entry.number} ${r.gamesPlayed} ${r.decidedBy.rule.paragraph}`' <"$WORK/standings")"

# The calculators are for anybody and keep nothing.
calculate() { call "" POST "$TENANT/rulesets/risiko-squadre-2000/calculations/$1" "$2"; }
expect 'SQ00 base 5: 160 armies, to take off and the limit from now on' '20 140' "$(calculate army-limit '{"armies": 160}' | json '`${a.remove} ${a.limit}`')"
expect 'SQ00 base 12: seven cards make, and leave' '22 1' "$(calculate card-exchange '{"cards": 7}' | json '`${a.armies} ${a.left}`')"
expect 'SQ00 base 14, 23: Brazil and North Africa in a row; Siam of a frozen player' '20 3' "$(calculate table-points '{"players": [
	{"objective": "sud-america", "territories": ["brasile", "africa-del-nord"]}, {"objective": "asia", "territories": ["siam"], "frozen": true}
]}' | json 'of(a.players, "points")')"
