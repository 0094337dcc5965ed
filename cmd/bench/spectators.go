package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"referto/cmd/bench/internal/baselineapi"
	"referto/cmd/bench/internal/usage"
	"referto/internal/league/leagueapi/playapi"
	"referto/internal/live"
	"referto/internal/live/livedb"
	"referto/internal/tenant/tenantdb"
)

// spectators is the number of people who watch one event in P11.
const spectators = 10_000

// crowdWatching are connections of spectators, which count the news received.
type crowdWatching struct {
	conns []net.Conn
	heard atomic.Int64
	last  atomic.Int64 // when the last one heard, in nanoseconds of the machine's clock
	ended atomic.Int64
}

// open opens a connection, and returns it with the bytes read from it already.
type open func(ctx context.Context) (net.Conn, *bufio.Reader, error)

// gatherCrowd opens the connections of spectators, some at once.
func gatherCrowd(ctx context.Context, one open) (*crowdWatching, error) {
	c := &crowdWatching{conns: make([]net.Conn, spectators)}
	var next atomic.Int64
	var opening sync.WaitGroup
	failed := make(chan error, 64)
	for range cap(failed) {
		opening.Go(func() {
			for i := next.Add(1) - 1; i < spectators; i = next.Add(1) - 1 {
				conn, reader, err := one(ctx)
				if err != nil {
					failed <- err
					return
				}
				c.conns[i] = conn
				go c.listen(conn, reader)
			}
		})
	}
	opening.Wait()
	select {
	case err := <-failed:
		c.Close()
		return nil, err
	default:
		return c, nil
	}
}

// listen counts the messages of a connection. Their ends are empty lines.
func (c *crowdWatching) listen(conn net.Conn, early *bufio.Reader) {
	buffer := make([]byte, 256)
	if n := early.Buffered(); n > 0 {
		_, _ = early.Discard(n)
	}
	for {
		n, err := conn.Read(buffer)
		if err != nil {
			c.ended.Add(1)
			return
		}
		if bytes.Contains(buffer[:n], []byte("event: changed")) {
			c.last.Store(time.Now().UnixNano())
			c.heard.Add(1)
		}
	}
}

// await waits until everybody has heard something since a moment, and returns how long that took.
func (c *crowdWatching) await(ctx context.Context, since time.Time) (time.Duration, error) {
	for c.heard.Load() < spectators {
		if ended := c.ended.Load(); ended > 0 {
			return 0, fmt.Errorf("%d spectators have lost their connection", ended)
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(time.Millisecond):
		}
		if time.Since(since) > time.Minute {
			return 0, fmt.Errorf("after a minute %d of %d spectators have heard", c.heard.Load(), spectators)
		}
	}
	c.heard.Store(0)
	return time.Unix(0, c.last.Load()).Sub(since), nil
}

// Close ends all connections.
func (c *crowdWatching) Close() {
	for _, conn := range c.conns {
		if conn != nil {
			_ = conn.Close()
		}
	}
}

// told are the figures of one way to notify spectators.
type told struct {
	memory      int64     // of one, bytes
	used, until []float64 // milliseconds of processor time, and until the last has heard
}

// tell measures a server that notifies spectators once for each round.
func (b *bench) tell(ctx context.Context, server usage.Process, one open, news func(round int) error) (t told, err error) {
	before, err := server.Memory()
	if err != nil {
		return t, err
	}
	crowd, err := gatherCrowd(ctx, one)
	if err != nil {
		return t, err
	}
	defer crowd.Close()
	time.Sleep(settleTime)
	after, err := server.Memory()
	if err != nil {
		return t, err
	}
	t.memory = (after - before) / spectators
	for round := range b.rounds + 1 {
		reading, later := usage.Reading{}, usage.Reading{}
		if err := server.Read(reading); err != nil {
			return t, err
		}
		began := time.Now()
		if err := news(round); err != nil {
			return t, err
		}
		until, err := crowd.await(ctx, began)
		if err != nil {
			return t, err
		}
		if err := server.Read(later); err != nil {
			return t, err
		}
		if round > 0 { // the first does not count
			t.used = append(t.used, milliseconds(later.Since(reading)))
			t.until = append(t.until, milliseconds(until))
		}
		fmt.Fprint(b.progress, ".")
	}
	return t, nil
}

// settleTime is the time after which the memory of a server is looked at that has let many in.
const settleTime = 5 * time.Second

// watching is P11: many watch one event, which changes on another replica, by turns with a loop that
// writes the same bytes to as many connections.
func (b *bench) watching(ctx context.Context, r *report) error {
	db, err := tenantdb.Open(ctx, b.stack.application, 2)
	if err != nil {
		return err
	}
	defer db.Close()
	relay := livedb.New(db, live.New(), slog.New(slog.DiscardHandler))
	if err := relay.Start(ctx); err != nil {
		return err
	}
	defer func() { _ = relay.Stop(context.WithoutCancel(ctx)) }()
	topic := live.Topic{Tenant: b.field.template.Tenant, Event: b.field.template.Event}
	const far = 1 << 40 // from any revision that the event has
	wait := b.profile(ctx, "P11", 2)
	ours, err := b.tell(ctx, b.stack.api.process, b.watch(topic.Event), func(round int) error {
		relay.Publish(topic, int64(far+round))
		return nil
	})
	if err != nil {
		return err
	}
	wait()
	address := b.stack.baseline.addresses["crowd"]
	control, _, err := dial(ctx, address, baselineapi.Control)
	if err != nil {
		return err
	}
	defer control.Close()
	text := playapi.Stream.News(far)
	loop, err := b.tell(ctx, b.stack.baseline.process, func(ctx context.Context) (net.Conn, *bufio.Reader, error) {
		return dial(ctx, address, baselineapi.Spectator)
	}, func(int) error {
		_, err := control.Write(append(text, 0))
		return err
	})
	if err != nil {
		return err
	}
	r.one("P11", fmt.Sprintf("resident memory of each of %d spectators, KB", spectators), float64(ours.memory)/1024, atMost(4))
	r.one("P11", "the same of a loop over connections, KB", float64(loop.memory)/1024, target{})
	base, last := spreadOf(loop.used).median, spreadOf(loop.until).median
	r.add("P11", "processor time of telling all of a change / of the loop", divided(ours.used, base), atMost(1.15))
	r.add("P11", "time until the last has heard / of the loop", divided(ours.until, last), atMost(1.3))
	r.addText("P11", "loop → ours", fmt.Sprintf("%s → %s ms of the processor, %s → %s ms until the last has heard", number(base), number(spreadOf(ours.used).median), number(last), number(spreadOf(ours.until).median)))
	return nil
}

func divided(figures []float64, by float64) []float64 {
	out := make([]float64, len(figures))
	for i, f := range figures {
		out[i] = f / by
	}
	return out
}

// dial opens a connection and sends the byte of its purpose.
func dial(ctx context.Context, address string, kind byte) (net.Conn, *bufio.Reader, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, nil, err
	}
	if _, err := conn.Write([]byte{kind}); err != nil {
		return nil, nil, errors.Join(err, conn.Close())
	}
	return conn, bufio.NewReaderSize(conn, 16), nil
}

// watch opens a stream of an event at the server.
func (b *bench) watch(event uuid.UUID) open {
	host := b.stack.api.addresses["address"]
	request := "GET /v1/tenants/" + federation + "/events/" + event.String() + "/stream HTTP/1.1\r\nHost: " + host + "\r\n\r\n"
	return func(ctx context.Context) (net.Conn, *bufio.Reader, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", host)
		if err != nil {
			return nil, nil, err
		}
		if _, err := conn.Write([]byte(request)); err != nil {
			return nil, nil, errors.Join(err, conn.Close())
		}
		reader := bufio.NewReaderSize(conn, 2048)
		answer, err := http.ReadResponse(reader, nil)
		if err != nil {
			return nil, nil, errors.Join(err, conn.Close())
		}
		if answer.StatusCode != http.StatusOK {
			return nil, nil, errors.Join(fmt.Errorf("stream: %s", answer.Status), conn.Close())
		}
		for line := "-"; strings.TrimSpace(line) != ""; { // the message that begins it
			if line, err = reader.ReadString('\n'); err != nil {
				return nil, nil, errors.Join(err, conn.Close())
			}
		}
		return conn, reader, nil
	}
}
