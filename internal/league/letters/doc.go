// Package letters writes all mail of the league. Letters to one person report a ban, a
// leaving that was reported, another address in the register, a convocation and whether it
// still holds. Notices inform several people of what was decided in a season: organizers,
// regional contacts and entrants of an event that was moved or called off (entrants at once,
// or of a move with the calendar that tells it) or is played by a structure of its own, those who run events of a season that was changed, clubs that
// asked to host one, those who claim a refund. It reminds people of what waits for them,
// and puts that into words for others who show it ([Describe]).
//
// Reminders begin with a [Round] now and then, which leaves a [Look] for each tenant with
// a season under way. That derives what waits for whom ([dutydesk.Desk.Tasks]) and notes
// each cause for each person in league.reminders: the row's key and the job that writes
// the letter come with one transaction, so that rounds of several processes, or one cut
// off in the middle, lead to one letter. The letter's worker derives anew whether it
// still waits.
//
// A letter is a job of the outbox, inserted in the transaction of the decision. One that
// cannot reach its reader, whose address is not confirmed, is held until it can. A notice
// holds ids only: the worker looks up who has to know it when it runs, and leaves a job
// for each in the transaction that ends its own. Each of these looks up what was decided
// and sends one letter; it is tried again by itself, under the same Message-ID.
package letters
