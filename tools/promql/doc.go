// Package promql has Prometheus' own parser read every expression of the chart's alerts and dashboard. `make check-chart` runs
// it. It is a module of its own, so that the program and its tests do without that parser; which metrics the expressions name is
// held to those of the program by package serve.
package promql
