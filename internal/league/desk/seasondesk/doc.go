// Package seasondesk runs a season: its announcement, calendar, rulesets, regions and
// contacts, the register of places, calls and their answers, regional finals, and its
// closing.
package seasondesk
