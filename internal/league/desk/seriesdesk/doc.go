// Package seriesdesk keeps the series of a tenant: it sets them up, adds and removes events, imposes and
// revokes penalties, and computes the standings with the reasons for each position.
package seriesdesk
