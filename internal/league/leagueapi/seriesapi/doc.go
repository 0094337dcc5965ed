// Package seriesapi answers operations on the series of a tenant.
package seriesapi
