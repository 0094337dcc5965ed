package tournament

import (
	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/schedule"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
	"referto/internal/league/standings"
)

// State is everything derived from the facts of an event.
type State struct {
	Format Format `json:"format"`
	// Schedule is the plan of every preliminary round that follows a fixed schedule, before anybody
	// left; nil if none does.
	Schedule []seating.Plan `json:"schedule,omitempty"`
	// ScheduleBy is the algorithm that made it; "" if it is printed.
	ScheduleBy rules.Otherwise `json:"scheduleBy,omitempty"`
	// ScheduleQuality measures it; nil where none was chosen.
	ScheduleQuality *schedule.Quality `json:"scheduleQuality,omitempty"`
	// Standings is the id of the standings that seat, or that qualify if nothing is seated by
	// standings; Criteria are their criteria, and figures of rows are parallel to them.
	Standings string            `json:"standings"`
	Criteria  []rules.Criterion `json:"criteria"`
	// Rounds are parallel to the rounds of the facts.
	Rounds []RoundState `json:"rounds"`
	// Next is the present next step: that of the last round, or the draw of the first. The desk
	// draws a round by storing its plan.
	Next Step `json:"next"`
	// Finalists are the players of the final, in order of its seats, known as soon as the round
	// before it is complete and provisional until it is closed. A player who stepped in has the
	// position of the one who left. Nil before.
	Finalists []qualify.Qualified `json:"finalists,omitempty"`
	// Vacant are the places of the final that nobody can take; nil if there are none.
	Vacant []qualify.Vacancy `json:"vacant,omitempty"`
	// Qualifiers are those who qualified for the final, before anybody stepped in.
	Qualifiers []qualify.Qualified `json:"qualifiers,omitempty"`
	// Struck are the entries that are out, in the order in which they went.
	Struck []Struck `json:"struck"`
	// Barred are the entries barred from further events for leaving this one without good reason;
	// nil if the ruleset has no such rule.
	Barred []Barred `json:"barred,omitempty"`
	// Record holds the present warnings, expulsions and reports.
	Record discipline.Record `json:"record"`
	// Final is the final order once the event is over, nil before.
	Final []FinalRow `json:"final,omitempty"`
	// Awards are known once the event is over; nil before, and if the ruleset has none.
	Awards []Award `json:"awards,omitempty"`
}

// Format is the structure of the event, fixed at its start.
type Format struct {
	rules.Structure
	// TableSizes are those of the first round.
	TableSizes []int          `json:"tableSizes"`
	Grounds    league.Grounds `json:"grounds"`
	// Err is the reason for which this number of entrants cannot play; nil when it can.
	Err *league.RuleError `json:"error,omitempty"`
}

// RoundState is everything derived from one round.
type RoundState struct {
	Number int              `json:"number"` // from 1, through all kinds
	Kind   league.RoundKind `json:"kind"`
	Tables []TableState     `json:"tables"`
	// Complete reports whether every table has its result.
	Complete bool `json:"complete"`
	Closed   bool `json:"closed"`
	// Standings are the preliminary standings after this round, without those struck by then;
	// provisional until it is closed. After a semifinal and a final they are those of the
	// preliminary rounds, without those who left.
	Standings []standings.Row `json:"standings"`
	// Further are the other standings of the ruleset after this round; nil if it has none.
	Further []FurtherStandings `json:"further,omitempty"`
	// Games counts the games that each entry has played, if the ruleset requires a number of them;
	// nil otherwise.
	Games map[league.Entry]int `json:"games,omitempty"`
	// Pending are the void games that wait for a score, Copied those that have one.
	Pending []PendingScore `json:"pending,omitempty"`
	Copied  []CopiedScore  `json:"copied,omitempty"`
	// Lines are the present figures of each entry for the ruleset's [rules.ScoreLine]; nil if it
	// has none.
	Lines map[league.Entry][]league.Frac `json:"lines,omitempty"`
	// Late are the entries that came late to the round, by start number.
	Late []Lateness `json:"late,omitempty"`
	// Record are warnings, expulsions and reports up to the end of this round.
	Record discipline.Record `json:"record"`
	// Expelled are the expulsions that took effect in or after this round.
	Expelled []discipline.Expulsion `json:"expelled"`
	// Struck are the entries that went out in or after this round, by start number.
	Struck []Struck `json:"struck"`
	// Next is the step after this round.
	Next Step `json:"next"`
}

// TableState is everything derived at one table.
type TableState struct {
	Number int            `json:"number"`
	Seats  []league.Entry `json:"seats"`
	// Game is the scored result; nil while it is missing.
	Game *scoring.Game `json:"game,omitempty"`
	// Left are its players who are known to have left the game.
	Left []league.Entry `json:"left,omitempty"`
	// Running is the condition of a game without result: [Playing], [GoesOn] or [EndsAtOnce]; ""
	// with a result.
	Running Running `json:"running,omitempty"`
	// Grounds are the grounds of GoesOn and EndsAtOnce.
	Grounds *league.Grounds `json:"grounds,omitempty"`
	// Substitute is the rule by which a substitute has to play on for players who left; nil if none
	// is needed.
	Substitute *league.Grounds `json:"substitute,omitempty"`
}

// Running is the condition of a game without result.
type Running string

// The conditions of a game without result.
const (
	Playing    Running = "playing"      // everybody is there
	GoesOn     Running = "goes-on"      // somebody left, enough remain
	EndsAtOnce Running = "ends-at-once" // too few remain
)

// Step describes the next round, or the end of the event.
type Step struct {
	// Kind is the kind of the round to draw; "" when the event is over.
	Kind   league.RoundKind `json:"kind,omitempty"`
	Number int              `json:"number,omitempty"`
	// Plan is the proposed seating; nil when the event is over, when Err holds the reason why there
	// is none, or while Missing results would change it.
	Plan *seating.Plan `json:"plan,omitempty"`
	// Provisional reports whether the round before is not closed, so that the plan may still change
	// and must not be drawn.
	Provisional bool `json:"provisional,omitempty"`
	// Undrawn reports whether the round is seated by lot and its order is not drawn yet.
	Undrawn bool `json:"undrawn,omitempty"`
	// Late are the entries that come late to it.
	Late []Lateness `json:"late,omitempty"`
	// Missing are the numbers of the tables of the round before that have no result.
	Missing []int `json:"missing,omitempty"`
	// Err is the refusal by the regulation; nil otherwise.
	Err *league.RuleError `json:"error,omitempty"`
}

// Struck is an entry that is out of the event.
type Struck struct {
	Entry league.Entry  `json:"entry"`
	At    league.Moment `json:"at"`
	Cause StruckCause   `json:"cause"`
	// Grounds cite the paragraph by which it is out.
	Grounds league.Grounds `json:"grounds"`
}

// StruckCause is the reason for which an entry is out.
type StruckCause string

// The causes of being out.
const (
	LeftGame StruckCause = "left-game" // left in the middle of a game
	Withdrew StruckCause = "withdrew"  // left between games
	Expelled StruckCause = "expelled"
	// WreckedGame: the player is at fault for a game that was declared void.
	WreckedGame StruckCause = "wrecked-game"
)

// FinalRow is one line of the final standings.
type FinalRow struct {
	// Place is 1, 2, 3, …; entries that the standings leave level share the better one. It is 0 for
	// an entry that has played too few games to be classified.
	Place int          `json:"place"`
	Entry league.Entry `json:"entry"`
	// Grounds are the reason for the place.
	Grounds league.Grounds `json:"grounds"`
	// Figures are the figures over all preliminary games of the entry, parallel to the criteria.
	Figures []league.Frac `json:"figures"`
	// Decided is the index of the criterion that put this row below the one above, if both have
	// their places by the preliminary standings; -1 otherwise.
	Decided int `json:"decided"`
	// Points are the points of the event for its series, PointsBy their grounds; or the points for
	// the place in the event, if the ruleset awards them in that way. Nil otherwise, and without a
	// place.
	Points   *league.Frac    `json:"points,omitempty"`
	PointsBy *league.Grounds `json:"pointsBy,omitempty"`
}

// FurtherStandings are standings other than those that seat.
type FurtherStandings struct {
	ID string `json:"id"`
	// Criteria are the criteria of these standings; figures of rows are parallel to them.
	Criteria []rules.Criterion `json:"criteria"`
	Rows     []standings.Row   `json:"rows"`
}

// PendingScore is a void game whose score is not known yet.
type PendingScore struct {
	Entry   league.Entry   `json:"entry"`
	Round   int            `json:"round"`
	Grounds league.Grounds `json:"grounds"`
}

// CopiedScore is a void game with the score of another one.
type CopiedScore struct {
	Entry league.Entry `json:"entry"`
	Round int          `json:"round"`
	// From is the round whose points it has; 0 if there is none, with no points.
	From    int            `json:"from,omitempty"`
	Points  league.Frac    `json:"points"`
	Grounds league.Grounds `json:"grounds"`
}

// Lateness holds the consequence of coming late to a round.
type Lateness struct {
	Entry   league.Entry `json:"entry"`
	Minutes int          `json:"minutes"`
	// Plays reports whether the entry may still play.
	Plays bool `json:"plays"`
	// CardsForgone is the number of first cards that the entry has to give up.
	CardsForgone int            `json:"cardsForgone,omitempty"`
	Grounds      league.Grounds `json:"grounds"`
}

// Award is a prize with the entry that gets it.
type Award struct {
	ID    string       `json:"id"`
	Entry league.Entry `json:"entry"`
	// Figure is the value of the first criterion of the award's standings; 0 for the
	// winner of the event.
	Figure  league.Frac    `json:"figure,omitzero"`
	Grounds league.Grounds `json:"grounds"`
}

// Barred is an entry that may not enter further events.
type Barred struct {
	Entry   league.Entry   `json:"entry"`
	From    string         `json:"from"` // the events from which the ruleset bars
	Grounds league.Grounds `json:"grounds"`
}
