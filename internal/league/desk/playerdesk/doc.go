// Package playerdesk keeps the players of a tenant: it adds and renames them, moves them to
// another region or club, and tells what they have come to in all events together. Whose records they are is said in peopledesk.
package playerdesk
