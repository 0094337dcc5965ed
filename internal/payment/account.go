package payment

import (
	"errors"
	"strings"

	"github.com/jacoelho/banking/iban"
)

// The errors of a text that is no account that can be paid to.
var (
	ErrIBAN    = errors.New("payment: not an IBAN")
	ErrOutside = errors.New("payment: the account is outside the euro payments area")
)

// CheckIBAN returns an IBAN in its canonical form: capitals, no spaces. It returns [ErrIBAN] or [ErrOutside], which
// do not contain the text.
func CheckIBAN(text string) (string, error) {
	plain := strings.ToUpper(strings.Join(strings.Fields(text), ""))
	if iban.Validate(plain) != nil {
		return "", ErrIBAN
	}
	if inside, err := iban.IsSEPA(plain); err != nil || !inside {
		return "", ErrOutside
	}
	return plain, nil
}

// Mask hides an IBAN but for its country and last four characters.
func Mask(iban string) string {
	if len(iban) < 8 {
		return "…"
	}
	return iban[:2] + "…" + iban[len(iban)-4:]
}
