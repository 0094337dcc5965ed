package facts

// ContactData is by what a regional contact can be reached, as far as he has given it.
type ContactData struct {
	Mail, Telephone, City string // "" for what he has not given
}
