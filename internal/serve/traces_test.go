package serve_test

import (
	"bytes"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	sent "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"referto/internal/apitest"
	"referto/internal/serve"
	"referto/internal/tracing"
)

// receiver is a collector of traces, which speaks their protocol on the loopback.
type receiver struct {
	t     *testing.T
	http  *httptest.Server
	mu    sync.Mutex
	spans []*sent.Span
	raw   bytes.Buffer
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{t: t}
	r.http = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		var message collector.ExportTraceServiceRequest
		if err != nil || request.URL.Path != "/v1/traces" || request.Header.Get("Content-Type") != "application/x-protobuf" || proto.Unmarshal(body, &message) != nil {
			t.Errorf("%s %s %s: %v", request.Method, request.URL.Path, request.Header.Get("Content-Type"), err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.raw.Write(body)
		for _, of := range message.ResourceSpans {
			for _, scope := range of.ScopeSpans {
				r.spans = append(r.spans, scope.Spans...)
			}
		}
	}))
	t.Cleanup(r.http.Close)
	return r
}

// exporter sends to the receiver until the test ends it.
func (r *receiver) exporter() *tracing.Exporter {
	r.t.Helper()
	exporter, err := tracing.Start(r.t.Context(), r.http.URL+"/", slog.New(slog.DiscardHandler))
	if err != nil {
		r.t.Fatal(err)
	}
	return exporter
}

func attribute(s *sent.Span, key string) string {
	for _, a := range s.Attributes {
		if a.Key == key {
			return strings.Trim(a.Value.String(), `"`) // as text, with its kind
		}
	}
	return ""
}

// find is the only span that is as the test wants it.
func (r *receiver) find(what string, is func(*sent.Span) bool) *sent.Span {
	r.t.Helper()
	var found []*sent.Span
	for _, s := range r.spans {
		if is(s) {
			found = append(found, s)
		}
	}
	if len(found) != 1 {
		var names []string
		for _, s := range r.spans {
			names = append(names, s.Name)
		}
		r.t.Fatalf("%d spans of %s among %q", len(found), what, names)
	}
	return found[0]
}

// children are the spans directly below one, by name.
func (r *receiver) children(of *sent.Span) (names []string) {
	for _, s := range r.spans {
		if bytes.Equal(s.ParentSpanId, of.SpanId) && bytes.Equal(s.TraceId, of.TraceId) {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	return names
}

// A request is a span with its operation, tenant and id; its database operations are below it. The job that it leaves
// is linked to it and has its id, and the letter is below the job. No name, address or text of a person is sent.
func TestTraces(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	exporter := r.exporter()
	s := apitest.StartWith(t, func(c *serve.Config) { c.Tracer = exporter.Tracer() })
	lega := s.Federation("Lega Segreta")
	anna := s.SignUp("Anna Lodigiani")
	const claimed = "4bf92f3577b34da6a3ce929d0e0e4736"
	offered := lega.Manager.Post(lega.Path+"/invitations", apitest.JSON{"email": anna.Email, "role": "treasurer", "scope": apitest.WholeTenant()},
		apitest.Header("Traceparent", "00-"+claimed+"-00f067aa0ba902b7-01")).Want(201)
	s.Mailbox.Wait(anna.Email, "invitation")
	refused := anna.Get(lega.Path + "/audit").Want(403)
	for _, probe := range []string{"/readyz", "/livez"} {
		answer, err := http.Get(s.Address + probe)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
	s.Stop()
	if err := exporter.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	id := offered.Header.Get("X-Request-Id")
	request := r.find("the request", func(s *sent.Span) bool {
		return s.Name == "inviteMember" && strings.Contains(attribute(s, "referto.request.id"), id)
	})
	if hex.EncodeToString(request.TraceId) == claimed || len(request.ParentSpanId) != 0 {
		t.Error("a stranger chooses the trace")
	}
	for key, want := range map[string]string{
		"http.request.method": "POST", "http.route": "/v1/tenants/:tenant/invitations", "http.response.status_code": "201", "referto.tenant.id": lega.ID.String(),
	} {
		if got := attribute(request, key); !strings.Contains(got, want) {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
	if got := r.children(request); !slices.Contains(got, "database.transaction") {
		t.Errorf("below the request: %q", got)
	}
	for _, s := range r.spans {
		if bytes.Equal(s.ParentSpanId, request.SpanId) && s.Name == "database.transaction" && (!slices.Equal(r.children(s), []string{"database.wait"}) || s.EndTimeUnixNano <= s.StartTimeUnixNano) {
			t.Errorf("below a transaction: %q", r.children(s))
		}
	}
	job := r.find("the job", func(s *sent.Span) bool {
		return s.Name == "job letter.invitation" && strings.Contains(attribute(s, "referto.request.id"), id)
	})
	if len(job.Links) != 1 || !bytes.Equal(job.Links[0].TraceId, request.TraceId) || bytes.Equal(job.TraceId, request.TraceId) {
		t.Errorf("the job is linked to %v, want the request's trace", job.Links)
	}
	if got := r.children(job); !slices.Contains(got, "mail invitation") || !slices.Contains(got, "database.read") && !slices.Contains(got, "database.transaction") {
		t.Errorf("below the job: %q", got)
	}
	r.find("the refused one", func(s *sent.Span) bool {
		return strings.Contains(attribute(s, "referto.request.id"), refused.Header.Get("X-Request-Id")) && strings.Contains(attribute(s, "http.response.status_code"), "403") && s.Status.GetCode() == sent.Status_STATUS_CODE_UNSET
	})
	for _, s := range r.spans {
		if strings.Contains(s.Name, "readyz") || strings.Contains(s.Name, "livez") {
			t.Errorf("%s is traced", s.Name)
		}
		if strings.HasPrefix(s.Name, "database.") && len(s.ParentSpanId) == 0 {
			t.Errorf("%s belongs to nothing", s.Name)
		}
	}
	for _, personal := range []string{"example.org", "Anna", "Lodigiani", "Segreta", apitest.Password, "Bearer", "127.0.0.1:"} {
		if bytes.Contains(r.raw.Bytes(), []byte(personal)) {
			t.Errorf("%q is sent", personal)
		}
	}
}

// A job that was left without a trace is traced without a link, and a failed one is marked, without the text of the
// error. Work for no request, such as polling for jobs, is not traced.
func TestTracesOfWhatFails(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	exporter := r.exporter()
	s := apitest.StartWith(t, func(c *serve.Config) { c.Tracer = exporter.Tracer() })
	s.ErrorsDue()
	s.Database.Alter(t, `insert into jobs.river_job (kind, args, state, max_attempts) values ('letter.invitation', '{"tenant": "nonsense of somebody"}', 'available', 12)`)
	for until := time.Now().Add(time.Minute); s.Database.Count(t, `select count(*) from jobs.river_job where kind = 'letter.invitation' and cardinality(errors) > 0`) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the job has not failed")
		}
	}
	s.Stop()
	if err := exporter.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if bytes.Contains(r.raw.Bytes(), []byte("nonsense")) {
		t.Error("what was wrong is sent")
	}
	tries := 0
	for _, s := range r.spans {
		if s.Name != "job letter.invitation" {
			continue
		}
		tries++
		if len(s.Links) != 0 || s.Status.GetCode() != sent.Status_STATUS_CODE_ERROR || s.Status.GetMessage() != "" {
			t.Errorf("linked to %v, %v", s.Links, s.Status)
		}
	}
	if tries == 0 {
		t.Error("the try is not traced")
	}
}

// A server goes on while the collector is away, or hangs.
func TestTracesOfACollectorThatIsAway(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	exporter := r.exporter()
	r.http.Close()
	s := apitest.StartWith(t, func(c *serve.Config) { c.Tracer = exporter.Tracer() })
	s.Federation("Lega").Manager.Get("/me").Want(200)
	if len(r.spans) != 0 {
		t.Error("somebody has heard it")
	}
}

// BenchmarkTraces compares a request that is not traced with one that is.
func BenchmarkTraces(b *testing.B) {
	collects := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	b.Cleanup(collects.Close)
	for _, name := range []string{"off", "on"} {
		b.Run(name, func(b *testing.B) {
			s := apitest.StartWith(b, func(c *serve.Config) {
				if name == "off" {
					return
				}
				exporter, err := tracing.Start(b.Context(), collects.URL, slog.New(slog.DiscardHandler))
				if err != nil {
					b.Fatal(err)
				}
				c.Tracer = exporter.Tracer()
			})
			anna := s.SignUp("Anna Lodi")
			b.ReportAllocs()
			for b.Loop() {
				anna.Get("/me").Want(200)
			}
		})
	}
}
