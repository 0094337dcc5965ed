//go:build !race

package leagueapi_test

// unheard simulates databases that deliver no notifications: the whole API goes without them, as it has to on
// some databases of several nodes (docs/scale.md). With the race detector, which `make test` uses for the tests
// with concurrency, there are notifications.
const unheard = true
