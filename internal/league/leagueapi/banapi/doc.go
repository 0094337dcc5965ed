// Package banapi is a room of leagueapi.
package banapi
