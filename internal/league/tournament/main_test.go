package tournament_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain has each property tried twenty times instead of a hundred, for a try
// plays a whole event. The command line prevails: make soak asks for more.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "20"); err != nil {
		panic(err) // rapid has no such flag any more
	}
	os.Exit(m.Run())
}
