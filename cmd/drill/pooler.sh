# Runs tests of the API with a real PgBouncer between servers and the PostgreSQL of TEST_POSTGRES: in
# session mode they must pass, in the other modes servers must refuse to start and say why.
set -eu
packages="./internal/authz/authzapi ./internal/live/livedb ./internal/outbox"
host=$(echo "$TEST_POSTGRES" | sed 's/.*host=\([^ ]*\).*/\1/')
port=$(echo "$TEST_POSTGRES" | sed 's/.*port=\([^ ]*\).*/\1/')
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# pooled MODE COMMAND… runs a command with a PgBouncer in front of the database.
pooled() {
	mode=$1
	shift
	echo '"referto_app" ""' >"$dir/users"
	cat >"$dir/ini" <<INI
[databases]
* = host=$host port=$port
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = 16432
unix_socket_dir =
auth_type = trust
auth_file = $dir/users
pool_mode = $mode
max_client_conn = 2000
default_pool_size = 60
INI
	as=
	if [ "$(id -u)" = 0 ]; then # PgBouncer refuses to run as root, and only the owner of the socket may use it
		as="-u $(stat -c %U "$host")"
		chown -R "$(stat -c %U "$host")" "$dir"
	fi
	pgbouncer -q $as "$dir/ini" >"$dir/log" 2>&1 &
	pid=$!
	sleep 1
	status=0
	TEST_POOLER="host=127.0.0.1 port=16432" "$@" >"$dir/out" 2>&1 || status=$?
	kill $pid && wait $pid || true
	return $status
}

if pooled session sh -c "go test -count=1 -short -vet=off $packages && go test -count=1 -short -vet=off ./internal/league/leagueapi -run 'Refund|Payment|Stage|Seal|Round[^T]|Entr|Result|Export' -skip 'PowerCut|RoundTrips'"; then
	echo "session mode: works"
	grep '^ok' "$dir/out"
else
	cat "$dir/out"
	exit 1
fi
for mode in transaction statement; do
	if pooled $mode go test -count=1 -short -vet=off ./internal/authz/authzapi || ! grep -q 'is shared with others, as by a pooler' "$dir/out"; then
		cat "$dir/out"
		echo "$mode mode: not refused"
		exit 1
	fi
	echo "$mode mode: refused: $(grep -c -- '^--- FAIL' "$dir/out") tests have no server"
done
