// Package eventapi is a room of leagueapi.
package eventapi
