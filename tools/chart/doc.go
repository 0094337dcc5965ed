// Package chart holds the chart of deploy/helm to what Helm makes of it: it lints it strictly,
// compares what it renders for each example of deploy/helm/values with deploy/helm/rendered, and
// tries what it has to refuse. `make check-chart` runs it; `make golden-chart` rewrites what was
// rendered.
//
// Helm is built from source, pinned here, and brings some hundred modules: that is why this is
// a module of its own and no part of every test run. What can be known without Helm is tested
// beside the chart, in package helm: that what was rendered is what the chart is now, and what
// it says.
package chart
