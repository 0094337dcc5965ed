// Package notices writes to people about what was decided in a season: organizers,
// regional contacts and entrants of an event that was moved or called off or is played
// by a structure of its own, those who run events of a season that was changed, clubs
// that asked to host one, those who claim a refund. It reminds people of what waits for
// them, and puts that into words for others who show it ([Tell]).
//
// Reminders begin with a [Round] now and then, which leaves a [Look] for each tenant with
// a season under way. That derives what waits for whom ([desk.Desk.Tasks]) and notes
// each cause for each person in league.reminders: the row's key and the job that writes
// the letter come with one transaction, so that rounds of several processes, or one cut
// off in the middle, lead to one letter. The letter's worker derives anew whether it
// still waits.
//
// A notice is a job of the outbox, inserted in the transaction of the decision. It
// holds ids only: the worker looks up who has to know it when it runs, and leaves a job
// for each in the transaction that ends its own. Each of these looks up what was decided
// and sends one letter; it is tried again by itself, under the same Message-ID.
package notices
