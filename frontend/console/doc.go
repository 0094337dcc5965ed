// Package console carries the console: the application of the browser in which organizers and referees
// see what waits for them and run their events. It is made of TypeScript and Svelte (src/), is built by
// `make console` into dist/app/, and becomes part of the program from there. A program that was built
// without it has a page that says so ([Console.Built]).
//
// [New] makes of the built files what is served: every file by its name below [Path], the words of each
// language among them under names that change with their content, and [Console.Shell], the one document that every
// address of the console is answered with. The console shows people what the API says, calls
// the API with an access token that it keeps in its memory, and knows no regulation.
package console
