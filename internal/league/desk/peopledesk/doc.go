// Package peopledesk links accounts with records of the register and parts them: by the link in a letter, by a
// printed code, or by a request that the staff confirms. It also lets people correct their own record, as far
// as they may, keeps their consents, merges records, and exports and erases the data of a person.
//
// An act that links, parts or requests holds the record's row first; the requests about the record are held
// after it.
package peopledesk
