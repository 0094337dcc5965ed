// Package playerdesk keeps the players of a tenant: it adds and renames them, moves them to
// another region or club, and links their accounts.
package playerdesk
