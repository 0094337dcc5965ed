package playapi

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"referto/internal/authz/gate"
	"referto/internal/live"
	"referto/internal/quota"
	"referto/openapi"
)

// StreamEvent answers with Server-Sent Events: one for each new revision of the
// event, and a comment now and then so that a dead connection is noticed.
func (a API) StreamEvent(ctx context.Context, r openapi.StreamEventRequestObject) (openapi.StreamEventResponseObject, error) {
	c := gate.From(ctx)
	leave, ok := a.Streams(c)
	if !ok {
		return nil, &quota.ExceededError{Reason: "too-many-streams", Wait: streamWait}
	}
	// Subscribed before the event is read, so that no change falls between.
	news := a.Hub.Subscribe(live.Topic{Tenant: c.Tenant.ID, Event: r.Event.UUID})
	s, err := a.See(c, r.Event)
	if err != nil {
		news.End()
		leave()
		return nil, err
	}
	return stream{ctx: ctx, leave: leave, news: news, revision: s.Event.Revision, heartbeat: a.Heartbeat}, nil
}

// stream is a response that ends when the reader goes or the server stops.
type stream struct {
	ctx       context.Context
	leave     func()
	news      *live.Subscription
	revision  int64 // as of the moment of asking
	heartbeat time.Duration
}

// streamWait is the time after which to try again to open a stream where too many are open.
const streamWait = 30 * time.Second

// writeTime limits how long a reader may take to accept one message.
const writeTime = 10 * time.Second

// VisitStreamEventResponse writes the stream.
func (s stream) VisitStreamEventResponse(w http.ResponseWriter) error {
	defer s.leave()
	defer s.news.End()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	send := func(text string) bool {
		if control.SetWriteDeadline(deadline()) != nil {
			return false
		}
		_, err := fmt.Fprint(w, text)
		return err == nil && control.Flush() == nil
	}
	// Readers that lost their connection come back spread over some seconds.
	if !send(fmt.Sprintf("retry: 3000\n%s", message(s.revision))) {
		return nil
	}
	beat := time.NewTicker(s.heartbeat)
	defer beat.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return nil
		case <-beat.C:
			if !send(": alive\n\n") {
				return nil
			}
		case _, open := <-s.news.C:
			if !open || !send(message(s.news.Revision())) {
				return nil
			}
		}
	}
}

func message(revision int64) string {
	return fmt.Sprintf("id: %d\nevent: changed\ndata: {\"revision\":%d}\n\n", revision, revision)
}

// deadline bounds one write to the connection. It is the machine's clock, not
// the platform's: nothing is decided by it.
func deadline() time.Time {
	return time.Now().Add(writeTime) //nolint:forbidigo // a deadline of the socket
}
