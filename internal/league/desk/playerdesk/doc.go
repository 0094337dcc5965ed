// Package playerdesk keeps the players of a tenant: it adds and renames them, moves them to another region or
// club, and adds up their record over all events. Package peopledesk links the records with accounts.
package playerdesk
