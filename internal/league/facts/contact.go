package facts

// ContactData is the contact data of a regional contact, as far as given.
type ContactData struct {
	Mail, Telephone, City string // "" if not given
}
