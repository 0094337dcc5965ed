// Package bandesk decides about bans and exclusions that keep players from events: on the report of an
// expulsion or a leaving, or without a report, with appeal and revision. The entries of those concerned are
// changed accordingly (BG 1.1.7, CN09 5.5).
package bandesk
