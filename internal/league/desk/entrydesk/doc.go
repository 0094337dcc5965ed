// Package entrydesk takes entries: who enters, waits, stands by, is replaced, comes late or
// not at all, is kept apart from somebody, and whether a name is that of somebody who may
// not take part (the check of an entry).
package entrydesk
