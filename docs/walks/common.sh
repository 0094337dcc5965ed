# What the walks share: requests with curl, answers read by node, figures
# asserted. Sourced by a walk, whose first argument is the server's address.
#
# A walk signs in as two people of the demo federation, the championship manager
# (who organizes) and a first referee. Each request is written to standard error;
# the story and the final standings go to standard output. A refusal that was not
# expected, or a figure other than the printed one, ends the walk.
set -eu

BASE=${1:-http://127.0.0.1:8080}
API=$BASE/v1
TENANT=$API/tenants/fic
READER=${READER:-it} # of the reader
PASSWORD=due-pecore-per-un-mattone

WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

# say LINE: a line of the story.
say() { printf '%s\n' "$*"; }

fail() {
	printf 'The walk ends here: %s\n' "$*" >&2
	exit 1
}

# expect WHAT WANT GOT: asserts a figure of the regulation.
expect() {
	[ "$2" = "$3" ] || fail "$1: want \"$2\", got \"$3\""
	say "  $1: $3"
}

# json EXPRESSION: evaluates JavaScript on the answer, which is called a. of(items,
# member) are the members of all items in one line.
json() {
	node -pe "const a = JSON.parse(require('fs').readFileSync(0)), of = (items, member) => items.map(i => i[member]).join(' '); $1"
}

# random: sixteen hexadecimal digits.
random() { od -An -N8 -tx1 /dev/urandom | tr -d ' \n'; }

# ask WHO METHOD URL [BODY]: one request; writes the answer to $WORK/answer and its
# status to standard output. Who is an access token, or "" for anybody. Acts carry a
# key, so that a repeat after a lost answer would be the same act; changes start from
# VERSION. A body "@name" is that of a file.
ask() (
	who=$1 method=$2 url=$3 body=${4-}
	echo "$method ${url#"$BASE"} $body" >&2
	set -- -sS -o "$WORK/answer" -w '%{http_code}' -X "$method" "$url" -H "Accept-Language: $READER"
	[ -z "$who" ] || set -- "$@" -H "Authorization: Bearer $who"
	[ "$method" != POST ] || set -- "$@" -H "Idempotency-Key: walk-$(random)"
	[ -z "${VERSION-}" ] || set -- "$@" -H "If-Match: \"$VERSION\""
	[ -z "$body" ] || set -- "$@" -H 'Content-Type: application/json' -d "$body"
	curl "$@"
)

# call WHO METHOD URL [BODY]: a request that succeeds; writes its answer. Without one
# the reader of the answer fails too, so that a pipe hides nothing.
call() {
	case $(ask "$@") in
	2??) cat "$WORK/answer" ;;
	*)
		cat "$WORK/answer" >&2
		return 1
		;;
	esac
}

# act WHO METHOD URL [BODY]: a request that succeeds, whose answer nobody reads.
act() { call "$@" >/dev/null; }

# get URL: what anybody may read.
get() { call "" GET "$1"; }

# refused WHAT REASON PARAGRAPH WHO METHOD URL [BODY]: a request that the rules
# refuse, with the reason and the paragraph it names.
refused() {
	what=$1 reason=$2 paragraph=$3
	shift 3
	status=$(ask "$@")
	[ "$status" -ge 400 ] || fail "$what: not refused"
	expect "$what" "$reason${paragraph:+ ($paragraph)}" "$(json 'const e = a.errors?.[0] ?? a, rule = e.rule ?? a.rule; e.reason + (rule ? ` (${rule.paragraph})` : "")' <"$WORK/answer")"
	say "    $(json 'a.errors?.[0].text ?? a.detail ?? a.title' <"$WORK/answer")"
}

# sign_in MAIL: writes an access token, good for ten minutes.
sign_in() { call "" POST "$API/sessions" "{\"email\": \"$1\", \"password\": \"$PASSWORD\"}" | json a.accessToken; }

# begin TITLE MEMBERS: drafts an event with these members, names its first referee,
# who accepts, announces it and opens the entries: EVENT is its address.
begin() {
	MANAGER=$(sign_in manager@fic.example)
	REFEREE=$(sign_in first-referee@fic.example)
	tomorrow=$(node -pe 'new Date(Date.now() + 864e5).toISOString().slice(0, 10)')
	EVENT=$TENANT/events/$(call "$MANAGER" POST "$TENANT/events" '{
		"title": "'"$1"'", "slug": "walk-'"$(random)"'", "startsAt": "'"$tomorrow"'T08:30:00Z", "timeZone": "Europe/Rome",
		"venue": {"name": "Biblioteca", "city": "Aosta"}, "fee": {"amount": "2.00", "currency": "EUR"}, '"$2"'
	}' | json a.id)
	act "$MANAGER" POST "$EVENT/staff" '{"name": "Renato Ghisolfi", "role": "first-referee", "email": "first-referee@fic.example"}'
	act "$REFEREE" POST "$API/me/invitations/$(call "$REFEREE" GET "$API/me/invitations" | json 'a.items.at(-1).id')/acceptance"
	act "$MANAGER" POST "$EVENT/announcement"
	act "$MANAGER" POST "$EVENT/entry-opening"
}

# enter N: the first N players of the register enter, with start numbers 1 to N.
enter() {
	for player in $(call "$MANAGER" GET "$TENANT/players?limit=$1" | json 'a.items.map(p => p.id).join(" ")'); do
		act "$MANAGER" POST "$EVENT/entries" "{\"player\": \"$player\"}"
	done
}

# admission N: how entry N stands, and why.
admission() { call "$MANAGER" GET "$EVENT/entries/$1" | json '`${a.admission.as} (${a.admission.explanation.rule?.paragraph ?? ""})`'; }

# check_in NUMBER...: these are there.
check_in() { for number in "$@"; do act "$REFEREE" POST "$EVENT/entries/$number/check-in"; done; }

# lots NUMBER...: the body of a start, or of a round, whose lots came out of a bag
# in this order.
lots() { node -pe 'JSON.stringify({lots: process.argv.slice(1).map((entry, i) => ({entry: +entry, number: i + 1})), reason: "Numeri estratti da un sacchetto"})' "$@"; }

# draw: the next round as the ruleset has it. The round drawn, read or played last is
# $WORK/round.
draw() { call "$REFEREE" POST "$EVENT/rounds" '{}' >"$WORK/round"; }
read_round() { get "$EVENT/rounds/$1" >"$WORK/round"; }

# The sizes of its tables; who sits at them; who at one, in the order of numbers, as
# sorted has others; what the seats of a table played have of a member.
sizes() { json 'a.tables.map(t => t.seats.length).join(" ")' <"$WORK/round"; }
seated() { json 'a.tables.map(t => of(t.seats, "number")).join(" | ")' <"$WORK/round"; }
together() { json "a.tables[$1 - 1].seats.map(s => s.number).sort((x, y) => x - y).join(' ')" <"$WORK/round"; }
sorted() { printf '%s\n' "$@" | sort -n | paste -sd ' ' -; }
at() { json "of(a.tables[$1 - 1].result.seats, '$2')" <"$WORK/round"; }

# play ROUND: records the results of a round, a line of standard input each: the
# table, how it ended and what each seat has, in the order of the seats.
#
#   8      victory points, or the points for the standings where these are entered
#   10!    who declared victory with them
#   7~1    who left the game first
#   9/longest-road=1,cities=2   further figures; those not named are the least possible
#
# Objectives are dealt in the order of the seats. What follows "|" are further
# members of the result. What a result has to say is asked of the event's form, so
# that this knows no regulation.
play() {
	get "$EVENT/result-form" >"$WORK/form"
	read_round "$1"
	node -e '
		const fs = require("fs"), read = name => JSON.parse(fs.readFileSync(`${process.argv[1]}/${name}`))
		const form = read("form"), round = read("round")
		for (const line of fs.readFileSync(0, "utf8").trim().split("\n")) {
			const [game, more] = line.split("|"), [number, ended, ...seats] = game.trim().split(/\s+/)
			const table = round.tables.find(t => t.number == number), ask = form.tables.find(t => t.seats == table.seats.length)
			const result = {ended, ...JSON.parse(`{${more ?? ""}}`)}
			result.seats = seats.map((text, i) => {
				const [points, figures] = text.split("/"), [, value, declared, left] = points.match(/^([-.\d]+)(!?)(?:~(\d))?$/)
				const seat = {entry: table.seats[i].number, vp: ask.points ? 0 : +value}
				if (ask.points) seat.points = value
				if (declared) result.declaredBy = seat.entry
				if (left) seat.left = +left
				if (ask.objectives?.length) seat.objective = ask.objectives[i].id
				if (ask.figures?.length) seat.figures = Object.fromEntries(ask.figures.map(f => [f.id, f.range.min]))
				for (const figure of figures?.split(",") ?? []) seat.figures[figure.split("=")[0]] = +figure.split("=")[1]
				return seat
			})
			console.log(number, JSON.stringify(result))
		}' "$WORK" >"$WORK/results"
	while read -r table result; do
		act "$REFEREE" POST "$EVENT/rounds/$1/tables/$table/result" "$result"
	done <"$WORK/results"
	read_round "$1"
}

close_round() { act "$REFEREE" POST "$EVENT/rounds/$1/closing"; }

# finish: ends the event and writes the final standings as anybody reads them.
finish() {
	act "$REFEREE" POST "$EVENT/completion"
	get "$EVENT/standings" | json 'a.rows.map(r => [
		String(r.rank || "-").padStart(2), r.entry.player.name.padEnd(24), r.scoreLine ?? r.figures.slice(0, 3).join("  "), r.decidedBy.rule?.code ?? "", r.decidedBy.rule?.paragraph ?? "", r.decidedBy.text
	].join("  ")).join("\n")'
	say "$BASE/t/fic/e/$(get "$EVENT" | json a.slug)"
}
