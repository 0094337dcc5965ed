//go:build !race

package leagueapi_test

// unheard says that databases deliver no notifications: the whole API goes without them, as it has to on some databases of
// several nodes (docs/scale.md). With the race detector, which `make test` has watch those tests that do things at once,
// there are some.
const unheard = true
