// Package discipline counts the sanctions of an event.
//
// Sanctions are facts in the order in which they were given. [Of] counts the warnings, lists the
// players expelled by warnings or by a referee and when each expulsion took effect, the expulsions
// that wait for the first referee, the sanctions that came too late (BG 1.1.4), and the reports
// that are required (CN09 5.5). Package standings adds up penalties in points.
//
// An expulsion has the same consequences as leaving the event (CN09 5.5b, 3.5); package tournament
// derives them.
package discipline
