// Package letters writes all mail of the league. Letters to one person report a ban, a reported leaving, a
// changed address in the register, a convocation and whether it still holds. Notices inform several people of
// decisions in a season: organizers, regional contacts and entrants of an event that was moved or called off
// (entrants at once, or, of a move that the calendar announces, with the calendar) or that is played by a
// structure of its own, the organizers of events of a season that was changed, clubs that asked to host an
// event, people who claim a refund. The package also reminds people of their tasks, and puts tasks into words for other
// packages that show them ([Describe]).
//
// Reminders begin with a [Round] at fixed intervals, which leaves a [Look] for each tenant with a season under
// way. The Look derives the tasks of all people ([dutydesk.Desk.Tasks]) and notes each cause for each person in
// league.reminders: the row's key and the job that writes the letter come with one transaction, so that rounds
// of several processes, or an interrupted one, lead to one letter. The letter's worker derives anew whether the
// task still waits.
//
// A letter is a job of the outbox, inserted in the transaction of the decision. A letter whose reader has not
// confirmed their address is held until they have. A notice holds ids only: the worker looks up its readers
// when it runs, and leaves a job for each in the transaction that ends its own. Each of these jobs looks up the
// decision and sends one letter; it is tried again by itself, under the same Message-ID.
package letters
