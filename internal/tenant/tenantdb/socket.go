package tenantdb

import (
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

// wary gives a connection its deadlines on both sides: PostgreSQL lets go of the locks
// of a server that has vanished as the server lets go of a PostgreSQL that has.
func wary(config *pgx.ConnConfig) {
	if config.ConnectTimeout <= 0 || config.ConnectTimeout > connectTimeout {
		config.ConnectTimeout = connectTimeout
	}
	config.DialFunc = dialer(config.ConnectTimeout)
	for name, value := range map[string]string{
		"application_name":                    "referto",
		"timezone":                            "UTC",
		"statement_timeout":                   milliseconds(statementTimeout),
		"lock_timeout":                        milliseconds(lockTimeout),
		"idle_in_transaction_session_timeout": milliseconds(idleInTxTimeout),
		"tcp_keepalives_idle":                 "10",
		"tcp_keepalives_interval":             "5",
		"tcp_keepalives_count":                "3",
		"tcp_user_timeout":                    "15000",
	} {
		config.RuntimeParams[name] = value
	}
}
