package rules

// Leaving is the rule on those who go before the end: whether they stay in the standings.
type Leaving struct {
	// Withdrawn are those who leave between games, Disqualified those who leave
	// a game or are expelled.
	Withdrawn    AfterLeaving `json:"withdrawn,omitempty"`
	Disqualified AfterLeaving `json:"disqualified,omitempty"`
	// FinalPlace names the end of the final order at which those stand who are out of the
	// standings.
	FinalPlace FinalPlace `json:"finalPlace,omitempty"`
	// GameOnly: leaving a game is not leaving the event.
	GameOnly bool `json:"gameOnly,omitempty"`
	// Ban names the events from which leaving without good reason may ban; "" is none. The
	// leaving is reported to the championship manager, who decides.
	Ban Ban `json:"ban,omitempty"`
	// UntilDecided is the rule on entering events for a reported player, until then.
	UntilDecided UntilDecided `json:"untilDecided,omitempty"`
	Paragraph    string       `json:"paragraph,omitempty"`
}

// Ban names the events from which a player is barred who left without good reason.
type Ban string

// FutureEvents are all that come.
const FutureEvents Ban = "future-events"

// UntilDecided names the treatment of a reported player until the decision.
type UntilDecided string

// The treatments of a reported player until the decision.
const (
	BarredUntilDecided UntilDecided = "barred" // from the events that the ban would be about; also the default
	PlaysUntilDecided  UntilDecided = "plays"
)

// AfterLeaving names whether a player who is out stays in the standings.
type AfterLeaving string

// The treatments in the standings of a player who is out.
const (
	KeptInStandings AfterLeaving = "kept"     // with the games they played
	OutOfStandings  AfterLeaving = "excluded" // also where nothing is said
)

// FinalPlace names where those stand in the final order who are out of the standings.
type FinalPlace string

// The places in the final order of those who are out of the standings.
const (
	LastOfAll FinalPlace = "last" // behind everybody, the last to leave first; also where nothing is said
	NoPlace   FinalPlace = "none" // nowhere: they are struck from it too (FG14 3)
)

// Attendance is the rule on coming late to a round.
type Attendance struct {
	// Grace is the number of whole minutes by which one may be late and still play.
	Grace int `json:"grace"`
	// CardsForgone are the first cards given up by who comes late and plays.
	CardsForgone int    `json:"cardsForgone,omitempty"`
	Paragraph    string `json:"paragraph"`
}

// AwardTo names who gets an award.
type AwardTo string

// The winners of an award.
const (
	// ToWinner: the first of the event.
	ToWinner AwardTo = "winner"
	// ToBestOther: the first of the award's standings who is not the winner.
	ToBestOther AwardTo = "best-other"
)

// Award is a prize that follows from the results.
type Award struct {
	ID   string  `json:"id"`
	Name string  `json:"name"` // in the ruleset's language
	To   AwardTo `json:"to"`
	// Standings is the id of the standings that decide; "" for the winner.
	Standings string `json:"standings,omitempty"`
	// Games are those whose figures count; "" for the winner.
	Games AwardGames `json:"games,omitempty"`
	// FinalLeavers is the rule on the award for who leaves the final, or is expelled in it or after
	// it; "" is that they may not have it, as who leaves before.
	FinalLeavers AwardLeavers `json:"finalLeavers,omitempty"`
	Paragraph    string       `json:"paragraph"`
}

// AwardLeavers names whether who leaves the final may have an award.
type AwardLeavers string

// The treatments of the award of a player who leaves the final.
const (
	AwardKept   AwardLeavers = "kept"   // by the points they made
	AwardStruck AwardLeavers = "struck" // as who leaves before
)

// AwardGames names the games that count for an award.
type AwardGames string

// The games that count for an award.
const (
	TwoRounds AwardGames = "two_rounds" // the preliminary rounds, which everybody plays
	WithFinal AwardGames = "with_final" // and the points of the final
)
