// Package rankingapi answers operations on the rankings of a tenant.
package rankingapi
