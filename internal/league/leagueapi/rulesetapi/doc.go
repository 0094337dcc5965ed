// Package rulesetapi is a room of leagueapi.
package rulesetapi
