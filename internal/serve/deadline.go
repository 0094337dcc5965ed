package serve

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"referto/internal/tenant/tenantdb"
)

const (
	// requestTime limits how long a request may take before its answer begins ([Config.RequestTime]). As long as a
	// body keeps coming it may take longer.
	requestTime = 10 * time.Second
	// progress is the part of a body that has to come in that time for it to count as coming.
	progress = 16 << 10
)

// timely bounds the time of each request to the limit, and names the purpose of its connections to the database. A request past
// its time gets 503, whatever it was waiting for. A stream is bounded only until it begins.
func timely(limit time.Duration) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error { return inTime(c, next, limit) }
	}
}

func inTime(c echo.Context, next echo.HandlerFunc, limit time.Duration) error {
	r := c.Request()
	d := newDeadline(r.Context(), limit)
	defer d.leave()
	control := http.NewResponseController(c.Response())
	c.Response().Before(func() {
		d.lift()
		if strings.HasPrefix(c.Response().Header().Get("Content-Type"), "text/event-stream") {
			_ = control.SetReadDeadline(time.Time{}) // nothing more is read from a stream's reader
		}
		if c.Response().Header().Get("Content-Type") == "application/zip" {
			c.Response().Writer = &download{ResponseWriter: c.Response().Writer, control: http.NewResponseController(c.Response().Writer)}
		}
	})
	r = r.WithContext(tenantdb.For(d, r.Method+" "+c.Path()))
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = &upload{ReadCloser: r.Body, deadline: d, control: control}
	}
	c.SetRequest(r)
	err := next(c)
	if err != nil && d.over() {
		return fmt.Errorf("%w: %w", context.DeadlineExceeded, err)
	}
	return err
}

// deadline is a context that ends with its parent, or when its time is over. The time
// can begin anew, or be lifted.
type deadline struct {
	context.Context
	done  chan struct{}
	limit time.Duration

	timer *time.Timer
	leave func() // ends it with the request, and the watch over the parent

	mu      sync.Mutex
	err     error
	expired bool
	after   []*func() // to be called at the end
}

func newDeadline(parent context.Context, limit time.Duration) *deadline {
	d := &deadline{Context: parent, done: make(chan struct{}), limit: limit}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer = time.AfterFunc(limit, func() { d.end(context.DeadlineExceeded, true) })
	unwatch := context.AfterFunc(parent, func() { d.end(parent.Err(), false) })
	d.leave = func() {
		d.lift()
		unwatch()
		d.end(context.Canceled, false)
	}
	return d
}

// AfterFunc calls f in a goroutine of its own at the end, as [context.AfterFunc] does. Package
// context asks for it: without it every context derived from this one would cost a goroutine.
func (d *deadline) AfterFunc(f func()) (stop func() bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err != nil {
		go f()
		return func() bool { return false }
	}
	waiting := &f
	d.after = append(d.after, waiting)
	return func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		i := slices.Index(d.after, waiting)
		if i < 0 {
			return false
		}
		d.after = slices.Delete(d.after, i, i+1)
		return true
	}
}

// Done is closed at the end.
func (d *deadline) Done() <-chan struct{} { return d.done }

// Err returns why it has ended, nil before.
func (d *deadline) Err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.err
}

func (d *deadline) end(why error, expired bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err == nil {
		d.err, d.expired = why, expired
		close(d.done)
		for _, f := range d.after {
			go (*f)()
		}
		d.after = nil
	}
}

// over reports whether it has ended because its time was over.
func (d *deadline) over() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.expired
}

// again lets the time begin anew, unless it is over or was lifted.
func (d *deadline) again() {
	if d.timer.Stop() {
		d.timer.Reset(d.limit)
	}
}

// lift takes the time away; the context ends with its parent.
func (d *deadline) lift() { d.timer.Stop() }

// download is a file being sent. The time of the connection is renewed with progress, so that a slow line gets a
// large file too.
type download struct {
	http.ResponseWriter
	control *http.ResponseController
	went    int // since the time began
}

// Write writes and counts the bytes sent.
func (d *download) Write(p []byte) (int, error) {
	n, err := d.ResponseWriter.Write(p)
	d.went += n
	if d.went >= progress {
		d.went = 0
		_ = d.control.SetWriteDeadline(time.Now().Add(writeTimeout)) //nolint:forbidigo // a deadline of the socket
	}
	return n, err
}

// Unwrap returns the writer below, for other ways of writing.
func (d *download) Unwrap() http.ResponseWriter { return d.ResponseWriter }

// upload is a body being read. With progress the time of the request is renewed, and so are the times of the
// connection.
type upload struct {
	io.ReadCloser
	deadline *deadline
	control  *http.ResponseController
	came     int // since the time began
}

// Read reads and counts the bytes received.
func (u *upload) Read(p []byte) (int, error) {
	n, err := u.ReadCloser.Read(p)
	u.came += n
	if u.came >= progress {
		u.came = 0
		u.deadline.again()
		now := time.Now() //nolint:forbidigo // a deadline of the socket
		_ = u.control.SetReadDeadline(now.Add(readTimeout))
		_ = u.control.SetWriteDeadline(now.Add(writeTimeout))
	}
	return n, err
}
