// Package importdesk reads an event that was played elsewhere from a file, finds its people
// in the register, and stores it; and writes an event to a file. A check of a file and its
// import are one function: what the check foretells is what the import does.
package importdesk
