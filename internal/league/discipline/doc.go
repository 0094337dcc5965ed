// Package discipline adds up the sanctions of an event.
package discipline
