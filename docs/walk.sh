#!/usr/bin/env bash
# A whole stage with curl: from the announcement to the final standings, on the
# demo federation of a running `make run`.
#
#   docs/walk.sh [http://127.0.0.1:8080]
#
# Each step prints the request it makes. Node reads the answers, because it is
# there anyway. The stage is new each time; what it leaves can be looked at.
set -euo pipefail

BASE=${1:-http://127.0.0.1:8080}
API=$BASE/v1
TENANT=$API/tenants/fic
PASSWORD=due-pecore-per-un-mattone

# json EXPRESSION: evaluates JavaScript on the answer, which is called a.
json() { node -pe "const a = JSON.parse(require('fs').readFileSync(0)); $1"; }

# call TOKEN METHOD URL [BODY]: one request; a problem ends the walk. Acts carry a
# key, so that a repeat after a lost answer would be the same act.
call() {
	local token=$1 method=$2 url=$3 body=${4-}
	echo "$method ${url#"$BASE"} $body" >&2
	local args=(-sS --fail-with-body -X "$method" "$url" -H "Authorization: Bearer $token")
	[ "$method" = POST ] && args+=(-H "Idempotency-Key: walk-$RANDOM-$RANDOM-$RANDOM")
	[ -n "$body" ] && args+=(-H 'Content-Type: application/json' -d "$body")
	curl "${args[@]}" || { echo >&2; return 1; }
}

sign_in() { # sign_in MAIL: prints an access token, good for ten minutes
	curl -sS --fail-with-body "$API/sessions" -H 'Content-Type: application/json' -d "{\"email\":\"$1\",\"password\":\"$PASSWORD\"}" | json a.accessToken
}

MANAGER=$(sign_in manager@fic.example)
REFEREE=$(sign_in first-referee@fic.example)

# 1. Draft a stage under the regulation of the 8th championship (CN09), name its
#    first referee, who accepts the role, and announce it.
EVENT=$(call "$MANAGER" POST "$TENANT/events" '{
	"kind": "stage", "title": "Tappa in curl", "slug": "tappa-in-curl-'$RANDOM$RANDOM'",
	"startsAt": "'"$(node -pe 'new Date(Date.now() + 864e5).toISOString().slice(0, 19) + "Z"')"'", "timeZone": "Europe/Rome",
	"venue": {"name": "Biblioteca", "city": "Aosta"}, "ruleset": "catan-nazionale-2009", "formula": "club",
	"fee": {"amount": "5.00", "currency": "EUR"}, "capacity": 24
}' | json a.id)
STAGE=$TENANT/events/$EVENT
call "$MANAGER" POST "$STAGE/staff" '{"name": "Renato Ghisolfi", "role": "first-referee", "email": "first-referee@fic.example"}' >/dev/null
INVITATION=$(call "$REFEREE" GET "$API/me/invitations" | json 'a.items.at(-1).id')
call "$REFEREE" POST "$API/me/invitations/$INVITATION/acceptance" >/dev/null
call "$MANAGER" POST "$STAGE/announcement" | json '"  commitment to the secret of the draw: " + a.drawCommitment'
call "$MANAGER" POST "$STAGE/entry-opening" >/dev/null

# 2. Twelve players of the register enter and check in.
for PLAYER in $(call "$MANAGER" GET "$TENANT/players?limit=12" | json 'a.items.map(p => p.id).join(" ")'); do
	NUMBER=$(call "$MANAGER" POST "$STAGE/entries" "{\"player\": \"$PLAYER\"}" | json a.number)
	call "$REFEREE" POST "$STAGE/entries/$NUMBER/check-in" >/dev/null
done

# 3. The field is locked: the structure follows from its size, the lots from the
#    secret, which is now revealed for anyone to recompute.
call "$REFEREE" POST "$STAGE/start" '{}' | json '`  ${a.format.rounds} rounds, tables of ${a.format.tableSizes} (${a.format.rule.code} ${a.format.rule.paragraph})`'

# 4. Round after round: draw, record each table, close. The last is the final.
while call "$REFEREE" GET "$STAGE/next-round" | json 'a.possible || process.exit(1)' >/dev/null; do
	ROUND=$(call "$REFEREE" POST "$STAGE/rounds" '{}')
	N=$(echo "$ROUND" | json a.number)
	# The first seat declares victory with 10; the others have 8, 7 and 5.
	echo "$ROUND" | json 'a.tables.map(t => t.number + " " + JSON.stringify({
		ended: "declared", declaredBy: t.seats[0].number,
		seats: t.seats.map((s, i) => ({entry: s.number, vp: [10, 8, 7, 5][i]}))
	})).join("\n")' | while read -r TABLE RESULT; do
		call "$REFEREE" POST "$STAGE/rounds/$N/tables/$TABLE/result" "$RESULT" >/dev/null
	done
	call "$REFEREE" POST "$STAGE/rounds/$N/closing" >/dev/null
done
call "$REFEREE" POST "$STAGE/completion" >/dev/null

# 5. The final standings: everybody may read them, and each rank says why.
curl -sS --fail-with-body "$STAGE/standings" | json 'a.rows.map(r => `${String(r.rank).padStart(2)}  ${r.entry.player.name.padEnd(24)} ${r.decidedBy.rule?.code ?? ""} ${r.decidedBy.rule?.paragraph ?? ""}  ${r.decidedBy.text}`).join("\n")'
echo "$BASE/t/fic/e/$(curl -sS "$STAGE" | json a.slug)"
