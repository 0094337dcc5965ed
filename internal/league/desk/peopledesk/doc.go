// Package peopledesk links accounts with records of the register and parts them: by the link
// of a letter, by a printed code, by a request that the staff confirms. It corrects what a
// person may correct of their own record.
//
// Whoever links, parts or asks holds the record's row first; the requests about it come after.
package peopledesk
