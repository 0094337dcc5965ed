package tracing_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"referto/internal/tracing"
)

// recorder makes spans that are kept in memory.
func recorder(options ...sdktrace.TracerProviderOption) (trace.Tracer, *tracetest.SpanRecorder) {
	kept := tracetest.NewSpanRecorder()
	return sdktrace.NewTracerProvider(append(options, sdktrace.WithSpanProcessor(kept))...).Tracer("test"), kept
}

// Untraced work leaves nothing with a job.
func TestOriginOfNothing(t *testing.T) {
	t.Parallel()
	never, _ := recorder(sdktrace.WithSampler(sdktrace.NeverSample()))
	unsampled, span := never.Start(tracing.WithRequest(t.Context(), "request"), "request")
	defer span.End()
	for name, ctx := range map[string]context.Context{"no span": tracing.WithRequest(t.Context(), "request"), "one that is not sampled": unsampled} {
		if origin := tracing.OriginOf(ctx); origin != nil {
			t.Errorf("%s: %s", name, origin)
		}
	}
}

// A job is a trace of its own, linked to its origin, and has the id of that request; so have its own jobs.
func TestJobsAreLinkedToTheirOrigin(t *testing.T) {
	t.Parallel()
	tracer, kept := recorder()
	request, span := tracer.Start(tracing.WithRequest(t.Context(), "the request"), "request")
	origin := tracing.OriginOf(request)
	var holds map[string]string
	if err := json.Unmarshal(origin, &holds); err != nil || len(holds) != 2 || holds["request"] != "the request" {
		t.Fatalf("the job holds %s: %v", origin, err)
	}
	span.End()
	within, job := tracing.StartJob(t.Context(), tracer, "letter.invitation", 7, 2, origin)
	var next map[string]string
	if err := json.Unmarshal(tracing.OriginOf(within), &next); err != nil || next["request"] != "the request" || next["traceparent"] == holds["traceparent"] {
		t.Errorf("what the job leaves: %v, %v", next, err)
	}
	tracing.End(job, errors.New("no mailbox of anna@example.org"))
	ended := kept.Ended()[1]
	if links := ended.Links(); len(links) != 1 || links[0].SpanContext.SpanID() != span.SpanContext().SpanID() || ended.Parent().IsValid() {
		t.Errorf("linked to %v, below %v", links, ended.Parent())
	}
	if ended.Status() != (sdktrace.Status{Code: codes.Error}) || len(ended.Events()) != 0 {
		t.Errorf("ends with %v, %v", ended.Status(), ended.Events())
	}
	for _, unreadable := range []string{"", "{}", "[]", `{"traceparent": "nonsense"}`, `{"traceparent": 7}`} {
		_, job := tracing.StartJob(t.Context(), tracer, "letter.invitation", 7, 2, []byte(unreadable))
		tracing.End(job, nil)
		ended := kept.Ended()
		for _, link := range ended[len(ended)-1].Links() {
			if link.SpanContext.IsValid() {
				t.Errorf("%s: linked to %v", unreadable, link)
			}
		}
	}
}
