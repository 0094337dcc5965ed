// Package clubdesk keeps the clubs for which players play, and the year categories of a tenant: it adds,
// changes and closes them, and looks up who is in a club. Who is in which club is decided about in
// playerdesk.
package clubdesk
