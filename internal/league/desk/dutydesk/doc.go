// Package dutydesk collects the tasks of people: those of a season, entries to be checked, reports to be
// decided, requests to be answered and mail that did not arrive.
package dutydesk
