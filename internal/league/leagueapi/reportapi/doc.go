// Package reportapi answers operations on reports: the first referee's report, its forms, and the
// homologation of results.
package reportapi
