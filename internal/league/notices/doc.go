// Package notices writes to people about what was decided in a season: organizers,
// regional contacts and entrants of an event that was moved or called off, clubs
// that asked to host one.
//
// A notice is a job of the outbox, inserted in the transaction of the decision. It
// holds ids only: the worker looks up what was decided and who has to know it when
// it runs. Done twice it sends a second message with the same Message-ID to each.
package notices
