package helm_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// panel is one field of the dashboard.
type panel struct {
	Title   string
	GridPos struct{ X, Y, W, H int }
	Targets []struct{ Expr string }
}

// panels are those of the dashboard that the chart renders.
func panels(t *testing.T) []panel {
	t.Helper()
	for _, o := range rendered(t)["busy.install.yaml"] {
		files, _ := o["data"].(object)
		if dashboard, ok := files["referto.json"].(string); ok {
			var d struct{ Panels []panel }
			if err := json.Unmarshal([]byte(dashboard), &d); err != nil {
				t.Fatal(err)
			}
			return d.Panels
		}
	}
	t.Fatal("no dashboard is rendered")
	return nil
}

// figures are the names of the metrics that an expression asks for. Those of a histogram are named after it.
func figures(expr string) (names []string) {
	for _, name := range regexp.MustCompile(`\b[a-zA-Z]+(?:_[a-zA-Z]+)+\b`).FindAllString(regexp.MustCompile(`"[^"]*"`).ReplaceAllString(expr, ""), -1) {
		if name != "histogram_quantile" && name != "label_replace" && name != "absent" {
			names = append(names, regexp.MustCompile(`_(bucket|count|sum)$`).ReplaceAllString(name, ""))
		}
	}
	return names
}

// Every figure of the alerts is on the dashboard, so that an alert can be looked at before it fires and after.
func TestTheDashboardShowsTheFiguresOfTheAlerts(t *testing.T) {
	t.Parallel()
	shown, asked := map[string]bool{}, 0
	for _, p := range panels(t) {
		for _, target := range p.Targets {
			for _, name := range figures(target.Expr) {
				shown[name] = true
			}
		}
	}
	for _, o := range rendered(t)["busy.install.yaml"] {
		for _, group := range list(at(o, "spec.groups")) {
			for _, rule := range list(group["rules"]) {
				for _, name := range figures(text(rule["expr"])) {
					asked++
					if !shown[name] {
						t.Errorf("%s asks for %s, which no panel shows", rule["alert"], name)
					}
				}
			}
		}
	}
	if asked < 25 {
		t.Errorf("the alerts ask for %d figures only", asked)
	}
}

// The first row says whether all is well. It finds the alerts of the release by the labels that each of them has.
func TestTheFirstRowSaysWhetherAllIsWell(t *testing.T) {
	t.Parallel()
	var first []string
	taken := map[[2]int]string{}
	for _, p := range panels(t) {
		for x := range p.GridPos.W {
			for y := range p.GridPos.H {
				place := [2]int{p.GridPos.X + x, p.GridPos.Y + y}
				if other, there := taken[place]; there {
					t.Fatalf("%s covers %s", p.Title, other)
				}
				taken[place] = p.Title
			}
		}
		if p.GridPos.Y == 0 {
			for _, target := range p.Targets {
				first = append(first, target.Expr)
			}
		}
	}
	all := strings.Join(first, "\n")
	for _, want := range []string{
		`ALERTS{alertstate="firing", namespace="$namespace", service="$service"}`, `up{namespace="$namespace", service="$service"} == 0`,
		"barman_cloud_cloudnative_pg_io_last_available_backup_timestamp", "database_archive_failing",
		`kube_cronjob_status_last_successful_time{namespace="$namespace", cronjob="$release-lists"}`, `certmanager_certificate_expiration_timestamp_seconds{name="league-tls"}`,
		`probe_ssl_earliest_cert_expiry{instance=~"https://league.example.*"}`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s in the first row:\n%s", want, all)
		}
	}
	for _, o := range rendered(t)["busy.install.yaml"] {
		for _, group := range list(at(o, "spec.groups")) {
			for _, rule := range list(group["rules"]) {
				labels, _ := rule["labels"].(object)
				if labels["namespace"] != "league" || labels["service"] != "referto-metrics" || !slices.Contains([]string{"warning", "critical"}, text(labels["severity"])) {
					t.Errorf("%s has the labels %v", rule["alert"], labels)
				}
			}
		}
	}
}
