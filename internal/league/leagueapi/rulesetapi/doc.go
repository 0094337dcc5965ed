// Package rulesetapi answers operations on rulesets: those on offer and those of a tenant.
package rulesetapi
