// Package importapi is a room of leagueapi.
package importapi
