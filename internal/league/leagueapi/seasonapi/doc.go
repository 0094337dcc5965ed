// Package seasonapi answers operations on seasons: setup, rulesets, contacts, calendar, the register of
// places, convocations, finals, and the tasks of people.
package seasonapi
