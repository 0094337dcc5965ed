package league

// Money is an amount in the hundredths of its currency.
type Money struct {
	Cents    int64  `json:"cents"`
	Currency string `json:"currency"` // ISO 4217, "EUR"
}

// DecimalOfCents writes cents as an amount: 1205 is "12.05", -5 is "-0.05".
func DecimalOfCents(cents int64) string { return NewFrac(cents, 100).Decimal(2) }
