package attack_test

import (
	"flag"
	"os"
	"testing"

	"referto/internal/apitest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) {
	flag.Parse()
	code := apitest.Run(m)
	if err := dropWorld(); err != nil {
		_, _ = os.Stderr.WriteString("attack: " + err.Error() + "\n")
		code = 1
	}
	os.Exit(code)
}
