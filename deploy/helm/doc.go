// Package helm holds tests only: they read the renderings of the chart (deploy/helm/rendered) for the examples in
// deploy/helm/values and check the properties that an installation relies on, without Helm, without a cluster and
// without a network. A fingerprint shows whether the renderings belong to the chart's present state; `make
// check-chart` has Helm make them anew.
package helm
