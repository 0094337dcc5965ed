// Package peopleapi answers operations by which people come to their records in registers,
// see and correct them, and by which the staff says which account is whose.
package peopleapi
