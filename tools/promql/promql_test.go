package promql

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/promql/parser"
	"go.yaml.in/yaml/v3"
)

// rendered is the rendering of the chart that has alerts and the dashboard.
const rendered = "../../deploy/helm/rendered/busy.install.yaml"

// expressions returns the expressions of the chart, by place.
func expressions(t *testing.T) (alerts, panels map[string]string) {
	t.Helper()
	file, err := os.Open(filepath.FromSlash(rendered))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	alerts, panels = map[string]string{}, map[string]string{}
	for decoder := yaml.NewDecoder(file); ; {
		var o struct {
			Kind string
			Data map[string]string
			Spec struct {
				Groups []struct {
					Rules []struct{ Alert, Expr string }
				}
			}
		}
		if err := decoder.Decode(&o); errors.Is(err, io.EOF) {
			return alerts, panels
		} else if err != nil {
			t.Fatal(err)
		}
		if o.Kind == "PrometheusRule" {
			for _, group := range o.Spec.Groups {
				for _, rule := range group.Rules {
					alerts[rule.Alert] = rule.Expr
				}
			}
		}
		if dashboard := o.Data["referto.json"]; dashboard != "" {
			var panel any
			if err := json.Unmarshal([]byte(dashboard), &panel); err != nil {
				t.Fatal(err)
			}
			collect(panel, "", panels)
		}
	}
}

// collect adds the expressions in a part of the dashboard, by the title of their panel.
func collect(part any, title string, panels map[string]string) {
	switch part := part.(type) {
	case map[string]any:
		if named, is := part["title"].(string); is {
			title = named
		}
		if expr, is := part["expr"].(string); is {
			ref, _ := part["refId"].(string)
			panels[title+" "+ref] = expr
		}
		for _, member := range part {
			collect(member, title, panels)
		}
	case []any:
		for _, member := range part {
			collect(member, title, panels)
		}
	}
}

// grammar is the language without optional features.
var grammar = parser.NewParser(parser.Options{})

// variables are the substitutions that Grafana makes before its queries.
var variables = strings.NewReplacer("$__rate_interval", "2m", "$__interval", "1m", "$namespace", "league", "$service", "referto-metrics", "$release", "referto")

// Prometheus' own parser takes every expression of the chart: an alert that it does not take is never loaded, and keeps the others of
// its group from being loaded, too. An alert gives a row for each thing that is wrong.
func TestExpressions(t *testing.T) {
	t.Parallel()
	alerts, panels := expressions(t)
	if len(alerts) < 10 || len(panels) < 20 {
		t.Fatalf("%d alerts and %d panels", len(alerts), len(panels))
	}
	for name, expr := range alerts {
		parsed, err := grammar.ParseExpr(expr)
		if err != nil {
			t.Errorf("alert %s: %v", name, err)
		} else if kind := parsed.Type(); kind != parser.ValueTypeVector {
			t.Errorf("alert %s gives a %s", name, kind)
		}
	}
	for name, expr := range panels {
		expr = variables.Replace(expr)
		if strings.Contains(expr, "$") {
			t.Errorf("panel %s has a variable that nobody sets: %s", name, expr)
		} else if _, err := grammar.ParseExpr(expr); err != nil {
			t.Errorf("panel %s: %v", name, err)
		}
	}
}
