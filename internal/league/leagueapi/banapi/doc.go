// Package banapi answers operations on bans, exclusions and reports of leavings.
package banapi
