//go:build race

package leagueapi_test

const unheard = false
