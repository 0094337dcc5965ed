// Package entryapi answers operations on entries: entering, checks, waiting list, reserves, replacement,
// attendance and players kept apart.
package entryapi
