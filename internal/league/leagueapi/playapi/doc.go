// Package playapi is a room of leagueapi.
package playapi
