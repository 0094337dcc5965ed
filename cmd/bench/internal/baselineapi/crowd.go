package baselineapi

import (
	"bufio"
	"net"
	"sync"
)

// The purpose of a connection to [Crowd], its first byte.
const (
	Spectator byte = 's'
	Control   byte = 'c'
)

// Crowd notifies spectators as cheaply as possible: the bytes of a control connection up to a zero byte are written
// to all of them, one after the other. It serves until the listener fails.
func Crowd(listener net.Listener) error {
	var mu sync.Mutex
	var spectators []net.Conn
	for {
		conn, err := listener.Accept()
		if err != nil {
			return err
		}
		kind := make([]byte, 1)
		if _, err := conn.Read(kind); err != nil {
			_ = conn.Close()
			continue
		}
		if kind[0] == Spectator {
			mu.Lock()
			spectators = append(spectators, conn)
			mu.Unlock()
			continue
		}
		go func() {
			for news := bufio.NewReader(conn); ; {
				text, err := news.ReadBytes(0)
				if err != nil {
					return
				}
				mu.Lock()
				for _, spectator := range spectators {
					_, _ = spectator.Write(text[:len(text)-1])
				}
				mu.Unlock()
			}
		}()
	}
}
