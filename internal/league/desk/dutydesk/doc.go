// Package dutydesk collects what waits for whom: the tasks of a season, of entries to be
// checked, of reports to be decided and of mail that did not arrive.
package dutydesk
