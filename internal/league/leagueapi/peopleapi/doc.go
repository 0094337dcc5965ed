// Package peopleapi answers operations by which people claim, see and correct their records in registers, and
// by which the staff decides which account belongs to which record.
package peopleapi
