// Package entryapi answers operations on entries: who enters, is checked, waits, stands by, is
// replaced, is there or is kept apart.
package entryapi
