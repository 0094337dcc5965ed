// Package jobs does the work that takes longer than a request may: it reads long files of events, and
// makes and deletes the pictures of photos. A job is inserted in the transaction that asks
// for it, holds ids only, and may be done again.
package jobs
