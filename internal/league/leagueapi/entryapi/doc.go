// Package entryapi is a room of leagueapi.
package entryapi
