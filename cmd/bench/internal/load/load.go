// Package load asks a server as fast as it answers, over a fixed number of
// connections that stay open.
//
// It speaks just enough HTTP/1.1 to count answers: requests come as finished
// bytes and bodies are thrown away, so that on a machine it shares with the
// server it takes little from it. An answer with another status than those
// wanted ends the run with an error: a refused request is cheap, and counting it
// would flatter the server.
package load

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"time"
)

// answerTime limits how long an answer may take.
const answerTime = 30 * time.Second

// Plan lists the requests to send.
type Plan struct {
	Address     string // host:port
	Connections int
	// Next appends the next request of a connection, from 0. It is called by
	// one goroutine for each connection.
	Next func(connection int, request []byte) []byte
	// Want are the statuses of a good answer.
	Want []int
}

// Same is a plan's Next for one request that is always the same.
func Same(request []byte) func(int, []byte) []byte {
	return func(_ int, buffer []byte) []byte { return append(buffer, request...) }
}

// Connections that rest for longer are opened anew, since servers close those on which nobody asks: ours after five
// seconds without a first request, and after a minute without a further one.
const (
	restAtFirst = 3 * time.Second
	rest        = 30 * time.Second
)

// Generator holds the open connections of a plan. Make one with [Open].
type Generator struct {
	plan        Plan
	connections []*connection
	used        time.Time     // when the connections were opened, or a run on them ended last
	most        time.Duration // that they may rest
}

// Open connects.
func Open(ctx context.Context, plan Plan) (*Generator, error) {
	g := &Generator{plan: plan}
	if err := g.connect(ctx); err != nil {
		return nil, err
	}
	return g, nil
}

// connect opens the connections, in place of those that are open.
func (g *Generator) connect(ctx context.Context) error {
	g.Close()
	g.connections, g.used, g.most = nil, time.Now(), restAtFirst
	for range g.plan.Connections {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", g.plan.Address)
		if err != nil {
			g.Close()
			return fmt.Errorf("load: %w", err)
		}
		g.connections = append(g.connections, newConnection(conn))
	}
	return nil
}

// Close closes the connections.
func (g *Generator) Close() {
	for _, c := range g.connections {
		_ = c.conn.Close()
	}
}

// Outcome holds the figures of a run.
type Outcome struct {
	Answers   int
	Elapsed   time.Duration   // until the last answer
	Latencies []time.Duration // sorted
}

// Rate is the number of answers in a second.
func (o Outcome) Rate() float64 { return float64(o.Answers) / o.Elapsed.Seconds() }

// Quantile is the time within which a share of the answers came; 0 without any.
func (o Outcome) Quantile(share float64) time.Duration {
	if len(o.Latencies) == 0 {
		return 0
	}
	return o.Latencies[min(int(share*float64(len(o.Latencies))), len(o.Latencies)-1)]
}

// Run asks on all connections for a time, or until the context ends. Requests
// under way at the end are waited for.
func (g *Generator) Run(ctx context.Context, d time.Duration) (Outcome, error) {
	if time.Since(g.used) > g.most {
		if err := g.connect(ctx); err != nil {
			return Outcome{}, err
		}
	}
	defer func() { g.used, g.most = time.Now(), rest }()
	began := time.Now()
	latencies := make([][]time.Duration, len(g.connections))
	failures := make([]error, len(g.connections))
	var working sync.WaitGroup
	for i := range g.connections {
		working.Go(func() { latencies[i], failures[i] = g.ask(ctx, i, began.Add(d)) })
	}
	working.Wait()
	o := Outcome{Elapsed: time.Since(began), Latencies: slices.Concat(latencies...)}
	o.Answers = len(o.Latencies)
	slices.Sort(o.Latencies)
	return o, errors.Join(failures...)
}

// ask repeats requests on one connection until a moment.
func (g *Generator) ask(ctx context.Context, i int, end time.Time) ([]time.Duration, error) {
	c := g.connections[i]
	var latencies []time.Duration
	for ctx.Err() == nil {
		began := time.Now()
		if !began.Before(end) {
			break
		}
		c.request = g.plan.Next(i, c.request[:0])
		status, err := c.exchange(began)
		if err != nil {
			return latencies, fmt.Errorf("load: %s: %w", line(c.request), err)
		}
		if !slices.Contains(g.plan.Want, status) {
			return latencies, fmt.Errorf("load: %s: status %d: %s", line(c.request), status, c.kept)
		}
		latencies = append(latencies, time.Since(began))
	}
	return latencies, nil
}

// line is the first line of a request, for messages.
func line(request []byte) string {
	first, _, _ := strings.Cut(string(request), "\r\n")
	return first
}

// Request writes a request out. Headers come in pairs of name and value; a body
// that is not nil is JSON.
func Request(method, path, host string, body []byte, header ...string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, host)
	for i := 0; i+1 < len(header); i += 2 {
		fmt.Fprintf(&b, "%s: %s\r\n", textproto.CanonicalMIMEHeaderKey(header[i]), header[i+1])
	}
	if body != nil {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n")
	b.Write(body)
	return []byte(b.String())
}
