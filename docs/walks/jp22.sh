#!/bin/sh
# The tournament of a shop (JP22), from thirteen entries to the winner of the final:
# docs/walks/jp22.sh [http://127.0.0.1:8080], while `make run` serves.
. "$(dirname "$0")/common.sh"

begin 'Torneo del negozio, in curl' '"kind": "club", "ruleset": "just-play-2022"'

# 2: exactly 8, 12 or 16 play; 4: the last to enter stand by, in the order of entry.
enter 13
expect 'JP22 4: the twelfth entry' 'seat (4)' "$(admission 12)"
expect 'JP22 4: the thirteenth entry' 'reserve (4)' "$(admission 13)"
check_in 1 2 3 4 5 6 7 8 9 10 11 12 13
act "$REFEREE" POST "$EVENT/start" "$(lots 1 2 3 4 5 6 7 8 9 10 11 12)"
draw
expect 'JP22 2: twelve play at' '3 3 3 3' "$(sizes)"

# 4: somebody defaults when the tables are already drawn; the reserve takes his seat.
act "$MANAGER" POST "$EVENT/entries/8/replacement" '{"reason": "Non si presenta al tavolo"}'
read_round 1
expect 'JP22 4: the reserve in the seat of 8' '1 2 3 | 4 5 6 | 7 13 9 | 10 11 12' "$(seated)"

# 1: after 75 minutes one last lap without dice, then the points are counted.
clock() { call "$REFEREE" POST "$EVENT/rounds/1/clock/commands" "{\"command\": \"$1\"}" | json a.phase; }
expect 'JP22 1: the minutes of a game' 75 "$(get "$EVENT/rounds/1/clock" | json 'a.limitSeconds / 60')"
expect 'JP22 1: the clock runs' running "$(clock start)"
expect 'JP22 1: time is up' last-lap "$(clock last-turn)"
expect 'JP22 1: and then' counting "$(clock advance)"
expect 'JP22 1: the round is over' ended "$(clock end)"

# 1.5: who declares has won. 3: level in points, net of longest road and largest army
# (two points each), then settlements and cities, then who started last.
play 1 <<'GAMES'
1 time-limit 9/longest-road=1,settlements=3,cities=2 9/settlements=3,cities=3 7/settlements=2,cities=2
2 declared 10!/settlements=2,cities=3,largest-army=1 12/settlements=4,cities=4 6/settlements=4,cities=1
3 time-limit 8/settlements=4,cities=2 8/settlements=3,cities=2 8/settlements=2,cities=3
4 time-limit 8/settlements=2,cities=3 8/settlements=3,cities=2 6/settlements=2,cities=2
GAMES
winner() { json "const r = a.tables[$1 - 1].result; r.winner + ' ' + (r.winnerCriterion ?? 'declared')" <"$WORK/round"; }
expect 'JP22 3: 9 net of the longest road are 7' '2 net-vp' "$(winner 1)"
expect 'JP22 1.5: 12 points that nobody declared' '4 declared' "$(winner 2)"
expect 'JP22 3: more settlements and cities' '7 settlements-cities' "$(winner 3)"
expect 'JP22 3: level on everything, the last to start' '11 start' "$(winner 4)"
close_round 1

# 2: the winner of each table plays the final; whoever wins it wins the tournament.
get "$EVENT/standings" | json 'a.finalists.map(f => "  " + f.text).join("\n")'
draw
expect 'JP22 2: the final' '2 4 7 11' "$(together 1)"
play 2 <<'GAMES'
1 declared 7/settlements=3,cities=2 8/settlements=4,cities=2 10!/settlements=2,cities=3,longest-road=1 5/settlements=5
GAMES
close_round 2
finish
