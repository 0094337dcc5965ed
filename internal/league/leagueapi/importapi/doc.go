// Package importapi answers operations on files of events that were played elsewhere.
package importapi
