package serve

import (
	"os"
	"strings"
	"testing"
	"time"

	"referto/internal/league/desk/moneydesk"
)

// docs/operation.md shows the periods for which data is kept as they are enforced.
func TestKeepingIsDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/operation.md")
	if err != nil {
		t.Fatal(err)
	}
	s := &sweeper{refunds: moneydesk.Keeping{Accounts: 90, Paid: 3653, Unpaid: 90, Idle: 365}, refusals: 90 * day, now: time.Now}
	want := keepingTable(s.keeping())
	if !strings.Contains(string(text), want) {
		t.Errorf("docs/operation.md lacks this table:\n%s", want)
	}
}
