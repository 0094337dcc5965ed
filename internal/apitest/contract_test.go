package apitest

import (
	"net/http"
	"strings"
	"testing"
)

// An answer that the document does not describe fails the client's test: a status, or a header on which clients act.
func TestUndocumentedAnswersAreFound(t *testing.T) {
	t.Parallel()
	c := loadContract(t)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://server/v1/tenants/fic/regions", nil)
	if err != nil {
		t.Fatal(err)
	}
	problem := `{"type": "x", "title": "x", "status": 404, "reason": "x", "requestId": "x"}`
	for _, tt := range []struct {
		status int
		header string
		body   string
		want   string
	}{
		{200, "", `{"items": []}`, ""},
		{404, "", problem, ""},
		{503, "Retry-After", problem, ""},
		{418, "", problem, "status 418 is not documented"},
		{412, "", problem, "status 412 is not documented"},
		{404, "Retry-After", problem, "Retry-After of status 404 is not documented"},
		{200, "Idempotency-Replayed", `{"items": []}`, "Idempotency-Replayed of status 200 is not documented"},
		{200, "", `{"items": [{}]}`, "id"},
	} {
		header := http.Header{"Content-Type": {"application/json"}}
		if tt.status >= 400 {
			header.Set("Content-Type", "application/problem+json")
		}
		if tt.header != "" {
			header.Set(tt.header, "1")
		}
		err := c.check(c.operation(request), request, &http.Response{StatusCode: tt.status, Header: header}, []byte(tt.body))
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%d with %q: %v, want %q", tt.status, tt.header, err, tt.want)
		}
	}
}
