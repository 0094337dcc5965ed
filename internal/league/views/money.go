package views

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"referto/internal/league/facts"
	"referto/openapi"
)

// money writes whole cents as an amount: 500 is "5.00".
func money(cents int, currency string) openapi.Money {
	return openapi.Money{Amount: fmt.Sprintf("%d.%02d", cents/100, cents%100), Currency: openapi.MoneyCurrency(currency)}
}

// Cents reads an amount, whose form the contract has checked.
func Cents(m openapi.Money) (amount *int, currency *string) {
	if m.Amount == "" {
		return nil, nil
	}
	n, err := strconv.Atoi(strings.Replace(m.Amount, ".", "", 1))
	if err != nil {
		panic("leagueapi: the contract let an amount pass: " + m.Amount)
	}
	code := string(m.Currency)
	return &n, &code
}

func hexadecimal(b []byte) string { return hex.EncodeToString(b) }

// Prize makes a prize as announced.
func Prize(p facts.Prize) openapi.Prize {
	return openapi.Prize{Id: p.ID, Kind: openapi.PrizeKind(p.Kind), Name: p.Name, Price: Euro(p.PriceCents), Stock: p.Stock}
}
