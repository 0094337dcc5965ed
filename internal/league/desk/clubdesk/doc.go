// Package clubdesk keeps the clubs for which players play, and the year categories of a tenant: it adds,
// changes and closes them, and lists the members of a club. Package playerdesk decides which players belong to
// which club.
package clubdesk
