package league

// Money is an amount in the hundredths of its currency.
type Money struct {
	Cents    int64  `json:"cents"`
	Currency string `json:"currency"` // ISO 4217, "EUR"
}
