// Package helm holds tests only: they read what the chart renders (deploy/helm/rendered) for the
// examples in deploy/helm/values and hold it to what an installation relies on, without Helm,
// without a cluster and without a network. Whether the renderings are those of the chart as it
// is now is told by their fingerprint; `make check-chart` has Helm make them anew.
package helm
