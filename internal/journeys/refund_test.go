package journeys

import (
	"fmt"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

func euros(amount string) apitest.JSON { return apitest.JSON{"amount": amount, "currency": "EUR"} }

// receipt is a unique document.
func receipt() []byte { return fmt.Appendf(nil, "%%PDF-1.4\n%% %s\n%%%%EOF\n", uuid.NewString()) }

// begun begins a person's claim and returns its address.
func (f *federation) begun(by *apitest.Client) string {
	f.t.Helper()
	return f.season + "/refunds/" + by.Post(f.season+"/refunds", apitest.JSON{}).Want(201).Text("id")
}

// expense adds an expense to a claim and returns the address of its receipts.
func (f *federation) expense(by *apitest.Client, claim, amount string) string {
	f.t.Helper()
	spent := apitest.JSON{"what": "Treno", "spentOn": "2010-03-13", "amount": euros(amount)}
	return fmt.Sprintf("%s/expenses/%d/receipts", claim, by.Post(claim+"/expenses", spent).Want(201).Len("expenses"))
}

// toBePaid sets the account to which a claim is paid.
func (f *federation) toBePaid(by *apitest.Client, claim string) {
	f.t.Helper()
	tag := by.Get(claim).Want(200).ETag()
	by.Do("PUT", claim+"/account", apitest.JSON{"holder": by.Name, "iban": "IT60X0542811101000000123456"}, apitest.Match(tag)).Want(200)
}

// claim hands in a claim of one attested expense and returns its id.
func (f *federation) claim(by *apitest.Client, amount string) string {
	f.t.Helper()
	claim := f.begun(by)
	by.Post(f.expense(by, claim, amount), apitest.JSON{"amount": euros(amount), "content": receipt()}).Want(201)
	f.toBePaid(by, claim)
	return by.Post(claim+"/submission", nil).Want(200).Text("id")
}

// pay has the treasurer pay claims by a list.
func (f *federation) pay(treasurer *apitest.Client, claims ...string) *apitest.Answer {
	f.t.Helper()
	made := treasurer.Post(f.season+"/payment-lists", apitest.JSON{
		"refunds": claims, "payer": apitest.JSON{"holder": "Stupor Mundi", "iban": "BG80BNBG96611020345678"}, "executeOn": "2010-03-17",
	}).Want(201).Text("id")
	list := f.season + "/payment-lists/" + made
	for _, format := range []string{"sepa", "csv"} {
		treasurer.Post(list+"/documents", apitest.JSON{"format": format}).Want(200)
	}
	on := f.server.Clock.Now().Format("2006-01-02")
	return treasurer.Post(list+"/settlements", apitest.JSON{"outcome": "paid", "on": on, "reference": "CRO 1"}).Want(200)
}
