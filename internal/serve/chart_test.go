package serve_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"referto/internal/serve"
)

// expressions returns the queries that the alerts and the dashboard of the chart send to Prometheus.
func expressions(t *testing.T) string {
	t.Helper()
	rules, err := os.ReadFile("../../deploy/helm/rendered/busy.install.yaml")
	if err != nil {
		t.Fatal(err)
	}
	dashboard, err := os.ReadFile("../../deploy/helm/referto/files/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	for _, found := range regexp.MustCompile(`"expr": "((?:[^"\\]|\\.)*)"|"definition": "((?:[^"\\]|\\.)*)"`).FindAllStringSubmatch(string(dashboard), -1) {
		asked = append(asked, found[1]+found[2])
	}
	for _, alert := range regexp.MustCompile(`(?s)expr:(.*?)\n +(?:for|labels):`).FindAllStringSubmatch(string(rules), -1) {
		asked = append(asked, alert[1])
	}
	if len(asked) < 25 {
		t.Fatalf("only %d expressions found", len(asked))
	}
	return strings.Join(asked, "\n")
}

// ofOthers are the figures of the alerts that are not the program's: of the plugin that makes backups, of cert-manager,
// of a probe from outside and of kube-state-metrics.
var ofOthers = map[string]bool{
	"kube_cronjob_status_last_successful_time":                       true,
	"barman_cloud_cloudnative_pg_io_last_available_backup_timestamp": true, "certmanager_certificate_expiration_timestamp_seconds": true, "probe_ssl_earliest_cert_expiry": true,
}

// Alerts and dashboard of the chart ask for figures that the program has: one that was renamed
// would leave a panel empty, and an alert silent.
func TestTheChartAsksForMetricsThatThereAre(t *testing.T) {
	t.Parallel()
	s, err := serve.New(config(t))
	if err != nil {
		t.Fatal(err)
	}
	do(t, s.Handler(), http.MethodGet, "/v1/tenants", "")
	answer := httptest.NewRecorder()
	s.Metrics().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	there := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^([a-z_]+)(?:\{(.*)\})? `).FindAllStringSubmatch(answer.Body.String(), -1) {
		there[line[1]] = true
		for _, label := range regexp.MustCompile(`(\w+)="`).FindAllStringSubmatch(line[2], -1) {
			there[line[1]+" "+label[1]] = true
		}
	}
	asked := 0
	// A metric, with the labels that it is asked by besides those that Prometheus adds.
	for _, found := range regexp.MustCompile(`\b([a-z]+(?:_[a-z]+)+)\b\s*(\{[^}]*\})?`).FindAllStringSubmatch(expressions(t), -1) {
		name, labels := found[1], found[2]
		if name == "histogram_quantile" || name == "label_replace" || name == "label_values" || ofOthers[name] {
			continue
		}
		asked++
		if !there[name] {
			t.Errorf("%s is asked for, and not there", name)
		}
		for _, label := range regexp.MustCompile(`(\w+)[!=]?[=~]\\?"`).FindAllStringSubmatch(labels, -1) {
			if label[1] != "namespace" && label[1] != "service" && !there[name+" "+label[1]] {
				t.Errorf("%s has no %s", name, label[1])
			}
		}
	}
	if asked < 30 {
		t.Errorf("only %d figures are asked for", asked)
	}
}
