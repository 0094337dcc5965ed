// Package reportdesk makes the reports of an event and carries out the decisions on them: the first referee's
// report, reports of expulsions and of leavings, and the homologation of results (CN09 1.11).
package reportdesk
