package payment

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Party is a holder of an account.
type Party struct {
	Name string
	IBAN string // as [CheckIBAN] returns it
}

// Transfer is one payment of an order.
type Transfer struct {
	// EndToEnd names it towards payer, banks and payee: at most 35 characters.
	EndToEnd string
	To       Party
	Cents    int64 // euro cents, at least 1
	Text     string
}

// Order is a number of transfers from one account.
type Order struct {
	ID        string    // at most 35 characters, no other order has it
	MadeAt    time.Time // to the second
	ExecuteOn string    // day, "2010-05-03"
	From      Party
	Transfers []Transfer
}

// Limits of the format.
const (
	mostID    = 35
	mostName  = 70
	mostText  = 140
	mostCents = 99_999_999_999 // of one transfer
)

// ErrOrder means that an order cannot be written, because it has no transfers, an amount that is impossible for a transfer, a
// name without letters, an id that is too long or used twice.
var ErrOrder = errors.New("payment: order cannot be written")

// Total is the sum of an order in cents.
func (o Order) Total() (cents int64) {
	for _, t := range o.Transfers {
		cents += t.Cents
	}
	return cents
}

// check refuses data that no bank would accept.
func (o Order) check() error {
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrOrder, fmt.Sprintf(format, args...))
	}
	switch {
	case len(o.Transfers) == 0:
		return fault("no transfers")
	case !isID(o.ID):
		return fault("id %q", o.ID)
	case Latin(o.From.Name, mostName) == "":
		return fault("no name of the payer")
	}
	if _, err := time.Parse(time.DateOnly, o.ExecuteOn); err != nil {
		return fault("day %q", o.ExecuteOn)
	}
	used := map[string]bool{}
	for n, t := range o.Transfers {
		switch {
		case !isID(t.EndToEnd) || used[t.EndToEnd]:
			return fault("transfer %d: id %q", n+1, t.EndToEnd)
		case t.Cents < 1 || t.Cents > mostCents:
			return fault("transfer %d: %d cents", n+1, t.Cents)
		case Latin(t.To.Name, mostName) == "":
			return fault("transfer %d: no name", n+1)
		}
		used[t.EndToEnd] = true
	}
	return nil
}

func isID(text string) bool {
	return text != "" && len(text) <= mostID && Latin(text, mostID) == text
}

// Amount writes cents as euro: 1205 is "12.05".
func Amount(cents int64) string {
	return strconv.FormatInt(cents/100, 10) + "." + fmt.Sprintf("%02d", cents%100)
}
