// Package seasonapi answers operations on seasons: setup, rulesets, contacts, calendar, the register of
// places, convocations, finals, and what waits for whom.
package seasonapi
