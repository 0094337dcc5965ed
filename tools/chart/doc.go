// Package chart checks the chart of deploy/helm with Helm: it lints it strictly, compares the renderings of each
// example of deploy/helm/values with deploy/helm/rendered, and tries settings that it has to refuse. `make
// check-chart` runs it; `make golden-chart` rewrites the renderings.
//
// Helm is built from source, pinned here, and brings some hundred modules: that is why this is a module of its own
// and no part of every test run. Properties that can be checked without Helm are tested beside the chart, in package
// helm: that the renderings are up to date, and their contents.
package chart
