// Package discipline adds up the sanctions of an event.
//
// Sanctions are facts in the order given. [Of] counts the warnings, says whom
// they or a referee have expelled and when that took effect, which expulsions
// still wait for the first referee, which sanctions came too late (BG 1.1.4), and
// what has to be reported (CN09 5.5). Penalties in points are added up with the
// standings.
//
// The consequences of an expulsion are those of leaving the event (CN09 5.5b, 3.5);
// package tournament derives them.
package discipline
