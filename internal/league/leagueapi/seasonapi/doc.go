// Package seasonapi is a room of leagueapi.
package seasonapi
