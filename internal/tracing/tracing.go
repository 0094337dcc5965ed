// Package tracing sends traces to a collector, by OpenTelemetry's protocol (OTLP, protobuf over HTTP).
//
// A trace shows where the time of one request went: waiting for a connection, in the database, and in the jobs and
// letters that follow from it. Spans name operations, kinds, tenants and requests by their ids. They hold no name, no
// address of a person or their computer, no query and no content of requests.
//
// Without an [Exporter] there is no tracer, and the code that would make spans does nothing but a nil check.
package tracing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"referto/internal/release"
)

// Exporter sends spans, in batches and concurrently with the work that makes them. If the collector does not accept
// them they are dropped. Make one with [Start].
type Exporter struct{ provider *sdktrace.TracerProvider }

// Start begins to send spans to the collector at an address such as http://127.0.0.1:4318, to which the path of the
// protocol is added. Further variables of OpenTelemetry hold as they are documented there: which requests are traced
// (OTEL_TRACES_SAMPLER), headers for the collector, the name of the service.
func Start(ctx context.Context, address string, log *slog.Logger) (*Exporter, error) {
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(strings.TrimSuffix(address, "/")+"/v1/traces"))
	if err != nil {
		return nil, fmt.Errorf("tracing: %w", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", "referto"), attribute.String("service.version", release.Current().Version)),
		resource.WithFromEnv())
	if err != nil && !errors.Is(err, resource.ErrPartialResource) {
		return nil, fmt.Errorf("tracing: %w", err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces are not taken", "error", err.Error()) }))
	return &Exporter{sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))}, nil
}

// Tracer makes spans that the exporter sends.
func (e *Exporter) Tracer() trace.Tracer { return e.provider.Tracer("referto") }

// Stop sends the remaining spans, as long as the context lasts, and ends.
func (e *Exporter) Stop(ctx context.Context) error { return e.provider.Shutdown(ctx) }

// RequestKey is the attribute of the id of a request, as its answer and the log have it.
const RequestKey = attribute.Key("referto.request.id")

// End ends a span by the outcome of its work. An error is recorded without its text, which may contain data that
// people have sent.
func End(span trace.Span, err error) {
	if err != nil {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

type requestKey struct{}

// WithRequest is a context of the request with an id.
func WithRequest(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

// Origin names the origin of a job: the span and the request in which it was left to be done.
type Origin struct {
	Parent  string `json:"traceparent,omitempty"` // in the form of the W3C
	Request string `json:"request,omitempty"`
}

// OriginOf returns the origin of a job that is left in a context; nil where that is not traced.
func OriginOf(ctx context.Context) []byte {
	if !trace.SpanContextFromContext(ctx).IsSampled() {
		return nil
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	request, _ := ctx.Value(requestKey{}).(string)
	out, err := json.Marshal(Origin{carrier["traceparent"], request})
	if err != nil {
		return nil // two texts are always JSON
	}
	return out
}

// StartJob begins the span of a job's try, a trace of its own that is linked to the request in which the job was left:
// tries may come hours later.
func StartJob(ctx context.Context, tracer trace.Tracer, kind string, id int64, attempt int, origin []byte) (context.Context, trace.Span) {
	attributes := []attribute.KeyValue{attribute.String("job.kind", kind), attribute.Int64("job.id", id), attribute.Int("job.attempt", attempt)}
	options := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindConsumer), trace.WithNewRoot()}
	var from Origin
	if json.Unmarshal(origin, &from) == nil && from.Parent != "" {
		before := propagation.TraceContext{}.Extract(context.Background(), propagation.MapCarrier{"traceparent": from.Parent})
		options = append(options, trace.WithLinks(trace.LinkFromContext(before)))
		attributes = append(attributes, RequestKey.String(from.Request))
		ctx = WithRequest(ctx, from.Request)
	}
	return tracer.Start(ctx, "job "+kind, append(options, trace.WithAttributes(attributes...))...)
}

// StopWithin is the time limit for sending the remaining spans when the program ends.
const StopWithin = 5 * time.Second
