package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// follows is the time that Service and ingress take to follow a server's readiness.
const follows = 2 * time.Second

// balancer sends requests to servers that are ready, as a Service and an ingress do. It repeats
// none itself; as every proxy in Go, it opens another connection where one that was idle turns
// out to be closed and the request may be repeated.
type balancer struct {
	probe   probe
	address string
	http    *http.Server

	mu      sync.Mutex
	servers []*backend

	requests, failed atomic.Int64
	why              sync.Map // failures, by message
}

// backend is a server behind the balancer.
type backend struct {
	name    string
	address string
	proxy   *httputil.ReverseProxy
	inTurn  bool // under the balancer's lock
	stop    context.CancelFunc
	unready chan struct{} // closed once it gets no requests any more
}

func startBalancer(p probe) (*balancer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b := &balancer{probe: p, address: "http://" + listener.Addr().String()}
	b.http = &http.Server{Handler: b, ReadHeaderTimeout: time.Minute}
	go func() { _ = b.http.Serve(listener) }()
	return b, nil
}

// add begins to ask a server whether it is ready. The channel is closed when it gets requests.
func (b *balancer) add(ctx context.Context, name, address string) (*backend, <-chan struct{}, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	s := &backend{name: name, address: address, stop: stop, unready: make(chan struct{})}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	s.proxy = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.SetXForwarded()
			r.Out.Host = r.In.Host
		},
		Transport: transport, FlushInterval: -1,
		ModifyResponse: func(r *http.Response) error {
			if r.StatusCode >= http.StatusInternalServerError {
				b.fail(fmt.Sprintf("%s answered %s with %s", name, r.Request.URL.Path, r.Status))
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil { // else the client has gone
				b.fail(fmt.Sprintf("%s: %s %s: %v", name, r.Method, r.URL.Path, err))
			}
			w.WriteHeader(http.StatusBadGateway)
		},
	}
	b.mu.Lock()
	b.servers = append(b.servers, s)
	b.mu.Unlock()
	ready := make(chan struct{})
	go b.watch(ctx, s, ready)
	return s, ready, nil
}

// watch follows a server's readiness until it is removed.
func (b *balancer) watch(ctx context.Context, s *backend, ready chan struct{}) {
	client := &http.Client{Timeout: b.probe.Timeout, Transport: &http.Transport{DisableKeepAlives: true}}
	begin, end := sync.OnceFunc(func() { close(ready) }), sync.OnceFunc(func() { close(s.unready) })
	defer end()
	failures, was := 0, false
	for tick := time.NewTicker(b.probe.Period); ; {
		response, err := client.Get(s.address + b.probe.Path)
		if err == nil {
			_ = response.Body.Close()
		}
		if err == nil && response.StatusCode == http.StatusOK {
			failures = 0
		} else {
			failures++
		}
		if is := failures == 0 || was && failures < b.probe.Failures; is != was {
			was = is
			time.AfterFunc(follows, func() {
				b.mu.Lock()
				s.inTurn = is
				b.mu.Unlock()
				if is {
					begin()
				} else {
					end()
				}
			})
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// remove forgets a server that has ended.
func (b *balancer) remove(s *backend) {
	s.stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.servers {
		if b.servers[i] == s {
			b.servers = append(b.servers[:i], b.servers[i+1:]...)
			return
		}
	}
}

// ServeHTTP sends a request to a server that is ready.
func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	nth := b.requests.Add(1)
	b.mu.Lock()
	var turn []*backend
	for _, s := range b.servers {
		if s.inTurn {
			turn = append(turn, s)
		}
	}
	b.mu.Unlock()
	if len(turn) == 0 {
		b.fail("no server is ready")
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	turn[int(nth)%len(turn)].proxy.ServeHTTP(w, r)
}

func (b *balancer) fail(why string) {
	b.failed.Add(1)
	count, _ := b.why.LoadOrStore(why, new(atomic.Int64))
	count.(*atomic.Int64).Add(1)
}

// reasons lists the failures, with their numbers.
func (b *balancer) reasons() (out []string) {
	b.why.Range(func(why, count any) bool {
		out = append(out, fmt.Sprintf("%d × %s", count.(*atomic.Int64).Load(), why))
		return len(out) < 20
	})
	return out
}
