#!/bin/sh
# A small season of CN09 in a day, from its announcement to the refund of a journey:
# docs/walks/season.sh [http://127.0.0.1:8080], while `make run` serves. It reads the
# server's mails in the folder MAIL.
. "$(dirname "$0")/common.sh"
MAIL=${MAIL:-var/mail}

MANAGER=$(sign_in manager@fic.example)
CONTACT=$(sign_in toscana@fic.example)
ORGANIZER=$(sign_in organizer@fic.example)
ELENA=$(sign_in player@fic.example)

# day N: the day so many days from now; month days need none.
day() { node -pe "new Date(Date.now() + $1 * 864e5).toLocaleDateString('sv', {timeZone: 'Europe/Rome'})"; }
# evening DAY: its last minute at the venue.
evening() { node -pe "const d = new Date('$1T22:59:00Z'), h = +d.toLocaleString('en', {timeZone: 'Europe/Rome', hour: 'numeric', hourCycle: 'h23'}); new Date(d - (h ? 0 : 36e5)).toISOString()"; }
today=$(day 0)
player_named() { call "$MANAGER" GET "$TENANT/players?name=$1" | json 'a.items[0].id'; }

# 1.1, 1.4: the season is announced with its region and its days.
toscana=$(get "$TENANT/regions" | json 'a.items.find(r => r.name == "Toscana").id')
SEASON=$TENANT/seasons/$(call "$MANAGER" POST "$TENANT/seasons" '{
	"slug": "walk-'"$(random)"'", "title": "Stagione in curl", "ruleset": "catan-nazionale-2009", "regions": ["'"$toscana"'"],
	"playsFrom": "'"$(day -60)"'", "playsTo": "'"$today"'", "finalsBy": "'"$(day 30)"'"
}' | json a.id)
act "$MANAGER" POST "$SEASON/opening"
season=${SEASON##*/}

# held WHO KIND TITLE START: somebody drafts and announces an event of the season.
held() {
	region='"region": "'"$toscana"'",'
	[ "$2" != national-final ] || region=
	EVENT=$TENANT/events/$(call "$1" POST "$TENANT/events" '{
		"kind": "'"$2"'", "title": "'"$3"'", "slug": "walk-'"$(random)"'", "startsAt": "'"$4"'", "timeZone": "Europe/Rome", '"$region"'
		"season": "'"$season"'", "formula": "club", "venue": {"name": "Sala del Papa", "city": "Siena"}
	}' | json a.id)
	act "$1" POST "$EVENT/announcement"
}

# outcome PLAYER...: the event was played elsewhere, and ended in this order.
outcome() {
	node -pe 'JSON.stringify({entrants: process.argv.slice(1).map(player => ({player, played: true})), ranking: process.argv.slice(1), referees: [{name: "Fabio Arbitro", first: true}]})' "$@" >"$WORK/outcome"
	act "$ORGANIZER" POST "$EVENT/outcome" "@$WORK/outcome"
}

# picture: writes a PNG whose pixels were never there before.
picture() {
	node -e '
		const zlib = require("zlib"), crypto = require("crypto"), w = 240, h = 160
		const rows = Buffer.concat(Array.from({length: h}, () => Buffer.concat([Buffer.from([0]), crypto.randomBytes(w)])))
		const table = Array.from({length: 256}, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n >>> 0 })
		const crc = b => { let c = ~0; for (const x of b) c = table[(c ^ x) & 255] ^ (c >>> 8); return ~c >>> 0 }
		const chunk = (kind, data) => { const b = Buffer.concat([Buffer.from(kind), data]), n = Buffer.alloc(4), s = Buffer.alloc(4); n.writeUInt32BE(data.length); s.writeUInt32BE(crc(b)); return Buffer.concat([n, b, s]) }
		const head = Buffer.alloc(13); head.writeUInt32BE(w, 0); head.writeUInt32BE(h, 4); head[8] = 8
		process.stdout.write(Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", head), chunk("IDAT", zlib.deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]))'
}

# photo KIND ROUND: sends a photo.
photo() {
	picture >"$WORK/photo"
	node -pe 'const file = require("fs").readFileSync(process.argv[1]); JSON.stringify({kind: process.argv[2], round: +process.argv[3], alternativeText: "Una foto della giornata", consent: {people: true, minors: false, guardians: false}, bytes: file.length, content: file.toString("base64")})' \
		"$WORK/photo" "$1" "$2" >"$WORK/photo.json"
	act "$ORGANIZER" POST "$EVENT/photos" "@$WORK/photo.json"
}

# missing: what the organizer of the event still has to do. That its results are sound
# is for whoever checks them.
missing() { call "$MANAGER" GET "$EVENT/homologation" | json 'a.checklist.demands.filter(d => d.result != "met" && d.demand != "results-unsound").map(d => d.demand + (d.kind ? " " + d.kind : "")).join(", ")'; }

homologate() { act "$1" POST "$EVENT/homologation" '{"decision": "homologate"}'; }

# Two stages of twelve; Elena, who has an account, wins the first.
elena=$(player_named 'Elena%20Passerini')
call "$MANAGER" GET "$TENANT/players?limit=60" >"$WORK/players"
people=$(call "$MANAGER" GET "$TENANT/bans" | json "const banned = a.items.map(b => b.player.id), all = JSON.parse(require('fs').readFileSync('$WORK/players')).items; all.map(p => p.id).filter(id => id != '$elena' && !banned.includes(id)).slice(0, 23).join(' ')")
set -- $people
say 'Two stages of twelve, played elsewhere and recorded by their rankings'
held "$CONTACT" stage 'Selezione di Siena' "$(day -2)T09:00:00Z"
outcome "$elena" "$1" "$2" "$3" "$4" "$5" "$6" "$7" "$8" "$9" "${10}" "${11}"
# 1.6.a, 1.11: three photos, the report within a week, then who checks it.
expect 'CN09 1.6.a, 1.11: what the stage lacks' 'photos-missing winner, photos-missing panorama, photos-missing final-table, results-late' "$(missing)"
photo winner 4
photo panorama 1
photo final-table 4
act "$ORGANIZER" POST "$EVENT/report" '{"notes": "Tutto regolare"}'
refused 'CN09 2.2: an organizer does not homologate' role-missing '' "$ORGANIZER" POST "$EVENT/homologation" '{"decision": "homologate"}'
for i in $(seq 60); do [ -n "$(missing)" ] || break; sleep 0.5; done
[ -z "$(missing)" ] || fail "the stage lacks $(missing)"
homologate "$CONTACT"

held "$CONTACT" stage 'Selezione di Pienza' "$(day -1)T09:00:00Z"
outcome "${12}" "${13}" "${14}" "${15}" "${16}" "${17}" "${18}" "${19}" "${20}" "${21}" "${22}" "${23}"
for kind in winner panorama final-table; do photo $kind 1; done
# 2.2: these papers came to the contact by post, who enters them and so leaves the decision
# to another.
act "$CONTACT" POST "$EVENT/report" '{}'
refused 'CN09 2.2: who has sent the report does not homologate' own-event-reporter 2.2 "$CONTACT" POST "$EVENT/homologation" '{"decision": "homologate"}'
homologate "$MANAGER"

# 1.7.2: two finalists play with the seconds of the stages.
get "$SEASON/finals" >"$WORK/finals"
expect 'CN09 1.7.2: a final of four, two called up' '4 2 (1.7.2)' "$(json '`${a.items[0].format.field} ${a.items[0].calledUp.length} (${a.items[0].format.explanation.rule.paragraph})`' <"$WORK/finals")"
held "$CONTACT" regional-final 'Finale toscana' "$(evening "$today")"

# 1.4, 2.2: who has qualified is asked to come.
get "$SEASON/places?final=regional-final" >"$WORK/places"
act "$CONTACT" POST "$SEASON/convocations" "$(json 'JSON.stringify({places: a.items.map(p => ({place: p.id, player: p.holder.id}))})' <"$WORK/places")"

# letter: the token in the last letter with the link of a convocation, for which it waits.
letter() {
	for i in $(seq 60); do
		node -e '
			const fs = require("fs"), dir = process.argv[1], seen = process.argv[2]
			for (const name of fs.readdirSync(dir).sort().reverse()) {
				const mail = fs.readFileSync(`${dir}/${name}`, "latin1").replace(/=\r?\n/g, "").replace(/=3D/gi, "=")
				const link = mail.match(/\/convocation\?\S*\btoken=([-\w.~]+)/)
				if (link && /^To:.*player@fic\.example/mi.test(mail) && link[1] != seen) { process.stdout.write(link[1]); break }
			}' "$MAIL" "${1-}" >"$WORK/token"
		[ ! -s "$WORK/token" ] || break
		sleep 0.5
	done
	[ -s "$WORK/token" ] || fail "no letter in $MAIL"
	cat "$WORK/token"
}

# Elena answers by the link of her letter, without signing in; the others by phone.
token=$(letter)
call '' POST "$TENANT/convocation-links" "{\"token\": \"$token\"}" >"$WORK/view"
expect 'CN09 1.7: why Elena is asked' '1.7' "$(json a.right.rule.paragraph <"$WORK/view")"
act '' POST "$TENANT/convocation-answers" "{\"token\": \"$token\", \"coming\": true}"
for player in $(json "a.items.map(p => p.holder.id).filter(id => id != '$elena').join(' ')" <"$WORK/places"); do
	act "$CONTACT" POST "$SEASON/answers" "{\"player\": \"$player\", \"final\": \"regional-final\", \"coming\": true, \"how\": \"Al telefono\"}"
done
expect 'CN09 1.7: who comes' 'accepted accepted accepted accepted' "$(get "$SEASON/places?final=regional-final" | json 'of(a.items, "state")')"
outcome "$elena" $(json "a.items.map(p => p.holder.id).filter(id => id != '$elena').join(' ')" <"$WORK/places")
for kind in winner panorama final-table; do photo $kind 1; done
act "$ORGANIZER" POST "$EVENT/report" '{}'
homologate "$MANAGER"

# 1.9: the regional champion goes to the national final, and is paid the journey.
held "$MANAGER" national-final 'Finale nazionale' "$(evening "$today")"
get "$SEASON/places?final=national-final" >"$WORK/places"
expect 'CN09 1.9: who goes to the national final, with the journey paid' 'Elena Passerini true (1.9)' "$(json 'a.items.map(p => `${p.holder.name} ${p.refund} (${p.refundExplanation.rule.paragraph})`).join()' <"$WORK/places")"
act "$MANAGER" POST "$SEASON/convocations" "$(json 'JSON.stringify({places: a.items.map(p => ({place: p.id, player: p.holder.id}))})' <"$WORK/places")"
act '' POST "$TENANT/convocation-answers" "{\"token\": \"$(letter "$token")\", \"coming\": true}"
REFUND=$SEASON/refunds/$(call "$ELENA" POST "$SEASON/refunds" '{}' | json a.id)
act "$ELENA" POST "$REFUND/expenses" '{"what": "Treno Torino-Siena", "amount": {"amount": "61.80", "currency": "EUR"}, "spentOn": "'"$today"'"}'
refused 'CN09 1.9: who has not played yet' refund-before-final 1.9 "$ELENA" POST "$REFUND/submission"
outcome "$elena"

picture >"$WORK/receipt"
node -pe 'JSON.stringify({amount: {amount: "61.80", currency: "EUR"}, content: require("fs").readFileSync(process.argv[1]).toString("base64")})' "$WORK/receipt" >"$WORK/receipt.json"
act "$ELENA" POST "$REFUND/expenses/1/receipts" "@$WORK/receipt.json"
VERSION=$(call "$ELENA" GET "$REFUND" | json a.version)
act "$ELENA" PUT "$REFUND/account" '{"iban": "IT60X0542811101000000123456", "holder": "Elena Passerini"}'
VERSION=
act "$ELENA" POST "$REFUND/submission"
act "$MANAGER" POST "$REFUND/approval" '{}'

# Who has approved does not pay: that is the treasurer's.
act "$MANAGER" POST "$TENANT/invitations" '{"email": "referee@fic.example", "role": "treasurer", "scope": {"kind": "tenant"}}'
TREASURER=$(sign_in referee@fic.example)
act "$TREASURER" POST "$API/me/invitations/$(call "$TREASURER" GET "$API/me/invitations" | json 'a.items.at(-1).id')/acceptance"
LIST=$SEASON/payment-lists/$(call "$TREASURER" POST "$SEASON/payment-lists" '{
	"refunds": ["'"${REFUND##*/}"'"], "executeOn": "'"$(day 3)"'", "payer": {"holder": "Federazione Italiana Coloni", "iban": "IT60X0542811101000000123456"}
}' | json a.id)
call "$TREASURER" POST "$LIST/documents" '{"format": "sepa"}' >"$WORK/sepa"
expect 'the sum of the order for the bank' '61.80' "$(sed -n 's/.*<CtrlSum>\([0-9.]*\)<.*/\1/p' "$WORK/sepa" | head -n 1)"
act "$TREASURER" POST "$LIST/settlements" '{"outcome": "paid", "on": "'"$today"'", "reference": "CRO 2010"}'
expect 'CN09 1.9: the claim' paid "$(call "$ELENA" GET "$REFUND" | json a.state)"
say "$BASE/t/fic/s/$(get "$SEASON" | json a.slug)/qualification"
