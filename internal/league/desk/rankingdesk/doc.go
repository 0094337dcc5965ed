// Package rankingdesk keeps the rankings of a tenant: it sets them up, records what
// players brought along, declares events void, and looks up who stands where.
package rankingdesk
