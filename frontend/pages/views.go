package pages

import (
	"time"

	"referto/internal/league/rules"
	"referto/openapi"
)

// Reader is the language and the colors in which a page is read.
type Reader struct {
	// Lang is one of [words.Languages], usually by [words.Negotiate]; any other
	// is read as English.
	Lang string
	// LangChosen reports whether the language was asked for in the address (?lang=):
	// the page's own links keep it.
	LangChosen bool
	// Theme is "light" or "dark" when asked for in the address (?theme=), which
	// links keep too; anything else follows the system.
	Theme string
	// Site is the public address of the site, without a slash at the end, for links shown elsewhere; "" if it is
	// unknown.
	Site string
	// Visitor describes the signed-in person; nil if there is none.
	Visitor *Visitor
	// Closed is the time at which the data of the page's tenant will be deleted, shown to readers of a closed tenant;
	// zero for an open one.
	Closed time.Time
	// cited knows where the sources that the page cites can be read; the pages themselves set it.
	cited citations
}

// Home is a tenant's first page: its events by phase, its rankings and its seasons.
type Home struct {
	Reader
	Tenant openapi.Tenant
	// Events are those the public may see, in any order. Drafts are left out.
	Events []openapi.Event
	// Winners are the names of the winners of finished events, as far as known.
	Winners map[openapi.EventID]string
	// Hosted are the events that a club holds for others.
	Hosted []Hosted
	// Season is the season under way; nil where there is none.
	Season *Season
	// Seasons are all that the public may see, the archive too, in the order shown.
	Seasons []Season
	// Series are the series of events, in the order shown.
	Series []SeriesLink
	// Rankings are the rankings of the tenant, in the order shown.
	Rankings []openapi.Ranking
}

// SeriesLink names a series of events.
type SeriesLink struct{ Slug, Title string }

// SeriesRank is the rank of a player in a series, and the number of its players.
type SeriesRank struct {
	SeriesLink
	Rank    int // 0: not classified
	Players int
}

// Hosted is an event of a federation that a club holds.
type Hosted struct {
	Tenant openapi.Tenant // the tenant of the event
	Event  openapi.Event
}

// EventPage is the page of an event. Its content depends on the event's state: places and dates before the start,
// tables and standings during play, the result after it.
type EventPage struct {
	Reader
	Tenant openapi.Tenant
	Event  openapi.Event
	// Rounds are the drawn rounds in order, all of them.
	Rounds []openapi.Round
	// Entrants are the entrants with the data that is public; none once the event has started.
	Entrants []openapi.Entrant
	// Freed counts the seats that usually become free; the zero value if it is unknown, or if there is no waiting
	// list.
	Freed openapi.FreedSeats
	// Shown is the number of the round whose tables are shown (?round=); 0, or a round that is not drawn, means the
	// latest.
	Shown int
	// Standings are those to go with the shown round; without rows before the
	// first result.
	Standings openapi.Standings
	// Outcome are the latest of the standings that seat and qualify, whichever are
	// shown: podium, finalists and prizes are theirs.
	Outcome openapi.Standings
	// Form names the figures and objectives that results hold.
	Form openapi.ResultForm
	// Calculators reports whether the ruleset has a page of calculators.
	Calculators bool
	// Why holds, by start number, the comparisons of entrants with the one in the row above. Rows without one show
	// the text of their DecidedBy.
	Why map[int]openapi.Comparison
	// RankBefore are, by start number, the places in the standings before the
	// shown round, as the small numbers at the tables. Nil takes them from
	// Standings where those are of the round before.
	RankBefore map[int]int
	Staff      []openapi.Staff
	// Photos are those that everybody may see, in the order they were sent.
	Photos []openapi.Photo
	// Stakes is the worth of the event in its season; nil if it belongs to none.
	Stakes *AtStake
	// Decided reports whether the event is homologated or invalid, so that its notices have been considered.
	Decided bool
	// Series are those to which the event belongs.
	Series []SeriesLink
	// Me is the start number of the signed-in person; 0 if they have not entered.
	Me int
	// Find is the searched name (?q=); "" for none.
	Find string
}

// Draw is the page that explains how an event's tables came about.
type Draw struct {
	Reader
	Tenant openapi.Tenant
	Event  openapi.Event
	Draw   openapi.Draw
	// Rounds are the drawn rounds in order.
	Rounds []openapi.Round
	// Documents are the records of the rounds' draws, parallel to Rounds; nil leaves out their contents.
	Documents []openapi.RoundDraw
	// Entrants give the names to start numbers; a number without a name stays a
	// number.
	Entrants []openapi.EntryRef
}

// Calculator is the page of a ruleset's calculators: forms and their answers.
type Calculator struct {
	Reader
	Tenant openapi.Tenant
	Rules  *rules.Ruleset
	Form   CalculatorForm
	// Points, Armies and Cards are the answers; nil where nothing was asked.
	Points *openapi.TablePoints
	Armies *openapi.ArmyLimit
	Cards  *openapi.CardExchange
	// Faults are sentences about the faults of the form.
	Faults []string
}

// Problem is the page for an error: not found, gone, not allowed, failed.
type Problem struct {
	Reader
	// Tenant is the tenant of the requested page; nil if there is none.
	Tenant  *openapi.Tenant
	Problem openapi.Problem
}
