package tenantdb

import (
	"context"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Times after which a connection without an answer is given up. A suspended database process still acknowledges
// bytes: only the deadlines of requests detect that. A connection that swallows everything is detected by the system,
// which probes it (keep-alive) when it is idle, and otherwise measures how long sent bytes stay unacknowledged
// (TCP_USER_TIMEOUT).
const (
	connectTimeout    = 3 * time.Second
	keepAliveIdle     = 5 * time.Second
	keepAliveInterval = 2 * time.Second
	keepAliveCount    = 3
	userTimeout       = 10 * time.Second
)

// dialer connects to the database so that a dead line is noticed within seconds.
func dialer(timeout time.Duration) pgconn.DialFunc {
	d := &net.Dialer{
		Timeout:         timeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: keepAliveIdle, Interval: keepAliveInterval, Count: keepAliveCount},
		Control:         boundUnacknowledged,
	}
	return d.DialContext
}

// manner holds the default settings of the statements on a connection; a transaction may override them.
type manner struct {
	name                                string // in pg_stat_activity
	connecting, statements, locks, idle time.Duration
	isolation                           string
}

// The manners of connections. The statements of a reading door are one transaction and should see one moment; the
// transactions of In and Global, and those of jobs, set themselves what they need.
var (
	ofRequests          = manner{"referto", connectTimeout, statementTimeout, lockTimeout, idleInTxTimeout, "repeatable read"}
	ofUnhurriedRequests = manner{"referto", unhurriedWait, unhurriedStatements, unhurriedLocks, unhurriedIdle, "repeatable read"}
	ofJobs              = manner{"referto jobs", connectTimeout, unhurriedStatements, unhurriedLocks, idleInTxTimeout, "read committed"}
	aside               = manner{"referto aside", connectTimeout, statementTimeout, lockTimeout, idleInTxTimeout, "read committed"}
)

// wary gives a connection its deadlines on both sides: PostgreSQL releases the locks of a server that has vanished,
// as the server gives up a PostgreSQL that has.
//
// The settings for PostgreSQL are sent in a statement of their own once the connection is open, because poolers
// refuse or drop most settings at the start of a connection.
func wary(config *pgx.ConnConfig, m manner, l *leader) {
	if config.ConnectTimeout <= 0 || config.ConnectTimeout > m.connecting {
		config.ConnectTimeout = m.connecting
	}
	config.DialFunc = dialer(config.ConnectTimeout)
	config.RuntimeParams["application_name"] = m.name
	config.RuntimeParams["timezone"] = "UTC"
	patience := config.ConnectTimeout
	config.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		timeline, err := introduce(ctx, conn, m)
		if err != nil {
			return err
		}
		return l.note(timeline)
	}
}

// introduce sends the settings of a new connection, which hold for as long as it lasts, and returns the timeline of
// the database.
func introduce(ctx context.Context, conn *pgconn.PgConn, m manner) (timeline int64, err error) {
	var values [][]byte
	for _, value := range []string{milliseconds(m.statements), milliseconds(m.locks), milliseconds(m.idle), m.isolation, "10", "5", "3", "15000"} {
		values = append(values, []byte(value))
	}
	answer := conn.ExecParams(ctx, `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false), set_config('idle_in_transaction_session_timeout', $3, false),
		set_config('default_transaction_isolation', $4, false), set_config('tcp_keepalives_idle', $5, false), set_config('tcp_keepalives_interval', $6, false),
		set_config('tcp_keepalives_count', $7, false), set_config('tcp_user_timeout', $8, false), `+timelineColumn, values, nil, nil, nil).Read()
	if answer.Err != nil {
		return 0, answer.Err
	}
	return parseTimeline(answer.Rows)
}
