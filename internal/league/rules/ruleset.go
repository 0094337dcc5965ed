package rules

import "referto/internal/league"

// Ruleset is a regulation as data. It is read-only once decoded: engines and
// events share it.
type Ruleset struct {
	// ID names the document, lower kebab: "catan-nazionale-2009".
	ID string `json:"id"`
	// Code is the short name used in citations: "CN09".
	Code string `json:"code"`
	// Name is the regulation's title in its own language.
	Name string `json:"name"`
	// Language is that of Name and of the texts: "it".
	Language    string      `json:"language"`
	Game        Game        `json:"game"`
	Field       Field       `json:"field"`
	Tables      Tables      `json:"tables"`
	Format      Format      `json:"format"`
	Seating     Seating     `json:"seating"`
	Scoring     Scoring     `json:"scoring"`
	Standings   []Standings `json:"standings"`
	Elimination Elimination `json:"elimination"`
	Time        Time        `json:"time"`
	Officials   Officials   `json:"officials"`
	// Fee is the rule on entry fees; nil where the regulation has none.
	Fee         *Fee        `json:"fee,omitempty"`
	Eligibility []Exclusion `json:"eligibility"`
	Discipline  Discipline  `json:"discipline"`
	// Leaving is the rule on those who go before the end.
	Leaving Leaving `json:"leaving,omitzero"`
	// Attendance is the rule on coming late, where entrants come round by round.
	Attendance *Attendance `json:"attendance,omitempty"`
	// Appearance is the rule on coming at all; nil where the regulation has none.
	Appearance *Appearance `json:"appearance,omitempty"`
	// Awards are the prizes that follow from the results.
	Awards []Award `json:"awards,omitempty"`
	// Board is the map of the game; nil where nothing follows from it.
	Board *Board `json:"board,omitempty"`
	// ScoreLine writes results in one line; nil where the ruleset has no such line.
	ScoreLine *ScoreLine `json:"scoreLine,omitempty"`
	// Calculations are figures that formulas define, each after those it names.
	Calculations []Calculation `json:"calculations,omitempty"`
	// Series makes standings of several events; nil where they make none.
	Series *Series `json:"series,omitempty"`
	// Season has the rules of a season, Lifetime those of the ranking beyond seasons;
	// nil where the regulation has none.
	Season   *Season   `json:"season,omitempty"`
	Lifetime *Lifetime `json:"lifetime,omitempty"`
	Texts    []Text    `json:"texts"`
	// Readings are the open paragraphs, by key ("A002-1").
	Readings map[string]Reading `json:"readings"`
}

// Game describes the game and the figures that are written down when one ends.
type Game struct {
	Name string `json:"name"`
	// Variants are the games that may be played under this ruleset; the first
	// is the default.
	Variants []Variant `json:"variants"`
	// Declaration is the rule on declaring victory: whether one wins only by it.
	Declaration Declaration `json:"declaration"`
	// Figures are further numbers to be recorded for each seat.
	Figures []Figure `json:"figures,omitempty"`
	// Sums are figures added up from recorded ones.
	Sums []Sum `json:"sums,omitempty"`
	// Objectives are dealt out at a table, each to at most one seat; nil where
	// the game has none.
	Objectives []Objective `json:"objectives,omitempty"`
	// Armies and Cards are rules of the board that a referee has to calculate;
	// nil where the game has none.
	Armies *ArmyLimit    `json:"armies,omitempty"`
	Cards  *CardExchange `json:"cards,omitempty"`
}

// Variant is one game with its own target.
type Variant struct {
	ID   string `json:"id"`   // "base"
	Name string `json:"name"` // in the ruleset's language
	// Target is the number of victory points that wins.
	Target int `json:"target"`
	// Announced is the range in which an event may announce another target; nil
	// where the ruleset's holds for all.
	Announced *Range `json:"announced,omitempty"`
	// VP is the range in which points on the board are believed.
	VP        Range  `json:"vp"`
	Paragraph string `json:"paragraph"`
}

// Range is a closed range of whole numbers.
type Range struct {
	Min int `json:"min"` // least value
	Max int `json:"max"` // greatest value
}

// Declaration is the rule on how a game is won before any limit.
type Declaration struct {
	// Required: nobody has won who has not declared it.
	Required  bool   `json:"required"`
	Paragraph string `json:"paragraph"`
}

// Figure is a further number recorded for each seat with a result.
type Figure struct {
	ID        string `json:"id"` // "settlements"
	Name      string `json:"name"`
	Range     Range  `json:"range"`
	Paragraph string `json:"paragraph"`
	// OnePerTable: at most one seat of a table may have it, as with a card that
	// changes hands.
	OnePerTable bool `json:"onePerTable,omitempty"`
	// TableSizes are the sizes of the tables at which it is recorded; nil is
	// all.
	TableSizes []int `json:"tableSizes,omitempty"`
}

// Format gives the structure of an event by its number of entrants.
type Format struct {
	// Formulas are the tables of structures the organizer may choose from.
	Formulas  []Formula `json:"formulas"`
	Paragraph string    `json:"paragraph"`
	// OtherStructure is the rule on agreeing another structure beforehand.
	OtherStructure OtherStructure `json:"otherStructure"`
}

// Formula is one table of structures.
type Formula struct {
	ID       string    `json:"id"` // "club"
	Name     string    `json:"name"`
	Brackets []Bracket `json:"brackets"`
}

// Bracket is the structure for a range of numbers of entrants.
type Bracket struct {
	From int `json:"from"` // first number of the range
	// To is the last number of the range; 0 is no end.
	To int `json:"to,omitempty"`
	Structure
}

// Structure is the sequence of an event: preliminary rounds, then perhaps a
// semifinal, then perhaps a final. An event may begin with its semifinal.
type Structure struct {
	Rounds    int  `json:"rounds"`    // preliminary rounds
	Semifinal bool `json:"semifinal"` // whether there is one after the rounds
	Final     bool `json:"final"`     // whether there is one at the end
	// Advance, where not 0, has everybody drawn for the semifinal, with which the
	// event begins, and this many of each of its tables go on to the final. There are
	// no rounds before it then, and the semifinal's seeds do not matter.
	Advance int `json:"advance,omitempty"`
}

// OtherStructure is the rule on structures not in the table.
type OtherStructure struct {
	Allowed bool `json:"allowed"` // whether one may be agreed
	// ApprovedBy is the role that must agree beforehand.
	ApprovedBy string `json:"approvedBy,omitempty"`
	Paragraph  string `json:"paragraph"`
}

// Time is the time limit of games.
type Time struct {
	Limit TimeLimit `json:"limit"`
	// Minutes recommended for a game, by variant.
	Minutes map[string]int `json:"minutes,omitempty"`
	// Phases follow when time is up, in order; none where no game is ended by time.
	Phases []TimePhase `json:"phases,omitempty"`
	// TurnMinutes is the most that a turn may take where an organizer limits
	// turns; 0 is no such limit. It ends no game.
	TurnMinutes int `json:"turnMinutes,omitempty"`
	// AnnouncedBefore: it must be announced before the start.
	AnnouncedBefore bool   `json:"announcedBefore,omitempty"`
	Paragraph       string `json:"paragraph"`
}

// TimeLimit names whether games have a time limit.
type TimeLimit string

// The time limits of games.
const (
	NoLimit       TimeLimit = "none"
	OptionalLimit TimeLimit = "optional" // the organizer decides before the start
	AlwaysLimit   TimeLimit = "always"
)

// TimePhase is a part of a game after its time is up.
type TimePhase struct {
	Phase     ClockPhase `json:"phase"`
	Paragraph string     `json:"paragraph"`
}

// ClockPhase names a part of a game after its time is up.
type ClockPhase string

// The phases after time is up.
const (
	LastTurn     ClockPhase = "last-turn"      // the player in turn ends their turn
	EvenTurns    ClockPhase = "even-turns"     // the others play until all have had as many turns
	ThirdLastLap ClockPhase = "third-last-lap" // the running lap is the last but two
	LastLap      ClockPhase = "last-lap"       // everybody has one more turn
	ExtraTurns   ClockPhase = "extra-turns"    // everybody may play a number of turns or pass
	CountingUp   ClockPhase = "counting"       // nobody plays any more
)

// Officials is the rule on referees.
type Officials struct {
	// EntrantsPerReferee is the recommended ratio; below it there is a notice,
	// no block. 0 is no recommendation.
	EntrantsPerReferee int    `json:"entrantsPerReferee,omitempty"`
	Paragraph          string `json:"paragraph"`
}

// Fee is the rule on when an entry fee is announced.
type Fee struct {
	// AfterOpening decides about a fee that is set or raised once entries have been
	// opened. It may always be lowered.
	AfterOpening LateFee `json:"afterOpening"`
	Paragraph    string  `json:"paragraph"`
}

// LateFee names the treatment of a fee that is announced too late.
type LateFee string

// The treatments of a fee that is announced too late.
const (
	FeeRefused LateFee = "refused"
	FeeNoted   LateFee = "noted" // it holds, and the event bears a notice
)

// Exclusion is one reason for which a person may not enter or start.
type Exclusion struct {
	// Reason names the fact about the person that excludes, one of the Excluded constants.
	Reason    ExclusionReason `json:"reason"`
	Paragraph string          `json:"paragraph"`
}

// ExclusionReason names a fact about a person that bars from an event.
type ExclusionReason string

// The facts that a ruleset may let bar from an event.
const (
	// RefereeOfEvent: referees at this event.
	RefereeOfEvent ExclusionReason = "referee-of-event"
	// AlreadyQualified: holds a place in a final of the same season.
	AlreadyQualified ExclusionReason = "already-qualified"
	// EmployeeOfPublisher: works for the publisher.
	EmployeeOfPublisher ExclusionReason = "employee-of-publisher"
	// Banned: disqualified for grave offenses at earlier events.
	Banned ExclusionReason = "banned"
)

// Discipline is the rule on penalties.
type Discipline struct {
	Warning   Warning   `json:"warning"`
	Expulsion Expulsion `json:"expulsion"`
	// Offenses are the reasons for a penalty that the regulation names.
	Offenses []Offense `json:"offenses,omitempty"`
}

// Warning is the rule on warnings.
type Warning struct {
	// ExpelsAt is the number of warnings that expels; 0 is never.
	ExpelsAt int `json:"expelsAt,omitempty"`
	// NeedsConfirmation: the expulsion waits for the first referee.
	NeedsConfirmation bool   `json:"needsConfirmation,omitempty"`
	Paragraph         string `json:"paragraph"`
}

// Expulsion is the rule on expulsions.
type Expulsion struct {
	// NeedsConfirmation: a direct expulsion waits for the first referee.
	NeedsConfirmation bool `json:"needsConfirmation,omitempty"`
	// Until is the last moment at which a player may be expelled; "" is no end.
	Until ExpulsionEnd `json:"until,omitempty"`
	// ReportedTo is the role to which expelled players are reported; "" is
	// nobody.
	ReportedTo      string `json:"reportedTo,omitempty"`
	Paragraph       string `json:"paragraph"`
	ReportParagraph string `json:"reportParagraph,omitempty"` // of the duty to report
}

// ExpulsionEnd names the last moment at which a player may be expelled.
type ExpulsionEnd string

// UntilLastRound is in and right after a game, before the results of the last
// round have been processed.
const UntilLastRound ExpulsionEnd = "last-round"

// Offense is a reason for a penalty.
type Offense struct {
	Code      string `json:"code"` // by which a penalty names it
	Name      string `json:"name"` // in the ruleset's language
	Paragraph string `json:"paragraph"`
	// Points are added in the standings by a penalty in points for it, mostly
	// less than 0; nil where it is not punished so.
	Points *league.Frac `json:"points,omitempty"`
}

// TextKind is the use that the platform makes of a paragraph.
type TextKind string

// The kinds of texts.
const (
	// Computed: something in the code follows from the paragraph.
	Computed TextKind = "computed"
	// Published: the paragraph is shown, found and cited.
	Published TextKind = "text"
)

// Text is one paragraph of the regulation, verbatim.
type Text struct {
	Paragraph string   `json:"paragraph"` // "3.2a"
	Title     string   `json:"title"`     // as printed, or ours where none is
	Kind      TextKind `json:"kind"`
	// Where names the place that carries out a computed paragraph: package and
	// function, or the option of the ruleset.
	Where string `json:"where,omitempty"`
	// Body is the wording in Markdown.
	Body string `json:"body"`
}

// Text finds a paragraph; ok is false where the ruleset has no such text.
func (r *Ruleset) Text(paragraph string) (text Text, ok bool) {
	for _, t := range r.Texts {
		if t.Paragraph == paragraph {
			return t, true
		}
	}
	return Text{}, false
}

// Grounds are the grounds of a decision by this ruleset. The params alternate
// between names and values.
func (r *Ruleset) Grounds(paragraph, reason string, params ...string) league.Grounds {
	g := league.Grounds{Code: r.Code, Par: paragraph, Reason: reason}
	for i := 0; i+1 < len(params); i += 2 {
		if g.Params == nil {
			g.Params = make(map[string]string, len(params)/2)
		}
		g.Params[params[i]] = params[i+1]
	}
	return g
}

// Refuse is the error when the regulation says no; see [Ruleset.Grounds].
func (r *Ruleset) Refuse(paragraph, reason string, params ...string) error {
	return &league.RuleError{Grounds: r.Grounds(paragraph, reason, params...)}
}

// NotNow is the error when the regulation says no to something as things stand; see
// [Ruleset.Grounds].
func (r *Ruleset) NotNow(paragraph, reason string, params ...string) error {
	return &league.StateError{Grounds: r.Grounds(paragraph, reason, params...)}
}
