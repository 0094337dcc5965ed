// Package importdesk reads an event that was played elsewhere from a file, finds its people in the register,
// and stores it; it also writes an event to a file. A check of a file and its import are one function, so that
// the import does exactly what the check has announced.
package importdesk
