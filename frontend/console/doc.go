// Package console carries the console: the browser application in which organizers and referees see their pending
// tasks and run their events. It is written in TypeScript and Svelte (src/), is built by `make console` into
// dist/app/, and becomes part of the program from there. A program that was built without it has a page that explains
// this ([Console.Built]).
//
// [New] prepares the built files for serving: every file by its name below [Path], the words of each language among
// them under names that change with their content, and [Console.Shell], the one document for every address of the
// console. The console shows the answers of the API, calls it with an access token that it keeps in memory, and knows
// no regulation.
package console
