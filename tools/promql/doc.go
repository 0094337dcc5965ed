// Package promql parses every expression of the chart's alerts and dashboard with Prometheus' own parser. `make
// check-chart` runs it. It is a module of its own, so that the program and its tests do not depend on that parser;
// package serve checks that the metrics in the expressions are those of the program.
package promql
