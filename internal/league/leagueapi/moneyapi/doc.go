// Package moneyapi is a room of leagueapi.
package moneyapi
