package tenantdb

import (
	"context"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Times after which a connection without an answer is given up. A database process
// that was stopped still acknowledges bytes: that only deadlines of requests notice. A
// line that swallows everything is noticed by the system, which asks (keep-alive) where
// nothing is under way, and counts how long sent bytes stay unacknowledged where
// something is (TCP_USER_TIMEOUT).
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

// manner names the way in which a connection runs its statements where a transaction says nothing else.
type manner struct {
	name              string        // in pg_stat_activity
	statements, locks time.Duration // timeouts
	isolation         string
}

// The manners of connections. What a reading door sends is one transaction and should see one moment;
// the transactions of In and Global, and those of jobs, say themselves what they need.
var (
	ofRequests = manner{"referto", statementTimeout, lockTimeout, "repeatable read"}
	ofJobs     = manner{"referto jobs", unhurriedStatements, unhurriedLocks, "read committed"}
	aside      = manner{"referto aside", statementTimeout, lockTimeout, "read committed"}
)

// wary gives a connection its deadlines on both sides: PostgreSQL lets go of the locks
// of a server that has vanished as the server lets go of a PostgreSQL that has.
//
// What PostgreSQL is to know is said by a statement of its own once the connection is there, since
// poolers refuse most settings at the start of a connection, or swallow them.
func wary(config *pgx.ConnConfig, m manner, l *leader) {
	if config.ConnectTimeout <= 0 || config.ConnectTimeout > connectTimeout {
		config.ConnectTimeout = connectTimeout
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

// introduce says the settings of a connection that was just made, which stay for as long as it lasts, and
// returns the timeline of the database.
func introduce(ctx context.Context, conn *pgconn.PgConn, m manner) (timeline int64, err error) {
	var values [][]byte
	for _, value := range []string{milliseconds(m.statements), milliseconds(m.locks), milliseconds(idleInTxTimeout), m.isolation, "10", "5", "3", "15000"} {
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
