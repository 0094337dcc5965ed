// Package playerapi is a room of leagueapi.
package playerapi
