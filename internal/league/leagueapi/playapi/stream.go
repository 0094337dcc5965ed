package playapi

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"referto/internal/authz/gate"
	"referto/internal/live"
	"referto/openapi"
)

// Heartbeat is the time after which a silent stream sends a sign of life.
const Heartbeat = 15 * time.Second

// Stream is the form in which streams are written: Server-Sent Events, one for each new revision, and a comment now and
// then.
var Stream = live.Form{
	News: func(revision int64) []byte {
		return fmt.Appendf(nil, "id: %d\nevent: changed\ndata: {\"revision\":%d}\n\n", revision, revision)
	},
	Alive: []byte(": alive\n\n"),
}

// StreamEvent answers with Server-Sent Events: one for each new revision of the event, and a comment at
// intervals so that a dead connection is noticed.
func (a API) StreamEvent(ctx context.Context, r openapi.StreamEventRequestObject) (openapi.StreamEventResponseObject, error) {
	c := gate.From(ctx)
	leave, err := a.Streams(c)
	if err != nil {
		return nil, err
	}
	// Reserved before the event is read, so that no change falls between.
	place := a.Audience.Reserve(live.Topic{Tenant: c.Tenant.ID, Event: r.Event.UUID})
	s, err := a.See(c, r.Event)
	if err != nil {
		place.Leave()
		leave()
		return nil, err
	}
	return stream{place: place, revision: s.Event.Revision, leave: leave}, nil
}

// stream is a response that ends when the reader disconnects or the server stops.
type stream struct {
	place    *live.Place
	revision int64 // as of the moment of asking
	leave    func()
}

// VisitStreamEventResponse begins the stream, and hands its connection over to the audience. The answer has no
// length and no chunks: it ends with the connection, so that all readers can be sent the same bytes.
func (s stream) VisitStreamEventResponse(w http.ResponseWriter) error {
	taken := false
	defer func() {
		if !taken {
			s.place.Leave()
			s.leave()
		}
	}()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Transfer-Encoding", "identity")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	// Readers that lost their connection come back spread over some seconds.
	if _, err := fmt.Fprintf(w, "retry: 3000\n%s", Stream.News(s.revision)); err != nil || control.Flush() != nil {
		return nil
	}
	// A connection that cannot be had (of HEAD) ends here: the reader comes back.
	if conn, _, err := control.Hijack(); err == nil {
		taken = true
		s.place.Take(conn, s.revision, s.leave)
	}
	return nil
}
