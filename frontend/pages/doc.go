// Package pages renders the public pages: a tenant's home, the page of an event, its draw, its report, a season with
// its qualification board and the lists of its finals, a series of events, rankings with their halls, players, the
// calculators of a ruleset, problems, the front page of the site, and the pages of an account.
//
// A page is a document: one address, complete without script, printable, the same for everybody who reads it in one
// language. Its content is a view ([Home], [Event], [Draw], [Report], [Board], [FinalList], [Calendar], [SeriesPage],
// [Ranking], [Player], [Calculator], [Problem]) made of the API's own types, so that page and API cannot show
// different figures; the package fetches nothing and decides nothing. With a [Visitor] its bar shows the signed-in
// person, and such a page is for that reader alone; so are the pages of an account ([Account], [Mine], [MyRecord]),
// of a convocation, and the [Report], which the API makes for readers with the right to it. These pages change things
// by forms. The package does not know regulations either: the column that decided a place, the position of the cut
// and the paragraph behind it come in with the standings.
//
// # How a page is made
//
// [New] parses templates/ once for each language. A render turns the view into a model of finished strings (home.go,
// event.go and the files named after the parts of an event), then executes named templates over it; templates hold no
// logic but presence and repetition. The same view gives the same bytes, because no clock is read: values that change
// with time (the round's remaining minutes) are left to the script, and the page shows the end time. So a page can be
// cached and revalidated by the event's revision.
//
// # Script and style
//
// assets/ holds a style sheet (tokens and conventions of the design), one more for the pages of a season, one for a
// series, one for regulations, one for rankings and players, and scripts. live.js keeps an open page fresh: it
// listens to the event's stream, fetches the same address again and swaps the elements marked data-part. draw.js
// recomputes a draw, account.js shows a password while it is typed, print.js prints. Assets are served from
// [Pages.Assets] under names that contain their hash. Pages work under "default-src 'none'; style-src 'self';
// script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'": nothing inline, no third party.
//
// The program in preview/ serves every page with sample data.
package pages
