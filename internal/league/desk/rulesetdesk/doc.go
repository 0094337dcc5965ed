// Package rulesetdesk keeps the rulesets of a tenant: those on offer, and its own with
// their drafts, versions and a dry run of one on an event that was played.
package rulesetdesk
