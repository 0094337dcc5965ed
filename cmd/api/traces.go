package main

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"

	"referto/internal/tracing"
)

// startTraces starts to send traces if the settings name a collector; without one there is no tracer. End sends the
// remaining spans.
func startTraces(ctx context.Context, s Settings, log *slog.Logger) (tracer trace.Tracer, end func(), err error) {
	if s.TracesAddress == "" {
		return nil, func() {}, nil
	}
	exporter, err := tracing.Start(ctx, s.TracesAddress, log)
	if err != nil {
		return nil, nil, err
	}
	return exporter.Tracer(), func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tracing.StopWithin)
		defer cancel()
		if err := exporter.Stop(ctx); err != nil {
			log.Warn("the last traces were not sent", "error", err.Error())
		}
	}, nil
}
