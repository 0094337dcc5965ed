#!/bin/sh
# A stage of the 8th Italian championship (CN09), from the announcement to the final
# standings: docs/walks/cn09.sh [http://127.0.0.1:8080], while `make run` serves.
. "$(dirname "$0")/common.sh"
VERIFY=${VERIFY:-go run ./cmd/api verify-draw} # needs no server, only the document

begin 'Tappa in curl' '"kind": "stage", "ruleset": "catan-nazionale-2009", "formula": "club", "capacity": 24'
enter 17
check_in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17

# 3.2: by Club 17 players have three rounds and the final; 3.2a: as many tables of
# four as possible. The lots follow from the secret whose commitment was announced,
# which is now revealed for anyone to recompute.
act "$REFEREE" POST "$EVENT/start" '{}'
get "$EVENT" >"$WORK/event"
expect 'CN09 3.2: rounds for 17 by Club' 3 "$(json a.format.rounds <"$WORK/event")"
expect 'CN09 3.2a: tables for 17' '4 4 3 3 3' "$(json 'a.format.tableSizes.join(" ")' <"$WORK/event")"

draw
play 1 <<'GAMES'
1 declared 10! 4 3 3
2 declared 9 8 10! 5
3 declared 7 11! 10
4 declared 10! 8 7
5 time-limit 9 8 9
GAMES
# 4.7: 11 points of a winner count 10. 3.2c: the share is cut to two decimals. 3.4:
# points, then the criteria of 3.2b, end with the lot.
expect 'CN09 4.7: what 7, 11 and 10 count' '7 10 10' "$(at 3 counted)"
expect 'CN09 3.2c: shares of 9, 8, 10, 5' '28.12 25.00 31.25 15.62' "$(at 2 share)"
close_round 1

# The document of the draw is enough to check every step of it.
get "$EVENT/rounds/1/draw" >"$WORK/draw.json"
$VERIFY "$WORK/draw.json" >"$WORK/verified" || fail "verify-draw: $(cat "$WORK/verified")"
say "  $(tail -n 1 "$WORK/verified")"

# Why is one above the other? Term by term.
get "$EVENT/standings?round=1" >"$WORK/standings"
set -- $(json 'of(a.rows.map(r => r.entry), "number")' <"$WORK/standings")
get "$EVENT/standings/compare?a=$1&b=$2&round=1" | json '"  " + a.text'

# What would follow if the first left? It is done and taken back: nothing is stored.
call "$REFEREE" POST "$EVENT/what-if" "{\"withdrawal\": {\"entry\": $1, \"reason\": \"Un treno da prendere\"}}" >"$WORK/whatif"
expect 'CN09 3.5: who would be out' "$1" "$(json 'of(a.struck.map(s => s.entry), "number")' <"$WORK/whatif")"
expect 'CN09 3.2a: tables of round 2 then' '4 4 4 4' "$(json 'a.next.after.tables.map(t => t.entries.length).join(" ")' <"$WORK/whatif")"

# 3.2b: the first four of the standings play together.
draw
expect 'CN09 3.2b: table 1 of round 2' "$(sorted "$1" "$2" "$3" "$4")" "$(together 1)"
for round in 2 3; do
	[ $round = 2 ] || draw
	play $round <<'GAMES'
1 declared 10! 8 7 5
2 declared 6 10! 9 5
3 declared 9 7 10!
4 declared 10! 8 7
5 declared 5 10! 6
GAMES
	close_round $round
done

# 3.2d: the final of the first four.
draw
expect 'CN09 3.2d: the fourth game is' final "$(json a.kind <"$WORK/round")"
play 4 <<'GAMES'
1 declared 8 10! 9 6
GAMES
close_round 4
finish

# 3.3: a fixed schedule for as many opponents as possible. Nothing is printed for
# twelve; by reading D002-6 the platform makes one, whose figures are published.
begin 'Tappa in curl, a calendario' '"kind": "stage", "ruleset": "catan-nazionale-2009", "formula": "club", "capacity": 12, "pairing": "fixed-schedule", "readings": {"D002-6": "schedule/1"}'
enter 12
check_in 1 2 3 4 5 6 7 8 9 10 11 12
act "$REFEREE" POST "$EVENT/start" '{}'
expect 'CN09 3.3: repeated meetings of twelve in two rounds, and the fewest possible' '3 3' "$(get "$EVENT/draw" | json '`${a.quality.repeats} ${a.quality.leastRepeats}`')"
