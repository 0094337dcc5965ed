//go:build !linux

package tenantdb

import "syscall"

// boundUnacknowledged does nothing where there is no TCP_USER_TIMEOUT: keep-alive and
// the deadlines of requests notice a dead line too, later.
func boundUnacknowledged(string, string, syscall.RawConn) error { return nil }
