package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"referto/internal/release"
	"referto/internal/serve"
)

// Metrics are for the operator only, and invented methods, addresses and tenants add no series.
func TestMetrics(t *testing.T) {
	t.Parallel()
	s, err := serve.New(config(t))
	if err != nil {
		t.Fatal(err)
	}
	h := s.Handler()
	if p := problem(t, do(t, h, http.MethodGet, "/metrics", "")); p.Status != http.StatusNotFound {
		t.Errorf("/metrics is public: %d", p.Status)
	}
	for n := range 200 {
		do(t, h, fmt.Sprint("METHOD", n), "/v1/tenants", "")
		do(t, h, fmt.Sprint("METHOD", n), fmt.Sprint("/nothing", n), "")
		do(t, h, http.MethodGet, fmt.Sprint("/nothing", n), "")
		do(t, h, http.MethodGet, fmt.Sprint("/t/nobody", n, "/"), "")
		do(t, h, http.MethodGet, fmt.Sprint("/v1/tenants/nobody", n), "")
		do(t, h, http.MethodGet, fmt.Sprint("/t/%00", n), "")
		do(t, h, "get", "/v1/tenants", "", "Host", fmt.Sprint("host", n))
	}
	do(t, h, http.MethodHead, "/v1/tenants", "")
	do(t, h, http.MethodPost, "/v1/sessions", `{}`)
	answer := httptest.NewRecorder()
	s.Metrics().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	text := answer.Body.String()
	if len(text) > 128<<10 {
		t.Errorf("%d kB of metrics", len(text)>>10)
	}
	patterns := append(s.Patterns(), "", "/v1/sessions")
	counted := 0
	for _, found := range regexp.MustCompile(`http_request_duration_seconds_count\{(.*)\} (\d+)`).FindAllStringSubmatch(text, -1) {
		counted++
		labels := map[string]string{}
		for _, label := range regexp.MustCompile(`(\w+)="([^"]*)"`).FindAllStringSubmatch(found[1], -1) {
			labels[label[1]] = label[2]
		}
		if !slices.Contains([]string{"GET", "POST", "other"}, labels["method"]) || !slices.Contains(patterns, labels["route"]) || len(labels["status"]) != 3 || len(labels) != 4 {
			t.Errorf("counted under %s", found[0])
		}
	}
	for _, want := range []string{
		`method="other",operation="",route="/v1/tenants",status="405"`, `method="GET",operation="",route="/t/:tenant/",status="404"`,
		`method="GET",operation="",route="",status="404"`, `method="GET",operation="listTenants",route="/v1/tenants",status="200"`,
		`method="POST",operation="signIn",route="/v1/sessions",status="422"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("nothing is counted under %s", want)
		}
	}
	if !strings.Contains(text, fmt.Sprintf("build_info{commit=%q,go=%q,version=%q} 1\n", release.Unknown, runtime.Version(), release.Unknown)) {
		t.Error("the release is not told")
	}
	if counted == 0 || counted > 20 {
		t.Errorf("%d series", counted)
	}
}
