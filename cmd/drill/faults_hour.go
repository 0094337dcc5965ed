package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// hourFaults show faults that only time brings out, under load for the given time.
var hourFaults = []fault{{
	name: "hour", id: "F-13", what: "people read and write for long, and one of two servers is told to stop and started again, five times",
	set: setup{servers: 2, metrics: true, pace: 2 * time.Second, field: fieldForLong}, try: forLong,
}}

const (
	readersForLong = 6
	pauseOfReaders = 100 * time.Millisecond
	// fieldForLong keeps the events that are read as large at the end as at the beginning: the memory of a server grows with
	// the event that everybody enters.
	fieldForLong = 300
	// restartsForLong is the number of restarts of the second server. The first one runs all the time and is looked at.
	restartsForLong = 5
	// mostConnections are those that two servers take at most (docs/operate/database.md).
	mostConnections = 2 * (16 + 7)
)

// look holds the memory, goroutines and open files of a server at a moment, and the connections of all servers to the database.
type look struct {
	memory, goroutines, files int
	connections, idle         int // idle: in a transaction for more than a second
}

// long are the looks at the first server, once a second, and how long reading took in each fifth of the time.
type long struct {
	began time.Time
	lasts time.Duration

	mu    sync.Mutex
	looks [5][]look
	reads [5][]time.Duration
}

// fifth is the part of the time that it is now.
func (l *long) fifth() int {
	return min(4, int(5*time.Since(l.began)/l.lasts))
}

// forLong has people read and write, and compares the resources of the first server in the second fifth of the time
// with the last: in the first fifth it fills its caches.
func forLong(ctx context.Context, s *scene) (string, error) {
	l := &long{began: time.Now(), lasts: s.hour}
	told, err := s.under(ctx, func(ctx context.Context) error {
		l.began = time.Now()
		ctx, end := context.WithTimeout(ctx, s.hour)
		defer end()
		failed := make(chan error, readersForLong+2)
		var all sync.WaitGroup
		for i := range readersForLong {
			all.Go(func() { failed <- l.read(ctx, s, i) })
		}
		all.Go(func() { failed <- l.watch(ctx, s) })
		all.Go(func() { failed <- s.restartNowAndThen(ctx) })
		all.Wait()
		close(failed)
		var err error
		for one := range failed {
			err = errors.Join(err, one)
		}
		return err
	})
	if err != nil {
		return told, err
	}
	figure, err := l.judge()
	return fmt.Sprintf("%s: %s; %s", s.hour, told, figure), err
}

// read reads pages and the API at the first server.
func (l *long) read(ctx context.Context, s *scene, from int) error {
	for n := from; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pauseOfReaders):
		}
		event, page := s.crowd.entering()
		addresses := []string{page, "/v1" + event, "/t/" + clubSlug + "/", "/v1" + clubPath + "/events", "/v1" + event + "/entries?limit=50", "/"}
		began := time.Now()
		request, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodGet, s.servers[0].address+addresses[n%len(addresses)], nil)
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer "+s.crowd.bearer())
		response, err := s.crowd.client.Do(request)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK {
			return errors.Join(fmt.Errorf("%s: %s", request.URL.Path, response.Status), err)
		}
		l.mu.Lock()
		l.reads[l.fifth()] = append(l.reads[l.fifth()], time.Since(began))
		l.mu.Unlock()
	}
}

// watch looks once a second.
func (l *long) watch(ctx context.Context, s *scene) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
		now, err := s.lookAt(ctx, s.servers[0])
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		l.mu.Lock()
		l.looks[l.fifth()] = append(l.looks[l.fifth()], now)
		l.mu.Unlock()
	}
}

// lookAt looks at a server and at the database.
func (s *scene) lookAt(ctx context.Context, r *running) (now look, err error) {
	process := filepath.Join("/proc", strconv.Itoa(r.process.Process.Pid))
	status, err := os.ReadFile(filepath.Join(process, "status"))
	if err != nil {
		return now, err
	}
	_, after, _ := bytes.Cut(status, []byte("VmRSS:"))
	if _, err := fmt.Sscan(string(after), &now.memory); err != nil {
		return now, fmt.Errorf("VmRSS: %w", err)
	}
	files, err := os.ReadDir(filepath.Join(process, "fd"))
	if err != nil {
		return now, err
	}
	now.files = len(files)
	metrics, err := get(ctx, r.metrics)
	if err != nil {
		return now, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(metrics)); lines.Scan(); {
		if value, is := strings.CutPrefix(lines.Text(), "go_goroutines "); is {
			if now.goroutines, err = strconv.Atoi(value); err != nil {
				return now, err
			}
		}
	}
	if now.connections, err = s.number(`select count(*) from pg_stat_activity where usename = 'referto_app'`); err != nil {
		return now, err
	}
	now.idle, err = s.number(`select count(*) from pg_stat_activity where usename = 'referto_app' and state like 'idle in transaction%' and now() - state_change > interval '1 second'`)
	return now, err
}

// restartNowAndThen stops the second server, as an upgrade does, and starts it again.
func (s *scene) restartNowAndThen(ctx context.Context) error {
	every := s.hour / (restartsForLong + 1)
	for range restartsForLong {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(every):
		}
		if err := s.servers[1].process.Process.Signal(syscall.SIGTERM); err != nil {
			return err
		}
		<-s.servers[1].ended
		if err := s.start(1); err != nil {
			return err
		}
	}
	return nil
}

// judge compares the second fifth with the last.
func (l *long) judge() (string, error) {
	second, last := l.looks[1], l.looks[4]
	if len(second) == 0 || len(last) == 0 || len(l.reads[1]) == 0 || len(l.reads[4]) == 0 {
		return "", fmt.Errorf("too short: %d and %d looks", len(second), len(last))
	}
	of := func(looks []look, what func(look) int) int {
		var all []int
		for _, one := range looks {
			all = append(all, what(one))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	memory := func(k look) int { return k.memory / 1024 }
	goroutines := func(k look) int { return k.goroutines }
	files := func(k look) int { return k.files }
	most, idle := 0, 0
	for _, looks := range l.looks {
		for _, one := range looks {
			most, idle = max(most, one.connections), max(idle, one.idle)
		}
	}
	p99 := func(reads []time.Duration) time.Duration {
		slices.Sort(reads)
		return reads[len(reads)*99/100].Round(time.Millisecond)
	}
	reads := 0
	for _, some := range l.reads {
		reads += len(some)
	}
	figure := fmt.Sprintf("%d reads, p99 %s in the second fifth, %s in the last; memory %d and %d MB, goroutines %d and %d, files and lines open %d and %d; connections of both servers %d at most; %d idle in a transaction for a second",
		reads, p99(l.reads[1]), p99(l.reads[4]), of(second, memory), of(last, memory), of(second, goroutines), of(last, goroutines), of(second, files), of(last, files), most, idle)
	var errs []error
	if more := of(last, goroutines) - of(second, goroutines); more > 20 {
		errs = append(errs, fmt.Errorf("%d goroutines more at the end", more))
	}
	if more := of(last, files) - of(second, files); more > 20 {
		errs = append(errs, fmt.Errorf("%d files and lines more at the end", more))
	}
	if l.lasts >= 10*time.Minute && of(last, memory) > of(second, memory)*11/10 {
		errs = append(errs, errors.New("memory grows by more than a tenth"))
	}
	if most > mostConnections {
		errs = append(errs, fmt.Errorf("%d connections, promised are %d at most", most, mostConnections))
	}
	if idle > 0 {
		errs = append(errs, errors.New("transactions are left open"))
	}
	return figure, errors.Join(errs...)
}
