// Package playerapi answers operations on the players of a tenant.
package playerapi
