package serve

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"referto/frontend/pages"
	"referto/internal/authz/gate"
	"referto/internal/mail"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tracing"
)

// traced makes a span of each request except probes and files. A page's calls of the API are part of the page's span.
// A stream is traced to its beginning. Every request begins a trace of its own, whatever its headers claim, because a
// stranger must not choose which requests are traced, and under which name.
func traced(tracer trace.Tracer, m *metrics) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			if untraced(c.Path()) {
				return next(c)
			}
			ctx, span := tracer.Start(r.Context(), m.operation(c), trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
				attribute.String("http.request.method", method(r.Method)), attribute.String("http.route", c.Path()), tracing.RequestKey.String(requestID(c)),
			))
			defer span.End()
			c.SetRequest(r.WithContext(tracing.WithRequest(ctx, requestID(c))))
			c.Response().Before(func() {
				if strings.HasPrefix(c.Response().Header().Get("Content-Type"), "text/event-stream") {
					noteAnswer(span, c, c.Response().Status)
					span.End()
				}
			})
			err := next(c)
			if err != nil {
				c.Error(err) // the answer decides the status of the span
			}
			noteAnswer(span, c, c.Response().Status)
			return nil
		}
	}
}

// untraced reports whether a path is for probes, or a file that is the same for everybody.
func untraced(path string) bool {
	return path == "/livez" || path == "/readyz" || strings.HasPrefix(path, pages.AssetPath) || path == favicon || strings.HasPrefix(path, "/docs/")
}

// noteAnswer notes the status of an answer and the tenant that it was about.
func noteAnswer(span trace.Span, c echo.Context, status int) {
	span.SetAttributes(attribute.Int("http.response.status_code", status))
	if call, known := gate.Asked(c); known && call.Operation.InTenant() {
		span.SetAttributes(attribute.String("referto.tenant.id", call.Tenant.ID.String()))
	}
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
}

// watchBy makes spans of operations on database connections, only within the spans of requests and jobs.
func watchBy(tracer trace.Tracer) tenantdb.Watch {
	return func(ctx context.Context, what string) (context.Context, func(error)) {
		if !trace.SpanContextFromContext(ctx).IsSampled() {
			return ctx, func(error) {}
		}
		within, span := tracer.Start(ctx, what, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attribute.String("db.system.name", "postgresql")))
		return within, func(err error) { tracing.End(span, err) }
	}
}

// tracedMail makes a span of each letter that is handed to the mail server, by its kind.
type tracedMail struct {
	mail.Sender
	tracer trace.Tracer
}

// Send hands a letter over.
func (m tracedMail) Send(ctx context.Context, letter mail.Message) error {
	ctx, span := m.tracer.Start(ctx, "mail "+letter.Kind, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attribute.String("mail.kind", letter.Kind)))
	err := m.Sender.Send(ctx, letter)
	tracing.End(span, err)
	return err
}
