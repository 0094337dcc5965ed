package rules

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"referto/internal/league"
)

// Season binds the events of one season together: the days on
// which they are played, the demands on a valid event, and the places to which its first ranks lead.
type Season struct {
	Calendar     Calendar     `json:"calendar"`
	Announcement Announcement `json:"announcement"`
	Report       Report       `json:"report"`
	// Clash bounds how close in time and place two events may be before their planners are
	// notified; left out they learn it only when they ask. Nothing is refused for it.
	Clash Clash `json:"clash,omitzero"`
	// Homologation sets the day until which a report is judged; left out it is the last
	// day of the regional finals.
	Homologation Homologation `json:"homologation,omitzero"`
	// Reminders give the days before a deadline on which people get a letter about a task;
	// tasks that are not listed have no reminders.
	Reminders []Reminder `json:"reminders,omitempty"`
	// Contacts makes contact data of the regional contacts public; left out none are.
	Contacts Contacts `json:"contacts,omitzero"`
	// Documents are the photos that a report must have; without them the event is
	// invalid.
	Documents []Document `json:"documents,omitempty"`
	// Sound is the demand that results be complete, legible, right and come about
	// properly, which the homologating person judges.
	Sound Soundness `json:"sound"`
	// Checked is the rule that nobody decides whether their own event counts. Left
	// out the paragraph on sound results is cited for it.
	Checked Checking `json:"checked,omitzero"`
	// Tiers are the kinds of events by their size, the smaller before the larger
	// of one circuit. The smallest of a circuit says how many players make an event
	// valid.
	Tiers  []Tier     `json:"tiers"`
	Counts TierCounts `json:"counts"`
	// Fewer says from whom an event with fewer players is accepted; nil from nobody.
	Fewer *FewerPlayers `json:"fewer,omitempty"`
	// Barred is the rule on entrants who may not take part: whether they make up the number.
	Barred BarredEntrants `json:"barred"`
	// Champion is the place of the reigning champion; nil where they have none.
	Champion *ChampionPlace `json:"champion,omitempty"`
	// Final is the rule on the finals of the regions; left out where there are none.
	Final RegionalFinal `json:"final,omitzero"`
	// Answer sets the term in which a convoked person has to answer.
	Answer Answer       `json:"answer"`
	Refund Refund       `json:"refund"`
	CallUp SeasonCallUp `json:"callUp"`
	// Prizes is the rule on prizes sent for an event that turns out invalid; nil
	// where there is none.
	Prizes    *SeasonPrizes `json:"prizes,omitempty"`
	Paragraph string        `json:"paragraph"`
}

// Day is a day of the calendar, "2009-12-31".
type Day string

// DayOf makes the day of a moment in its zone.
func DayOf(t time.Time) Day { return Day(t.Format(time.DateOnly)) }

// Midnight returns the start of the day in UTC, to count with. It panics for a text that
// is no day: days are checked where they come in.
func (d Day) Midnight() time.Time {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		panic(err)
	}
	return t
}

// End returns the first moment after the day at a place; the zero time for no day.
func (d Day) End(zone *time.Location) time.Time {
	if d == "" {
		return time.Time{}
	}
	next := d.Midnight().AddDate(0, 0, 1)
	end := time.Date(next.Year(), next.Month(), next.Day(), 0, 0, 0, 0, zone)
	if DayOf(end) <= d { // clocks go forward over the midnight, which there is not
		_, end = end.ZoneBounds()
	}
	return end
}

// Plus returns the day so many days later; earlier for less than 0.
func (d Day) Plus(days int) Day { return DayOf(d.Midnight().AddDate(0, 0, days)) }

// UnmarshalText reads a day that there is.
func (d *Day) UnmarshalText(text []byte) error {
	if day, err := time.Parse(time.DateOnly, string(text)); err != nil || !league.PlausibleYear(day) {
		return fmt.Errorf("%q is no day such as 2009-12-31", text)
	}
	*d = Day(text)
	return nil
}

// MarshalText writes the day as it was read.
func (d Day) MarshalText() ([]byte, error) { return []byte(d), nil }

// Breach names the effect of a breach of the season's rules on an event.
type Breach string

// The effects of a breach.
const (
	BreachOnly Breach = "breach_only" // it is noted
	Invalid    Breach = "invalid"     // the event does not count
)

// Calendar sets the days on which the events of the season are played; the first and
// the last belong to it.
type Calendar struct {
	From Day `json:"from"` // first day
	To   Day `json:"to"`   // last day
	// Outside decides about an event on another day.
	Outside Breach `json:"outside"`
	// TimeZone is the zone in which days begin and end that are of no venue,
	// "Europe/Rome"; left out it is UTC. A season may be set up with another.
	TimeZone  string `json:"timeZone,omitempty"`
	Paragraph string `json:"paragraph"`
}

// Announcement sets the term before its day by which an event is made public.
type Announcement struct {
	Days int `json:"days"` // before the event
	// Late decides about an event announced later.
	Late      Breach `json:"late"`
	Paragraph string `json:"paragraph"`
}

// Contacts lists the contact data of the regional contacts that the season publishes, as
// far as they have given them for that.
type Contacts struct {
	Publishes []ContactDatum `json:"publishes"`
	Paragraph string         `json:"paragraph"`
}

// ContactDatum names something by which a person can be reached.
type ContactDatum string

// The data of a regional contact that can be published besides their name.
const (
	ContactMail      ContactDatum = "mail"
	ContactTelephone ContactDatum = "telephone"
	ContactCity      ContactDatum = "city"
)

// Publishes reports whether the season makes something of its regional contacts public.
func (s *Season) Publishes(datum ContactDatum) bool {
	return s != nil && slices.Contains(s.Contacts.Publishes, datum)
}

// Clash bounds the days and the distance within which two events of the season are
// reported to their planners. Those of one city or region are near whatever the
// distance.
type Clash struct {
	Days       int `json:"days"`       // at most so many apart
	Kilometers int `json:"kilometers"` // at most so many apart
}

// Report sets the term after its last day in which the results of an event may arrive.
type Report struct {
	Days int `json:"days"` // after the end of the event
	// Waive names the office that may homologate an event whose results came later.
	Waive     Waiver `json:"waive,omitempty"`
	Paragraph string `json:"paragraph"`
}

// Homologation sets the term in which a report that has arrived is judged.
type Homologation struct {
	Days      int    `json:"days"` // after the report
	Paragraph string `json:"paragraph"`
}

// Reminder sets the days on which people are written to about something that they have
// to do by a day. Of two at once they get the later only.
type Reminder struct {
	Duty Duty `json:"duty"`
	// Days is the number of days before the last one; 0 is not before it.
	Days int `json:"days,omitempty"`
	// Late: they are reminded once more when the last day is over.
	Late bool `json:"late,omitempty"`
}

// Duty names a task with a deadline. About the answer to a
// convocation the season's answer says when they are reminded.
type Duty string

// The duties, with who has them.
const (
	DutyAnnounce       Duty = "announce"        // organizer: make an event public
	DutyReport         Duty = "report"          // organizer: send the report of an event
	DutyAnswerQuestion Duty = "answer-question" // organizer: send a report again that was returned
	DutyReturnPrizes   Duty = "return-prizes"   // organizer: send prizes back or pay them
	DutyHomologate     Duty = "homologate"      // regional contact or manager: judge a report
	DutyDecideHosting  Duty = "decide-hosting"  // regional contact or manager: decide a club's request to hold an event
	DutyAnnounceFinal  Duty = "announce-final"  // regional contact: say when the final of a region is
	DutyNameRegion     Duty = "name-region"     // manager: say with whom a region plays
	DutyDecide         Duty = "decide"          // manager: decide a case without a rule
	DutyOutsideSeason  Duty = "outside-season"  // regional contact or manager: move an event that the season's days leave outside
	DutyClaimRefund    Duty = "claim-refund"    // finalist: claim the refund of their journey
	DutyCompleteRefund Duty = "complete-refund" // finalist: complete a claim and hand it in
)

// ReminderOf returns the reminder of a duty; the zero Reminder is never.
func (s *Season) ReminderOf(d Duty) Reminder {
	for _, r := range s.Reminders {
		if r.Duty == d {
			return r
		}
	}
	return Reminder{}
}

// Waiver names who may homologate an event in spite of a demand it fails.
type Waiver string

// Those who may waive a demand.
const (
	Nobody      Waiver = ""        // it makes the event invalid
	ByManager   Waiver = "manager" // the championship manager, with a reason
	ByWhoChecks Waiver = "checker" // the person who homologates the event, with a reason
)

// Document is a photo that a report must have.
type Document struct {
	Kind string `json:"kind"` // "winner"
	// Rounds are those in which it is to be taken; nil at any time.
	Rounds    []int  `json:"rounds,omitempty"`
	Waive     Waiver `json:"waive,omitempty"`
	Paragraph string `json:"paragraph"`
}

// Soundness is the demand that results be sound.
type Soundness struct {
	Paragraph string `json:"paragraph"`
}

// Checking is the rule that an event is checked by nobody whose own it is.
type Checking struct {
	// NotBy are the parts in an event that make it a person's own; left out it is every
	// one.
	NotBy     []Part `json:"notBy,omitempty"`
	Paragraph string `json:"paragraph"`
}

// Part names a person's part in an event.
type Part string

// The parts in an event.
const (
	// Organized: an office over it on its day or now, or they drafted it and nobody else
	// has that office.
	Organized Part = "organized"
	Refereed  Part = "refereed"
	Played    Part = "played"   // or entered
	Recorded  Part = "recorded" // how it ended, as it stands
	Reported  Part = "reported" // they sent the last report of it
)

// parts are all, the first named first where a person had several.
var parts = []Part{Organized, Refereed, Played, Recorded, Reported}

// OwnBy are the parts in an event that make it a person's own, so that others decide
// about it.
func (s *Season) OwnBy() []Part {
	if len(s.Checked.NotBy) > 0 {
		return s.Checked.NotBy
	}
	return parts
}

// CheckedBy is the paragraph that says who decides whether an event counts.
func (s *Season) CheckedBy() string { return cmp.Or(s.Checked.Paragraph, s.Sound.Paragraph) }

// FewerPlayers says from whom an event with too few players is accepted.
type FewerPlayers struct {
	// NewOrganizersOnly: only from organizers who organize for the first time.
	NewOrganizersOnly bool   `json:"newOrganizersOnly"`
	Waive             Waiver `json:"waive"`
	Paragraph         string `json:"paragraph"`
}

// ChampionPlace is the place of the reigning champion.
type ChampionPlace struct {
	Lead
	Paragraph string `json:"paragraph"`
}

// Answer sets the term in which a convoked person to a final has to answer.
type Answer struct {
	Days int `json:"days"` // from the convocation
	// RemindDays is the number of days before the end of the term at which they are
	// reminded; 0 is never.
	RemindDays int `json:"remindDays,omitempty"`
	// Paragraph is left out where the regulation has none on answers.
	Paragraph string `json:"paragraph,omitempty"`
}

// SeasonPrizes is the rule on prizes that were sent for an event that turns out
// invalid: they go back or are paid with the carriage, or are kept for another
// event.
type SeasonPrizes struct {
	Days int `json:"days"` // after the end of the event
	// Keep: the federation may leave them for a next event.
	Keep      bool   `json:"keep"`
	Paragraph string `json:"paragraph"`
}

// AccessTo is the paragraph that says who comes to a final, and who does in the place of
// a holder who cannot.
func (s *Season) AccessTo(final SeasonFinal) string {
	if tiers := s.TiersOf(RegionalCircuit); final == ToRegionalFinal && len(tiers) > 0 {
		return tiers[0].Paragraph
	}
	return cmp.Or(s.Final.LeadsParagraph, s.Tiers[0].Paragraph)
}

// AnswerParagraph is the paragraph on answers to a convocation: the ruleset's own on them,
// where it has none that on who comes to the final and who cannot.
func (s *Season) AnswerParagraph(final SeasonFinal) string {
	return cmp.Or(s.Answer.Paragraph, s.AccessTo(final))
}

// Circuit names a series of events of a season.
type Circuit string

// The circuits.
const (
	RegionalCircuit Circuit = "regional" // one for each region
	OpenCircuit     Circuit = "open"
	OnlineCircuit   Circuit = "online"
)

// Tier is an event of some circuits with at least a number of entrants.
type Tier struct {
	ID   string `json:"id"` // "grande-torneo"
	Name string `json:"name"`
	// Circuits are those with this tier.
	Circuits []Circuit `json:"circuits"`
	// Least is the number of entrants from which it is of this tier.
	Least int `json:"least"`
	// Leads name the finals to which the first places lead, the first place first.
	Leads     []Lead `json:"leads"`
	Paragraph string `json:"paragraph"`
}

// TiersOf are the tiers of a circuit, the smallest first.
func (s *Season) TiersOf(circuit Circuit) []Tier {
	var out []Tier
	for _, t := range s.Tiers {
		if slices.Contains(t.Circuits, circuit) {
			out = append(out, t)
		}
	}
	return out
}

// Lead names the final to which a place leads.
type Lead struct {
	To SeasonFinal `json:"to"`
	// Refund: the journey there is paid.
	Refund bool `json:"refund,omitempty"`
	// Substitute is the place whose holder alone may step in; nil is nobody.
	Substitute *PlaceSubstitute `json:"substitute,omitempty"`
}

// PlaceSubstitute names the place whose holder may step in for a holder who cannot come
// to a final.
type PlaceSubstitute struct {
	Place     int    `json:"place"` // in the same event
	Paragraph string `json:"paragraph"`
}

// SeasonFinal names a final of the season.
type SeasonFinal string

// The finals of a season.
const (
	ToRegionalFinal SeasonFinal = "regional-final"
	ToNationalFinal SeasonFinal = "national-final"
)

// TierCounts names who makes up the number that a tier asks for; an event is
// valid by those who played.
type TierCounts string

// Those who make up the number of a tier.
const (
	Registered TierCounts = "registered" // those who signed up
	Players    TierCounts = "players"    // those who played
)

// BarredEntrants names whether entrants who may not take part make up a number.
type BarredEntrants string

// The ways to count entrants who may not take part.
const (
	RefusedNotCounted BarredEntrants = "refused_not_counted"
	CountedAlike      BarredEntrants = "counted"
)

// RegionalFinal is the rule on the finals of the regions.
type RegionalFinal struct {
	By Day `json:"by"` // last day
	// Late decides about one played later.
	Late Breach `json:"late"`
	// Papers is the rule on its report: whether it has to have the photos and to come in time, as those
	// of other events; left out it has not.
	Papers FinalPapers `json:"papers,omitempty"`
	// WithoutPlace decides about a place won by a player who turns out to have had no right
	// to play, because the event by which they came is invalid; left out it is void.
	WithoutPlace WithoutPlace `json:"withoutPlace,omitempty"`
	// Leads name the finals to which its first places lead, the first place first.
	Leads []Lead `json:"leads"`
	// Formats say how it is played with a number of finalists; a number without is
	// played as a tournament.
	Formats   []FinalFormat `json:"formats,omitempty"`
	Paragraph string        `json:"paragraph"`
	// LeadsParagraph is the paragraph on who goes on.
	LeadsParagraph string `json:"leadsParagraph"`
}

// FinalPapers names whether the papers of other events are demanded of a regional final.
type FinalPapers string

// The demands for papers of a regional final.
const (
	PapersDemanded    FinalPapers = "demanded"
	PapersNotDemanded FinalPapers = "not_demanded"
)

// WithoutPlace names the treatment of a place won by a player without the right to play.
type WithoutPlace string

// The treatments of a place without a right to play.
const (
	PlaceVoid   WithoutPlace = "void"   // it is nobody's until the ranking is corrected or the manager lets it stand
	PlaceStands WithoutPlace = "stands" // that they played is noted
)

// FinalFormat is the way in which a regional final with a number of finalists is played.
type FinalFormat struct {
	Finalists int         `json:"finalists"` // their number, after substitutes and before call-ups
	Do        FinalAction `json:"do"`
	// CallUp fills the field before it is played; nil calls nobody up.
	CallUp *FinalCallUp `json:"callUp,omitempty"`
	// Semifinals is the number of tables, drawn, that play for the final; as many of
	// each go on as fill it ([Structure].Advance). 0 is a single game.
	Semifinals int    `json:"semifinals,omitempty"`
	Paragraph  string `json:"paragraph"`
}

// FinalAction names an action for the finalists of a region.
type FinalAction string

// The actions for the finalists of a region.
const (
	PlayFinal FinalAction = "final"      // they play, at one table or in semifinals before it
	PlayEvent FinalAction = "tournament" // they play a tournament of a form that is agreed
	Merge     FinalAction = "merge"      // they play with another region that the manager names
	Decide    FinalAction = "decide"     // the regulation has no rule: the manager decides and says why
)

// FinalCallUp is the order in which people are called up to fill the field of a regional final.
type FinalCallUp struct {
	To int `json:"to"` // field that is aimed at
	// Least is the field with which it is played all the same.
	Least int `json:"least"`
	// Places are the places of the region's events from which players are called up:
	// a later one only when nobody of an earlier one can be.
	Places []int `json:"places"`
	// First names the event that is asked first.
	First AskedFirst `json:"first"`
	// Otherwise names the step taken when fewer than Least come together.
	Otherwise FinalAction `json:"otherwise"`
}

// AskedFirst names the event that is asked first for a call-up.
type AskedFirst string

// The event that is asked first for a call-up.
const (
	FirstPlayed AskedFirst = "first-played"
	LargestOne  AskedFirst = "largest"
)

// Refund is the rule on the journey to the final.
type Refund struct {
	// Substitute names the refund of a player who steps in.
	Substitute SubstituteRefund `json:"substitute"`
	// ClaimDays is the number of days after the national final in which a claim may be
	// handed in; 0 is at any time.
	ClaimDays int    `json:"claimDays,omitempty"`
	Paragraph string `json:"paragraph"`
}

// SubstituteRefund names the refund of a player who steps in.
type SubstituteRefund string

// The refunds of a player who steps in.
const (
	AsRoute  SubstituteRefund = "as_route" // as the place brings it
	NoRefund SubstituteRefund = "no_refund"
)

// SeasonCallUp fills places of a final that stay empty.
type SeasonCallUp struct {
	// Level names which of two events of one size is asked first.
	Level LevelEvents `json:"level"`
	// Twice names the place that a player with two open places takes.
	Twice     TwoPlaces `json:"twice"`
	Paragraph string    `json:"paragraph"`
}

// LevelEvents names which of two events of one size is asked first.
type LevelEvents string

// Which of two events is asked first.
const (
	EarlierDate LevelEvents = "earlier_date"
	LaterDate   LevelEvents = "later_date"
)

// TwoPlaces names the place that a player with two open places takes.
type TwoPlaces string

// The place that is taken.
const (
	RefundedRoute TwoPlaces = "refunded_route" // the one whose journey is paid
	ByDate        TwoPlaces = "by_date"        // the one of the earlier event
)
