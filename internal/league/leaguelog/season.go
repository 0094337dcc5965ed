package leaguelog

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/logfact"
)

// SeasonCreated records that a season was drafted.
type SeasonCreated struct {
	Season league.SeasonID `json:"season"`
	Slug   string          `json:"slug"` // by which its pages are found
}

// Kind is season.created.
func (SeasonCreated) Kind() string { return "season.created" }

// SeasonNow is the setup of a season from now on.
type SeasonNow struct {
	Season    league.SeasonID   `json:"season"`
	Version   int               `json:"version"`   // of the announced data
	PlaysFrom rules.Day         `json:"playsFrom"` // first day of its events
	PlaysTo   rules.Day         `json:"playsTo"`   // last day of its events
	FinalsBy  rules.Day         `json:"finalsBy"`  // last day of its finals
	TimeZone  string            `json:"timeZone"`  // where days begin and end that are of no venue
	Champion  *league.PlayerID  `json:"champion"`  // player who has a place in the national final; null for nobody
	Regions   []league.RegionID `json:"regions"`   // that take part
}

// SeasonChanged records that the announced data of a season were changed, except its days.
type SeasonChanged struct{ SeasonNow }

// Kind is season.changed.
func (SeasonChanged) Kind() string { return "season.changed" }

// SeasonMoved records that the days of a season were changed.
type SeasonMoved struct{ SeasonNow }

// Kind is season.moved.
func (SeasonMoved) Kind() string { return "season.moved" }

// SeasonOpened records that a season was announced.
type SeasonOpened struct{ SeasonNow }

// Kind is season.opened.
func (SeasonOpened) Kind() string { return "season.opened" }

// SeasonClosed records that a season is over.
type SeasonClosed struct{ SeasonNow }

// Kind is season.closed.
func (SeasonClosed) Kind() string { return "season.closed" }

// SeasonReopened records that a season runs again that was over.
type SeasonReopened struct{ SeasonNow }

// Kind is season.reopened.
func (SeasonReopened) Kind() string { return "season.reopened" }

// seasonMoves make the fact of a move of a season, by the state after it.
var seasonMoves = makers[SeasonNow]{
	"opened":   func(n SeasonNow) logfact.Fact { return SeasonOpened{n} },
	"closed":   func(n SeasonNow) logfact.Fact { return SeasonClosed{n} },
	"reopened": func(n SeasonNow) logfact.Fact { return SeasonReopened{n} },
}

// SeasonTurned is the fact that a season was opened, closed or reopened.
func SeasonTurned(move string, now SeasonNow) logfact.Fact { return seasonMoves.make(move, now) }

// RegionJoined records that a region takes part in a season.
type RegionJoined struct {
	SeasonNow
	Region league.RegionID `json:"region"`
}

// Kind is season.region-joined.
func (RegionJoined) Kind() string { return "season.region-joined" }

// RegionLeft records that a region does not take part in a season any more.
type RegionLeft struct {
	SeasonNow
	Region league.RegionID `json:"region"`
}

// Kind is season.region-left.
func (RegionLeft) Kind() string { return "season.region-left" }

// CalendarReleased records that the calendar of a season was released.
type CalendarReleased struct {
	Season  league.SeasonID `json:"season"`
	Edition int             `json:"edition"` // from 1
	Changes int             `json:"changes"` // number of lines that differ from the edition before
}

// Kind is season.calendar-released.
func (CalendarReleased) Kind() string { return "season.calendar-released" }

// SeasonRulesetChanged records that a season goes by another version of its ruleset.
type SeasonRulesetChanged struct {
	Season  league.SeasonID `json:"season"`
	Ordinal int             `json:"ordinal"` // of the rulesets of the season, from 1
	Events  int             `json:"events"`  // number of events that are played by it from now on
}

// Kind is season.ruleset-changed.
func (SeasonRulesetChanged) Kind() string { return "season.ruleset-changed" }

// RegionsMerged records that the qualified of a region play in the final of another.
type RegionsMerged struct {
	Season league.SeasonID `json:"season"`
	Merge  int             `json:"merge"`  // from 1 in the season
	Region league.RegionID `json:"region"` // which has no final
	Into   league.RegionID `json:"into"`   // region in whose final they play
}

// Kind is regions.merged.
func (RegionsMerged) Kind() string { return "regions.merged" }

// MergeRevoked records that a merger of regions does not hold any more.
type MergeRevoked struct {
	Season league.SeasonID `json:"season"`
	Merge  int             `json:"merge"` // from 1 in the season
}

// Kind is regions.merge-revoked.
func (MergeRevoked) Kind() string { return "regions.merge-revoked" }

// FinalDecided records that it was decided how the final of a region is played.
type FinalDecided struct {
	Season       league.SeasonID   `json:"season"`
	Decision     int               `json:"decision"` // from 1 in the season
	Region       league.RegionID   `json:"region"`
	DecisionKind string            `json:"kind"`       // how it is played
	CalledUp     []league.PlayerID `json:"calledUp"`   // players who were called up for it
	Semifinals   int               `json:"semifinals"` // number of tables that play for the final
	Why          string            `json:"why"`        // SHA-256 of the reason given, hexadecimal
}

// Kind is final.decided.
func (FinalDecided) Kind() string { return "final.decided" }

// FinalDecisionRevoked records that a decision about a final was taken back.
type FinalDecisionRevoked struct {
	Season   league.SeasonID `json:"season"`
	Decision int             `json:"decision"` // from 1 in the season
}

// Kind is final.decision-revoked.
func (FinalDecisionRevoked) Kind() string { return "final.decision-revoked" }

// Call is the convocation of a person to a final.
type Call struct {
	Season      league.SeasonID `json:"season"`
	Convocation uuid.UUID       `json:"convocation"` // id
	Player      league.PlayerID `json:"player"`      // who is called
	Place       string          `json:"place"`       // of the register, that they are offered
	Final       string          `json:"final"`       // regional-final or national-final
	AnswerBy    time.Time       `json:"answerBy"`    // until when they answer
}

// ConvocationSent records that a person was convoked to a final.
type ConvocationSent struct{ Call }

// Kind is convocation.sent.
func (ConvocationSent) Kind() string { return "convocation.sent" }

// ConvocationLapsed records that a person has not answered a convocation in time.
type ConvocationLapsed struct{ Call }

// Kind is convocation.lapsed.
func (ConvocationLapsed) Kind() string { return "convocation.lapsed" }

// ConvocationWithdrawn records that a convocation was taken back.
type ConvocationWithdrawn struct {
	Season      league.SeasonID `json:"season"`
	Convocation uuid.UUID       `json:"convocation"` // id
}

// Kind is convocation.withdrawn.
func (ConvocationWithdrawn) Kind() string { return "convocation.withdrawn" }

// Answer is the answer of a person who has a place in a final.
type Answer struct {
	Season league.SeasonID   `json:"season"`
	Player league.PlayerID   `json:"player"`
	Final  rules.SeasonFinal `json:"final"` // regional-final or national-final
	Place  string            `json:"place"` // of the register; "" where they had none yet
}

// ComingAnswered records that a person accepts a place in a final.
type ComingAnswered struct{ Answer }

// Kind is answer.coming.
func (ComingAnswered) Kind() string { return "answer.coming" }

// NotComingAnswered records that a person declines a place in a final.
type NotComingAnswered struct{ Answer }

// Kind is answer.not-coming.
func (NotComingAnswered) Kind() string { return "answer.not-coming" }

// ContactDataChanged records that a regional contact has changed their public
// contact data.
type ContactDataChanged struct {
	Region league.RegionID `json:"region"`
}

// Kind is contact-data.changed.
func (ContactDataChanged) Kind() string { return "contact-data.changed" }
