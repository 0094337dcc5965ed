package facts

// ContactData holds what a regional contact can be reached by, as far as they have
// given it.
type ContactData struct {
	Mail, Telephone, City string // "" for what they have not given
}
