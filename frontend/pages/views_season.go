package pages

import (
	"time"

	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/openapi"
)

// Season is the part of a season that all its pages show. Days of a season are instants
// at midnight UTC; only their date counts.
type Season struct {
	// ID is the season's for the API.
	ID          openapi.SeasonID
	Slug, Title string
	// From and To are the first and the last day of its events, FinalsBy the last
	// of its regional finals.
	From, To, FinalsBy time.Time
	// National is the national final.
	National Appointment
	// Champion is the name of the reigning champion; "" for none.
	Champion string
	Ruleset  openapi.RulesetRef
}

// Appointment is the place and day of a final; a zero Day is not fixed yet.
type Appointment struct {
	Day  time.Time
	City string
	// Slug is the slug of the event; "" if it has no page.
	Slug string
}

// SeasonEvent is an event of a season.
type SeasonEvent struct {
	Title, City, Slug string
	Region            string // "" of an open or online event
	Circuit           rules.Circuit
	Day               time.Time
	Standing          season.Standing
	// Tier is the name of its tier by now, Large reports that it is not the smallest
	// of its circuit.
	Tier  string
	Large bool
	// Players is the number of players who count: those entered before it is played.
	Players int
	Winner  string
	// WinnerID links to the page of the winner; zero for none.
	WinnerID openapi.PlayerID
	// Why lists the reasons that made it invalid, or the missing conditions.
	Why []openapi.Explanation
}

// Board is the page of the players qualified for the finals of a season.
type Board struct {
	Reader
	Tenant openapi.Tenant
	Season Season
	// Today is the day at which it is read, for the line through the strips.
	Today   time.Time
	Regions []BoardRegion
	// Open are the open and online events.
	Open []SeasonEvent
	// Series are those that take events of the season.
	Series []SeriesLink
	// Places are the places of the national final that have a holder, in the order of the list.
	Places []BoardPlace
	// Lost are the places of the national final without a player, or void.
	Lost []BoardPlace
	// Coming counts the places that the regional finals that are to be played
	// give; ComingRefund reports that the journey is paid to them, by
	// ComingRule.
	Coming       int
	ComingRefund bool
	ComingRule   openapi.Rule
}

// FinalList is the list of a final, to be printed: the players with the origins of their places, and the lost places,
// each with its history.
type FinalList struct {
	Reader
	Tenant openapi.Tenant
	Season Season
	// Region is the region of the final, with its id for the API; "" for the national final.
	Region   string
	RegionID openapi.ID
	// Regions are those that hold a final, by name.
	Regions []string
	Final   Appointment
	// Places are the places with a holder, in the order of the list, Lost those without a player, or void.
	Places, Lost []BoardPlace
	// Coming, ComingRefund and ComingRule are those of the [Board], for the national final.
	Coming       int
	ComingRefund bool
	ComingRule   openapi.Rule
}

// BoardRegion is a region on the board.
type BoardRegion struct {
	Name string
	// Contact is the name of the regional contact; "" for none.
	Contact string
	Events  []SeasonEvent
	// Finalists have places in its final, those called up last; of a region that
	// plays elsewhere they are its own.
	Finalists []BoardPlace
	// CalledUp counts the finalists added by the rule on small fields.
	CalledUp int
	// Void are places that its invalid events had given.
	Void []BoardPlace
	// Format is the format of its final; its grounds are in Why.
	Format season.FinalState
	Why    openapi.Explanation
	// Decided reports whether the manager decided it; Why has their words.
	Decided bool
	// Host is the region with which it plays; "" where it plays at home. Guests are
	// those that play with it.
	Host   string
	Guests []string
	// Tentative reports whether events are still to be played or homologated on which
	// all this depends.
	Tentative bool
	Final     Appointment
	// Result is the standing of the final once it is played; "" before it is played.
	Result   season.Standing
	Champion string
	Breaches []openapi.Explanation
}

// BoardPlace is a place in a final with how it came to be so.
type BoardPlace struct {
	// Holder has it; "" where it is lost or void.
	Holder string
	// HolderID links to the page of that player; zero for none.
	HolderID openapi.PlayerID
	Origin   PlaceOrigin
	// Rule is the paragraph by which there is the place.
	Rule  openapi.Rule
	State season.PlaceState
	// Provisional reports whether the event it comes from is not homologated.
	Provisional bool
	// For names the person whom the holder replaces; "" for none.
	For string
	// Refund reports whether the journey is refunded; RefundWhy is the reason.
	Refund    bool
	RefundWhy openapi.Explanation
	// AnswerBy is the day by which an answer is due; zero where none is open.
	AnswerBy time.Time
	// Steps are the history of the place, in order; the last explains why a place is lost.
	Steps []BoardStep
}

// PlaceOrigin names the final, the host or the decision from which a place
// comes.
type PlaceOrigin struct {
	Kind season.OriginKind
	// Event and Slug are of the event, Region is the region of the event or of the regional final; "" if there is
	// none.
	Event, Slug, Region string
	// Tier is the name of its tier where that is not the smallest, Rank the place
	// taken there among Players.
	Tier          string
	Rank, Players int
}

// BoardStep is one step of a place.
type BoardStep struct {
	// Day is the day of the step; zero where it followed from others.
	Day time.Time
	// Name is the name of the person; "" for none. Player links to their page.
	Name   string
	Player openapi.PlayerID
	Text   string
	Rule   openapi.Rule
}

// Calendar is the page of a season's events.
type Calendar struct {
	Reader
	Tenant openapi.Tenant
	Season Season
	Events []SeasonEvent // in order of day
	// Finals are the regional finals whose day is fixed, by region.
	Finals map[string]Appointment
	// Regions are those that take part, by name.
	Regions []string
	// Contacts lists the people to contact, the championship manager first.
	Contacts []Contact
	// Region, where it is one of Regions, limits the list to it (?region=); ByRegion
	// orders it by region instead of month (?by=region).
	Region   string
	ByRegion bool
}

// Contact is a person to contact.
type Contact struct {
	Role   openapi.Role
	Region string // of a regional contact
	Name   string
	// Reach is a mail address or telephone number; "" where that is not public.
	Reach string
	// Mail, Telephone and City are the details that a regional contact has given and the ruleset makes public; "" for
	// the others.
	Mail, Telephone, City string
}

// AtStake is the worth of an event of a season: before, during and after it.
type AtStake struct {
	// Tier is the name of its tier, Why states the number that decides it.
	Tier string
	Why  openapi.Explanation
	// Stakes are the gains of the places, best first.
	Stakes []Stake
	// Next is the next larger tier; nil where there is none or it is too late.
	Next *NextTier
	// Valid is the number that has to play for the event to count; no text where
	// enough do.
	Valid openapi.Explanation
}

// NextTier is a larger tier that an event may still reach.
type NextTier struct {
	Name    string
	Missing int // entrants
	Rule    openapi.Rule
	Stakes  []Stake
}

// Stake is the reward of a place in the event, in words.
type Stake struct {
	Place int
	Text  string
	Rule  openapi.Rule
}
