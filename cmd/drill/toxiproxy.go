package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strconv"
	"time"
)

// toxiproxy is a running server of toxiproxy, which disturbs connections on command.
type toxiproxy struct {
	process *exec.Cmd
	api     string
}

// startToxiproxy starts the server and waits until it answers.
func startToxiproxy(ctx context.Context, file string) (*toxiproxy, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	t := &toxiproxy{process: exec.CommandContext(ctx, file, "-host", "127.0.0.1", "-port", strconv.Itoa(port)), api: fmt.Sprintf("http://127.0.0.1:%d", port)}
	t.process.Env = []string{"LOG_LEVEL=error"}
	endWithParent(t.process)
	if err := t.process.Start(); err != nil {
		return nil, fmt.Errorf("toxiproxy: %w", err)
	}
	for range 100 {
		if err = t.call(ctx, http.MethodGet, "/version", nil); err == nil {
			return t, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.end()
	return nil, err
}

func (t *toxiproxy) end() {
	_ = t.process.Process.Kill()
	_ = t.process.Wait()
}

// call asks the server for something.
func (t *toxiproxy) call(ctx context.Context, method, path string, body any) error {
	var text io.Reader = http.NoBody
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return err
		}
		text = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, t.api+path, text)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("toxiproxy: %w", err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	if response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("toxiproxy: %s %s: %s %s", method, path, response.Status, answer)
	}
	return nil
}

// line is one line that leads through toxiproxy.
type line struct {
	toxiproxy *toxiproxy
	name      string
	address   string // host:port at this end
}

// line makes a line to an address.
func (t *toxiproxy) line(ctx context.Context, name, upstream string) (*line, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	l := &line{t, name, net.JoinHostPort("127.0.0.1", strconv.Itoa(port))}
	return l, t.call(ctx, http.MethodPost, "/proxies", map[string]any{"name": name, "listen": l.address, "upstream": upstream, "enabled": true})
}

// attributes are the attributes of a toxic, named as in toxiproxy.
type attributes map[string]int

// spoil adds a toxic in both directions, or in one ("upstream", "downstream").
func (l *line) spoil(ctx context.Context, toxic string, a attributes, streams ...string) error {
	if len(streams) == 0 {
		streams = []string{"upstream", "downstream"}
	}
	for _, stream := range streams {
		err := l.toxiproxy.call(ctx, http.MethodPost, "/proxies/"+l.name+"/toxics", map[string]any{
			"name": toxic + "-" + stream, "type": toxic, "stream": stream, "attributes": a,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// mend takes all toxics away, of this line and of others. Connections that were silenced end.
func (l *line) mend(ctx context.Context) error {
	return l.toxiproxy.call(ctx, http.MethodPost, "/reset", nil)
}

// cut closes the line and its connections, or opens it again.
func (l *line) cut(ctx context.Context, down bool) error {
	return l.toxiproxy.call(ctx, http.MethodPost, "/proxies/"+l.name, map[string]any{"enabled": !down})
}

// remove forgets the line.
func (l *line) remove(ctx context.Context) error {
	return l.toxiproxy.call(ctx, http.MethodDelete, "/proxies/"+l.name, nil)
}

// relay hands connections on to the address that to returns at that moment: to a socket, because toxiproxy knows TCP
// only, and to a database that has started again elsewhere. It returns its own address.
func relay(ctx context.Context, to func() (network, address string)) (string, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	context.AfterFunc(ctx, func() { _ = listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			network, address := to()
			go join(ctx, near, network, address)
		}
	}()
	return listener.Addr().String(), nil
}

// join copies between a connection and a socket until one of them ends.
func join(ctx context.Context, near net.Conn, network, address string) {
	defer near.Close()
	far, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return
	}
	defer far.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(near, far)
		_ = near.Close()
	}()
	_, _ = io.Copy(far, near)
	_ = far.Close()
	<-done
}

// freePort finds a port without a listener.
func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}
