//go:build unix

package embedpg

import (
	"fmt"
	"os"
	"path/filepath"
)

const (
	socketPort = 5432 // only part of the socket's name

	// longestSocket is the longest name a socket may have, in bytes: 103 on
	// macOS, 107 on Linux.
	longestSocket = 103
)

// chooseEndpoint makes the folder of the socket: in the home, or where names are
// shorter.
func (c *cluster) chooseEndpoint(h home) error {
	dir := filepath.Join(h.dir, "run")
	socket := fmt.Sprintf(".s.PGSQL.%d", socketPort)
	if len(filepath.Join(dir, socket)) > longestSocket {
		parent, err := scratch(h.account)
		if err != nil {
			return err
		}
		dir = filepath.Join(parent, product+fingerprint(h.dir))
		c.passing = dir
	}
	if err := h.account.makePrivate(dir); err != nil {
		return err
	}
	// The folder serves this cluster alone and no server runs on it, so a remaining lock is stale.
	if err := os.RemoveAll(filepath.Join(dir, socket+".lock")); err != nil {
		return err
	}
	c.host, c.port = dir, socketPort
	c.listen = []string{
		"-c", "listen_addresses=",
		"-c", fmt.Sprintf("port=%d", socketPort),
		"-c", "unix_socket_directories=" + dir,
		"-c", "unix_socket_permissions=0700",
	}
	return nil
}
