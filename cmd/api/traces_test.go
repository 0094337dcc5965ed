package main

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// Without a collector there is no tracer; with one the remaining spans are sent at the end.
func TestTracesAreOffUnlessACollectorIsNamed(t *testing.T) {
	t.Parallel()
	var heard atomic.Int64
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/traces" {
			heard.Add(1)
		}
	}))
	t.Cleanup(collector.Close)
	log := slog.New(slog.DiscardHandler)
	tracer, end, err := startTraces(t.Context(), Settings{}, log)
	if err != nil || tracer != nil {
		t.Errorf("off: %v, %v", tracer, err)
	}
	end()
	tracer, end, err = startTraces(t.Context(), Settings{TracesAddress: collector.URL}, log)
	if err != nil {
		t.Fatal(err)
	}
	_, span := tracer.Start(t.Context(), "something")
	span.End()
	end()
	if heard.Load() != 1 {
		t.Errorf("the collector was asked %d times", heard.Load())
	}
}
