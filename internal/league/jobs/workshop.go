package jobs

import (
	"context"
	"log/slog"

	"referto/internal/authz/gate"
	"referto/internal/league/desk"
	"referto/internal/league/officiating"
	"referto/internal/live"
	"referto/internal/media"
	"referto/internal/media/blob"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// Workshop works on jobs. All fields are required.
type Workshop struct {
	DB     *tenantdb.DB
	Desk   *desk.Desk
	Hub    *live.Hub
	Files  blob.Store
	Studio *media.Studio
	Log    *slog.Logger
	// Entrance returns the gate through which a job acts for the person who sent a file, as long as they may. It
	// is called when there is a file to work on.
	Entrance func() *gate.Gate
	// Promoted queues letters to the players who have moved up from a waiting list in a call.
	Promoted func(*gate.Call) error
}

// Register makes the workshop the worker of long files and tables, of photos and of copies of people's data.
// For a photo no rights are checked again, because its sender had them when it was received.
func Register(h *outbox.Handlers, w Workshop) {
	outbox.Handle(h, func(ctx context.Context, _ string, job ImportJob) error { return w.importLong(ctx, job) })
	outbox.Handle(h, func(ctx context.Context, _ string, job HistoryJob) error { return w.workHistory(ctx, job) })
	outbox.Handle(h, func(ctx context.Context, _ string, job PhotoJob) error { return w.developPhoto(ctx, job) })
	outbox.Handle(h, func(ctx context.Context, _ string, job PhotoFilesJob) error { return w.deletePhotoFiles(ctx, job) })
	outbox.Handle(h, func(ctx context.Context, _ string, job FormLapse) error { return w.lapseForm(ctx, job) })
	outbox.Handle(h, func(ctx context.Context, _ string, job SeatLapse) error { return w.lapseSeat(ctx, job) })
	outbox.Handle(h, func(ctx context.Context, _ string, job ExportJob) error { return w.exportData(ctx, job) })
}

// publish returns a function that publishes a stored event on the hub, after the commit.
func (w Workshop) publish(c *gate.Call) func(*officiating.Situation) {
	return func(s *officiating.Situation) {
		topic, revision := live.Topic{Tenant: c.Tenant.ID, Event: s.Event.ID.UUID}, s.Event.Revision
		c.AfterCommit(func() { w.Hub.Committed(topic, revision) })
	}
}
