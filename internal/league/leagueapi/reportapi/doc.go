// Package reportapi is a room of leagueapi.
package reportapi
