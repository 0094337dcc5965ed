// Package views is a room of leagueapi.
package views
